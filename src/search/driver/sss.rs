//! SSS* as MTD(+inf) (Plaat et al. 1995, figure 2): is the value as high as the upper bound?

use super::Width;
use super::course::Course;
use crate::search::Window;

pub(super) fn window(course: &Course) -> Window {
    course.window_from(course.bounds.high, Width::LEAST)
}
