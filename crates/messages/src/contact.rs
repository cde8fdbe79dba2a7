use kernel::{Timestamp, UserId};

/// Somebody with whom at least one message was exchanged, as the other one sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The other person's.
    pub id: UserId,
    pub username: String,
    pub image: String,
    /// Messages from them that are not read yet.
    pub unread: i64,
    /// Messages of both.
    pub total: i64,
    /// When the newest of these was sent.
    pub latest_at: Timestamp,
    /// Whether the one who looks blocks them.
    pub blocked: bool,
}
