//! The kind of a generated level as ids have it: a variant, and after commas
//! what is wanted of the level. `9x9,colours=8` is the variant `9x9` with
//! eight colours.

use crate::notation::{Fault, quoted};
use crate::settings::{Setting, Settings};

/// A kind in its parts.
#[derive(Clone)]
pub struct Kind {
    /// The variant.
    pub variant: String,
    /// What is wanted, by name.
    pub wanted: Settings,
}

impl Kind {
    /// Reads a kind; what is wanted must be among the options. A word without
    /// a value means `yes`.
    pub fn parse(kind: &str, options: &[Setting]) -> Result<Kind, Fault> {
        let mut parts = kind.split(',');
        let variant = parts.next().unwrap_or_default().to_string();
        let mut wanted = Settings::default();
        for part in parts {
            let (name, value) = part.split_once('=').unwrap_or((part, "yes"));
            let place = || format!("kind {}", quoted(kind));
            if !options.iter().any(|option| option.name == name) {
                let names: Vec<_> = options.iter().map(|option| option.name).collect();
                let expected = match names.is_empty() {
                    true => "no options".to_string(),
                    false => format!("one of the options {}", names.join(", ")),
                };
                return Err(Fault::new(place(), quoted(name), expected));
            }
            let again = wanted.values.insert(name.into(), value.into());
            if again.is_some() {
                let found = format!("{} twice", quoted(name));
                return Err(Fault::new(place(), found, "each option once"));
            }
        }
        Ok(Kind { variant, wanted })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: [Setting; 2] = [
        Setting {
            name: "colours",
            default: "3",
            summary: "",
        },
        Setting {
            name: "idle",
            default: "no",
            summary: "",
        },
    ];

    #[test]
    fn a_kind_is_a_variant_and_what_is_wanted() {
        let kind = Kind::parse("9x9,colours=8,idle", &OPTIONS).unwrap();
        assert_eq!(kind.variant, "9x9");
        assert_eq!(kind.wanted.number(&OPTIONS[0], 1..=9), Ok(8));
        assert_eq!(kind.wanted.text(&OPTIONS[1]), "yes");
        let plain = Kind::parse("9x9", &OPTIONS).unwrap();
        assert_eq!(plain.wanted.number(&OPTIONS[0], 1..=9), Ok(3));
    }

    #[test]
    fn what_no_option_names_is_refused() {
        for (kind, found) in [
            ("9x9,colors=8", "\"colors\""),
            ("9x9,", "\"\""),
            ("9x9,idle,idle=no", "\"idle\" twice"),
        ] {
            let fault = Kind::parse(kind, &OPTIONS).err().expect(kind);
            assert_eq!(fault.found, found);
        }
    }
}
