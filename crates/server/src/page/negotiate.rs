//! What a client takes, and what it has: `Accept-Encoding` and
//! `If-None-Match`.

/// A form in which a file can be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    Brotli,
    Gzip,
    Plain,
}

impl Coding {
    /// Its name in headers, if it has one.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Coding::Brotli => Some("br"),
            Coding::Gzip => Some("gzip"),
            Coding::Plain => None,
        }
    }
}

/// The codings that a client takes, the most wanted first. Equally wanted ones
/// stand in the order brotli, gzip, plain. Plain is always among them: a file
/// that is not wanted is better than none.
pub(crate) fn wanted(accept: &str) -> Vec<Coding> {
    let listed: Vec<(String, u16)> = accept.split(',').filter_map(weighted).collect();
    let weight = |names: &[&str]| {
        let named = |name: &str| listed.iter().find(|(listed, _)| listed == name);
        let found = names.iter().find_map(|name| named(name));
        found.map(|(_, weight)| *weight)
    };
    let mut codings: Vec<(Coding, u16)> = [
        (Coding::Brotli, weight(&["br", "*"]).unwrap_or(0)),
        (Coding::Gzip, weight(&["gzip", "x-gzip", "*"]).unwrap_or(0)),
    ]
    .into_iter()
    .filter(|(_, weight)| *weight > 0)
    .collect();
    codings.push((Coding::Plain, weight(&["identity"]).unwrap_or(0)));
    // The sort is stable.
    codings.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
    codings.into_iter().map(|(coding, _)| coding).collect()
}

/// A part such as `br;q=0.5`, with its weight in thousandths. One that cannot
/// be read is passed over.
fn weighted(part: &str) -> Option<(String, u16)> {
    let mut pieces = part.split(';').map(str::trim);
    let name = pieces.next().filter(|name| !name.is_empty())?;
    let mut weight = 1000;
    for piece in pieces {
        if let Some((key, value)) = piece.split_once('=')
            && key.trim().eq_ignore_ascii_case("q")
        {
            weight = thousandths(value.trim())?;
        }
    }
    Some((name.to_ascii_lowercase(), weight))
}

/// A number from 0 to 1 with at most three decimals.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    if decimals.len() > 3 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let decimals: u16 = format!("{decimals:0<3}").parse().ok()?;
    match whole {
        "0" => Some(decimals),
        "1" if decimals == 0 => Some(1000),
        _ => None,
    }
}

/// Whether a client has this version: its tags are compared as weak ones.
pub(crate) fn has(if_none_match: &str, tag: &str) -> bool {
    let mut tags = if_none_match.split(',').map(str::trim);
    tags.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

#[cfg(test)]
mod tests {
    use super::Coding::{Brotli, Gzip, Plain};
    use super::*;

    #[test]
    fn codings_stand_by_weight() {
        let rows: [(&str, &[Coding]); 18] = [
            ("", &[Plain]),
            ("br", &[Brotli, Plain]),
            ("gzip, deflate, br, zstd", &[Brotli, Gzip, Plain]),
            ("gzip", &[Gzip, Plain]),
            ("X-GZIP", &[Gzip, Plain]),
            ("br;q=0.5, gzip;q=0.8", &[Gzip, Brotli, Plain]),
            ("br;q=0, gzip", &[Gzip, Plain]),
            ("br; Q=0.000 , gzip ; q=1.0", &[Gzip, Plain]),
            ("*", &[Brotli, Gzip, Plain]),
            ("*;q=0", &[Plain]),
            ("*;q=0.5, br;q=0", &[Gzip, Plain]),
            ("identity, br;q=0.5", &[Plain, Brotli]),
            ("identity;q=0", &[Plain]),
            ("identity;q=0, br", &[Brotli, Plain]),
            ("br;q=2, gzip;q=0.001", &[Gzip, Plain]),
            ("br;q=0.1234, gzip;q=x", &[Plain]),
            ("brotli, gzipped", &[Plain]),
            (",,;q=1,", &[Plain]),
        ];
        for (accept, expected) in rows {
            assert_eq!(wanted(accept), expected, "{accept}");
        }
    }

    #[test]
    fn known_versions_are_seen() {
        for (header, known) in [
            ("\"a\"", true),
            ("W/\"a\"", true),
            ("\"b\", \"a\"", true),
            ("*", true),
            ("\"b\"", false),
            ("a", false),
            ("", false),
        ] {
            assert_eq!(has(header, "\"a\""), known, "{header}");
        }
    }
}
