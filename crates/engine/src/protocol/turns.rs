//! A session where there are no threads: it is given lines, and works when it is told to.

use crossbeam_channel::Sender;

use super::hub::Hub;
use super::protocol_of;
use super::session::Session;
use super::uci::Uci;
use super::{Protocol, SpeakError};
use crate::config::Config;
use crate::engine::JobState;

/// One side of a session, whose first command selects the protocol.
#[derive(Default)]
pub struct Speaker {
    begun: Option<(Begun, Sender<String>)>,
}

enum Begun {
    Hub(Box<Session<Hub>>),
    Uci(Box<Session<Uci>>),
}

impl Speaker {
    /// Takes a line of the client. Those before the first command are ignored.
    ///
    /// # Errors
    /// [`SpeakError`] if the engine cannot be started.
    pub fn hear(&mut self, line: String, config: &Config) -> Result<(), SpeakError> {
        if self.begun.is_none() {
            let Some(protocol) = protocol_of(&line) else { return Ok(()) };
            let (sender, lines) = crossbeam_channel::unbounded();
            let session = match protocol {
                Protocol::Hub => Begun::Hub(Box::new(Session::in_turns(lines, config.clone())?)),
                Protocol::Uci => Begun::Uci(Box::new(Session::in_turns(lines, config.clone())?)),
            };
            self.begun = Some((session, sender));
        }
        if let Some((_, lines)) = &self.begun {
            // The session has the other end.
            let _ = lines.send(line);
        }
        Ok(())
    }

    /// Works for about this number of nodes. Returns how far it has come, and what it says.
    pub fn work(&mut self, slice: u64) -> (JobState, Vec<String>) {
        match &mut self.begun {
            Some((Begun::Hub(session), _)) => session.work(slice),
            Some((Begun::Uci(session), _)) => session.work(slice),
            None => (JobState::Over, Vec::new()),
        }
    }
}

impl std::fmt::Debug for Speaker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Speaker").field("has_begun", &self.begun.is_some()).finish()
    }
}
