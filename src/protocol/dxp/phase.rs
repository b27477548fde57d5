//! What a conversation does on each message, as a table: `protocol.md` shows it, and the tests compare the two.

use std::fmt;

/// Where a conversation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// There is no game.
    Idle,
    /// A game was asked for.
    Asking,
    /// A game is played.
    Playing,
    /// A game was ended by a GAMEEND, which is still to be acknowledged.
    Ending,
}

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happening {
    /// A GAMEREQ that can be granted.
    Request,
    /// A GAMEREQ that cannot.
    BadRequest,
    /// A GAMEREQ when the last game that is wanted has begun.
    SurplusRequest,
    /// A GAMEACC that accepts.
    Accepted,
    /// A GAMEACC that does not.
    Refused,
    /// A legal MOVE of the side to move.
    Move,
    /// A MOVE of that side that is not legal, or that cannot be read.
    IllegalMove,
    /// A MOVE when it is not to be made.
    StrayMove,
    /// A GAMEEND.
    End,
    /// A CHAT.
    Chat,
    /// A BACKREQ.
    BackRequest,
    /// A BACKACC.
    BackAnswer,
    /// What is no message.
    Noise,
    /// The engine's answer to its search.
    Answer,
    /// The engine is to move, and the game is over.
    Over,
}

/// What is done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// The game so far counts as broken off.
    BreakOff,
    /// GAMEACC `0`; the game begins.
    Accept,
    /// GAMEACC with the reason.
    Refuse,
    /// The game that was asked for begins.
    Begin,
    /// There will be no game.
    GiveUp,
    /// The opponent's move is played.
    Play,
    /// The engine's move is played: MOVE.
    Answer,
    /// CHAT, which says why, then GAMEEND `0`.
    Protest,
    /// GAMEEND with the result.
    End,
    /// GAMEEND `0`.
    Acknowledge,
    /// The game is over, and counted.
    Conclude,
    /// BACKACC `1`.
    Decline,
    /// It is shown.
    Show,
}

impl Phase {
    /// Every phase.
    #[cfg(test)]
    pub(super) const ALL: [Phase; 4] = [Phase::Idle, Phase::Asking, Phase::Playing, Phase::Ending];
}

impl Happening {
    /// Everything that can happen.
    #[cfg(test)]
    pub(super) const ALL: [Happening; 15] = [
        Happening::Request,
        Happening::BadRequest,
        Happening::SurplusRequest,
        Happening::Accepted,
        Happening::Refused,
        Happening::Move,
        Happening::IllegalMove,
        Happening::StrayMove,
        Happening::End,
        Happening::Chat,
        Happening::BackRequest,
        Happening::BackAnswer,
        Happening::Noise,
        Happening::Answer,
        Happening::Over,
    ];
}

/// The next phase, and what is done on the way to it.
pub(super) const fn transition(phase: Phase, happening: Happening) -> (Phase, &'static [Deed]) {
    use Deed::{
        Accept, Acknowledge, Answer, Begin, BreakOff, Conclude, Decline, End, GiveUp, Play, Protest, Refuse,
        Show,
    };
    use Phase::{Asking, Ending, Idle, Playing};
    match (phase, happening) {
        // Who asks in mid-game has given that game up, and would wait for an answer for ever.
        (Idle, Happening::Request) => (Playing, &[Accept]),
        (Playing | Ending, Happening::Request) => (Playing, &[BreakOff, Accept]),
        (Asking, Happening::Request) | (_, Happening::BadRequest) => (phase, &[Refuse]),
        (Playing | Ending, Happening::SurplusRequest) => (Idle, &[Refuse, BreakOff]),
        (Idle | Asking, Happening::SurplusRequest) => (phase, &[Refuse]),

        (Asking, Happening::Accepted) => (Playing, &[Begin]),
        (Asking, Happening::Refused) => (Idle, &[GiveUp]),

        (Playing, Happening::Move) => (Playing, &[Play]),
        (Playing, Happening::IllegalMove) => (Ending, &[Protest]),
        (Playing, Happening::Answer) => (Playing, &[Answer]),
        (Playing, Happening::Over) => (Ending, &[End]),

        (Playing, Happening::End) => (Idle, &[Acknowledge, Conclude]),
        (Ending, Happening::End) => (Idle, &[Conclude]),

        (_, Happening::BackRequest) => (phase, &[Decline]),
        (_, Happening::Chat | Happening::Noise | Happening::StrayMove) => (phase, &[Show]),

        // Answers to what was not asked, and a GAMEEND without a game, such as some programs begin with.
        (Idle | Playing | Ending, Happening::Accepted | Happening::Refused)
        | (Idle | Asking, Happening::End)
        | (_, Happening::BackAnswer) => (phase, &[]),

        // A move is one of a game, and the engine searches in a game only.
        (
            Idle | Asking | Ending,
            Happening::Move | Happening::IllegalMove | Happening::Answer | Happening::Over,
        ) => (phase, &[]),
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Idle => "idle",
            Phase::Asking => "asking",
            Phase::Playing => "playing",
            Phase::Ending => "ending",
        })
    }
}

