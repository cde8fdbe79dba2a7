use kernel::Timestamp;

/// A mail that is ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// The address of the recipient.
    pub to: String,
    /// What the sender is called unless the setting of its address says it.
    pub from_name: String,
    /// Names the mail for ever: a second try has the same. Without angle brackets.
    pub message_id: String,
    pub written_at: Timestamp,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// The id of what the mail is about: programs show mails with the same one together. Without angle brackets.
    pub thread: Option<String>,
    /// The address that ends such mails with one request (RFC 8058).
    pub unsubscribe: Option<String>,
}

/// The reason why a mail was not sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// The server refuses the recipient for good.
    #[error("{0}")]
    RecipientRefused(String),
    /// The server refuses what the mail says for good.
    #[error("{0}")]
    MessageRefused(String),
    /// It may succeed later.
    #[error("{0}")]
    Temporary(String),
}

/// Sends mails.
pub trait Mailer: Send + Sync {
    /// Returns once a server has taken the mail over.
    fn send(&self, mail: &Mail) -> Result<(), SendError>;
}
