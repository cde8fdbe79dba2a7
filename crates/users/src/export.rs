use kernel::{RepositoryError, Timestamp, UserId};

/// How many records come at once, at the most.
pub const MAX_RECORDS: usize = 100;

/// What there is of a member beside the account itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportSection {
    Forums,
    Posts,
    /// But those that are removed: what they said is gone.
    Replies,
    PostVotes,
    ReplyVotes,
    Favorites,
    /// The forums that the member moderates.
    Moderates,
    /// Whom the member blocks; who blocks the member is theirs to tell.
    Blocks,
    /// Sent and received.
    Messages,
}

impl ExportSection {
    pub const ALL: [Self; 9] = [
        Self::Forums,
        Self::Posts,
        Self::Replies,
        Self::PostVotes,
        Self::ReplyVotes,
        Self::Favorites,
        Self::Moderates,
        Self::Blocks,
        Self::Messages,
    ];
}

/// One thing of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportRecord {
    Forum {
        id: i64,
        topic: String,
        description: String,
        created_at: Timestamp,
    },
    Post {
        id: i64,
        forum: i64,
        title: String,
        description: String,
        image: Option<String>,
        created_at: Timestamp,
        edited: bool,
    },
    Reply {
        id: i64,
        post: i64,
        description: String,
        created_at: Timestamp,
    },
    /// A vote on the post or the reply with this id.
    Vote {
        on: i64,
        up: bool,
    },
    Favorite {
        forum: i64,
        topic: String,
        since: Timestamp,
    },
    Moderates {
        forum: i64,
        topic: String,
    },
    Block {
        user: i64,
        username: String,
        since: Timestamp,
    },
    Message {
        id: i64,
        from: String,
        to: String,
        text: String,
        sent_at: Timestamp,
        edited: bool,
        read: bool,
    },
}

impl ExportRecord {
    /// The id by which the records of a part are ordered.
    #[must_use]
    pub fn key(&self) -> i64 {
        match self {
            Self::Forum { id, .. }
            | Self::Post { id, .. }
            | Self::Reply { id, .. }
            | Self::Vote { on: id, .. }
            | Self::Favorite { forum: id, .. }
            | Self::Moderates { forum: id, .. }
            | Self::Block { user: id, .. }
            | Self::Message { id, .. } => *id,
        }
    }
}

/// What a member takes along.
#[cfg_attr(test, mockall::automock)]
pub trait ExportRepository: Send + Sync {
    /// The next [`MAX_RECORDS`] of a part whose keys are higher than `after`, by key.
    fn records(
        &self,
        of: UserId,
        section: ExportSection,
        after: i64,
    ) -> Result<Vec<ExportRecord>, RepositoryError>;
}
