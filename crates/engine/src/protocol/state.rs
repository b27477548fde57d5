//! The state machine of a session, the same for all protocols. `protocol.md` has the same table, and a test compares
//! them: the names are those of the table.

use crate::named_choice;

named_choice! {
    /// The state of a session.
    State("state") {
        /// No search is running.
        Idle = "idle",
        /// A search is running, and its limits apply.
        Thinking = "thinking",
        /// A search is running, and its limits apply only after a ponder hit.
        Pondering = "pondering",
        /// A search has been signalled to stop and has not answered yet.
        Stopping = "stopping",
    }
}

named_choice! {
    /// An input of a session.
    Input("input") {
        /// Find a move. In UCI, `go` with limits.
        GoThink = "`go think` / `go`",
        /// The same, on the opponent's time.
        GoPonder = "`go ponder`",
        /// Search until `stop`.
        GoAnalyze = "`go analyze` / `go infinite`",
        /// The pondered move has been played.
        PonderHit = "`ponder-hit` / `ponderhit`",
        /// Answer now.
        Stop = "`stop`",
        /// Answer when ready.
        Ping = "`ping` / `isready`",
        /// Quit.
        Quit = "`quit`, end of input",
        /// Any other known command, such as those that set an option or a position.
        Other = "any other command",
        /// An unknown or malformed line.
        Unknown = "unknown command",
        /// The search has answered.
        Done = "(the search answers)",
    }
}

named_choice! {
    /// An action of a session.
    Action("action") {
        /// Executes the command.
        Execute = "execute",
        /// Holds the command until the search has answered, and reads no other one meanwhile.
        Hold = "hold",
        /// Signals the search to stop.
        Stop = "stop",
        /// Signals the search that its limits apply now.
        Hit = "hit",
        /// Writes `pong`; in UCI `readyok`.
        Pong = "pong",
        /// Writes `done`; in UCI `bestmove`.
        Done = "done",
        /// Executes the held command, if there is one.
        Resume = "resume",
        /// Ends the session.
        Exit = "exit",
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_search_is_answered_once() {
        for &state in State::ALL {
            for &input in Input::ALL {
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
