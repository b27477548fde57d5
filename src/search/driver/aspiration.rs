//! Aspiration NegaScout, the baseline of Plaat et al. 1995 (section 5): a window around the guess. On failure the next
//! window has its near edge at the result and is four times as wide as the last.

use super::Width;
use super::course::Course;
use crate::search::Window;

pub(super) fn window(course: &Course, half: Width) -> Window {
    let width = half.doubled(2 * course.run.min(14) + 1);
    if course.run == 0 { course.around_guess(width) } else { course.beyond(0, width) }
}
