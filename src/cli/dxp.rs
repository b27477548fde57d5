//! `crownhead dxp`: plays games against other programs over a network.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};
use crossbeam_channel::Receiver;

use super::error::CliError;
use super::flags::{fen_text, variant_help};
use super::terminal::on_each_signal;
use crate::protocol::dxp::{Connection, MOST_MOVES, Minutes, Name, PORT, Plan, Proposal, Start, call, serve};
use crownhead_engine::config::Config;
use crownhead_rules::notation::fen;
use crownhead_rules::{Side, Variant};

/// The timeout of a connection attempt.
const PATIENCE: Duration = Duration::from_secs(10);

/// Play other programs over DXP, the DamExchange protocol
///
/// One program listens and the other connects. Either of them can be the initiator, which requests games; the other one
/// is the follower. Crownhead is the follower unless --initiator is given. It prints connections, games, results and
/// moves to standard output. Ctrl-C ends the game and exits.
///
/// Messages do not contain the variant, so set both programs to the same one. Other programs play international
/// draughts; only Crownhead plays 8x8 variants over DXP.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead dxp --listen
  crownhead dxp --connect localhost:27531 --initiator --games 10 \\
      --minutes 2.5 --moves 75
  crownhead dxp --listen 0 --variant losing --games 1
  crownhead dxp --listen --bind 0.0.0.0 --config match.toml

The listener prints its port: `--listen 0` uses any free port. With --bind, it
plays against any program that connects.")]
pub(super) struct DxpArgs {
    /// Listen on this port [default: 27531, the standard port]
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "27531")]
    #[arg(required_unless_present = "connect", conflicts_with = "connect")]
    listen: Option<u16>,

    /// The address to listen on; by default only local connections are accepted
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), requires = "listen")]
    bind: IpAddr,

    /// Connect to a program that listens
    #[arg(long, value_name = "HOST[:PORT]")]
    connect: Option<String>,

    /// Request games, instead of accepting those that the other program requests
    #[arg(long)]
    initiator: bool,

    /// Exit after this number of games [default: 1 for an initiator, unlimited for a follower]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// For the initiator: the minutes of each side per game, in at most three characters: 15, 2.5 or .17; with 0, the
    /// setting dxp.move-time applies
    #[arg(long, value_name = "M", default_value = "5", requires = "initiator")]
    minutes: Minutes,

    /// For the initiator: the number of moves of each side after which a game ends; 0 for no limit
    #[arg(long, value_name = "K", default_value = "75", requires = "initiator")]
    #[arg(value_parser = value_parser!(u16).range(0..=i64::from(MOST_MOVES)))]
    moves: u16,

    /// For the initiator: the position that games start from, as FEN [default: the start position]
    #[arg(long, value_name = "FEN", requires = "initiator", value_parser = fen_text())]
    fen: Option<String>,

    /// For the initiator: its side in the first game; sides alternate
    #[arg(long, value_name = "SIDE", default_value = "white", requires = "initiator", value_parser = side())]
    side: Side,

    /// The name sent to the other program
    #[arg(long, default_value = concat!("Crownhead ", env!("CARGO_PKG_VERSION")))]
    name: String,

    #[arg(long, value_name = "NAME", help = format!("{} [default: the setting dxp.variant]", variant_help()))]
    variant: Option<Variant>,
}

fn side() -> impl TypedValueParser<Value = Side> {
    PossibleValuesParser::new(["white", "black"]).map(|name| if name == "black" { Side::Black } else { Side::White })
}

impl DxpArgs {
    pub(super) fn run(self, config: &Config, out: &mut impl Write) -> Result<(), CliError> {
        let plan = self.plan(config)?;
        let interrupt = interrupt()?;
        match self.connect {
            Some(address) => {
                let address = with_port(&address);
                let connection =
                    Connection::open(&*address, PATIENCE).map_err(|source| CliError::Connect { address, source })?;
                call(connection, plan, config, interrupt, out)?;
            }
            None => {
                let address = SocketAddr::new(self.bind, self.listen.unwrap_or(PORT));
                let listener = TcpListener::bind(address).map_err(|source| CliError::Listen { address, source })?;
                serve(listener, plan, config, interrupt, out)?;
            }
        }
        Ok(())
    }

    fn plan(&self, config: &Config) -> Result<Plan, CliError> {
        let variant = self.variant.unwrap_or(config.dxp.variant);
        let start = match &self.fen {
            Some(text) => Start::of(&fen::parse(variant, text)?),
            None => Start::Normal,
        };
        let proposal = Proposal { minutes: self.minutes, moves: self.moves, start, side: self.side };
        Ok(Plan {
            variant,
            name: Name::new(&self.name),
            proposal: self.initiator.then_some(proposal),
            games: self.games.or(self.initiator.then_some(1)),
            move_time: config.dxp.move_time,
        })
    }
}

/// The address with the standard port if it names none. An IPv6 address is in brackets where a port follows.
fn with_port(address: &str) -> String {
    let bare = address.strip_prefix('[').and_then(|inside| inside.strip_suffix(']')).unwrap_or(address);
    match bare.parse() {
        Ok(ip) => SocketAddr::new(ip, PORT).to_string(),
        Err(_) if address.contains(':') => address.to_owned(),
        Err(_) => format!("{address}:{PORT}"),
    }
}

/// A channel that receives a message when Ctrl-C is pressed.
fn interrupt() -> Result<Receiver<()>, CliError> {
    let (sender, interrupt) = crossbeam_channel::bounded(1);
    // Pressing it again while the first one is handled has no further effect.
    on_each_signal(move |_| {
        let _ = sender.try_send(());
    })?;
    Ok(interrupt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_without_a_port_gets_the_standard_one() {
        for (address, expected) in [
            ("localhost", "localhost:27531"),
            ("localhost:1", "localhost:1"),
            ("10.0.0.7", "10.0.0.7:27531"),
            ("::1", "[::1]:27531"),
            ("[::1]", "[::1]:27531"),
            ("[::1]:2", "[::1]:2"),
        ] {
            assert_eq!(with_port(address), expected);
        }
    }
}
