//! Engine and clock data about a move, in a comment.

use std::fmt;
use std::time::Duration;

/// The embedded commands of a comment (PDN 3.0, section PDN Extensions), and the text around them.
///
/// `[%clk 0:01:02]` and `[%emt 0:00:01.5]` are defined by the standard. `[%eval 0.07]`, `[%depth 15]` and `[%nodes
/// 12345]` have the same form; the standard allows additional commands. The score is for White, as on lichess and in the
/// viewers that read it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remark {
    /// The time left on the clock after the move, to the millisecond.
    pub clock: Option<Duration>,
    /// The time spent on the move, to the millisecond.
    pub spent: Option<Duration>,
    /// The score in men, for White, with two decimals.
    pub score: Option<f64>,
    /// The search depth, in plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Everything else.
    pub text: String,
}

impl Remark {
    /// Parses a comment. Unknown commands and commands with an invalid value stay in the text.
    pub fn parse(comment: &str) -> Remark {
        let mut remark = Remark::default();
        let mut rest = comment;
        while let Some((before, behind)) = rest.split_once("[%") {
            remark.text.push_str(before);
            match behind.split_once(']') {
                Some((command, behind)) if remark.take(command).is_some() => rest = behind,
                _ => {
                    remark.text.push_str("[%");
                    rest = behind;
                }
            }
        }
        remark.text.push_str(rest);
        remark.text = remark.text.split_whitespace().collect::<Vec<_>>().join(" ");
        remark
    }

    /// A comment without the scores in it and the depths that belong to them.
    pub fn without_score(comment: &str) -> String {
        let mut left = String::new();
        let mut rest = comment;
        while let Some((before, behind)) = rest.split_once("[%") {
            left.push_str(before);
            let command = behind.split_once(']');
            let is_score = |command: &str| command.starts_with("eval ") || command.starts_with("depth ");
            rest = match command.filter(|(command, _)| is_score(command)) {
                Some((_, behind)) => behind.trim_start(),
                None => {
                    left.push_str("[%");
                    behind
                }
            };
        }
        left.push_str(rest);
        left.trim().to_owned()
    }

    /// Parses a command such as `clk 0:01:02`; `None` if it is unknown or invalid.
    fn take(&mut self, command: &str) -> Option<()> {
        let (name, value) = command.split_once(char::is_whitespace)?;
        let value = value.trim();
        match name {
            "clk" => self.clock = Some(parse_time(value)?),
            "emt" => self.spent = Some(parse_time(value)?),
            "eval" => self.score = Some(value.parse().ok().filter(|score: &f64| score.is_finite())?),
            "depth" => self.depth = Some(value.parse().ok()?),
            "nodes" => self.nodes = Some(value.parse().ok()?),
            _ => return None,
        }
        Some(())
    }
}

impl fmt::Display for Remark {
    /// The commands, then the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let commands = [
            self.clock.map(|time| format!("[%clk {}]", written_time(time))),
            self.spent.map(|time| format!("[%emt {}]", written_time(time))),
            self.score.filter(|score| score.is_finite()).map(written_score),
            self.depth.map(|depth| format!("[%depth {depth}]")),
            self.nodes.map(|nodes| format!("[%nodes {nodes}]")),
            (!self.text.is_empty()).then(|| self.text.clone()),
        ];
        f.write_str(&commands.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

/// The score with two decimals, without the sign of a zero.
fn written_score(score: f64) -> String {
    let rounded = (score * 100.0).round() / 100.0 + 0.0;
    format!("[%eval {rounded:.2}]")
}

/// `h:mm:ss`, with milliseconds unless they are 0.
fn written_time(time: Duration) -> String {
    let (seconds, millis) = (time.as_secs(), time.subsec_millis());
    let fraction = if millis == 0 { String::new() } else { format!(".{millis:03}") };
    format!("{}:{:02}:{:02}{fraction}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn parse_time(text: &str) -> Option<Duration> {
    let mut fields = text.split(':');
    let (hours, minutes, seconds) = (fields.next()?, fields.next()?, fields.next()?);
    // A clock of 10,000 hours or more is invalid.
    let hours = hours.parse::<u64>().ok().filter(|hours| *hours < 10_000)?;
    let minutes = minutes.parse::<u64>().ok().filter(|minutes| *minutes < 60)?;
    let seconds = seconds.parse::<f64>().ok().filter(|seconds| (0.0..60.0).contains(seconds))?;
    let millis = (seconds * 1000.0).round() as u64;
    fields.next().is_none().then(|| Duration::from_millis((hours * 3600 + minutes * 60) * 1000 + millis))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_text_are_told_apart() {
        let remark = Remark {
            clock: Some(Duration::from_secs(3725)),
            spent: Some(Duration::from_millis(1_250)),
            score: Some(-0.07),
            depth: Some(15),
            nodes: Some(123_456),
            text: "a book move".to_owned(),
        };
        let text = "[%clk 1:02:05] [%emt 0:00:01.250] [%eval -0.07] [%depth 15] [%nodes 123456] a book move";
        assert_eq!(remark.to_string(), text);
        assert_eq!(Remark::parse(text), remark);
        let scattered = "a [%depth 15] book[%emt  0:00:1.25] [%clk 1:2:05][%eval -0.070]\nmove [%nodes 123456]";
        assert_eq!(Remark::parse(scattered), remark);
        assert_eq!(Remark::default().to_string(), "");
        assert_eq!(Remark { score: Some(-0.004), ..Remark::default() }.to_string(), "[%eval 0.00]");
    }

    #[test]
    fn what_is_not_understood_stays() {
        for text in [
            "[%clock w0:00:10 B0:00:03] good",
            "[%clk 0:61:00]",
            "[%clk 1:00]",
            "[%eval nan]",
            "[%clk",
            "[%]",
            "[%x y]",
        ] {
            assert_eq!(Remark::parse(text), Remark { text: text.to_owned(), ..Remark::default() }, "{text}");
        }
    }
}
