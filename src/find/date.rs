//! Dates as PDN has them, where parts can be unknown: `1972.??.??`.

use std::str::FromStr;

use crownhead_rules::text::quoted;

/// A date, or the days that it can be if parts of it are unknown. Days are numbers such as 19720331; an unknown month or
/// day makes them go from 00 to 99.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    earliest: u32,
    latest: u32,
}

impl Date {
    /// Parses a date with the year first, or, of another form, its year: `1972.03.31`, `1972.??.??`, `1972-3`, `31/3/1972`.
    /// `None` if nothing of the year is known.
    pub fn parse(text: &str) -> Option<Date> {
        let fields: Vec<&str> = text.trim().split(['.', '-', '/']).map(str::trim).collect();
        let is_year = |field: &&&str| field.len() == 4;
        let (year, rest) = match fields.split_first().filter(|(first, _)| is_year(first)) {
            Some((year, rest)) => (*year, rest),
            // Whether the day or the month comes first is not known.
            None if fields.contains(&"") => return None,
            None => (*fields.last().filter(is_year)?, &[][..]),
        };
        if !year.contains(|c: char| c.is_ascii_digit()) || rest.len() > 2 {
            return None;
        }
        let mut date = bounds(year)?;
        for place in 0..2 {
            let unknown = "??";
            let field = rest.get(place).copied().filter(|field| !field.is_empty()).unwrap_or(unknown);
            let (earliest, latest) = if field == "?" { bounds(unknown)? } else { bounds(field)? };
            if latest > 99 {
                return None;
            }
            date = (100 * date.0 + earliest, 100 * date.1 + latest);
        }
        Some(Date { earliest: date.0, latest: date.1 })
    }

    /// The year, if all of it is known.
    pub fn year(self) -> Option<u32> {
        let [first, last] = [self.earliest, self.latest].map(|day| day / 10_000);
        (first == last).then_some(first)
    }
}

/// The least and the greatest number that digits with `?` among them can be.
fn bounds(field: &str) -> Option<(u32, u32)> {
    let is_number = field.len() <= 4 && field.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?');
    let with = |digit: &str| field.replace('?', digit).parse().ok();
    Some((with("0")?, with("9")?)).filter(|_| is_number)
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a span of dates: expected FROM..TO, such as 1970..1979, 1972.03.., ..1999.12.31 or 1985")]
pub struct DateError(String);

/// A span of dates, either end of which can be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dates {
    first: u32,
    last: u32,
}

impl Dates {
    /// Whether a date can be in the span.
    pub fn may_have(&self, date: Date) -> bool {
        self.first <= date.latest && date.earliest <= self.last
    }
}

impl FromStr for Dates {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Dates, DateError> {
        let error = || DateError(quoted(text));
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let end = |text: &str| match text.trim() {
            "" => Ok(None),
            text => Date::parse(text).map(Some).ok_or_else(error),
        };
        let (from, to) = (end(from)?, end(to)?);
        let dates =
            Dates { first: from.map_or(0, |date| date.earliest), last: to.map_or(u32::MAX, |date| date.latest) };
        if from.or(to).is_some() && dates.first <= dates.last { Ok(dates) } else { Err(error()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_that_is_partly_unknown_may_be_in_a_span() {
        for (span, date, may) in [
            ("1970..1979", "1972.03.31", true),
            ("1970..1979", "1980.01.01", false),
            ("1970..1979", "1979.??.??", true),
            ("1979.06..", "1979.??.??", true),
            ("1979.06..", "1979.05.??", false),
            ("1979.06..", "1979.05.31", false),
            ("..1979.05", "1979.05.31", true),
            ("..1979.05", "1979.06.01", false),
            ("1985", "1985.12.31", true),
            ("1985", "1986", false),
            ("1985", "198?.??.??", true),
            ("1985", "197?", false),
            ("1985.03.01..1985.03.03", "1985-3-2", true),
            ("1985.03.01..1985.03.03", "1985/03/04", false),
            ("1985", "2.11.1985", true),
            ("1985.11", "2.11.1985", true),
        ] {
            let dates: Dates = span.parse().expect("it is a span");
            assert_eq!(Date::parse(date).map(|date| dates.may_have(date)), Some(may), "{span}: {date}");
        }
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in ["", "?", "????.??.??", "??.??.????", "May 1985", "85.03.01", "1985.03.01.02", "1985.123.01"] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
        for text in ["", "..", "1990..1980", "yesterday", "1985...1990", "85"] {
            assert!(text.parse::<Dates>().is_err(), "{text}");
        }
        assert_eq!(Date::parse("1985.??.??").and_then(Date::year), Some(1985));
        assert_eq!(Date::parse("198?.??.??").and_then(Date::year), None);
    }
}
