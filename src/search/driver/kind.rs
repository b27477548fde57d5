//! The drivers by name.

use super::course::Course;
use super::{
    DriverOptions, alpha_beta, aspiration, c_star, dual, mtd_bi, mtd_f, mtd_gallop, mtd_step, real_mtd_f, sss,
};
use crate::choice::named_choice;
use crate::search::Window;

named_choice! {
    /// A way to find the value of the root, or its best move, by asking about windows.
    DriverKind("driver") {
        /// Everything in one window.
        AlphaBeta = "alpha-beta",
        /// Everything in one window, with scouts.
        NegaScout = "negascout",
        /// A window around the guess, widened on failure, with scouts.
        AspirationNegaScout = "aspiration-negascout",
        /// Null windows at the last result.
        MtdF = "mtd-f",
        /// Null windows from above: Stockman's SSS*.
        Sss = "sss",
        /// Null windows from below: the dual of SSS*.
        Dual = "dual",
        /// Epsilon windows at the last result.
        RealMtdF = "real-mtd-f",
        /// Epsilon windows at a growing distance from the last result.
        MtdStep = "mtd-step",
        /// Epsilon windows in the middle of the bounds.
        MtdBi = "mtd-bi",
        /// Null windows in the middle of the bounds: Coplan's C*.
        CStar = "c-star",
        /// Null windows for single moves, until one is proven best. Its score is only a lower bound of the value.
        MtdBest = "mtd-best",
        /// Epsilon windows at doubling steps from the guess, then in the middle of the bounds.
        MtdGallop = "mtd-gallop",
    }
}

impl DriverKind {
    /// Does the node search scout inside the windows?
    pub(super) const fn scouts(self) -> bool {
        matches!(self, DriverKind::NegaScout | DriverKind::AspirationNegaScout)
    }

    /// Does it ask for null or epsilon windows of the whole root, so that answers about other windows help it on?
    pub(in crate::search) const fn asks_for_narrow_windows(self) -> bool {
        match self {
            DriverKind::MtdF
            | DriverKind::Sss
            | DriverKind::Dual
            | DriverKind::RealMtdF
            | DriverKind::MtdStep
            | DriverKind::MtdBi
            | DriverKind::CStar
            | DriverKind::MtdGallop => true,
            DriverKind::AlphaBeta | DriverKind::NegaScout | DriverKind::AspirationNegaScout | DriverKind::MtdBest => {
                false
            }
        }
    }

    /// The next window, or none if the course is over. It lies within the bounds, so that every answer moves one.
    pub(super) fn window(self, course: &Course, options: &DriverOptions) -> Option<Window> {
        if course.bounds.is_closed() {
            return None;
        }
        match self {
            DriverKind::AlphaBeta | DriverKind::NegaScout => Some(alpha_beta::window(course)),
            DriverKind::AspirationNegaScout => Some(aspiration::window(course, options.aspiration)),
            DriverKind::MtdF => Some(mtd_f::window(course)),
            DriverKind::Sss => Some(sss::window(course)),
            DriverKind::Dual => Some(dual::window(course)),
            DriverKind::RealMtdF => real_mtd_f::window(course, options.epsilon, options.close_real),
            DriverKind::MtdStep => Some(mtd_step::window(course, options.epsilon, options.first_step)),
            DriverKind::MtdBi => Some(mtd_bi::window(course, options.epsilon)),
            DriverKind::CStar => Some(c_star::window(course)),
            DriverKind::MtdGallop => Some(mtd_gallop::window(course, options.epsilon, options.first_step)),
            DriverKind::MtdBest => None,
        }
    }
}
