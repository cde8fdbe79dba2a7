//! Posts: what members write in a forum, how they are voted on, and the feeds that list them.
//!
//! - Everybody may read and search them; whoever is signed in may write one in any forum, and vote.
//! - A post has a title, a description and, if its author likes, an image.
//! - Its author alone may edit a post, which then says so for ever.
//! - Its author, the moderators of its forum and admins may delete it; its replies go with it.
//! - A person has one vote on a post, on the own one too; the counts equal the votes at all times.
//! - A feed lists the posts of all forums, or of one, by time or by popularity, which is upvotes
//!   minus downvotes. It can be narrowed to the last 24 hours and to the posts in which all words
//!   of a keyword are found. A blank keyword is no keyword; one of signs alone finds nothing.

mod error;
mod feed;
mod post;
mod repository;
mod service;

pub use error::PostError;
pub use feed::{Feed, Selection};
pub use post::{Description, NewPost, Post, PostContent, Title};
pub use repository::PostRepository;
pub use service::{Deletable, Editable, Posts};
