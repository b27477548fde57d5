//! Processors that each game of a match has for itself.

use std::str::FromStr;

use crownhead_rules::notation::counted;

/// A list of processors, by the numbers of the operating system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Processors(Vec<usize>);

#[derive(Debug, thiserror::Error)]
pub enum AffinityError {
    #[error("{0}: expected all, or processors and ranges of them, as 0,2-5")]
    List(String),
    /// A processor that does not exist, or that this process may not use; the processors that it can use.
    #[error("this process cannot use processor {0}: it can use {1}")]
    Unusable(usize, Processors),
    #[error(
        "{} in the list, but {} at a time with {} each need {}",
        counted(*processors as u64, "processor", "processors"),
        counted(*games as u64, "game", "games"),
        counted(*threads as u64, "thread", "threads"),
        games.saturating_mul(*threads)
    )]
    TooFew { processors: usize, games: usize, threads: usize },
    #[error("cannot choose processors: {0}")]
    System(#[from] std::io::Error),
}

impl Processors {
    /// Reads `all`, or a list such as `0,2-5`, of processors that this process can use.
    pub fn read(text: &str) -> Result<Processors, AffinityError> {
        let usable = Processors(system::processors()?);
        if text == "all" {
            return Ok(usable);
        }
        let processors: Processors = text.parse()?;
        match processors.0.iter().find(|number| !usable.0.contains(number)) {
            Some(&number) => Err(AffinityError::Unusable(number, usable)),
            None => Ok(processors),
        }
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The shares of games played in parallel, each of one processor per thread.
    pub fn shared_out(&self, games: usize, threads: usize) -> Result<Vec<Processors>, AffinityError> {
        let processors = self.count();
        if games.saturating_mul(threads) > processors {
            return Err(AffinityError::TooFew { processors, games, threads });
        }
        Ok(self.0.chunks(threads.max(1)).take(games).map(|share| Processors(share.to_vec())).collect())
    }

    /// Restricts this thread to these processors, and all threads and processes that it starts from now on.
    pub fn take_thread(&self) -> std::io::Result<()> {
        system::restrict(&self.0)
    }
}

impl FromStr for Processors {
    type Err = AffinityError;

    fn from_str(text: &str) -> Result<Processors, AffinityError> {
        let faulty = || AffinityError::List(text.to_owned());
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&number| number < system::MOST);
        let mut numbers = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = number(first).zip(number(last)).ok_or_else(faulty)?;
            // Such as 5-2.
            if first > last {
                return Err(faulty());
            }
            numbers.extend(first..=last);
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(Processors(numbers))
    }
}

impl std::fmt::Display for Processors {
    /// The list with ranges, as it is read.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, run) in self.0.chunk_by(|one, next| one + 1 == *next).enumerate() {
            f.write_str(if index > 0 { "," } else { "" })?;
            match run {
                [first, .., last] => write!(f, "{first}-{last}")?,
                _ => run.iter().try_for_each(|number| write!(f, "{number}"))?,
            }
        }
        Ok(())
    }
}

#[cfg(target_os = "linux")]
mod system {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// Processors have lower numbers than this.
    pub(super) const MOST: usize = CpuSet::MAX_CPU;

    pub(super) fn processors() -> std::io::Result<Vec<usize>> {
        let usable = sched_getaffinity(None)?;
        Ok((0..MOST).filter(|&number| usable.is_set(number)).collect())
    }

    pub(super) fn restrict(processors: &[usize]) -> std::io::Result<()> {
        let mut set = CpuSet::new();
        processors.iter().for_each(|&number| set.set(number));
        Ok(sched_setaffinity(None, &set)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::io::{Error, ErrorKind};

    pub(super) const MOST: usize = 1024;

    pub(super) fn processors() -> std::io::Result<Vec<usize>> {
        Err(Error::new(ErrorKind::Unsupported, "this is only possible on Linux"))
    }

    pub(super) fn restrict(_: &[usize]) -> std::io::Result<()> {
        processors().map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Processors {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_list_has_numbers_and_ranges() {
        for (text, numbers, shown) in
            [("3", &[3][..], "3"), ("0,2-4", &[0, 2, 3, 4], "0,2-4"), ("4,2-3,2", &[2, 3, 4], "2-4")]
        {
            assert_eq!((&list(text).0[..], list(text).to_string().as_str()), (numbers, shown));
        }
        for faulty in ["", "x", "1,", "5-2", "-1", "0-99999", "1-2-3"] {
            let error = faulty.parse::<Processors>().expect_err(faulty);
            assert!(error.to_string().starts_with(&format!("{faulty}: expected all")), "{error}");
        }
    }

    #[test]
    fn games_have_processors_of_their_own() {
        let shares = |games, threads| list("0-4").shared_out(games, threads).map_err(|error| error.to_string());
        assert_eq!(shares(2, 2), Ok(vec![list("0-1"), list("2-3")]));
        assert_eq!(shares(5, 1).map(|shares| shares.len()), Ok(5));
        assert_eq!(
            shares(3, 2),
            Err("5 processors in the list, but 3 games at a time with 2 threads each need 6".to_owned())
        );
    }
}
