//! `--engine key=value ...`, repeated for each engine. The keys are defined in `arena/entrant.rs`.

use clap::builder::ValueParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use super::pairs::{Pair, Pairs};

/// The engines of the command line.
#[derive(Clone, Debug, Default)]
pub(super) struct EngineFlags(pub(super) Vec<Pairs>);

const ID: &str = "engine";

impl Args for EngineFlags {
    fn augment_args(command: Command) -> Command {
        command.arg(
            Arg::new(ID)
                .long(ID)
                .value_name("KEY=VALUE")
                .num_args(1..)
                .action(ArgAction::Append)
                .value_parser(ValueParser::new(|word: &str| word.parse::<Pair>()))
                .help("An engine of the match; repeat it for each engine. The keys are listed below"),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        EngineFlags::augment_args(command)
    }
}

/// Derived arguments would not keep which words belong to which engine.
impl FromArgMatches for EngineFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<EngineFlags, clap::Error> {
        let occurrences = matches.get_occurrences::<Pair>(ID).into_iter().flatten();
        Ok(EngineFlags(occurrences.map(|words| Pairs(words.cloned().collect())).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = EngineFlags::from_arg_matches(matches)?;
        Ok(())
    }
}
