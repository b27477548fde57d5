//! Why a move is worse than the best one: what the lines of the two do to the material, or how they end.

use serde::Serialize;

use super::appraisal::Appraisal;
use super::stroke::is_sacrifice;
use crownhead_engine::eval::{Score, ScoreClass};
use crownhead_rules::notation::{SpelledMove, parse_move};
use crownhead_rules::{AnyPosition, NoMove, Side};

/// The plies of a line whose material is compared. Farther on, lines part for other reasons.
const HORIZON: usize = 14;

/// Why a move is worse than the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    LosesGame(Distance),
    /// The best move wins the game.
    MissesGame(Distance),
    Loses(Material),
    /// The best move wins material.
    Misses(Material),
}

/// The plies to the end of a decided game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Distance {
    pub plies: u16,
    /// Whether the endgame tables know it.
    pub by_table: bool,
}

/// The material that a line wins or loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    /// The pieces, one or more.
    pub pieces: u32,
    pub are_men: bool,
    /// Whether the side that wins them has a king more in the end.
    pub makes_king: bool,
    /// Whether the line begins with a sacrifice.
    pub is_stroke: bool,
    /// The moves that lead there: those after the move that loses them, or those from the move that wins them.
    pub line: Vec<SpelledMove>,
}

impl Appraisal {
    /// Why the move is worse than the best one, if the two lines show it.
    pub fn reason(&self) -> Option<Reason> {
        let best = self.lines.first()?;
        let distance = |score: Score, wins: bool| {
            let (plies, by_table, is_win) = match score.class() {
                ScoreClass::Heuristic => return None,
                ScoreClass::Win(plies) => (plies, false, true),
                ScoreClass::KnownWin(plies) => (plies, true, true),
                ScoreClass::Loss(plies) => (plies, false, false),
                ScoreClass::KnownLoss(plies) => (plies, true, false),
            };
            (is_win == wins).then_some(Distance { plies: plies.get(), by_table })
        };
        if let Some(lost) = distance(self.played, false) {
            return Some(Reason::LosesGame(lost));
        }
        if let Some(won) = distance(best.score, true).filter(|_| distance(self.played, true).is_none()) {
            return Some(Reason::MissesGame(won));
        }
        self.material_reason(&best.pv)
    }

    fn material_reason(&self, best: &[SpelledMove]) -> Option<Reason> {
        // Where the side without a move wins, men are no gain.
        if self.position.variant().articles().no_move != NoMove::Loses {
            return None;
        }
        let before = Balance::of(&self.position, self.side());
        let [played_line, best_line] = [&self.line[..], best].map(|line| quiet_balances(&self.position, line));
        let [played, better] = [played_line.last()?.1.pieces, best_line.last()?.1.pieces];
        let lost = better.min(before.pieces) - played;
        let missed = better - played.max(before.pieces);
        // What is said is what the moves beside it do, whatever the other line does.
        let material = |then: Balance, [own, other]: [usize; 2], is_stroke, line: &[SpelledMove]| Material {
            pieces: then.pieces.abs_diff(before.pieces),
            are_men: then.kings[other] >= before.kings[other],
            makes_king: then.kings[own] > before.kings[own],
            is_stroke,
            line: line.to_vec(),
        };
        if lost >= missed.max(1) {
            let &(end, then) = played_line.iter().find(|(_, balance)| balance.pieces <= played)?;
            return Some(Reason::Loses(material(then, [1, 0], false, self.line.get(1..end)?)));
        }
        if missed < 1 {
            return None;
        }
        let &(end, then) = best_line.iter().find(|(_, balance)| balance.pieces >= better)?;
        let is_stroke = is_sacrifice(&self.position, best);
        Some(Reason::Misses(material(then, [0, 1], is_stroke, best.get(..end)?)))
    }
}

/// What a side has against the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Balance {
    /// The pieces that it has more.
    pieces: i32,
    /// Its kings, and those of the other.
    kings: [u32; 2],
}

impl Balance {
    fn of(position: &AnyPosition, side: Side) -> Balance {
        let kings = [side, !side].map(|side| position.kings(side).len());
        let [own, other] = [side, !side].map(|side| (position.men(side).len() + position.kings(side).len()) as i32);
        Balance { pieces: own - other, kings }
    }
}

/// The balance for the mover after each number of moves of a line, where no capture is to come.
fn quiet_balances(position: &AnyPosition, line: &[SpelledMove]) -> Vec<(usize, Balance)> {
    let mover = position.side();
    let mut now = *position;
    let mut balances = Vec::new();
    for (index, mv) in line.iter().take(HORIZON).enumerate() {
        let Ok(mv) = parse_move(&now, &mv.hub()) else { break };
        now = now.succ(&mv);
        if !now.has_capture() {
            balances.push((index + 1, Balance::of(&now, mover)));
        }
    }
    balances
}

impl Reason {
    /// The beginnings of what [`Reason::text`] says.
    pub(super) const BEGINNINGS: [&str; 2] = ["it loses ", "it misses "];

    /// `it loses a man: 28x19 23x14`, with moves as `spell` writes them. How a game ends is in the scores already.
    pub fn text(&self, spell: impl Fn(&SpelledMove) -> String) -> Option<String> {
        let line = |material: &Material| material.line.iter().map(&spell).collect::<Vec<_>>().join(" ");
        match self {
            Reason::LosesGame(_) | Reason::MissesGame(_) => None,
            Reason::Loses(lost) => Some(format!("it loses {}: {}", lost.amount(), line(lost))),
            Reason::Misses(won) if won.is_stroke => {
                Some(format!("it misses a stroke that wins {}: {}", won.amount(), line(won)))
            }
            Reason::Misses(won) => Some(format!("it misses the win of {}: {}", won.amount(), line(won))),
        }
    }
}

