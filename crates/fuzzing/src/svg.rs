//! Whether a picture is well-formed: tags are balanced, attributes quoted, and
//! no letter stands that XML forbids.

/// Panics with what is wrong.
pub(crate) fn check(svg: &str) {
    let forbidden =
        |c: char| c.is_control() && !"\n\r\t".contains(c) || "\u{fffe}\u{ffff}".contains(c);
    assert!(
        !svg.contains(forbidden),
        "a letter that XML forbids in {svg:?}"
    );
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some((text, after)) = rest.split_once('<') {
        check_text(text);
        let (tag, after) = after.split_once('>').expect("a tag is closed");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "the tag that ends in {svg}");
            continue;
        }
        let inner = tag.strip_suffix('/').unwrap_or(tag);
        let (name, attributes) = inner.split_once(' ').unwrap_or((inner, ""));
        check_attributes(attributes);
        if inner.len() == tag.len() {
            open.push(name);
        }
    }
    check_text(rest);
    assert!(open.is_empty(), "tags that do not end: {open:?}");
}

/// Text between tags, or the value of an attribute.
fn check_text(text: &str) {
    for (at, _) in text.match_indices('&') {
        let known = ["&amp;", "&lt;", "&gt;", "&quot;"];
        let entity = known.iter().any(|entity| text[at..].starts_with(entity));
        assert!(entity, "a bare ampersand in {text:?}");
    }
    assert!(!text.contains('>'), "a bare > in {text:?}");
}

fn check_attributes(text: &str) {
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").expect("an attribute has a value");
        assert!(!name.contains(['"', ' ']), "the attribute {name:?}");
        let (value, after) = after.split_once('"').expect("a value is closed");
        check_text(value);
        assert!(
            !value.contains("NaN") && !value.contains("inf"),
            "{name}={value}"
        );
        rest = after.trim_start();
    }
}
