//! What files are sent as: types, forms, caching, policy, methods.

use crate::{SCRIPT, page, start};
use std::fs;
use std::io::{Read, Write};

#[test]
fn files_have_their_types() {
    let server = start(&page("types"), &[]);
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/index.html", "text/html; charset=utf-8"),
        ("/assets/main-BkY3x_0q.js", "text/javascript; charset=utf-8"),
        ("/assets/style-D3adB33f.css", "text/css; charset=utf-8"),
        ("/assets/stumper_bg-C0ffee12.wasm", "application/wasm"),
        ("/assets/card-backside.svg", "image/svg+xml"),
        ("/app.webmanifest", "application/manifest+json"),
        ("/icon.png", "image/png"),
        ("/two%20words.txt", "text/plain; charset=utf-8"),
        ("/odd.xyz", "application/octet-stream"),
        ("/index.html?a=b", "text/html; charset=utf-8"),
        ("http://elsewhere/index.html", "text/html; charset=utf-8"),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), kind, "{path}");
        assert_eq!(answer.header("vary"), "accept-encoding", "{path}");
        let length = answer.body.len().to_string();
        assert_eq!(answer.header("content-length"), length, "{path}");
    }
    let health = server.get("/healthz");
    assert_eq!((health.status, &*health.body), (200, &b"ok\n"[..]));
}

#[test]
fn files_come_in_the_form_that_is_wanted() {
    let page = page("forms");
    let server = start(&page, &[]);
    let script = fs::read(page.join(SCRIPT)).unwrap();
    for (accept, coding) in [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0.2, gzip;q=0.4", "gzip"),
        ("br;q=0, *", "gzip"),
        ("identity, br;q=0.9", ""),
        ("deflate", ""),
        ("", ""),
    ] {
        let accept = format!("Accept-Encoding: {accept}");
        let answer = server.ask("GET", &format!("/{SCRIPT}"), &[&accept]);
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("content-encoding"), coding, "{accept}");
        let mut read = Vec::new();
        match coding {
            "br" => brotli::Decompressor::new(&answer.body[..], 4096).read_to_end(&mut read),
            "gzip" => flate2::read::GzDecoder::new(&answer.body[..]).read_to_end(&mut read),
            _ => (&answer.body[..]).read_to_end(&mut read),
        }
        .unwrap();
        assert!(read == script, "{accept}");
        assert_eq!(answer.body.len() < script.len() / 10, !coding.is_empty());
    }
    // Two headers are one list; a picture is small already.
    let both = ["Accept-Encoding: gzip", "Accept-Encoding: br"];
    let answer = server.ask("GET", &format!("/{SCRIPT}"), &both);
    assert_eq!(answer.header("content-encoding"), "br");
    let answer = server.ask("GET", "/icon.png", &both);
    assert_eq!(answer.header("content-encoding"), "");
}

#[test]
fn caches_are_told_what_to_keep() {
    let page = page("caches");
    let server = start(&page, &[]);
    let forever = "public, max-age=31536000, immutable";
    for (path, caching) in [
        ("/", "no-cache"),
        ("/assets/main-BkY3x_0q.js", forever),
        ("/assets/stumper_bg-C0ffee12.wasm", forever),
        ("/assets/card-backside.svg", "no-cache"),
        ("/nothing.js", "no-store"),
    ] {
        assert_eq!(server.get(path).header("cache-control"), caching, "{path}");
    }
    // Each form has a tag of its own, and it is known again.
    let path = format!("/{SCRIPT}");
    let mut tags = Vec::new();
    for coding in ["br", "gzip", "identity"] {
        let accept = format!("Accept-Encoding: {coding}");
        let tag = server
            .ask("GET", &path, &[&accept])
            .header("etag")
            .to_string();
        assert!(tag.starts_with('"') && tag.ends_with('"'), "{tag}");
        for (known, status) in [
            (tag.clone(), 304),
            (format!("\"x\", W/{tag}"), 304),
            ("\"x\"".to_string(), 200),
        ] {
            let known = format!("If-None-Match: {known}");
            let answer = server.ask("GET", &path, &[&accept, &known]);
            assert_eq!(answer.status, status, "{known}");
            assert_eq!(answer.header("etag"), tag);
            assert_eq!(answer.header("cache-control"), forever);
            assert_eq!(answer.body.is_empty(), status == 304);
        }
        tags.push(tag);
    }
    tags.dedup();
    assert_eq!(tags.len(), 3);
    // A file that changes has another tag.
    let before = server.get("/").header("etag").to_string();
    fs::write(page.join("index.html"), "another page").unwrap();
    let after = server.ask("GET", "/", &[&format!("If-None-Match: {before}")]);
    assert_eq!((after.status, &*after.body), (200, &b"another page"[..]));
}

#[test]
fn every_answer_has_the_policy() {
    let server = start(&page("policy"), &[]);
    let tag = server.get("/").header("etag").to_string();
    let known = format!("If-None-Match: {tag}");
    for (method, path, headers, status) in [
        ("GET", "/", &[][..], 200),
        ("HEAD", "/", &[], 200),
        ("GET", "/", &[&*known], 304),
        ("GET", "/healthz", &[], 200),
        ("GET", "/nothing", &[], 404),
        ("GET", "/%zz", &[], 400),
        ("POST", "/", &[], 405),
    ] {
        let answer = server.ask(method, path, headers);
        assert_eq!(answer.status, status, "{method} {path}");
        for (name, value) in [
            (
                "content-security-policy",
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                 img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; \
                 manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            ),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), value, "{method} {path} {name}");
        }
        let senses = answer.header("permissions-policy");
        assert!(senses.contains("camera=()"), "{method} {path} {senses}");
    }
}

#[test]
fn only_reading_is_allowed() {
    let server = start(&page("methods"), &[]);
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "ODD"] {
        let answer = server.ask(method, "/", &[]);
        assert_eq!(answer.status, 405, "{method}");
        assert_eq!(answer.header("allow"), "GET, HEAD", "{method}");
    }
    let head = server.ask("HEAD", "/icon.png", &[]);
    assert_eq!(head.header("content-length"), "5000");
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(server.ask("HEAD", "/nothing", &[]).status, 404);

    // Several requests on one connection, the last of which ends it.
    let many = "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(3);
    let last = "GET /odd.xyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    let mut stream = server.connect();
    stream
        .write_all(format!("{many}{last}").as_bytes())
        .unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert_eq!(text.matches("HTTP/1.1 200 OK").count(), 4);
    assert!(text.ends_with("\r\n\r\n?"), "{text}");
}
