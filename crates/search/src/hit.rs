use kernel::{ForumId, PostId, ReplyId, Timestamp, UserId, Visibility};

/// The kinds of hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Post,
    Reply,
    Forum,
    Person,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::Post, Self::Reply, Self::Forum, Self::Person];
}

/// The target of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Post(PostId),
    Reply(ReplyId),
    Forum(ForumId),
    Person(UserId),
}

/// The forum that a hit is or is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forum {
    pub id: ForumId,
    pub topic: String,
    pub visibility: Visibility,
}

/// The post that a reply is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    pub id: PostId,
    pub title: String,
}

/// Who wrote or created it, or the member that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Author {
    pub name: String,
    pub image: String,
}

/// Something that matches a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    pub target: Target,
    /// As HTML: escaped, matches in `<mark>`.
    pub title_html: String,
    /// The part of the text around its first match, without spoilers, as HTML like the title.
    pub excerpt_html: String,
    /// None of a person.
    pub forum: Option<Forum>,
    /// Of a reply.
    pub post: Option<Post>,
    pub author: Author,
    pub created_at: Timestamp,
    /// Upvotes minus downvotes, of a person those on all posts and replies; of a forum the number of its posts.
    pub score: i64,
}

/// A position in the results of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// By rank or score: falling rank, then kind, then falling id.
    Rank { rank: i64, kind: Kind, id: i64 },
    /// By time: of each kind, what has a lower id, in the order of [`Kind::ALL`].
    Ids([i64; 4]),
}
