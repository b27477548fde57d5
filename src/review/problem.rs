//! The check of a problem: is its claim right, and is each move of its solution the only one?

use crownhead_engine::named_choice;
use crownhead_engine::search::{Claim, Depth, Proof, ProofAnswer, Prover, Stopped};
use crownhead_rules::notation::pdn::{PdnMove, with_pdn_numbers};
use crownhead_rules::notation::{SpelledMove, counted};
use crownhead_rules::{Game, Move, Side};

named_choice! {
    /// What a problem claims of the side to move.
    Goal ("goal") {
        Win = "win",
        /// It does not lose.
        Draw = "draw",
    }
}

/// How far a problem is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The most nodes for the claim. The check of each other move gets [`Effort::for_a_move`] of them.
    pub nodes: u64,
    /// The most plies of a line.
    pub longest: Depth,
}

impl Effort {
    /// The most nodes for the check of another move: one part in 500.
    pub const fn for_a_move(&self) -> u64 {
        self.nodes.div_ceil(500)
    }
}

/// Whether the claim is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Yes. A win takes at most so many plies.
    Proven {
        /// Of a win.
        plies: Option<u16>,
    },
    /// No.
    Refuted {
        /// Whether the side to move loses; `None` if that is not known.
        loses: Option<bool>,
    },
    /// No line up to the longest that was searched wins; longer ones may.
    NotWithin,
    Open,
}

impl Outcome {
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::Proven { .. } => "proven",
            Outcome::Refuted { .. } => "refuted",
            Outcome::NotWithin | Outcome::Open => "open",
        }
    }
}

/// The moves beside one of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCheck {
    /// The number of the solver's move, from 1.
    pub number: usize,
    pub played: SpelledMove,
    /// Those that reach the goal too.
    pub duals: Vec<SpelledMove>,
    /// Those that are not known to miss it.
    pub open: Vec<SpelledMove>,
    /// The number of those that miss it.
    pub refuted: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub goal: Goal,
    pub side: Side,
    /// Whether the claim is right.
    pub outcome: Outcome,
    pub line: Vec<SpelledMove>,
    /// The same as PDN writes it, with the variations of the other side.
    pub moves: Vec<PdnMove>,
    /// Each move of the solver in the main line; of a draw only the first.
    pub checks: Vec<MoveCheck>,
    /// Nodes, those of all checks included.
    pub nodes: u64,
}

impl Solution {
    pub fn key(&self) -> Option<&SpelledMove> {
        self.line.first()
    }

    /// The same with the numbers that PDN gives to the squares of the variant, for the text of a PDN.
    #[must_use]
    pub fn with_pdn_numbers(&self) -> Solution {
        let all = |moves: &[SpelledMove]| moves.iter().map(with_pdn_numbers).collect();
        let check = |check: &MoveCheck| MoveCheck {
            played: with_pdn_numbers(&check.played),
            duals: all(&check.duals),
            open: all(&check.open),
            ..*check
        };
        Solution { line: all(&self.line), checks: self.checks.iter().map(check).collect(), ..self.clone() }
    }

    /// The verdict in words. `effort` is the one that it was searched with.
    pub fn verdict(&self, effort: Effort) -> String {
        let (side, other) = (self.side, !self.side);
        match (self.outcome, self.goal) {
            (Outcome::Proven { .. }, _) => self.soundness(effort),
            (Outcome::Refuted { loses: Some(true) }, _) => format!("refuted: {other} wins"),
            (Outcome::Refuted { loses: Some(false) }, _) => "refuted: a draw".to_owned(),
            (Outcome::Refuted { loses: None }, _) => format!("refuted: {side} does not win"),
            (Outcome::NotWithin, goal) => {
                let sought = if goal == Goal::Win { "win" } else { "loss" };
                format!("no {sought} found within {}", counted(effort.longest.get().into(), "ply", "plies"))
            }
            (Outcome::Open, Goal::Win) => {
                format!("no win found within {}", counted(self.nodes, "node", "nodes"))
            }
            (Outcome::Open, Goal::Draw) => {
                format!("neither a draw nor a loss found within {}", counted(self.nodes, "node", "nodes"))
            }
        }
    }

