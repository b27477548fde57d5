//! MTD-gallop, our own: an epsilon window around the guess, then doubling steps until the value lies between two
//! results, then MTD-bi between these.
//!
//! A value at distance d from the guess takes some log2(d / first step) + log2(first step / epsilon) probes, where
//! MTD-bi takes log2(range / epsilon) wherever the value is.

use super::Width;
use super::course::Course;
use crate::search::Window;

pub(super) fn window(course: &Course, epsilon: Width, first_step: Width) -> Window {
    match course.run {
        0 => course.around_guess(epsilon),
        _ if course.bracketed => course.middle(epsilon),
        run => course.beyond(first_step.doubled(run - 1).millionths(), epsilon),
    }
}
