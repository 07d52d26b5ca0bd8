//! Which paths lead to files, and that none leads elsewhere.

use crate::{SECRET, page, start};
use std::process::Command;

#[test]
fn no_path_leads_out_of_the_folder() {
    let page = page("paths");
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink("../secret.txt", page.join("link.txt")).unwrap();
        symlink("..", page.join("up")).unwrap();
        symlink("loop", page.join("loop")).unwrap();
        symlink("odd.xyz", page.join("inside.xyz")).unwrap();
        let made = Command::new("mkfifo").arg(page.join("pipe")).status();
        assert!(made.unwrap().success());
    }
    let server = start(&page, &[]);
    let long = |names: usize, length: usize| format!("/{}", "a".repeat(length)).repeat(names);
    let (name, path, huge) = (long(1, 300), long(100, 20), long(1, 1 << 20));
    for (path, statuses) in [
        ("/../secret.txt", &[404][..]),
        ("/assets/../../secret.txt", &[404]),
        ("/assets/../index.html", &[404]),
        ("/%2e%2e/secret.txt", &[404]),
        ("/%2e%2e%2fsecret.txt", &[404]),
        ("/..%2fsecret.txt", &[404]),
        ("/..%5csecret.txt", &[404]),
        ("/..\\secret.txt", &[404, 400]),
        ("/%252e%252e/secret.txt", &[404]),
        ("/%c0%ae%c0%ae/secret.txt", &[400]),
        ("/../dist-other", &[404]),
        ("//secret.txt", &[404]),
        ("//etc/passwd", &[404]),
        ("/etc/passwd", &[404]),
        ("/index.html%00", &[404]),
        ("/index.html\0", &[400]),
        ("/index.html/", &[404]),
        ("/index.html/a", &[404]),
        ("/%zz", &[400]),
        ("/assets", &[404]),
        ("/assets/", &[404]),
        ("/.env", &[404]),
        ("/.hidden/file", &[404]),
        ("/link.txt", &[404]),
        ("/up/secret.txt", &[404]),
        ("/loop", &[404, 500]),
        ("/pipe", &[404]),
        (&name, &[404]),
        (&path, &[404]),
        (&huge, &[400, 404, 414, 431]),
        ("*", &[400, 404]),
        ("secret.txt", &[400, 404]),
        ("http://a/../secret.txt", &[404]),
    ] {
        let answer = server.get(path);
        let shown = &path[..path.len().min(60)];
        assert!(
            statuses.contains(&answer.status),
            "{shown}: {}",
            answer.status
        );
        let body = String::from_utf8_lossy(&answer.body);
        assert!(
            !body.contains(SECRET) && body.len() < 100,
            "{shown}: {body}"
        );
    }
    #[cfg(unix)]
    assert_eq!(server.get("/inside.xyz").body, b"?");
    // Heads that are no requests.
    for head in [
        "GET / HTTP/9.9\r\n\r\n".to_string(),
        "\0\0\0\0\r\n\r\n".to_string(),
        "GET /\r\n\r\n".to_string(),
        format!("GET / HTTP/1.1\r\nA: {}\r\n\r\n", "a".repeat(1 << 20)),
        format!("GET / HTTP/1.1\r\n{}\r\n", "A: a\r\n".repeat(1000)),
    ] {
        let status = server.raw(head.as_bytes()).status;
        let shown = &head[..head.len().min(40)];
        assert!([400, 431, 505].contains(&status), "{shown:?}: {status}");
    }
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn a_base_path_comes_before_all() {
    let server = start(&page("base"), &["--base", "/games/stumper"]);
    assert!(server.url.ends_with("/games/stumper/"), "{}", server.url);
    for (path, status) in [
        ("/games/stumper/", 200),
        ("/games/stumper/assets/main-BkY3x_0q.js", 200),
        ("/games/stumper/healthz", 200),
        ("/healthz", 200),
        ("/games/stumper", 308),
        ("/games/stumperx", 404),
        ("/games/stumper/../../secret.txt", 404),
        ("/games/", 404),
        ("/", 404),
        ("/assets/main-BkY3x_0q.js", 404),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, status, "{path}");
        let moved = answer.header("location");
        assert_eq!(moved == "/games/stumper/", status == 308, "{path}");
    }
}
