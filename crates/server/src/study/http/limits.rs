//! How often somebody may ask. Buckets fill with time and are emptied by
//! requests; they live in memory alone, and there is a bound on their number.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};

/// No more buckets are kept of a kind.
const MOST_BUCKETS: usize = 100_000;

/// How often something may be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// In the long run.
    pub per_second: f64,
    /// At once.
    pub burst: f64,
}

/// How often each thing may be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Requests from an address.
    pub requests: Rate,
    /// New players from an address.
    pub players: Rate,
    /// Wrong tokens from an address.
    pub tokens: Rate,
    /// What a player sends.
    pub writes: Rate,
}

impl Rates {
    /// With so many requests a second and so many new players an hour from an
    /// address, and so many plays and ratings a second from a player.
    pub fn new(requests: f64, players: f64, writes: f64) -> Rates {
        Rates {
            requests: Rate {
                per_second: requests,
                burst: requests * 10.0,
            },
            players: Rate {
                per_second: players / 3600.0,
                burst: players,
            },
            tokens: Rate {
                per_second: 0.1,
                burst: 10.0,
            },
            writes: Rate {
                per_second: writes,
                burst: writes * 10.0,
            },
        }
    }
}

/// Buckets of one kind, by whom they belong to.
struct Buckets<K> {
    rate: Rate,
    kept: Mutex<HashMap<K, Bucket>>,
}

#[derive(Clone, Copy)]
struct Bucket {
    left: f64,
    /// When that was so.
    at: i64,
}

impl<K: Hash + Eq> Buckets<K> {
    fn new(rate: Rate) -> Buckets<K> {
        Buckets {
            rate,
            kept: Mutex::default(),
        }
    }

    /// Takes so much out of a bucket; 0 only looks whether one could be taken.
    /// Or else the seconds until there is enough.
    fn take(&self, whose: K, count: f64, now: i64) -> Result<(), u32> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST_BUCKETS {
            kept.retain(|_, bucket| self.filled(*bucket, now) < self.rate.burst);
            if kept.len() > MOST_BUCKETS / 2 {
                kept.clear();
            }
        }
        let full = Bucket {
            left: self.rate.burst,
            at: now,
        };
        let left = kept
            .get(&whose)
            .map_or(full.left, |bucket| self.filled(*bucket, now));
        if left < 1.0 {
            let seconds = (1.0 - left) / self.rate.per_second.max(1e-6);
            return Err(seconds.ceil().min(3600.0) as u32);
        }
        if count > 0.0 {
            let left = left - count;
            kept.insert(whose, Bucket { left, at: now });
        }
        Ok(())
    }

    fn filled(&self, bucket: Bucket, now: i64) -> f64 {
        let seconds = (now - bucket.at).max(0) as f64 / 1000.0;
        (bucket.left + seconds * self.rate.per_second).min(self.rate.burst)
    }
}

/// All limits; each call says after how many seconds it may be asked again.
pub(crate) struct Limits(Option<All>);

struct All {
    requests: Buckets<IpAddr>,
    players: Buckets<IpAddr>,
    tokens: Buckets<IpAddr>,
    writes: Buckets<String>,
}

impl Limits {
    /// With these rates, or without limits.
    pub(crate) fn new(rates: Option<Rates>) -> Limits {
        Limits(rates.map(|rates| All {
            requests: Buckets::new(rates.requests),
            players: Buckets::new(rates.players),
            tokens: Buckets::new(rates.tokens),
            writes: Buckets::new(rates.writes),
        }))
    }

    fn with(&self, take: impl FnOnce(&All) -> Result<(), u32>) -> Result<(), u32> {
        self.0.as_ref().map_or(Ok(()), take)
    }

    /// A request from an address.
    pub(crate) fn request(&self, from: IpAddr, now: i64) -> Result<(), u32> {
        self.with(|all| all.requests.take(from, 1.0, now))
    }

    /// A new player from an address.
    pub(crate) fn player(&self, from: IpAddr, now: i64) -> Result<(), u32> {
        self.with(|all| all.players.take(from, 1.0, now))
    }

    /// Whether an address may try a token.
    pub(crate) fn may_try(&self, from: IpAddr, now: i64) -> Result<(), u32> {
        self.with(|all| all.tokens.take(from, 0.0, now))
    }

