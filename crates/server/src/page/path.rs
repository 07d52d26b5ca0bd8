//! From what a client asks for to a file's path inside the page, which can
//! never lead out of it.

/// No file of a page has a longer path.
const LONGEST: usize = 512;

/// What a client asked for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// A file of the page: names joined by `/`, none of them hidden.
    File(String),
    /// Whether the server is well.
    Health,
    /// The base path without its last slash.
    Base,
    /// Something that cannot be there.
    Nothing,
    /// Something that cannot be read.
    Garbage,
}

/// Reads the path of a request, as it was sent. The base has a slash at its
/// start and none at its end, or is empty.
pub(crate) fn read(path: &str, base: &str) -> Asked {
    if path == "/healthz" {
        return Asked::Health;
    }
    if path.len() > LONGEST {
        return Asked::Nothing;
    }
    match path.strip_prefix(base) {
        // Without a base this is no path at all, but a host's name.
        Some("") if base.is_empty() => Asked::Nothing,
        Some("") => Asked::Base,
        Some("/healthz") => Asked::Health,
        Some(rest) => match rest.strip_prefix('/') {
            Some(rest) => read_file(rest),
            None => Asked::Nothing,
        },
        None => Asked::Nothing,
    }
}

fn read_file(path: &str) -> Asked {
    let (folder, last) = path.rsplit_once('/').unwrap_or(("", path));
    let last = if last.is_empty() { "index.html" } else { last };
    let folders = folder.split('/').filter(|_| path.contains('/'));
    let mut names = Vec::new();
    for name in folders.chain([last]) {
        let Some(name) = decoded(name) else {
            return Asked::Garbage;
        };
        if !is_plain(&name) {
            return Asked::Nothing;
        }
        names.push(name);
    }
    Asked::File(names.join("/"))
}

/// Whether a name is that of a file in a folder, on every system: not the
/// folder itself or the one above, no other folder's, no drive's, not hidden.
fn is_plain(name: &str) -> bool {
    let odd = |c: char| c.is_control() || matches!(c, '/' | '\\' | ':');
    !name.is_empty() && !name.starts_with('.') && !name.contains(odd)
}

/// A name without its `%20`s, decoded once.
fn decoded(name: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => hex(rest.next()?)? << 4 | hex(rest.next()?)?,
            _ => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> Option<u8> {
    let value = char::from(digit).to_digit(16)?;
    u8::try_from(value).ok()
}

/// Whether a file's name changes with what is in it, as the names do that Vite
/// gives: `assets/main-BkY3x_0q.js`. A word of eight letters is no such hash.
pub(crate) fn is_hashed(path: &str) -> bool {
    let Some(name) = path.strip_prefix("assets/") else {
        return false;
    };
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let Some((before, hash)) = stem.split_at_checked(stem.len().saturating_sub(8)) else {
        return false;
    };
    let of_hash = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let of_no_word = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_uppercase();
    before.len() > 1
        && before.ends_with('-')
        && hash.bytes().all(of_hash)
        && hash.bytes().skip(1).any(of_no_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside() {
        let file = |path: &str| Asked::File(path.to_string());
        for (path, expected) in [
            ("/", file("index.html")),
            ("/index.html", file("index.html")),
            ("/assets/a-1.js", file("assets/a-1.js")),
            ("/a/b/", file("a/b/index.html")),
            ("/a%20b", file("a b")),
            ("/%E2%99%A0.svg", file("♠.svg")),
            ("/healthz", Asked::Health),
            ("", Asked::Nothing),
            ("*", Asked::Nothing),
            ("//", Asked::Nothing),
            ("//a", Asked::Nothing),
            ("/a//b", Asked::Nothing),
            ("/..", Asked::Nothing),
            ("/../a", Asked::Nothing),
            ("/a/../../b", Asked::Nothing),
            ("/./a", Asked::Nothing),
            ("/%2e%2e/a", Asked::Nothing),
            ("/.%2E/a", Asked::Nothing),
            ("/a%2fb", Asked::Nothing),
            ("/..%2f..%2fetc%2fpasswd", Asked::Nothing),
            ("/a%5cb", Asked::Nothing),
            ("/a\\..\\b", Asked::Nothing),
            ("/a%00.js", Asked::Nothing),
            ("/a%0d%0ab", Asked::Nothing),
            ("/c:/a", Asked::Nothing),
            ("/.git/config", Asked::Nothing),
            // Decoded once, this is the name `%2e%2e`.
            ("/%252e%252e/a", file("%2e%2e/a")),
            ("/%", Asked::Garbage),
            ("/%4", Asked::Garbage),
            ("/%zz", Asked::Garbage),
            ("/%+4", Asked::Garbage),
            ("/%ff", Asked::Garbage),
            ("/%c0%ae%c0%ae/a", Asked::Garbage),
        ] {
            assert_eq!(read(path, ""), expected, "{path}");
        }
        assert_eq!(read(&format!("/{}", "a".repeat(600)), ""), Asked::Nothing);
    }

    #[test]
    fn a_base_comes_first() {
        let file = |path: &str| Asked::File(path.to_string());
        for (path, expected) in [
            ("/a/b", Asked::Base),
            ("/a/b/", file("index.html")),
            ("/a/b/c.js", file("c.js")),
            ("/a/b/healthz", Asked::Health),
            ("/healthz", Asked::Health),
            ("/", Asked::Nothing),
            ("/a/bc", Asked::Nothing),
            ("/c.js", Asked::Nothing),
            ("/a/b/../b/c.js", Asked::Nothing),
        ] {
            assert_eq!(read(path, "/a/b"), expected, "{path}");
        }
    }

    #[test]
    fn hashed_names_are_seen() {
        for (path, hashed) in [
            ("assets/main-BkY3x_0q.js", true),
            ("assets/stumper_wasm_bg-C1-aaaaa.wasm", true),
            ("assets/a-b-c-D3adB33f.css", true),
            ("assets/card-backside.svg", false),
            ("assets/card-Backside.svg", false),
            ("assets/main.js", false),
            ("assets/BkY3x_0q.js", false),
            ("assets/-BkY3x_0q.js", false),
            ("main-BkY3x_0q.js", false),
            ("assets/ünïcödé-é123456.js", false),
            ("index.html", false),
        ] {
            assert_eq!(is_hashed(path), hashed, "{path}");
        }
    }
}
