//! The state machine of a session, the same for all protocols. `protocol.md` has the same table, and a test compares
//! them.

use std::fmt;

/// The state of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// No search is running.
    Idle,
    /// A search is running, and its limits apply.
    Thinking,
    /// A search is running, and its limits apply only after a ponder hit.
    Pondering,
    /// A search has been signalled to stop and has not answered yet.
    Stopping,
}

/// An input of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// `go think`; in UCI a `go` with limits.
    GoThink,
    /// `go ponder`.
    GoPonder,
    /// `go analyze`; in UCI `go infinite`.
    GoAnalyze,
    /// `ponder-hit`; in UCI `ponderhit`.
    PonderHit,
    /// `stop`.
    Stop,
    /// `ping`; in UCI `isready`.
    Ping,
    /// `quit`, or the end of the input.
    Quit,
    /// Any other known command, such as those that set an option or a position.
    Other,
    /// An unknown or malformed line.
    Unknown,
    /// The search has answered.
    Done,
}

/// An action of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Executes the command.
    Execute,
    /// Holds the command until the search has answered, and reads no other one meanwhile.
    Hold,
    /// Signals the search to stop.
    Stop,
    /// Signals the search that its limits apply now.
    Hit,
    /// Writes `pong`; in UCI `readyok`.
    Pong,
    /// Writes `done`; in UCI `bestmove`.
    Done,
    /// Executes the held command, if there is one.
    Resume,
    /// Ends the session.
    Exit,
}

impl State {
    /// Every state.
    pub const ALL: [State; 4] = [State::Idle, State::Thinking, State::Pondering, State::Stopping];
}

impl Input {
    /// Every input.
    pub const ALL: [Input; 10] = [
        Input::GoThink,
        Input::GoPonder,
        Input::GoAnalyze,
        Input::PonderHit,
        Input::Stop,
        Input::Ping,
        Input::Quit,
        Input::Other,
        Input::Unknown,
        Input::Done,
    ];
}

/// The next state and the actions.
pub const fn transition(state: State, input: Input) -> (State, &'static [Action]) {
    use Action::{Done, Execute, Exit, Hit, Hold, Pong, Resume, Stop};
    use State::{Idle, Pondering, Stopping, Thinking};
    match (state, input) {
        (_, Input::Unknown) => (state, &[]),
        (_, Input::Ping) => (state, &[Pong]),

        (Idle, Input::GoThink | Input::GoAnalyze) => (Thinking, &[Execute]),
        (Idle, Input::GoPonder) => (Pondering, &[Execute]),
        (Idle, Input::Other) => (Idle, &[Execute]),
        (Idle, Input::Quit) => (Idle, &[Exit]),
        (Idle, Input::PonderHit | Input::Stop | Input::Done) => (Idle, &[]),

        (Pondering, Input::PonderHit) => (Thinking, &[Hit]),
        (Thinking | Stopping, Input::PonderHit) | (Stopping, Input::Stop) => (state, &[]),
        (Thinking | Pondering, Input::Stop) => (Stopping, &[Stop]),
        (Thinking | Pondering, Input::Done) => (Idle, &[Done]),
        (Stopping, Input::Done) => (Idle, &[Done, Resume]),

        // Any other command during a search ends the search first.
        (Thinking | Pondering, _) => (Stopping, &[Stop, Hold]),
        (Stopping, _) => (Stopping, &[Hold]),
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            State::Idle => "idle",
            State::Thinking => "thinking",
            State::Pondering => "pondering",
            State::Stopping => "stopping",
        })
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Input::GoThink => "`go think` / `go`",
            Input::GoPonder => "`go ponder`",
            Input::GoAnalyze => "`go analyze` / `go infinite`",
            Input::PonderHit => "`ponder-hit` / `ponderhit`",
            Input::Stop => "`stop`",
            Input::Ping => "`ping` / `isready`",
            Input::Quit => "`quit`, end of input",
            Input::Other => "any other command",
            Input::Unknown => "unknown command",
            Input::Done => "(the search answers)",
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Action::Execute => "execute",
            Action::Hold => "hold",
            Action::Stop => "stop",
            Action::Hit => "hit",
            Action::Pong => "pong",
            Action::Done => "done",
            Action::Resume => "resume",
            Action::Exit => "exit",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROTOCOL: &str = include_str!("../../protocol.md");

    /// A cell as `protocol.md` writes it: the next state if it is another, then the actions; a dash for neither.
    fn cell(state: State, input: Input) -> String {
        let (next, actions) = transition(state, input);
        let actions = actions.iter().map(Action::to_string).collect::<Vec<_>>().join(", ");
        match (next == state, actions.is_empty()) {
            (true, true) => "-".to_owned(),
            (true, false) => actions,
            (false, _) => format!("**{next}**: {actions}"),
        }
    }

    fn cells(row: &str) -> Vec<String> {
        row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    }

    #[test]
    fn the_table_in_the_document_is_the_function() {
        let mut rows =
            PROTOCOL.lines().skip_while(|line| !line.starts_with("| input")).take_while(|line| line.starts_with('|'));
        let head = cells(rows.next().expect("protocol.md has the table"));
        assert_eq!(head[1..], State::ALL.map(|state| state.to_string()));
        let written: Vec<_> = rows.skip(1).map(cells).collect();
        let meant = Input::ALL.map(|input| {
            let cells = State::ALL.map(|state| cell(state, input));
            [vec![input.to_string()], cells.to_vec()].concat()
        });
        assert_eq!(written, meant);
    }

    #[test]
    fn every_search_is_answered_once() {
        for state in State::ALL {
            for input in Input::ALL {
                let (next, actions) = transition(state, input);
                let answers = actions.contains(&Action::Done);
                assert_eq!(answers, state != State::Idle && input == Input::Done, "{state}, {input}");
                assert_eq!(answers, state != State::Idle && next == State::Idle, "{state}, {input}");
                let exits = actions.contains(&Action::Exit);
                assert!(!exits || state == State::Idle, "no session ends without the answer it owes");
            }
        }
    }
}
