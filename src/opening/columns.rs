//! The columns of a table, as spreadsheets write them.

/// The columns of a table, whose first line can have their names.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// The character between columns, and their names.
    named: Option<(char, Vec<String>)>,
}

const SEPARATORS: [char; 4] = ['\t', '|', ';', ','];
const OF_OPENINGS: [&str; 11] =
    ["fen", "position", "epd", "moves", "pdn", "pgn", "line", "sequence", "openings", "ballot", "opening"];
const OF_NAMES: [&str; 4] = ["name", "id", "title", "opening"];

/// The place of the openings among these names of columns.
pub(super) fn of_opening(names: &[String]) -> Option<usize> {
    place(names, &OF_OPENINGS)
}

/// The place of the names of openings.
pub(super) fn of_name(names: &[String]) -> Option<usize> {
    place(names, &OF_NAMES).filter(|at| Some(*at) != of_opening(names))
}

impl Columns {
    /// Takes the names of the columns from a line without an opening, if it is one of names: one of them is known, or
    /// there are several, all without digits.
    pub(super) fn read_names(&mut self, text: &str) -> bool {
        let rows = SEPARATORS.map(|separator| (separator, split(&text.to_lowercase(), separator)));
        let is_named = |(_, names): &&(char, Vec<String>)| of_opening(names).is_some();
        self.named = rows.iter().find(is_named).cloned();
        let has_digits = text.contains(char::is_numeric);
        let is_row = |names: &[String]| names.iter().filter(|name| !name.is_empty()).count() > 1;
        self.named.is_some() || (!has_digits && rows.iter().any(|(_, names)| is_row(names)))
    }

    /// The opening and the name in a line, if the columns have names. Commas of an opening without quotes are its own.
    pub(super) fn split(&self, text: &str) -> Option<(String, String)> {
        let (separator, names) = self.named.as_ref()?;
        let mut columns = split(text, *separator);
        let at = of_opening(names)?;
        let more = columns.len().checked_sub(names.len())?;
        let opening = columns.drain(at..=at + more).collect::<Vec<_>>().join(&separator.to_string());
        columns.insert(at, opening);
        let name = of_name(names).map(|at| columns[at].clone()).unwrap_or_default();
        Some((columns.swap_remove(at), name))
    }
}

fn place(names: &[String], known: &[&str]) -> Option<usize> {
    known.iter().find_map(|known| names.iter().position(|name| name == known))
}

/// The columns of a line, without the quotes around them; none if the line is damaged.
fn split(text: &str, separator: char) -> Vec<String> {
    let mut reader = csv::ReaderBuilder::new();
    reader.has_headers(false).flexible(true).delimiter(separator as u8).trim(csv::Trim::All);
    let line = reader.from_reader(text.as_bytes()).into_records().next();
    line.and_then(Result::ok).map_or_else(Vec::new, |line| line.iter().map(str::to_owned).collect())
}
