//! `stumper serve` from outside: the real program on a made-up page, asked
//! over plain sockets.

mod answers;
mod paths;
mod wire;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use wire::{Answer, answer_of};

const SECRET: &str = "nobody may read this";
const SCRIPT: &str = "assets/main-BkY3x_0q.js";

/// A server that ends with the test.
struct Server {
    child: Child,
    url: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn stumper(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stumper"));
    command.arg("serve").args(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    command
}

/// Starts a server on a page and waits until it tells where it is.
fn start(page: &Path, args: &[&str]) -> Server {
    let page = page.to_str().unwrap();
    let mut child = stumper(&["--port", "0", "--folder", page])
        .args(args)
        .spawn()
        .unwrap();
    let mut url = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut url).unwrap();
    let url = url.trim_end().to_string();
    assert!(url.starts_with("http://127.0.0.1:"), "{url}");
    Server { child, url }
}

impl Server {
    fn connect(&self) -> TcpStream {
        let rest = self.url.strip_prefix("http://").unwrap();
        TcpStream::connect(rest.split_once('/').unwrap().0).unwrap()
    }

    /// Sends a head as it is and reads until the server closes.
    fn raw(&self, head: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A server that has read enough may close before it took all.
        let _ = stream.write_all(head);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        answer_of(&bytes)
    }

    /// One request with headers such as `Accept-Encoding: br`.
    fn ask(&self, method: &str, path: &str, headers: &[&str]) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n");
        for header in headers {
            head.push_str(&format!("{header}\r\n"));
        }
        self.raw(format!("{head}\r\n").as_bytes())
    }

    fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[])
    }

    #[cfg(unix)]
    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status();
        assert!(sent.unwrap().success());
    }
}

/// A small page in a folder of its own, with a secret beside it.
fn page(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("serve")
        .join(name);
    let _ = fs::remove_dir_all(&place);
    let page = place.join("dist");
    fs::create_dir_all(page.join("assets")).unwrap();
    fs::create_dir_all(page.join(".hidden")).unwrap();
    let long = "let a = 'many words that repeat';\n".repeat(200);
    for (path, text) in [
        ("index.html", "<!doctype html><title>A page</title>"),
        (SCRIPT, &*long),
        (
            "assets/style-D3adB33f.css",
            &"a { color: red }\n".repeat(50),
        ),
        ("assets/stumper_bg-C0ffee12.wasm", "\0asm"),
        ("assets/card-backside.svg", "<svg/>"),
        ("app.webmanifest", "{}"),
        ("icon.png", &"p".repeat(5000)),
        ("two words.txt", "two"),
        ("odd.xyz", "?"),
        (".hidden/file", SECRET),
        (".env", SECRET),
        ("../secret.txt", SECRET),
        ("../dist-other", SECRET),
    ] {
        fs::write(page.join(path), text).unwrap();
    }
    page
}

#[test]
fn silent_clients_hold_nobody_up() {
    let server = start(&page("silent"), &[]);
    let silent: Vec<TcpStream> = (0..100).map(|_| server.connect()).collect();
    for mut stream in &silent[50..] {
        stream.write_all(b"GET / HT").unwrap();
    }
    assert_eq!(server.get("/").status, 200);
}

#[test]
#[cfg(unix)]
fn a_signal_ends_it_and_answers_are_finished() {
    for signal in ["TERM", "INT"] {
        let page = page(&format!("signal-{signal}"));
        // More than sockets hold, and never compressed.
        let size = 48 << 20;
        fs::write(page.join("large.png"), vec![7; size]).unwrap();
        let mut server = start(&page, &[]);
        let idle = server.connect();
        let mut busy = server.connect();
        let ask = b"GET /large.png HTTP/1.1\r\nHost: a\r\n\r\n";
        busy.write_all(ask).unwrap();
        let mut bytes = vec![0; 1000];
        busy.read_exact(&mut bytes).unwrap();
        server.signal(signal);
        // It closes what is idle, and goes on with what is not.
        let _ = (&idle).read(&mut [0]);
        busy.read_to_end(&mut bytes).unwrap();
        assert_eq!(answer_of(&bytes).body.len(), size);
        assert_eq!(server.child.wait().unwrap().code(), Some(0), "{signal}");
        let mut told = String::new();
        let mut err = server.child.stderr.take().unwrap();
        err.read_to_string(&mut told).unwrap();
        assert_eq!(told, "");
    }
}

#[test]
fn a_taken_port_is_told() {
    let holder = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = holder.local_addr().unwrap().port().to_string();
    let page = page("taken");
    let output = stumper(&["--port", &port, "--folder", page.to_str().unwrap()])
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains(&format!("port {port} ")), "{told}");
    assert!(told.contains("--port 0"), "{told}");
    assert!(output.stdout.is_empty());
}

#[test]
fn wrong_calls_are_told() {
    let page = page("wrong");
    let (good, empty) = (page.to_str().unwrap(), page.join("assets"));
    for (args, word) in [
        (&["--folder", "/no/such/folder"][..], "/no/such/folder"),
        (&["--folder", empty.to_str().unwrap()], "index.html"),
        (&["--folder", good, "--base", "/a/../b"], "--base"),
        (&["--folder", good, "--host", "192.0.2.1"], "--host"),
        (&["--folder", good, "--host", "no host"], "--host"),
        (&["--folder", good, "--port", "65536"], "--port"),
    ] {
        let output = stumper(args).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?} {told}");
        assert!(told.contains(word), "{args:?} {told}");
    }
}
