//! realMTD(f) (Mandziuk and Osman 2004, section 3): MTD(f) with an epsilon window in place of the null window.
//!
//! Once the bounds are no further apart than epsilon, the epsilon window is all that lies between them: the paper's
//! closing search, which makes the value exact. The published form stops there. From open bounds that never happens
//! before they meet: after the first probe each window touches the last result, so the value is found inside it, at
//! that result, or beyond the far end.

use super::Width;
use super::course::Course;
use crate::search::Window;

pub(super) fn window(course: &Course, epsilon: Width, close: bool) -> Option<Window> {
    let is_near_enough = !close && course.span() < epsilon.millionths();
    let alpha = course.latest.plus(-epsilon.millionths());
    (!is_near_enough).then(|| course.window_from(alpha, epsilon))
}
