//! Errors in messages.

/// Why bytes are not a message. Each error has what was received and what was expected. The messages before and after it
/// are not affected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DxpError {
    /// The end of a message, with nothing before it.
    #[error("an empty message: expected one that begins with R, A, M, E, C, B or K")]
    Empty,
    /// A message exceeds the maximum length. It is skipped to its end.
    #[error("a message of more than {most} characters, which begins with {beginning:?}")]
    TooLong {
        /// The maximum number of characters.
        most: usize,
        /// Its first characters, as many as that.
        beginning: String,
    },
    /// The connection has ended within a message.
    #[error("the connection ended within a message, after {beginning:?}")]
    Unfinished {
        /// What had been received of it.
        beginning: String,
    },
    /// No message begins like this.
    #[error("{message:?} is not a message: expected one that begins with R, A, M, E, C, B or K")]
    UnknownKind {
        /// The message.
        message: String,
    },
    /// A message ends too early.
    #[error("{message:?} ends before its {field}: expected {expected}")]
    Missing {
        /// The missing field.
        field: &'static str,
        /// What is expected there.
        expected: &'static str,
        /// The message.
        message: String,
    },
    /// A field has an invalid value.
    #[error("{found:?} is not a valid {field}: expected {expected} (in {message:?})")]
    Field {
        /// The field.
        field: &'static str,
        /// Its value.
        found: String,
        /// What is expected there.
        expected: &'static str,
        /// The message.
        message: String,
    },
    /// A request in a later version of the protocol.
    #[error("protocol version {version:?}: expected 01 (in {message:?})")]
    Version {
        /// The version.
        version: String,
        /// The message.
        message: String,
    },
    /// A message continues after its end.
    #[error("{surplus:?} after the end of {message:?}: expected nothing")]
    Surplus {
        /// What follows its end.
        surplus: String,
        /// The message.
        message: String,
    },
}

impl DxpError {
    /// The message, as far as it was received.
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

    /// Whether it was meant as a GAMEREQ. Its sender waits for an answer.
    pub fn is_of_request(&self) -> bool {
        self.message().starts_with('R')
    }

    /// Whether it was meant as a MOVE. Its sender waits for an answer too, unless the connection has ended within it.
    pub fn is_of_move(&self) -> bool {
        !matches!(self, DxpError::Unfinished { .. }) && self.message().starts_with('M')
    }
}