impl fmt::Display for Happening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Happening::Request => "GAMEREQ that can be granted",
            Happening::BadRequest => "GAMEREQ that cannot",
            Happening::SurplusRequest => "GAMEREQ after the last of `--games`",
            Happening::Accepted => "GAMEACC `0`",
            Happening::Refused => "GAMEACC `1`, `2`, `3`",
            Happening::Move => "MOVE, legal and in turn",
            Happening::IllegalMove => "MOVE in turn, not legal or not readable",
            Happening::StrayMove => "any other MOVE",
            Happening::End => "GAMEEND",
            Happening::Chat => "CHAT",
            Happening::BackRequest => "BACKREQ",
            Happening::BackAnswer => "BACKACC",
            Happening::Noise => "what is no message",
            Happening::Answer => "(the engine has a move)",
            Happening::Over => "(the engine is to move, and the game is over)",
        })
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Deed::BreakOff => "break off",
            Deed::Accept => "accept",
            Deed::Refuse => "refuse",
            Deed::Begin => "begin",
            Deed::GiveUp => "give up",
            Deed::Play => "play",
            Deed::Answer => "answer",
            Deed::Protest => "protest",
            Deed::End => "end",
            Deed::Acknowledge => "acknowledge",
            Deed::Conclude => "conclude",
            Deed::Decline => "decline",
            Deed::Show => "show",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROTOCOL: &str = include_str!("../../../protocol.md");

    /// A cell as `protocol.md` writes it: the next phase if it is another, then the deeds; a dash for neither.
    fn cell(phase: Phase, happening: Happening) -> String {
        let (next, deeds) = transition(phase, happening);
        let deeds = deeds.iter().map(Deed::to_string).collect::<Vec<_>>().join(", ");
        match (next == phase, deeds.is_empty()) {
            (true, true) => "-".to_owned(),
            (true, false) => deeds,
            (false, _) => format!("**{next}**: {deeds}"),
        }
    }

    fn cells(row: &str) -> Vec<String> {
        row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    }

    #[test]
    fn the_table_in_the_document_is_the_function() {
        let mut rows = PROTOCOL
            .lines()
            .skip_while(|line| !line.starts_with("| what comes"))
            .take_while(|line| line.starts_with('|'));
        let head = cells(rows.next().expect("protocol.md has the table"));
        assert_eq!(head[1..], Phase::ALL.map(|phase| phase.to_string()));
        let written: Vec<_> = rows.skip(1).map(cells).collect();
        let meant = Happening::ALL.map(|happening| {
            let cells = Phase::ALL.map(|phase| cell(phase, happening));
            [vec![happening.to_string()], cells.to_vec()].concat()
        });
        let rows: Vec<_> = meant.iter().map(|row| format!("| {} |", row.join(" | "))).collect();
        assert_eq!(written, meant, "\n{}", rows.join("\n"));
    }

    #[test]
    fn every_game_that_begins_is_counted_once() {
        for phase in Phase::ALL {
            for happening in Happening::ALL {
                let (next, deeds) = transition(phase, happening);
                let has = |deed| deeds.contains(&deed);
                let is_game = |phase| matches!(phase, Phase::Playing | Phase::Ending);
                let begins = has(Deed::Accept) || has(Deed::Begin);
                let counts = has(Deed::Conclude) || has(Deed::BreakOff);
                let games = |is_one: bool| i32::from(is_one);
                assert_eq!(
                    games(is_game(next)) - games(is_game(phase)),
                    games(begins) - games(counts),
                    "{phase}, {happening}"
                );
            }
        }
    }
}