impl Material {
    /// `a man`, `2 pieces`.
    fn amount(&self) -> String {
        match (self.pieces, self.are_men) {
            (1, true) => "a man".to_owned(),
            (1, false) => "a piece".to_owned(),
            (pieces, true) => format!("{pieces} men"),
            (pieces, false) => format!("{pieces} pieces"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_engine::engine::ReportedLine;
    use crownhead_engine::search::Depth;
    use crownhead_rules::notation::fen;
    use crownhead_rules::{Game, Variant};

    fn spelled(start: &AnyPosition, moves: &str) -> Vec<SpelledMove> {
        let mut game = Game::new(*start);
        let spell = |text: &str| {
            let mv = parse_move(game.position(), text).expect("the move is legal");
            let spelled = SpelledMove::new(game.position(), &mv);
            game.play(mv).expect("a move that is read is legal");
            spelled
        };
        moves.split(' ').map(spell).collect()
    }

    /// The move of the first line, where the second one is the best, in a position of English draughts.
    fn appraisal(start: &str, [played, best]: [(f64, &str); 2]) -> Appraisal {
        let position = fen::parse(Variant::ENGLISH, start).expect("the FEN is well formed");
        let line = spelled(&position, played.1);
        Appraisal {
            ply: 0,
            position,
            mv: line[0].clone(),
            played: Score::from_men(played.0),
            line,
            lines: vec![ReportedLine { score: Score::from_men(best.0), pv: spelled(&position, best.1) }],
            is_known_draw: false,
            depth: Depth::new(9),
            nodes: 0,
            stroke: None,
            leaves_book: false,
        }
    }

    fn reason(start: &str, lines: [(f64, &str); 2]) -> Option<Reason> {
        appraisal(start, lines).reason()
    }

    fn text(start: &str, lines: [(f64, &str); 2]) -> Option<String> {
        reason(start, lines).and_then(|reason| reason.text(SpelledMove::pdn))
    }

    #[test]
    fn material_explains_a_mistake_where_the_lines_show_it() {
        let start = "B:W21-32:B1-12";
        let loses = "15-18";
        let after = "B:W21,22,24-32:B1-10,12,15";
        assert_eq!(
            text(after, [(-1.2, &format!("{loses} 22x15 10x19 24x15")), (0.1, "15-18 22x15 10x19 24x15")]),
            None,
            "the same line"
        );
        assert_eq!(
            text(after, [(-1.2, "15-18 22x15 10x19 24x15 9-14 28-24"), (0.1, "9-13 24-20")]).as_deref(),
            Some("it loses a man: 22x15 10x19 24x15")
        );
        assert_eq!(text(start, [(-0.4, "11-15 23-19"), (0.1, "11-16 24-20")]), None, "nothing is captured");
    }

    #[test]
    fn the_men_that_are_lost_are_those_between_the_values() {
        let appraisal = appraisal("B:W21-32:B1-12", [(-4.8, "11-15 23-19"), (-0.99, "11-16 24-20")]);
        assert_eq!(appraisal.loss_in_men().map(|men| format!("{men:.2}")).as_deref(), Some("3.81"));
        assert!(appraisal.loss().men() < 3.0, "a lost game is not lost twice");
    }

    #[test]
    fn the_material_is_that_of_the_moves_beside_it() {
        // The better line loses a man too.
        let lines = [(-3.0, "21-17 13x31 32-28"), (-1.0, "26-23 19x26 21-17")];
        let Some(Reason::Loses(lost)) = reason("W:W21,26,32:B1,13,19", lines) else { panic!("it loses material") };
        assert_eq!((lost.pieces, lost.are_men, lost.makes_king), (2, true, true));
        assert_eq!(Reason::Loses(lost).text(SpelledMove::pdn).as_deref(), Some("it loses 2 men: 13x31"));
        let lines = [(-3.0, "21-17 13x31"), (-1.0, "26-23 19x26")];
        let other = reason("W:WK21,26,32:B1,13,19", lines).and_then(|reason| reason.text(SpelledMove::pdn));
        assert_eq!(other.as_deref(), Some("it loses 2 pieces: 13x31"), "one is a king");
    }

    #[test]
    fn a_stroke_that_is_missed_is_named() {
        let stroke = "30-25 29x22 21-17 22x13 6-1 13x6 1x28";
        let missed = text("W:W30,21,9,6:BK29,24,20,16,8,7", [(0.0, "21-17 24-27"), (2.0, stroke)]);
        assert_eq!(missed.as_deref(), Some(&*format!("it misses a stroke that wins 2 pieces: {stroke}")));
        let exchange = text("W:W18,21,23:B3,9,10", [(0.0, "23-19 3-7"), (1.0, "18-14 10x17 21x5")]);
        assert_eq!(exchange.as_deref(), Some("it misses the win of a man: 18-14 10x17 21x5"));
    }

    #[test]
    fn the_end_of_the_game_goes_before_material() {
        let start = "W:W30,29,22,21,9,6:B24,20,16,13,8,7";
        let distance = |plies, by_table| Distance { plies, by_table };
        let lines = [(-99.9, "22-18"), (99.5, "22-17 13x22")];
        assert_eq!(reason(start, lines), Some(Reason::LosesGame(distance(10, false))));
        let lines = [(0.0, "22-18"), (89.5, "22-17 13x22")];
        assert_eq!(reason(start, lines), Some(Reason::MissesGame(distance(50, true))));
    }
}
