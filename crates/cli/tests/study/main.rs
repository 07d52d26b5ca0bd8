//! `stumper study` from outside: the real program on a small study, asked over
//! plain sockets.

mod admin;
mod bodies;
mod fitting;
mod forged;
mod lasting;
mod limits;
mod protocol;
mod refusals;
#[path = "../serve/wire.rs"]
mod wire;

use engine::play::Adviser;
use engine::{Level, Outcome, Unwatched};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use wire::{Answer, answer_of};

const TOKEN: &str = "the token of the tests";
const STUDY: &str = r#"
name = "small"
title = "A small study"
players = 50
[texts]
welcome = "Welcome."
consent = "Your plays are kept."
[[questions]]
id = "age"
text = "How old are you?"
kind = "number"
low = 1
high = 120
required = true
[[questions]]
id = "often"
text = "How often do you play?"
kind = "choice"
choices = ["never", "daily"]
[play]
skip_after = 0
[[games]]
game = "shift"
tutorial = ["shift:3x3#1-2"]
levels = ["shift:4x4#1-3"]
[[games]]
game = "sliding"
levels = ["sliding:3x3#1"]
"#;

/// A study with its page, in a folder of its own.
struct Study {
    place: PathBuf,
}

impl Study {
    fn new(name: &str) -> Study {
        Study::with(name, &[])
    }

    /// The study with some of its text changed.
    fn with(name: &str, changes: &[(&str, &str)]) -> Study {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("study")
            .join(name);
        let _ = fs::remove_dir_all(&place);
        fs::create_dir_all(place.join("page")).unwrap();
        for (file, text) in [
            ("index.html", "the page"),
            ("study.html", "the study"),
            ("sw.js", "the page's worker"),
            ("study-sw.js", "the study's worker"),
            ("a.js", "1"),
        ] {
            fs::write(place.join("page").join(file), text).unwrap();
        }
        let mut text = STUDY.to_string();
        for (from, to) in changes {
            assert!(text.contains(from), "{from}");
            text = text.replace(from, to);
        }
        fs::write(place.join("study.toml"), text).unwrap();
        fs::write(place.join("token"), format!("{TOKEN}\n")).unwrap();
        Study { place }
    }

    fn path(&self, name: &str) -> String {
        self.place.join(name).to_str().unwrap().to_string()
    }

    /// A call of the program on this study.
    fn command(&self, verb: &str, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stumper"));
        command.args(["study", verb, &self.path("study.toml")]);
        command.args(args).env_remove("STUMPER_STUDY_TOKEN");
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        command.stderr(Stdio::piped());
        command
    }

    /// Starts the server and waits until it tells where it is.
    fn serve(&self, args: &[&str]) -> Server {
        let (page, token) = (self.path("page"), self.path("token"));
        let mut all = vec!["--port", "0", "--folder", &page, "--token-file", &token];
        all.extend(args);
        let log = fs::File::create(self.path("log")).unwrap();
        Server::start(self.command("serve", &all).stderr(log))
    }

    /// Calls the program until it ends; the exit code, and what it told on
    /// standard error.
    fn run(&self, verb: &str, args: &[&str]) -> (Option<i32>, String) {
        let output = self.command(verb, args).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), told)
    }

    /// Changes the study's file.
    fn change(&self, from: &str, to: &str) {
        let text = fs::read_to_string(self.path("study.toml")).unwrap();
        assert!(text.contains(from), "{from}");
        fs::write(self.path("study.toml"), text.replace(from, to)).unwrap();
    }

    fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap()
    }
}

/// A server that ends with the test.
struct Server {
    child: Child,
    url: String,
    /// What was printed after the address.
    told: String,
    out: BufReader<std::process::ChildStdout>,
}

impl Server {
    /// Ends it as a system does, so that its log is whole.
    fn end(mut self) {
        let mut kill = Command::new("kill");
        kill.args(["-TERM", &self.child.id().to_string()]);
        assert!(kill.status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(command: &mut Command) -> Server {
        let mut child = command.spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut url = String::new();
        out.read_line(&mut url).unwrap();
        let url = url.trim_end().to_string();
        assert!(url.starts_with("http://127.0.0.1:"), "{url}");
        Server {
            child,
            url,
            told: String::new(),
            out,
        }
    }

    /// The next line that was printed.
    fn line(&mut self) -> String {
        self.told.clear();
        self.out.read_line(&mut self.told).unwrap();
        self.told.trim_end().to_string()
    }

    fn connect(&self) -> TcpStream {
        let rest = self.url.strip_prefix("http://").unwrap();
        TcpStream::connect(rest.split_once('/').unwrap().0).unwrap()
    }

    /// Sends bytes as they are and reads until the server closes.
    fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A server that has read enough may close before it took all.
        let _ = stream.write_all(bytes);
        let mut read = Vec::new();
        let _ = stream.read_to_end(&mut read);
        answer_of(&read)
    }

    /// One request with headers such as `Accept: text/html`.
    fn ask(&self, method: &str, path: &str, headers: &[&str], body: &[u8]) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n");
        for header in headers {
            head.push_str(&format!("{header}\r\n"));
        }
        head.push_str(&format!("Content-Length: {}\r\n\r\n", body.len()));
        self.raw(&[head.as_bytes(), body].concat())
    }

    fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    /// Asks as who runs the study.
    fn admin(&self, path: &str) -> Answer {
        let header = format!("Authorization: Bearer {TOKEN}");
        self.ask("GET", path, &[&header], b"")
    }

    /// A player with a key of the tests, under the base path of the server.
    fn player(&self, number: u64) -> Player<'_> {
        Player {
            server: self,
            key: format!("{:032x}", 0x5eed_0000_0000 + number),
            base: String::new(),
        }
    }

    #[cfg(unix)]
    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status();
        assert!(sent.unwrap().success());
    }
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("no JSON: {:?}", String::from_utf8_lossy(&self.body)))
    }

    /// The code of a refusal, which has all that refusals have.
    fn code(&self) -> String {
        assert_eq!(self.header("content-type"), "application/json");
        assert_eq!(self.header("cache-control"), "no-store");
        assert_eq!(self.header("x-content-type-options"), "nosniff");
        let json = self.json();
        let error = &json["error"];
        assert!(
            error["message"].as_str().is_some_and(|m| !m.is_empty()),
            "{json}"
        );
        assert!(error["hint"].is_null() || error["hint"].is_string());
        error["code"].as_str().unwrap().to_string()
    }
}

/// A player of the study.
struct Player<'a> {
    server: &'a Server,
    key: String,
    base: String,
}

impl Player<'_> {
    fn send(&self, method: &str, path: &str, body: &str) -> Answer {
        let key = format!("Authorization: Bearer {}", self.key);
        let headers = [&*key, "Content-Type: application/json"];
        let path = format!("{}/api/{path}", self.base);
        self.server.ask(method, &path, &headers, body.as_bytes())
    }

    fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "")
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, &body.to_string())
    }

    /// An answer that is as wanted.
    fn good(&self, path: &str, body: &Value) -> Value {
        let answer = self.post(path, body);
        let json = answer.json();
        assert_eq!(answer.status, 200, "{path} {body} {json}");
        json
    }

    /// A refusal with this status and code.
    fn refused(&self, path: &str, body: &Value, status: u16, code: &str) {
        let answer = self.post(path, body);
        let found = (answer.status, answer.code());
        assert_eq!(found, (status, code.to_string()), "{path} {body}");
    }

    fn agree(&self) -> Value {
        self.good("consent", &self.consent())
    }

    /// What somebody sends who takes part.
    fn consent(&self) -> Value {
        let study = self.get("study").json();
        json!({ "consent": study["consent"], "answers": { "age": 30, "often": "daily" } })
    }

    /// The play under way in a game, or a new one.
    fn next(&self, game: &str) -> Value {
        self.good("next", &json!({ "game": game }))["play"].clone()
    }

    /// Solves the play under way, and says so.
    fn solve(&self, play: &Value) -> Value {
        self.good(&path_of(play), &solved(play))
    }

    /// Agrees, leaves the tutorial out, and opens a level to rate.
    fn first_level(&self) -> Value {
        self.agree();
        self.good("tutorial", &json!({ "game": "shift" }));
        self.next("shift")
    }
}

/// Where a play ends.
fn path_of(play: &Value) -> String {
    format!("plays/{}", play["play"].as_str().unwrap())
}

/// A solution of a play's level.
fn solution(play: &Value) -> Vec<String> {
    let text = |name: &str| play["level"][name].as_str().unwrap().to_string();
    let level = Level::Written {
        name: text("id"),
        variant: text("variant"),
        text: text("text"),
    };
    let game = games::find_game(&text("game")).unwrap();
    let session = game.play_open(&level).unwrap();
    match session.solve(&Adviser::default(), &Unwatched) {
        Ok(Outcome::Solved(moves)) => moves,
        other => panic!("{other:?}"),
    }
}

/// The end of a play that is solved, ten moves a second.
fn solved(play: &Value) -> Value {
    let moves = solution(play);
    let events = moves.iter().enumerate();
    let events = events.map(|(n, text)| json!({ "at": 100 * n, "made": [text] }));
    ended("solved", events.collect())
}

fn ended(how: &str, events: Vec<Value>) -> Value {
    json!({
        "ended": how,
        "events": events,
        "seconds": 2.5,
        "resets": 0,
        "hints": 0,
        "undos": 0,
    })
}
