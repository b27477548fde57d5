//! What is known of a game so far, and its summary.

use serde::{Deserialize, Serialize};

use super::appraisal::Appraisal;
use super::judgement::{Judgement, Loss, Thresholds};
use crownhead_engine::eval::Score;
use crownhead_engine::search::Depth;
use crownhead_rules::Side;
use crownhead_rules::notation::counted;

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SideSummary {
    pub moves: u64,
    /// The mean accuracy of those that were not forced, in percent; `None` if there are none.
    pub accuracy: Option<f64>,
    /// Their mean loss, in men.
    pub mean_loss: f64,
    pub inaccuracies: u64,
    pub mistakes: u64,
    pub blunders: u64,
}

/// The words before the mean loss of a side.
pub(super) const MEAN_LOSS: &str = "mean loss ";

impl SideSummary {
    pub fn of<'a>(
        side: Side,
        appraisals: impl IntoIterator<Item = &'a Appraisal>,
        thresholds: &Thresholds,
    ) -> SideSummary {
        let own: Vec<_> = appraisals.into_iter().filter(|appraisal| appraisal.side() == side).collect();
        let losses: Vec<_> = own.iter().map(|appraisal| appraisal.loss()).collect();
        let accuracies: Vec<_> = own.iter().filter_map(|appraisal| appraisal.accuracy()).collect();
        let judged = |mark| own.iter().filter(|own| thresholds.judge(own.lost_points()) == mark).count() as u64;
        let [inaccuracies, mistakes, blunders] = Judgement::MARKS.map(judged);
        SideSummary {
            moves: losses.len() as u64,
            accuracy: (!accuracies.is_empty()).then(|| accuracies.iter().sum::<f64>() / accuracies.len() as f64),
            mean_loss: Loss::mean(&losses).men(),
            inaccuracies,
            mistakes,
            blunders,
        }
    }

    /// Reads what [`SideSummary::text`] says of a side. Earlier versions say less.
    pub(super) fn parse(side: Side, text: &str) -> Option<SideSummary> {
        let mut summary = SideSummary::default();
        for part in text.strip_prefix(&format!("{side}: "))?.split(", ") {
            if let Some(loss) = part.strip_prefix(MEAN_LOSS) {
                summary.mean_loss = loss.strip_suffix(" men")?.parse().ok()?;
                continue;
            }
            if let Some(percent) = part.strip_prefix("accuracy ") {
                summary.accuracy = Some(percent.strip_suffix(" %")?.parse().ok()?);
                continue;
            }
            let (count, noun) = part.split_once(' ')?;
            let count = if count == "no" { 0 } else { count.parse().ok()? };
            match noun.trim_end_matches('s') {
                "move" => summary.moves = count,
                "inaccuracy" | "inaccuracie" => summary.inaccuracies = count,
                "mistake" => summary.mistakes = count,
                "blunder" => summary.blunders = count,
                _ => return None,
            }
        }
        (summary.moves > 0).then_some(summary)
    }

    /// `White: 20 moves, accuracy 93 %, mean loss 0.12 men, 2 inaccuracies, 1 mistake, no blunders`.
    pub(super) fn text(&self, side: Side) -> String {
        let none_or = |count, one, many: &str| match count {
            0 => format!("no {many}"),
            count => counted(count, one, many),
        };
        let accuracy = self.accuracy.map(|percent| format!("accuracy {percent:.0} %, ")).unwrap_or_default();
        format!(
            "{side}: {}, {accuracy}{MEAN_LOSS}{:.2} men, {}, {}, {}",
            counted(self.moves, "move", "moves"),
            self.mean_loss,
            none_or(self.inaccuracies, "inaccuracy", "inaccuracies"),
            none_or(self.mistakes, "mistake", "mistakes"),
            none_or(self.blunders, "blunder", "blunders"),
        )
    }
}

/// What a review that was read says of the whole game. Its moves alone do not: of those that are not marked, the loss is
/// not written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stated {
    /// The limit per move.
    pub effort: String,
    /// The statistics of White and Black.
    pub summaries: [SideSummary; 2],
}

