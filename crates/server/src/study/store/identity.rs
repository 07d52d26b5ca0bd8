//! Who a player is: hashes of the key that the player's browser keeps.

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The digits of a key.
const KEY: usize = 32;

/// A player, as the server knows them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    /// What only the player's browser could have made.
    pub(super) secret: String,
    /// Twelve hex digits that tell players apart and nothing else.
    pub name: String,
}

impl Identity {
    /// The owner of a key, which is 32 lowercase hex digits.
    pub fn of_key(key: &str) -> Option<Identity> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        (key.len() == KEY && key.bytes().all(is_digit)).then(|| Identity {
            secret: digest(&["secret ", key]),
            name: digest(&["name ", key])[..12].into(),
        })
    }

    /// The id of this player's play of a level.
    pub(super) fn play_id(&self, level: &str) -> String {
        digest(&["play ", &self.secret, " ", level])[..16].into()
    }
}

/// SHA-256 of some texts in a row, as hex digits.
pub(super) fn digest(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.as_bytes());
    }
    let mut text = String::with_capacity(64);
    for byte in hash.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_keys_have_owners() {
        let key = "00112233445566778899aabbccddeeff";
        let who = Identity::of_key(key).unwrap();
        assert_eq!(who.name.len(), 12);
        assert_eq!(who.secret.len(), 64);
        assert_eq!(Identity::of_key(key), Some(who));
        for bad in ["", "0011", &key.to_uppercase(), &key[1..], "é"] {
            assert_eq!(Identity::of_key(bad), None, "{bad}");
        }
    }

    #[test]
    fn digests_are_those_of_sha_256() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(digest(&[]), empty);
        assert_eq!(digest(&["a", "bc"]), digest(&["abc"]));
    }
}