    /// The outcome in a sentence: `Proven: White wins in at most 15 plies; sound.`.
    pub fn summary(&self, effort: Effort) -> String {
        let (side, verdict) = (self.side, self.verdict(effort));
        match self.outcome {
            Outcome::Proven { plies: Some(plies) } => {
                format!("Proven: {side} wins in at most {}; {verdict}.", counted(plies.into(), "ply", "plies"))
            }
            Outcome::Proven { plies: None } => format!("Proven: {side} does not lose; {verdict}."),
            _ => format!("Not proven: {verdict}."),
        }
    }

    /// Whether each move is the only one, as far as that is known.
    fn soundness(&self, effort: Effort) -> String {
        let duals = self.checks.iter().filter(|check| !check.duals.is_empty());
        let duals: Vec<_> =
            duals.map(|check| format!("{}: {}", check.number, texts(&check.duals).join(", "))).collect();
        if !duals.is_empty() {
            return format!("dual at move {}", duals.join("; "));
        }
        let open: usize = self.checks.iter().map(|check| check.open.len()).sum();
        let refuted: usize = self.checks.iter().map(|check| check.refuted).sum();
        if open == 0 {
            return "sound".to_owned();
        }
        let within = counted(effort.for_a_move(), "node", "nodes");
        format!("no dual found within {within} per move: {refuted} refuted, {open} open")
    }
}

pub fn texts(moves: &[SpelledMove]) -> Vec<String> {
    moves.iter().map(SpelledMove::pdn).collect()
}

/// Searches a problem: the claim, the solution with its variations, and the other moves. `is_over` says whether to
/// stop with what is known; it is asked now and then.
pub fn solve(
    prover: &mut Prover,
    game: &Game,
    goal: Goal,
    effort: Effort,
    is_over: &mut dyn FnMut() -> bool,
) -> Solution {
    solve_on(prover, game, goal, effort, is_over, &mut Examined::default())
}

/// What a search of a problem has found before it was stopped.
#[derive(Clone, Debug, Default)]
pub struct Examined {
    /// The answers that it had, in the order of the questions.
    proofs: Vec<Proof>,
    /// The nodes of the question after them.
    nodes: u64,
}

/// As [`solve`], but after it was stopped it can be called again with the same arguments: then it goes on.
pub fn solve_on(
    prover: &mut Prover,
    game: &Game,
    goal: Goal,
    effort: Effort,
    is_over: &mut dyn FnMut() -> bool,
    examined: &mut Examined,
) -> Solution {
    let side = game.position().side();
    let attacker = if goal == Goal::Win { side } else { !side };
    let (asked, is_stopped) = (0, false);
    let end = Claim::end_after(game, effort.longest);
    let mut solver =
        Solver { prover, attacker, effort, end, is_over, examined, asked, is_stopped, nodes: 0, room: MOST_MOVES };
    let mut game = game.clone();
    let proof = solver.examine(&game, effort.nodes);
    let outcome = match (goal, proof.answer) {
        (_, ProofAnswer::Open) => Outcome::Open,
        (_, ProofAnswer::NoWinWithin) => Outcome::NotWithin,
        (Goal::Win, ProofAnswer::Win { plies }) => Outcome::Proven { plies: Some(plies) },
        (Goal::Win, ProofAnswer::NoWin) => solver.what_else(&game),
        (Goal::Draw, ProofAnswer::NoWin) => Outcome::Proven { plies: None },
        (Goal::Draw, ProofAnswer::Win { .. }) => Outcome::Refuted { loses: Some(true) },
    };
    let (mut line, mut moves, mut checks) = (Vec::new(), Vec::new(), Vec::new());
    if let Outcome::Proven { .. } = outcome {
        let mut played = Vec::new();
        moves = match (goal, proof.best) {
            (Goal::Draw, Some(best)) => {
                played.push((game.clone(), best));
                line.push(SpelledMove::new(game.position(), &best));
                line.iter().map(PdnMove::from).collect()
            }
            (Goal::Draw, None) => Vec::new(),
            (Goal::Win, _) => solver.line(&mut game, 0, &mut played, &mut line),
        };
        checks = played.into_iter().zip(1..).map(|((game, mv), number)| solver.check(game, mv, number)).collect();
    }
    Solution { goal, side, outcome, line, moves, checks, nodes: solver.nodes }
}

