//! MTD-step(f) (Mandziuk and Osman 2004, section 3): steps in the direction of the failure that double every second
//! probe; after the value has been overstepped, a probe at the result itself (Plaat 1997, Implementation Tips).
//!
//! Between two results no step takes more than half of what lies between them.

use super::Width;
use super::course::Course;
use crate::search::Window;

pub(super) fn window(course: &Course, epsilon: Width, first_step: Width) -> Window {
    let step = first_step.doubled(course.run.saturating_sub(1) / 2).millionths();
    match (course.run, course.bracketed) {
        (0, _) => course.around_guess(epsilon),
        (1, true) => course.beyond(0, epsilon),
        (_, true) => course.beyond(step.min(course.span() / 2), epsilon),
        (_, false) => course.beyond(step, epsilon),
    }
}
