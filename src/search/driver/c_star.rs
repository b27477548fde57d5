//! C* (K. Coplan, A special-purpose machine for an improved search algorithm for deep chess combinations, 1982; seed
//! 004, Some Background): a null window in the middle of the bounds.

use super::Width;
use super::course::Course;
use crate::search::Window;

pub(super) fn window(course: &Course) -> Window {
    course.middle(Width::LEAST)
}