/// The proof that the side to move first in a game wins where the game stands, and its plies; `None` if it takes more
/// nodes.
pub fn win(prover: &mut Prover, game: &Game, nodes: u64) -> Option<(Proof, u16)> {
    let attacker = game.positions().next().unwrap_or(game.position()).side();
    let mut check = |so_far| if so_far < nodes { Ok(()) } else { Err(Stopped) };
    let proof = prover.examine(Claim { game, attacker, end: Claim::end_after(game, Depth::MAX) }, &mut check);
    match proof.answer {
        ProofAnswer::Win { plies } => Some((proof, plies)),
        _ => None,
    }
}

/// The most moves of a solution with its variations. Endings with many quiet replies have far more.
const MOST_MOVES: usize = 1000;

/// How deep variations are nested. Deeper, only the longest resistance is shown.
const DEEPEST_NESTING: usize = 3;

struct Solver<'a> {
    prover: &'a mut Prover,
    attacker: Side,
    effort: Effort,
    /// The plies of the game after the longest lines.
    end: usize,
    is_over: &'a mut dyn FnMut() -> bool,
    /// What is known from before, of which so many answers have been used.
    examined: &'a mut Examined,
    asked: usize,
    is_stopped: bool,
    nodes: u64,
    /// The moves that the solution may still have.
    room: usize,
}

/// The attacker's moves of a line, each with the game before it.
type Played = Vec<(Game, Move)>;

