//! `crownhead board`: a board in the browser.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;

use super::error::CliError;
use crate::board::{ServeOptions, Token, serve};
use crate::config::Config;

/// Play and analyse on a board in the browser
///
/// Prints a link and opens it in the browser. The page is in the program: it needs no network. Only this machine can
/// open it, unless --bind is given. Ctrl-C ends the program and all games; save what you want to keep.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  crownhead board
  crownhead board --no-open --port 8080
  crownhead board --bind 0.0.0.0          other machines can open it too")]
pub(super) struct BoardArgs {
    /// The port; 0 for any free one
    #[arg(long, default_value_t = 0)]
    port: u16,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// The address to listen on. If it is not a loopback address, the link has a token that every visitor needs
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,

    /// The minimum time of an engine's move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 400)]
    pace: u16,

    /// The seed of the random moves of lower levels; another one for each game if omitted
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl BoardArgs {
    pub(super) fn run(self, config: Config, out: &mut impl Write) -> Result<(), CliError> {
        let address = SocketAddr::new(self.bind, self.port);
        let listen = |source| CliError::Listen { address, source };
        let listener = TcpListener::bind(address).map_err(listen)?;
        let local = listener.local_addr().map_err(listen)?;
        let token = if local.ip().is_loopback() { None } else { Some(Token::draw().map_err(CliError::Random)?) };
        let link = link(local, token.as_ref());
        writeln!(out, "Board: {link}\nCtrl-C ends it.")?;
        out.flush()?;
        if !self.no_open {
            open(&link);
        }
        let pace = Duration::from_millis(self.pace.into());
        Ok(serve(listener, ServeOptions { config, token, pace, seed: self.seed })?)
    }
}

/// The link to the board. An address that stands for all addresses of this machine is shown as the loopback address.
fn link(local: SocketAddr, token: Option<&Token>) -> String {
    let host = match local.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), local.port()),
        IpAddr::V6(ip) if ip.is_unspecified() => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), local.port()),
        _ => local,
    };
    token.map_or_else(|| format!("http://{host}/"), |token| format!("http://{host}/?token={token}"))
}

/// Opens the link in the browser, if the system has a program for that. The link is printed anyway, so a failure is
/// only logged.
fn open(link: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(link).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // It ends at once, or with the browser. The system keeps it until somebody has waited for it.
        Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
        Err(error) => log::info!("cannot start {program}: {error}"),
    }
}
