//! The texts of the demo, from the files in `demo/`.

use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Members {
    pub(super) member: Vec<Member>,
}

#[derive(Deserialize)]
pub(super) struct Member {
    pub(super) username: String,
    pub(super) avatar: u8,
}

#[derive(Deserialize)]
pub(super) struct Forum {
    pub(super) topic: String,
    pub(super) description: String,
    pub(super) author: String,
    pub(super) moderators: Vec<String>,
    pub(super) age_hours: f64,
    pub(super) post: Vec<Post>,
}

#[derive(Deserialize)]
pub(super) struct Post {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) author: String,
    pub(super) age_hours: f64,
    /// The number of upvotes.
    pub(super) appeal: usize,
    /// The number of downvotes.
    pub(super) dislike: usize,
    #[serde(default)]
    pub(super) reply: Vec<Reply>,
}

#[derive(Deserialize)]
pub(super) struct Reply {
    pub(super) author: String,
    pub(super) description: String,
    /// The number of the parent reply, from 1; `None` at the top level.
    pub(super) to: Option<usize>,
    pub(super) age_hours: f64,
    pub(super) appeal: usize,
    pub(super) dislike: usize,
    #[serde(default)]
    pub(super) removed: bool,
}

#[derive(Deserialize)]
pub(super) struct Messages {
    pub(super) chat: Vec<Chat>,
}

#[derive(Deserialize)]
pub(super) struct Chat {
    pub(super) between: [String; 2],
    /// Newer messages are unread.
    pub(super) read_until_hours: f64,
    pub(super) message: Vec<Message>,
}

#[derive(Deserialize)]
pub(super) struct Message {
    /// The author's index in [`Chat::between`].
    pub(super) by: usize,
    pub(super) age_hours: f64,
    pub(super) text: String,
}

/// Parses all texts.
pub(super) struct Texts {
    pub(super) members: Vec<Member>,
    pub(super) forums: Vec<Forum>,
    pub(super) chats: Vec<Chat>,
}

const FORUMS: [&str; 12] = [
    include_str!("../../demo/forums/01-gardening.toml"),
    include_str!("../../demo/forums/02-home-cooking.toml"),
    include_str!("../../demo/forums/03-board-games.toml"),
    include_str!("../../demo/forums/04-cycling.toml"),
    include_str!("../../demo/forums/05-retro-computing.toml"),
    include_str!("../../demo/forums/06-birdwatching.toml"),
    include_str!("../../demo/forums/07-books.toml"),
    include_str!("../../demo/forums/08-rust-programming.toml"),
    include_str!("../../demo/forums/09-photography.toml"),
    include_str!("../../demo/forums/10-repair-cafe.toml"),
    include_str!("../../demo/forums/11-language-learning.toml"),
    include_str!("../../demo/forums/12-town-square.toml"),
];

impl Texts {
    /// # Errors
    /// When a file has another structure, which a test rules out.
    pub(super) fn read() -> Result<Self, toml::de::Error> {
        let members: Members = toml::from_str(include_str!("../../demo/members.toml"))?;
        let messages: Messages = toml::from_str(include_str!("../../demo/messages.toml"))?;
        let forums = FORUMS.iter().map(|file| toml::from_str(file)).collect::<Result<_, _>>()?;
        Ok(Self { members: members.member, forums, chats: messages.chat })
    }
}