impl Solver<'_> {
    fn examine(&mut self, game: &Game, nodes: u64) -> Proof {
        let known = self.examined.proofs.get(self.asked).copied();
        self.asked += 1;
        let proof = known.unwrap_or_else(|| self.search(game, nodes));
        self.nodes += proof.nodes;
        proof
    }

    /// Answers the question after those that have been answered.
    fn search(&mut self, game: &Game, nodes: u64) -> Proof {
        let claim = Claim { game, attacker: self.attacker, end: self.end };
        let Solver { is_over, is_stopped, examined, .. } = self;
        let before = if *is_stopped { 0 } else { examined.nodes };
        let mut check = |so_far| {
            if before + so_far >= nodes {
                return Err(Stopped);
            }
            *is_stopped |= is_over();
            if *is_stopped { Err(Stopped) } else { Ok(()) }
        };
        let proof = self.prover.examine(claim, &mut check);
        let proof = Proof { nodes: before + proof.nodes, ..proof };
        if !self.is_stopped {
            self.examined.proofs.push(proof);
            self.examined.nodes = 0;
        } else if self.asked == self.examined.proofs.len() + 1 {
            self.examined.nodes = proof.nodes;
        }
        proof
    }

    /// Where the attacker does not win: whether the other side does.
    fn what_else(&mut self, game: &Game) -> Outcome {
        self.attacker = !self.attacker;
        let loses = match self.examine(game, self.effort.nodes).answer {
            ProofAnswer::Win { .. } => Some(true),
            ProofAnswer::NoWin => Some(false),
            ProofAnswer::NoWinWithin | ProofAnswer::Open => None,
        };
        self.attacker = !self.attacker;
        Outcome::Refuted { loses }
    }

    /// The winning line from where the game stands, against the longest resistance found, with the other replies as
    /// variations; its moves alone are added to `spelled`. It ends where the endgame tables know the rest. The game is
    /// as before when it returns.
    fn line(
        &mut self,
        game: &mut Game,
        nesting: usize,
        played: &mut Played,
        spelled: &mut Vec<SpelledMove>,
    ) -> Vec<PdnMove> {
        let mut line = Vec::new();
        while game.position().has_move() {
            let Some((mv, variations, plies)) = self.next(game, nesting, played) else { break };
            let known = plies.map(|plies| {
                format!("{} wins in {} by the endgame tables", self.attacker, counted(plies.into(), "ply", "plies"))
            });
            let text = SpelledMove::new(game.position(), &mv);
            let mut next = PdnMove::from(&text);
            spelled.push(text);
            known.into_iter().for_each(|known| next.add_comment(known));
            variations.into_iter().for_each(|variation| next.add_variation(variation));
            line.push(next);
            self.room = self.room.saturating_sub(1);
            if game.play(mv).is_err() || plies.is_some() {
                break;
            }
        }
        for _ in 0..line.len() {
            game.take_back();
        }
        line
    }

    /// The next move of a line, its variations, and the plies after it if the endgame tables know those. `None` if the
    /// search was stopped.
    fn next(
        &mut self,
        game: &mut Game,
        nesting: usize,
        played: &mut Played,
    ) -> Option<(Move, Vec<Vec<PdnMove>>, Option<u16>)> {
        if game.position().side() == self.attacker {
            let proof = self.examine(game, self.effort.nodes);
            let mv = proof.best.filter(|_| matches!(proof.answer, ProofAnswer::Win { .. }))?;
            played.push((game.clone(), mv));
            game.play(mv).ok()?;
            let after = self.examine(game, self.effort.nodes);
            game.take_back();
            return Some((mv, Vec::new(), known_plies(&after)));
        }
        let replies = self.replies(game)?;
        let ((mv, first), others) = replies.split_first()?;
        let mut variations = Vec::new();
        for (other, proof) in others {
            if nesting >= DEEPEST_NESTING || self.room == 0 {
                break;
            }
            variations.push(self.variation(game, *other, proof, nesting)?);
        }
        Some((*mv, variations, known_plies(first)))
    }

    /// The defender's moves with what is known of them, the longest resistance first.
    fn replies(&mut self, game: &mut Game) -> Option<Vec<(Move, Proof)>> {
        let mut replies = Vec::new();
        for mv in game.position().moves() {
            game.play(mv).ok()?;
            let proof = self.examine(game, self.effort.nodes);
            game.take_back();
            match proof.answer {
                ProofAnswer::Win { plies } => replies.push((plies, mv, proof)),
                _ => return None,
            }
        }
        replies.sort_by_key(|(plies, ..)| std::cmp::Reverse(*plies));
        Some(replies.into_iter().map(|(_, mv, proof)| (mv, proof)).collect())
    }

    fn variation(&mut self, game: &mut Game, mv: Move, proof: &Proof, nesting: usize) -> Option<Vec<PdnMove>> {
        let first = PdnMove::from(&SpelledMove::new(game.position(), &mv));
        self.room = self.room.saturating_sub(1);
        game.play(mv).ok()?;
        let mut line = vec![first];
        if known_plies(proof).is_none() {
            line.extend(self.line(game, nesting + 1, &mut Vec::new(), &mut Vec::new()));
        }
        game.take_back();
        Some(line)
    }

    /// What the moves beside `played` are worth.
    fn check(&mut self, mut game: Game, played: Move, number: usize) -> MoveCheck {
        let position = *game.position();
        let legal = position.moves();
        let spelled = |mv: &Move| SpelledMove::among(&position, &legal, mv);
        let mut check = MoveCheck { number, played: spelled(&played), duals: Vec::new(), open: Vec::new(), refuted: 0 };
        let wins = position.side() == self.attacker;
        for mv in legal.iter().filter(|&&mv| mv != played) {
            if game.play(*mv).is_err() {
                continue;
            }
            match self.examine(&game, self.effort.for_a_move()).answer {
                ProofAnswer::Win { .. } if wins => check.duals.push(spelled(mv)),
                ProofAnswer::NoWin if !wins => check.duals.push(spelled(mv)),
                ProofAnswer::Win { .. } | ProofAnswer::NoWin => check.refuted += 1,
                ProofAnswer::NoWinWithin | ProofAnswer::Open => check.open.push(spelled(mv)),
            }
            game.take_back();
        }
        check
    }
}

/// The plies of a win that the endgame tables know.
fn known_plies(proof: &Proof) -> Option<u16> {
    match proof.answer {
        ProofAnswer::Win { plies } if proof.is_known && plies > 0 => Some(plies),
        _ => None,
    }
}
