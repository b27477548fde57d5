//! Names of people, compared without regard to case and accents.

use crownhead_rules::text::without_accents;

/// A part of a name, as somebody looks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    words: Vec<String>,
}

impl Name {
    pub fn new(text: &str) -> Name {
        let words = without_accents(text);
        Name { words: words.split(|c: char| c.is_whitespace() || c == ',').map(str::to_owned).collect() }
    }

    /// Whether a name has all the words, in any order: `Ton Sijbrands` finds `Sijbrands, T. (Ton)`.
    pub fn is_in(&self, name: &str) -> bool {
        let name = without_accents(name);
        self.words.iter().all(|word| name.contains(word.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_and_the_order_of_words_do_not_matter() {
        for (wanted, name, is_in) in [
            ("sijbrands", "Ton Sijbrands", true),
            ("Ton Sijbrands", "SIJBRANDS, Ton", true),
            ("Sijbrands, T.", "T. Sijbrands", true),
            ("brand", "Ton Sijbrands", true),
            ("Tom Sijbrands", "Ton Sijbrands", false),
            ("Scegolevs", "Guntis Valneris; Ščegoļevs", true),
            ("Ščegoļevs", "SCEGOLEVS", true),
            ("Muller", "Mu\u{308}ller", true),
            ("Weiss", "Weiß", true),
            ("ЧИЖОВ", "Алексей Чижов", true),
            ("Semenov", "Семёнов", false),
            ("Семенов", "Семёнов", true),
        ] {
            assert_eq!(Name::new(wanted).is_in(name), is_in, "{wanted}: {name}");
        }
    }
}