/// What searches have found out about the positions and the moves of a game.
#[derive(Clone, Debug)]
pub struct Assessment {
    /// The value for White of each position that was searched, and its depth.
    values: Vec<Option<(Score, Depth)>>,
    appraisals: Vec<Option<Appraisal>>,
    /// What the review says, if it was read.
    stated: Option<Stated>,
}

impl Assessment {
    /// Nothing is known of a game of `plies` moves.
    pub fn of_game(plies: usize) -> Assessment {
        Assessment { values: vec![None; plies + 1], appraisals: vec![None; plies], stated: None }
    }

    /// Only the first `kept` moves are still those of the game, which has `plies` moves now.
    pub fn keep(&mut self, kept: usize, plies: usize) {
        self.values.truncate(kept + 1);
        self.values.resize(plies + 1, None);
        self.stated.take_if(|_| kept < self.appraisals.len());
        self.appraisals.truncate(kept);
        self.appraisals.resize(plies, None);
    }

    /// The value of each position for White.
    pub fn scores(&self) -> impl Iterator<Item = Option<Score>> + '_ {
        self.values.iter().map(|value| value.map(|(score, _)| score))
    }

    /// The value of each position for White, and the depth of its search.
    pub fn values(&self) -> &[Option<(Score, Depth)>] {
        &self.values
    }

    pub fn appraisals(&self) -> impl Iterator<Item = &Appraisal> {
        self.appraisals.iter().flatten()
    }

    /// The appraisal of the move after `ply` others.
    pub fn appraisal(&self, ply: usize) -> Option<&Appraisal> {
        self.appraisals.get(ply)?.as_ref()
    }

    /// Forgets the appraisals: a new review begins.
    pub fn forget_appraisals(&mut self) {
        self.appraisals.fill(None);
        self.stated = None;
    }

    /// Takes note of what the review says that was read.
    pub fn state(&mut self, stated: Stated) {
        self.stated = Some(stated);
    }

    /// What the review says that was read.
    pub fn stated(&self) -> Option<&Stated> {
        self.stated.as_ref()
    }

    /// The statistics of White and Black, by the default thresholds.
    pub fn summaries(&self) -> [SideSummary; 2] {
        let found = || Side::ALL.map(|side| SideSummary::of(side, self.appraisals(), &Thresholds::DEFAULT));
        self.stated.as_ref().map_or_else(found, |stated| stated.summaries)
    }

    /// The appraisals of the moves that are marked, by the default thresholds.
    pub fn marked(&self) -> impl Iterator<Item = &Appraisal> {
        let is_marked = |appraisal: &&Appraisal| Thresholds::DEFAULT.judge(appraisal.lost_points()) != Judgement::Fine;
        self.appraisals().filter(is_marked)
    }

    /// The mark of each move, by the default thresholds.
    pub fn marks(&self) -> Vec<Judgement> {
        let mark = |appraisal: &Appraisal| Thresholds::DEFAULT.judge(appraisal.lost_points());
        self.appraisals.iter().map(|appraisal| appraisal.as_ref().map_or(Judgement::Fine, mark)).collect()
    }

    /// Sets the value of the position after `ply` moves for White, from a search to this depth.
    pub fn set_value(&mut self, ply: usize, for_white: Score, depth: Depth) {
        if let Some(place) = self.values.get_mut(ply) {
            *place = Some((for_white, depth));
        }
    }

    /// Sets a value unless a deeper search has set one.
    pub fn deepen_value(&mut self, ply: usize, for_white: Score, depth: Depth) {
        let value = self.values.get(ply).copied().flatten();
        if value.is_none_or(|(_, reached)| reached <= depth) {
            self.set_value(ply, for_white, depth);
        }
    }

    pub fn set_appraisal(&mut self, appraisal: Appraisal) {
        if let Some(place) = self.appraisals.get_mut(appraisal.ply) {
            *place = Some(appraisal);
        }
    }
}
