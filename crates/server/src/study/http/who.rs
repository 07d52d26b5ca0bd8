//! Who asks: a player with a key, who runs the study with a token, an address.

use super::Shared;
use super::limits;
use super::refusal::Failure;
use crate::connections::Peer;
use crate::study::store::{Code, Identity};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use subtle::ConstantTimeEq;

/// A token has at least so many characters.
pub const SHORTEST_TOKEN: usize = 16;

/// The address that limits count by. It is never kept or logged.
#[derive(Clone, Copy)]
pub(crate) struct Client {
    /// None where the proxies do not tell.
    address: Option<IpAddr>,
    /// Whether somebody stands between.
    forwarded: bool,
}

impl Client {
    /// Who asks, behind so many proxies.
    pub(crate) fn of(parts: &Parts, proxies: usize) -> Client {
        let peer = parts.extensions.get::<Peer>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0);
        let values = parts.headers.get_all("x-forwarded-for").into_iter();
        let values: Vec<&[u8]> = values.map(|value| value.as_bytes()).collect();
        Client {
            address: limits::client(peer, &values.join(&b','), proxies),
            forwarded: proxies == 0 && !values.is_empty(),
        }
    }

    /// Who is counted as one; all who are unknown are.
    pub(crate) fn counted(self) -> IpAddr {
        self.address
            .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), limits::counted)
    }

    /// Whether this is certainly somebody on this machine.
    fn is_here(self) -> bool {
        let is_loopback = |address: IpAddr| address.to_canonical().is_loopback();
        self.address.is_some_and(is_loopback) && !self.forwarded
    }
}

impl FromRequestParts<Arc<Shared>> for Client {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &Arc<Shared>,
    ) -> Result<Client, Failure> {
        Ok(Client::of(parts, shared.settings.proxies))
    }
}

/// A player, by the key.
pub(crate) struct Player(pub(crate) Identity);

impl FromRequestParts<Arc<Shared>> for Player {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &Arc<Shared>,
    ) -> Result<Player, Failure> {
        let who = bearer(&parts.headers).and_then(Identity::of_key);
        let who = who.ok_or_else(|| {
            Failure::new(Code::Unauthorized, "this needs a player's key")
                .hint("Authorization: Bearer KEY, where KEY is 32 lowercase hex digits")
        })?;
        if parts.method != Method::GET && parts.method != Method::HEAD {
            let written = shared.limits.write(&who.name, shared.now());
            written.map_err(too_many)?;
        }
        Ok(Player(who))
    }
}

/// Who runs the study.
pub(crate) struct Admin;

impl FromRequestParts<Arc<Shared>> for Admin {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<Admin, Failure> {
        let client = Client::of(parts, shared.settings.proxies);
        admit(&parts.headers, client, shared)
    }
}

/// Who may see the numbers: who runs the study, or somebody on this machine.
pub(crate) struct Watcher;

impl FromRequestParts<Arc<Shared>> for Watcher {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &Arc<Shared>,
    ) -> Result<Watcher, Failure> {
        let client = Client::of(parts, shared.settings.proxies);
        if !client.is_here() {
            admit(&parts.headers, client, shared)?;
        }
        Ok(Watcher)
    }
}

/// Lets in who knows the token, and counts who does not.
fn admit(headers: &HeaderMap, client: Client, shared: &Shared) -> Result<Admin, Failure> {
    let now = shared.now();
    let from = client.counted();
    shared.limits.may_try(from, now).map_err(too_many)?;
    let given = bearer(headers).map(str::to_string);
    match given.or_else(|| password(headers)) {
        Some(given) if shared.settings.token.is(&given) => Ok(Admin),
        Some(_) => {
            shared.limits.wrong_token(from, now);
            Err(Failure::new(Code::Unauthorized, "this token is wrong"))
        }
        None => {
            let words = "this needs the token of who runs the study";
            let hint = "Authorization: Bearer TOKEN, or Basic with the token as the password";
            Err(Failure::new(Code::Unauthorized, words).hint(hint))
        }
    }
}

/// Too many requests for now.
pub(crate) fn too_many(seconds: u32) -> Failure {
    Failure::from(Code::TooMany).again(seconds)
}

/// What stands after a scheme in `Authorization`.
fn credentials<'a>(headers: &'a HeaderMap, scheme: &str) -> Option<&'a str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (given, rest) = value.split_once(' ')?;
    given.eq_ignore_ascii_case(scheme).then(|| rest.trim())
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    credentials(headers, "bearer")
}

/// The password of `Basic`, whatever the name is.
fn password(headers: &HeaderMap) -> Option<String> {
    let bytes = STANDARD.decode(credentials(headers, "basic")?).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let (_, password) = text.split_once(':')?;
    Some(password.to_string())
}

/// The token of who runs the study, as a hash.
pub struct Token([u8; 32]);

impl Token {
    /// A token that was given; none where it is too short to be secret.
    pub fn new(token: &str) -> Option<Token> {
        (token.chars().count() >= SHORTEST_TOKEN).then(|| Token(Sha256::digest(token).into()))
    }

    /// Takes the same time for every other token.
    fn is(&self, given: &str) -> bool {
        let given: [u8; 32] = Sha256::digest(given).into();
        self.0.ct_eq(&given).into()
    }
}

/// A fresh token: 32 hex digits of the system's randomness.
pub fn fresh_token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_compared() {
        assert!(Token::new("too short").is_none());
        let token = Token::new("sixteen letters!").unwrap();
        assert!(token.is("sixteen letters!"));
        for other in [
            "",
            "sixteen letters",
            "sixteen letters!!",
            "Sixteen letters!",
        ] {
            assert!(!token.is(other), "{other}");
        }
        let (one, other) = (fresh_token().unwrap(), fresh_token().unwrap());
        assert!(one != other && Token::new(&one).is_some_and(|token| token.is(&one)));
    }

    #[test]
    fn credentials_are_read() {
        let headers = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, value.parse().unwrap());
            headers
        };
        assert_eq!(bearer(&headers("Bearer abc")), Some("abc"));
        assert_eq!(bearer(&headers("bearer  abc ")), Some("abc"));
        assert_eq!(bearer(&headers("Basic abc")), None);
        assert_eq!(bearer(&headers("Bearer")), None);
        let basic = |text: &str| headers(&format!("Basic {}", STANDARD.encode(text)));
        assert_eq!(password(&basic("me:a:b")).as_deref(), Some("a:b"));
        assert_eq!(password(&basic(":a")).as_deref(), Some("a"));
        assert_eq!(password(&basic("a")), None);
        assert_eq!(password(&headers("Basic %%%")), None);
    }
}
