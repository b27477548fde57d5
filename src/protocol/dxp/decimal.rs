//! Numbers with a fraction in the few characters that a message has for them.
//!
//! The specification knows whole numbers only. Programs that play short games agree on fractions in the same
//! characters: `2.5` or `.17` minutes (damforum.nl, "fast damexchange games"; Moby Dam's match maker).

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A number that `WIDTH` characters can hold, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal<const WIDTH: usize>(u32);

/// The thinking time of each side for a whole game, from `.01` to `999`; `000` where none is named.
pub type Minutes = Decimal<3>;

/// The time that a move took, to `9999`.
pub type Seconds = Decimal<4>;

/// Thousandths in one.
const ONE: u32 = 1000;

/// A number that has no place in a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} does not fit: expected a number of {width} characters at most, such as 15, 2.5 or .17")]
pub struct NoDecimal {
    /// What was given.
    pub text: String,
    /// The characters that a message has for it.
    pub width: usize,
}

impl<const WIDTH: usize> Decimal<WIDTH> {
    /// The nearest whole number, or the greatest that fits.
    pub fn nearest_whole(number: f64) -> Decimal<WIDTH> {
        let greatest = 10u32.saturating_pow(WIDTH as u32) - 1;
        // Negative numbers become 0 by the conversion, and too great ones the greatest.
        Decimal((number.round() as u32).min(greatest) * ONE)
    }

    /// Reads what stands in a message, where there may be blanks around it.
    pub(super) fn read(text: &str) -> Option<Decimal<WIDTH>> {
        let (whole, fraction) = text.trim().split_once(['.', ',']).unwrap_or((text.trim(), ""));
        let is_number = whole.len() + fraction.len() > 0;
        let are_digits = whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
        if !is_number || !are_digits || fraction.len() > 3 {
            return None;
        }
        let whole = if whole.is_empty() { 0 } else { whole.parse::<u32>().ok()? };
        let thousandths = format!("{fraction:0<3}").parse::<u32>().ok()?;
        let number = Decimal(whole.checked_mul(ONE)?.checked_add(thousandths)?);
        (number.text().len() <= WIDTH).then_some(number)
    }

    /// The shortest form, which has no leading zero.
    fn text(self) -> String {
        let (whole, thousandths) = (self.0 / ONE, self.0 % ONE);
        if thousandths == 0 {
            return whole.to_string();
        }
        let whole = if whole == 0 { String::new() } else { whole.to_string() };
        let fraction = format!("{thousandths:03}");
        format!("{whole}.{}", fraction.trim_end_matches('0'))
    }

    /// What stands in a message.
    pub(super) fn field(self) -> String {
        format!("{:0>WIDTH$}", self.text())
    }

    /// Is it none at all?
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl Minutes {
    /// So long.
    pub fn duration(self) -> Duration {
        Duration::from_millis(u64::from(self.0) * 60)
    }
}

impl Seconds {
    /// So long.
    pub fn duration(self) -> Duration {
        Duration::from_millis(u64::from(self.0))
    }
}

impl<const WIDTH: usize> FromStr for Decimal<WIDTH> {
    type Err = NoDecimal;

    fn from_str(text: &str) -> Result<Decimal<WIDTH>, NoDecimal> {
        Decimal::read(text).ok_or_else(|| NoDecimal { text: text.to_owned(), width: WIDTH })
    }
}

impl<const WIDTH: usize> fmt::Display for Decimal<WIDTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 > 0 && self.0 < ONE { write!(f, "0{}", self.text()) } else { f.write_str(&self.text()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_in_three_characters() {
        for (text, field, seconds) in [
            ("0", "000", 0.0),
            ("5", "005", 300.0),
            ("090", "090", 5400.0),
            ("999", "999", 59_940.0),
            ("2.5", "2.5", 150.0),
            ("0.5", "0.5", 30.0),
            (".17", ".17", 10.2),
            ("0.17", ".17", 10.2),
            ("12.", "012", 720.0),
            ("1,5", "1.5", 90.0),
            (" 30", "030", 1800.0),
        ] {
            let minutes: Minutes = text.parse().expect(text);
            assert_eq!(minutes.field(), field, "{text}");
            assert_eq!(minutes.duration(), Duration::from_secs_f64(seconds), "{text}");
            assert_eq!(Minutes::read(field), Some(minutes), "{field}");
        }
    }

    #[test]
    fn what_does_not_fit_is_named() {
        for text in ["", ".", "-1", "+1", "1000", "12.5", "0.125", "1e2", "x", "1.2.3"] {
            let error = text.parse::<Minutes>().expect_err(text);
            assert!(error.to_string().starts_with(&format!("{text:?} does not fit")), "{error}");
        }
    }

    #[test]
    fn seconds_are_rounded() {
        let field = |seconds| Seconds::nearest_whole(seconds).field();
        assert_eq!(
            [field(0.49), field(12.5), field(-3.0), field(1e9), field(f64::NAN)].concat(),
            "00000013000099990000"
        );
        assert_eq!(Seconds::read(".125").map(Seconds::duration), Some(Duration::from_millis(125)));
    }

    #[test]
    fn people_read_a_digit_before_the_point() {
        let shown = [".17", "2.5", "000", "015"].map(|text| text.parse::<Minutes>().expect(text).to_string());
        assert_eq!(shown, ["0.17", "2.5", "0", "15"]);
    }
}
