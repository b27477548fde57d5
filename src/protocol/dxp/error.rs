//! What can be wrong with a message.

/// Why bytes are no message. Each keeps what was received and says what was expected. The messages before and behind
/// it are not touched by it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DxpError {
    /// The end of a message, with nothing before it.
    #[error("an empty message: expected one that begins with R, A, M, E, C, B or K")]
    Empty,
    /// A message is longer than any may be. It is passed over to its end.
    #[error("a message of more than {most} characters, which begins with {beginning:?}")]
    TooLong {
        /// The most characters of a message.
        most: usize,
        /// As many of its characters.
        beginning: String,
    },
    /// The connection has ended within a message.
    #[error("the connection ended within a message, after {beginning:?}")]
    Unfinished {
        /// What had come of it.
        beginning: String,
    },
    /// No message begins so.
    #[error("{message:?} is no message: expected one that begins with R, A, M, E, C, B or K")]
    UnknownKind {
        /// The message.
        message: String,
    },
    /// A message ends too early.
    #[error("{message:?} ends before its {field}: expected {expected}")]
    Missing {
        /// What is missing.
        field: &'static str,
        /// What is expected there.
        expected: &'static str,
        /// The message.
        message: String,
    },
    /// A part of a message is not what it may be.
    #[error("{found:?} is no {field}: expected {expected} (in {message:?})")]
    Field {
        /// The part.
        field: &'static str,
        /// What stands there.
        found: String,
        /// What is expected there.
        expected: &'static str,
        /// The message.
        message: String,
    },
    /// A request in a later version of the protocol.
    #[error("version {version:?} of the protocol: expected 01 (in {message:?})")]
    Version {
        /// The version.
        version: String,
        /// The message.
        message: String,
    },
    /// A message goes on behind its end.
    #[error("{surplus:?} behind the end of {message:?}: expected no more")]
    Surplus {
        /// What stands behind its end.
        surplus: String,
        /// The message.
        message: String,
    },
}

impl DxpError {
    /// The message, as far as it was kept.
    pub fn message(&self) -> &str {
        match self {
            DxpError::Empty => "",
            DxpError::TooLong { beginning: message, .. }
            | DxpError::Unfinished { beginning: message }
            | DxpError::UnknownKind { message }
            | DxpError::Missing { message, .. }
            | DxpError::Field { message, .. }
            | DxpError::Version { message, .. }
            | DxpError::Surplus { message, .. } => message,
        }
    }

    /// Was the message to be a GAMEREQ? Whoever sent it waits for an answer.
    pub fn is_of_request(&self) -> bool {
        self.message().starts_with('R')
    }

    /// Was the message to be a MOVE? Whoever sent it waits for an answer too, unless the connection has ended in it.
    pub fn is_of_move(&self) -> bool {
        !matches!(self, DxpError::Unfinished { .. }) && self.message().starts_with('M')
    }
}
