//! The columns of a table, as spreadsheets write them.

/// The columns of a table, whose first line can have their names.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// The character between columns, and their names.
    named: Option<(char, Vec<String>)>,
}

const SEPARATORS: [char; 4] = ['\t', '|', ';', ','];
/// The names of columns, in the languages of those who play.
const OF_POSITIONS: &str = "fen position epd stelling позиция stellung posición posição posizione start setup konum";
const OF_MOVES: &str = "moves pdn pgn line sequence zetten ходы züge coups jugadas movimientos mosse lances movimentos \
                        hamleler ruchy tahy";
const OF_OPENINGS: &str = "openings ballot opening";
const OF_NAMES: &str = "name naam название имя nom nombre nome ad isim nazwa id title titel titre título opening дебют \
                        eröffnung apertura abertura ouverture açılış";

/// The place of the positions among these names of columns.
pub(super) fn of_position(names: &[String]) -> Option<usize> {
    place(names, OF_POSITIONS)
}

pub(super) fn of_moves(names: &[String]) -> Option<usize> {
    place(names, OF_MOVES).or_else(|| place(names, OF_OPENINGS))
}

pub(super) fn of_name(names: &[String]) -> Option<usize> {
    place(names, OF_NAMES).filter(|at| ![of_position(names), of_moves(names)].contains(&Some(*at)))
}

impl Columns {
    /// Takes the names of the columns from a line without an opening, if it is one of names: one of them is known, or
    /// there are several, of which none can be moves.
    pub(super) fn read_names(&mut self, text: &str) -> bool {
        let rows = SEPARATORS.map(|separator| (separator, split(&text.to_lowercase(), separator)));
        let is_named = |(_, names): &&(char, Vec<String>)| of_position(names).or_else(|| of_moves(names)).is_some();
        self.named = rows.iter().find(is_named).cloned();
        // `Move 1`; a small number alone is the name of a column too.
        let is_name = |name: &&String| name.contains(char::is_alphabetic) || name.chars().count() <= 2;
        let is_row = |names: &[String]| {
            let mut names = names.iter().filter(|name| !name.is_empty());
            names.clone().count() > 1 && names.all(|name| is_name(&name)) && text.contains(char::is_alphabetic)
        };
        self.named.is_some() || rows.iter().any(|(_, names)| is_row(names))
    }

    /// The opening and the name in a line, if the columns have names. Commas of an opening without quotes are its own.
    pub(super) fn split(&self, text: &str) -> Option<(String, String)> {
        let (separator, names) = self.named.as_ref()?;
        let mut columns = split(text, *separator);
        let more = columns.len().checked_sub(names.len())?;
        // Those of an opening with such a separator.
        let wide = of_position(names).or_else(|| of_moves(names))?;
        let opening = columns.drain(wide..=wide + more).collect::<Vec<_>>().join(&separator.to_string());
        columns.insert(wide, opening);
        let cell = |at: Option<usize>| at.map(|at| columns[at].clone()).unwrap_or_default();
        let (position, moves) = (of_position(names), of_moves(names));
        Some((format!("{} {}", cell(position), cell(moves)).trim().to_owned(), cell(of_name(names))))
    }
}

fn place(names: &[String], known: &str) -> Option<usize> {
    known.split_whitespace().find_map(|known| names.iter().position(|name| name == known))
}

/// The columns of a line, without the quotes around them; none if the line is damaged.
fn split(text: &str, separator: char) -> Vec<String> {
    let mut reader = csv::ReaderBuilder::new();
    reader.has_headers(false).flexible(true).delimiter(separator as u8).trim(csv::Trim::All);
    let line = reader.from_reader(text.as_bytes()).into_records().next();
    line.and_then(Result::ok).map_or_else(Vec::new, |line| line.iter().map(str::to_owned).collect())
}