    /// A wrong token from an address.
    pub(crate) fn wrong_token(&self, from: IpAddr, now: i64) {
        let _ = self.with(|all| all.tokens.take(from, 1.0, now));
    }

    /// Something that a player sends.
    pub(crate) fn write(&self, player: &str, now: i64) -> Result<(), u32> {
        self.with(|all| all.writes.take(player.to_string(), 1.0, now))
    }
}

/// Who is counted as one: an address, or a network of the size that one
/// customer gets.
pub(crate) fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

/// The address of a client behind so many proxies, each of which appends the
/// address that it saw to `X-Forwarded-For`; none where it does not stand
/// there. What others wrote in front may be anything.
pub(crate) fn client(peer: IpAddr, forwarded: &[u8], proxies: usize) -> Option<IpAddr> {
    let Some(back) = proxies.checked_sub(1) else {
        return Some(peer);
    };
    let named = forwarded.rsplit(|byte| *byte == b',').nth(back)?;
    read_address(str::from_utf8(named).ok()?.trim())
}

/// An address, with a port after it or without.
fn read_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let bare = bare.map_or(text, |(address, _)| address);
    let with_port = || text.parse().ok().map(|at: std::net::SocketAddr| at.ip());
    bare.parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_empty_and_fill() {
        let rate = Rate {
            per_second: 2.0,
            burst: 3.0,
        };
        let buckets = Buckets::new(rate);
        for _ in 0..3 {
            assert_eq!(buckets.take("a", 1.0, 1000), Ok(()));
        }
        assert_eq!(buckets.take("a", 1.0, 1000), Err(1));
        assert_eq!(buckets.take("a", 0.0, 1000), Err(1));
        assert_eq!(buckets.take("b", 1.0, 1000), Ok(()));
        assert_eq!(buckets.take("a", 1.0, 1499), Err(1));
        assert_eq!(buckets.take("a", 1.0, 1500), Ok(()));
        assert_eq!(buckets.take("a", 1.0, 1500), Err(1));
        // A clock that goes back gives nothing.
        assert_eq!(buckets.take("a", 1.0, 0), Err(1));
        let slow = Rate {
            per_second: 0.1,
            burst: 1.0,
        };
        let buckets = Buckets::new(slow);
        assert_eq!(buckets.take("a", 1.0, 0), Ok(()));
        assert_eq!(buckets.take("a", 1.0, 0), Err(10));
    }

    #[test]
    fn their_number_is_bounded() {
        let rate = Rate {
            per_second: 1.0,
            burst: 2.0,
        };
        let buckets = Buckets::new(rate);
        for number in 0..MOST_BUCKETS * 3 / 2 {
            buckets.take(number, 1.0, 0).unwrap();
        }
        assert!(buckets.kept.lock().unwrap().len() <= MOST_BUCKETS);
    }

    #[test]
    fn proxies_are_counted_from_the_end() {
        let peer: IpAddr = "127.0.0.1".parse().unwrap();
        for (forwarded, proxies, expected) in [
            (&b"1.1.1.1"[..], 0, Some("127.0.0.1")),
            (b"\xff", 0, Some("127.0.0.1")),
            (b"1.1.1.1", 1, Some("1.1.1.1")),
            (b"9.9.9.9, 1.1.1.1", 1, Some("1.1.1.1")),
            (b"9.9.9.9, 1.1.1.1", 2, Some("9.9.9.9")),
            (b"\xff\xfe, \xe4,1.1.1.1", 1, Some("1.1.1.1")),
            (b"1.1.1.1", 2, None),
            (b"1.1.1.1, \xff", 1, None),
            (b"1.1.1.1,", 1, None),
            (b"unknown", 1, None),
            (b"", 1, None),
            (b"1.1.1.1:80", 1, Some("1.1.1.1")),
            (b"[2001:db8::1]:80", 1, Some("2001:db8::1")),
            (b"2001:db8::1", 1, Some("2001:db8::1")),
        ] {
            let expected: Option<IpAddr> = expected.map(|text| text.parse().unwrap());
            let words = String::from_utf8_lossy(forwarded);
            assert_eq!(client(peer, forwarded, proxies), expected, "{words}");
        }
    }

    #[test]
    fn a_network_counts_as_one() {
        let of = |text: &str| counted(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:1.2.3.4"), of("1.2.3.4"));
        assert_ne!(of("1.2.3.4"), of("1.2.3.5"));
    }
}
