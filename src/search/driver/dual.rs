//! DUAL* as MTD(-inf) (Plaat et al. 1995, section 4): is the value more than the lower bound?

use super::Width;
use super::course::Course;
use crate::search::Window;

pub(super) fn window(course: &Course) -> Window {
    course.window_from(course.bounds.low, Width::LEAST)
}
