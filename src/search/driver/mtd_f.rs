//! MTD(f) (Plaat 1997): is the value at least the last result, or more, if that is what it was shown to be?

use super::Width;
use super::course::Course;
use crate::search::Window;

pub(super) fn window(course: &Course) -> Window {
    course.window_from(course.latest.next_down(), Width::LEAST)
}
