//! MTD-bi (Mandziuk and Osman 2004, figure 1b): an epsilon window in the middle of the bounds.
//!
//! The figure puts its upper end 2 epsilon above the middle, a scanning error for epsilon / 2. Each failure leaves
//! half of what the window did not cover, so bounds a range apart close within log2(range / (2 epsilon) + 1/2) + 2
//! probes, rounded down.

use super::Width;
use super::course::Course;
use crate::search::Window;

pub(super) fn window(course: &Course, epsilon: Width) -> Window {
    course.middle(epsilon)
}
