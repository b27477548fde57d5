//! `crownhead board`: a board in the browser.

use std::fs::{self, File};
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;
use directories::ProjectDirs;

use super::error::CliError;
use crate::board::{ServeOptions, Store, Token, serve};
use crownhead_engine::config::Config;

/// Play and analyse on a board in the browser
///
/// Prints a link and opens it in the browser. The page is in the program: it needs no network. Only this machine can
/// open it, unless --bind is given, and only with the link. Ctrl-C ends the program; games are kept.
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

    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,

    /// The minimum time of an engine's move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 400)]
    pace: u16,

    /// The folder where games are kept, instead of one among the user's data
    #[arg(long, value_name = "FOLDER")]
    games: Option<PathBuf>,

    /// The seed of what lower levels overlook; another one for each game if omitted
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl BoardArgs {
    pub(super) fn run(self, config: Config, out: &mut impl Write) -> Result<(), CliError> {
        let address = SocketAddr::new(self.bind, self.port);
        let listen = |source| CliError::Listen { address, source };
        let listener = TcpListener::bind(address).map_err(listen)?;
        let local = listener.local_addr().map_err(listen)?;
        let token = Token::draw().map_err(CliError::Random)?;
        let link = link(local, &token);
        writeln!(out, "Board: {link}")?;
        let store = store(self.games.or_else(games_folder), out)?;
        writeln!(out, "Ctrl-C ends it.")?;
        out.flush()?;
        if !self.no_open {
            open(&link, &data_folder().unwrap_or_else(std::env::temp_dir));
        }
        let pace = Duration::from_millis(self.pace.into());
        Ok(serve(listener, ServeOptions { config, token, store, pace, seed: self.seed })?)
    }
}

/// Where programs keep what belongs to this user.
fn data_folder() -> Option<PathBuf> {
    Some(ProjectDirs::from("", "", "crownhead")?.data_dir().to_owned())
}

/// Where the games of this user are kept.
pub(super) fn games_folder() -> Option<PathBuf> {
    Some(data_folder()?.join("games"))
}

/// The link to the board. Browsers send no fragment, so the page alone gets the token. An address that stands for all addresses of this machine is shown as the loopback address.
fn link(local: SocketAddr, token: &Token) -> String {
    let host = match local.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), local.port()),
        IpAddr::V6(ip) if ip.is_unspecified() => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), local.port()),
        _ => local,
    };
    format!("http://{host}/#token={token}")
}

/// The folder of the games. It is printed, and so is a warning if they are not kept.
fn store(folder: Option<PathBuf>, out: &mut impl Write) -> io::Result<Option<Store>> {
    let Some(folder) = folder else {
        writeln!(
            out,
            "Games are lost when the program ends: this user has no folder for data. Name one with --games."
        )?;
        return Ok(None);
    };
    match Store::open(&folder) {
        Ok(store) => {
            writeln!(out, "Games are kept in {}", folder.display())?;
            Ok(Some(store))
        }
        Err(error) => {
            writeln!(out, "Games are lost when the program ends: {}: {error}", folder.display())?;
            Ok(None)
        }
    }
}

/// The time for the browser to read the page that leads to the board.
const READ_BY_THEN: Duration = Duration::from_secs(60);

/// Opens the board in the browser, if the system has a program for that. Every user can see the arguments of a program,
/// so the browser gets a page that only this user can read, and that leads to the link. The link is printed anyway, so
/// a failure is only logged.
fn open(link: &str, folder: &Path) {
    let page = folder.join(format!("open-{}.html", std::process::id()));
    if let Err(error) = fs::create_dir_all(folder).and_then(|()| write_privately(&page, link)) {
        return log::info!("cannot write {}: {error}", page.display());
    }
    let (program, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(&page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn();
    std::thread::spawn(move || {
        match child {
            // It ends at once, or with the browser. The system keeps it until somebody has waited for it.
            Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
            Err(error) => log::info!("cannot start {program}: {error}"),
        }
        std::thread::sleep(READ_BY_THEN);
        // The link is of no use to anybody once the program has ended; a file that is left over does no harm.
        let _ = fs::remove_file(page);
    });
}

/// Writes a page that leads to the link; nobody else can read it.
fn write_privately(page: &Path, link: &str) -> io::Result<()> {
    // A file of an earlier process that had the same number. Another user's stays, and the next line fails.
    let _ = fs::remove_file(page);
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let head =
        format!("<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0; url={link}\">");
    write!(options.open(page)?, "{head}<a href=\"{link}\">Crownhead</a>")
}
