//! How the line of each method looks, the same in every plot.

use plotters::style::{BLACK, RGBColor};

use crate::plot::{COLOURS, Look};

/// The colours of the drivers, all dark enough for a white ground.
const DRIVERS: [(&str, RGBColor); 12] = [
    ("aspiration-negascout", BLACK),
    ("alpha-beta", RGBColor(120, 120, 120)),
    ("negascout", RGBColor(150, 90, 60)),
    ("mtd-f", RGBColor(30, 90, 200)),
    ("real-mtd-f", RGBColor(215, 25, 30)),
    ("mtd-bi", RGBColor(0, 130, 50)),
    ("mtd-step", RGBColor(215, 95, 0)),
    ("mtd-gallop", RGBColor(120, 50, 170)),
    ("c-star", RGBColor(0, 140, 150)),
    ("mtd-best", RGBColor(225, 40, 140)),
    ("sss", RGBColor(125, 125, 0)),
    ("dual", RGBColor(90, 15, 60)),
];

/// The look of a line by its name: a driver's, with what is special after a comma, or another, with its number.
///
/// Variations of a driver are dashed, and so is realMTD(f), so that MTD(f) shows where the two are the same.
pub(super) fn look(name: &str, number: usize) -> Look {
    let (method, variation) = name.split_once(',').map_or((name, None), |(method, rest)| (method, Some(rest)));
    let driver = if method == "TTHH" { "alpha-beta" } else { method };
    let known = DRIVERS.iter().find(|(name, _)| *name == driver);
    let colour = known.map_or(COLOURS[number % COLOURS.len()], |(_, colour)| *colour);
    Look { colour, is_dashed: variation.is_some() || driver == "real-mtd-f" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::DriverKind;

    /// The relative luminance of a colour, from 0 to 1 (Web Content Accessibility Guidelines 2.2).
    fn luminance(RGBColor(red, green, blue): RGBColor) -> f64 {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    #[test]
    fn each_driver_has_a_colour_of_its_own_that_white_does_not_swallow() {
        let colours: Vec<_> = DriverKind::ALL.iter().map(|driver| look(driver.name(), 0).colour).collect();
        for (number, colour) in colours.iter().enumerate() {
            assert!(!colours[..number].contains(colour), "{}", DriverKind::ALL[number]);
        }
        for colour in colours.into_iter().chain(COLOURS) {
            let contrast = 1.05 / (luminance(colour) + 0.05);
            assert!(contrast >= 3.0, "{colour:?}: {contrast}");
        }
    }

    #[test]
    fn a_method_looks_like_its_driver() {
        assert_eq!(look("TTHH", 3), look("alpha-beta", 0));
        let (fine, real) = (look("mtd-f, integer", 1), look("mtd-f", 2));
        assert!(fine.colour == real.colour && fine.is_dashed && !real.is_dashed);
        assert_ne!(look("mtd-f", 0).colour, look("real-mtd-f", 0).colour);
    }
}
