//! A browser's side of the wire: one connection that stays open, and requests
//! that are sent again, byte for byte, until they are answered.

use serde_json::Value;
use std::fmt::Write;
use std::io::{Error, ErrorKind, Result};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// An answer must be there by then.
const PATIENCE: Duration = Duration::from_secs(20);
/// All tries together may take so long.
const ALL_PATIENCE: Duration = Duration::from_secs(120);
/// The pauses between tries, from the first to the longest.
const PAUSES: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(320)];

/// What came back.
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
    /// From the first try to the answer.
    pub taken: Duration,
    /// How often it was sent again.
    pub again: u32,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("no JSON: {:?}", String::from_utf8_lossy(&self.body)))
    }

    /// The JSON of an answer that is as wanted.
    pub fn good(&self) -> Value {
        let json = self.json();
        assert_eq!(self.status, 200, "{json}");
        json
    }
}

/// One connection, and who asks.
pub struct Client {
    server: SocketAddr,
    bearer: String,
    stream: Option<BufReader<TcpStream>>,
}

impl Client {
    /// Somebody with a player's key, or with the token.
    pub fn new(server: SocketAddr, bearer: &str) -> Client {
        Client {
            server,
            bearer: bearer.to_string(),
            stream: None,
        }
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, None).await
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, Some(body)).await
    }

    /// Asks until there is an answer, as the page does: again when the
    /// connection broke, or when the server says that it cannot now.
    pub async fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let request = self.request(method, path, body);
        let started = Instant::now();
        let mut pause = PAUSES[0];
        for again in 0.. {
            let answer = match timeout(PATIENCE, self.once(request.as_bytes())).await {
                Ok(answer) => answer,
                Err(_) => Err(Error::from(ErrorKind::TimedOut)),
            };
            let taken = started.elapsed();
            let why = match answer {
                Ok((429 | 500 | 502 | 503 | 504, body)) => {
                    String::from_utf8_lossy(&body).into_owned()
                }
                Ok((status, body)) => {
                    return Answer {
                        status,
                        body,
                        taken,
                        again,
                    };
                }
                Err(error) => {
                    self.stream = None;
                    error.to_string()
                }
            };
            assert!(taken < ALL_PATIENCE, "{method} {path}: {why}");
            sleep(pause).await;
            pause = (2 * pause).min(PAUSES[1]);
        }
        unreachable!("it is tried until it is answered or patience ends")
    }

    fn request(&self, method: &str, path: &str, body: Option<&Value>) -> String {
        let Client { server, bearer, .. } = self;
        let mut text = format!(
            "{method} /{path} HTTP/1.1\r\nHost: {server}\r\nAuthorization: Bearer {bearer}\r\n"
        );
        let done = match body.map(Value::to_string) {
            None => write!(text, "\r\n"),
            Some(body) => write!(
                text,
                "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            ),
        };
        done.expect("a text takes all");
        text
    }

    /// Sends a request once, and reads its answer.
    async fn once(&mut self, request: &[u8]) -> Result<(u16, Vec<u8>)> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => {
                let stream = TcpStream::connect(self.server).await?;
                stream.set_nodelay(true)?;
                BufReader::new(stream)
            }
        };
        stream.write_all(request).await?;
        let head = read_head(&mut stream).await?;
        let mut body = vec![0; head.length];
        stream.read_exact(&mut body).await?;
        if !head.closes {
            self.stream = Some(stream);
        }
        Ok((head.status, body))
    }
}

struct Head {
    status: u16,
    length: usize,
    closes: bool,
}

async fn read_head(stream: &mut BufReader<TcpStream>) -> Result<Head> {
    let wrong = |words: &str| Error::new(ErrorKind::InvalidData, words.to_string());
    let mut line = String::new();
    stream.read_line(&mut line).await?;
    let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
    let mut head = Head {
        status: status.ok_or_else(|| Error::from(ErrorKind::UnexpectedEof))?,
        length: 0,
        closes: false,
    };
    let mut has_length = false;
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Err(Error::from(ErrorKind::UnexpectedEof));
        }
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        match &*name.to_lowercase() {
            "content-length" => {
                head.length = value.parse().map_err(|_| wrong("a strange length"))?;
                has_length = true;
            }
            "connection" => head.closes = value.eq_ignore_ascii_case("close"),
            _ => {}
        }
    }
    match has_length {
        true => Ok(head),
        false => Err(wrong("an answer without a length")),
    }
}
