//! Alpha-beta and NegaScout: everything in one window.

use super::Width;
use super::course::Course;
use crate::search::Window;

pub(super) fn window(course: &Course) -> Window {
    course.window_from(course.bounds.low, Width::WHOLE)
}
