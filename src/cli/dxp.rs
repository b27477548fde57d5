//! `crownhead dxp`: games against other programs over a network.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};
use crossbeam_channel::Receiver;

use super::CliError;
use super::values::variant_help;
use crate::config::Config;
use crate::notation::{NotationError, fen};
use crate::protocol::dxp::{
    Connection, Count, Minutes, Name, PORT, Plan, Proposal, Role, Start, call, serve,
};
use crate::rules::{Rules, Side, Variant, VariantVisitor};

/// How long a connection may take to come about.
const PATIENCE: Duration = Duration::from_secs(10);

/// Play other programs over DXP, the DamExchange protocol
///
/// One program listens and the other connects; one of them, whichever, is the initiator, which asks for games, and the
/// other follows. Crownhead follows unless it is told otherwise. What happens is told on standard output: connections,
/// games, results and moves. Ctrl-C ends the game and leaves.
///
/// No message names the variant, so both programs have to be set to the same. Other programs play international
/// draughts; on 8x8 Crownhead can only be expected to understand itself.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead dxp --listen
  crownhead dxp --connect localhost:27531 --initiator --games 10 \\
      --minutes 2.5 --moves 75
  crownhead dxp --listen 0 --variant losing --games 1
  crownhead dxp --listen --bind 0.0.0.0 --config match.toml

The listener says which port it has: `--listen 0` takes any that is free. A
listener that is reached from outside, by --bind, plays with whoever connects.")]
pub(super) struct DxpArgs {
    /// Listen at this port; 27531, as is the custom, if none is named
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "27531")]
    #[arg(required_unless_present = "connect", conflicts_with = "connect")]
    listen: Option<u16>,

    /// The address to listen at: of this machine alone, unless another is named
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), requires = "listen")]
    bind: IpAddr,

    /// Connect to a program that listens
    #[arg(long, value_name = "HOST[:PORT]")]
    connect: Option<String>,

    /// Ask for games, instead of taking those that the other program asks for
    #[arg(long)]
    initiator: bool,

    /// Leave after so many games. An initiator asks for one if this is left out; a follower plays on and on
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// The initiator's choice: the minutes of each side for a game, in three characters at most: 15, 2.5 or .17; with 0, the
    /// setting dxp.move-time rules
    #[arg(long, value_name = "M", default_value = "5", requires = "initiator")]
    minutes: Minutes,

    /// The initiator's choice: the moves of each side after which a game is ended; 0 for no limit
    #[arg(long, value_name = "K", default_value = "75", requires = "initiator", value_parser = count())]
    moves: Count,

    /// The initiator's choice: the position that games start from, as a FEN; the start position if left out
    #[arg(long, value_name = "FEN", requires = "initiator")]
    fen: Option<String>,

    /// The initiator's choice: its side in the first game; it changes from game to game
    #[arg(long, value_name = "SIDE", default_value = "white", requires = "initiator", value_parser = side())]
    side: Side,

    /// The name by which the other program knows this one
    #[arg(long, default_value = concat!("Crownhead ", env!("CARGO_PKG_VERSION")))]
    name: String,

    #[arg(long, value_name = "NAME", help = format!("{}; the setting dxp.variant if left out", variant_help()))]
    variant: Option<Variant>,
}

fn count() -> impl TypedValueParser<Value = Count> {
    let range = 0..=i64::from(Count::MAX.get());
    value_parser!(u16).range(range).map(|number| Count::new(number).unwrap_or(Count::MAX))
}

fn side() -> impl TypedValueParser<Value = Side> {
    PossibleValuesParser::new(["white", "black"])
        .map(|name| if name == "black" { Side::Black } else { Side::White })
}

impl DxpArgs {
    pub(super) fn run(self, config: &Config, out: &mut impl Write) -> Result<(), CliError> {
        let plan = self.plan(config)?;
        let interrupt = interrupt()?;
        match self.connect {
            Some(address) => {
                let address = if address.contains(':') { address } else { format!("{address}:{PORT}") };
                let connection = Connection::open(&*address, PATIENCE)
                    .map_err(|source| CliError::Connect { address, source })?;
                call(connection, plan, config, interrupt, out)?;
            }
            None => {
                let address = SocketAddr::new(self.bind, self.listen.unwrap_or(PORT));
                let listener =
                    TcpListener::bind(address).map_err(|source| CliError::Listen { address, source })?;
                serve(listener, plan, config, interrupt, out)?;
            }
        }
        Ok(())
    }

    fn plan(&self, config: &Config) -> Result<Plan, CliError> {
        let variant = self.variant.unwrap_or(config.dxp.variant);
        let start = self.fen.as_deref().map_or(Ok(Start::Normal), |fen| variant.visit(StartFrom(fen)))?;
        let proposal = Proposal { minutes: self.minutes, moves: self.moves, start, side: self.side };
        Ok(Plan {
            variant,
            name: Name::new(&self.name),
            role: if self.initiator { Role::Initiator(proposal) } else { Role::Follower },
            games: self.games.or(self.initiator.then_some(1)),
            move_time: config.dxp.move_time,
        })
    }
}

/// A position as a request names it.
struct StartFrom<'a>(&'a str);

impl VariantVisitor for StartFrom<'_> {
    type Output = Result<Start, NotationError>;

    fn visit<R: Rules>(self) -> Self::Output {
        Ok(Start::of(&fen::parse::<R>(self.0)?))
    }
}

/// A channel out of which something comes when Ctrl-C is pressed.
fn interrupt() -> Result<Receiver<()>, CliError> {
    let (sender, interrupt) = crossbeam_channel::bounded(1);
    // Whoever presses it again while the first is being dealt with means the same.
    ctrlc::set_handler(move || {
        let _ = sender.try_send(());
    })?;
    Ok(interrupt)
}
