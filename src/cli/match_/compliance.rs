//! `crownhead match --compliance`: checks engines instead of playing a match.

use std::io::Write;

use super::MatchCommandError;
use super::plan::entrants;
use super::settings::Settings;
use super::watch;
use crate::arena::compliance::{Check, check};
use crate::interrupt::Interrupt;
use crate::notation::counted;
use crate::rules::Variant;

/// Checks the engines of the settings.
pub(super) fn check_all(variant: Variant, settings: &Settings, out: &mut impl Write) -> Result<(), MatchCommandError> {
    let entrants = entrants(settings)?;
    if entrants.is_empty() {
        return Err(MatchCommandError::NoEngine);
    }
    if let Some(entrant) = entrants.iter().find(|entrant| !entrant.is_many()) {
        return Err(MatchCommandError::Listener(entrant.name.clone()));
    }
    let interrupt = Interrupt::default();
    watch(interrupt.clone())?;
    let mut failures = 0;
    for entrant in &entrants {
        writeln!(out, "{} ({}):", entrant.name, variant)?;
        let checks = check(variant, entrant, &interrupt).map_err(|_| MatchCommandError::Interrupted)?;
        for Check { name, result } in checks {
            let line = match &result {
                Ok(seen) if seen.is_empty() => format!("  ok    {name}"),
                Ok(seen) => format!("  ok    {name}: {seen}"),
                Err(fault) => format!("  FAIL  {name}: {fault}"),
            };
            writeln!(out, "{line}")?;
            failures += u64::from(result.is_err());
        }
    }
    match failures {
        0 => Ok(()),
        _ => Err(MatchCommandError::NotCompliant(counted(failures, "check", "checks"))),
    }
}
