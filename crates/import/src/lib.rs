//! Moves a community in from another system.
//!
//! - A [`Source`] reads the other system; each system has an adapter. A [`Destination`] stores what an import makes of it
//!   by the rules of the domains.
//! - Every record has an id of the source. The destination remembers which of its own became of it, in the transaction
//!   that stores it. So an import that was interrupted is run again: what is known is not stored twice.
//!   One that ended is not repeated.
//! - A record that cannot be carried is in the [`Report`], with its reason, and stops nothing. Only a source or a
//!   destination that fails as a whole ends an import.
//! - Nothing of a source is trusted: names, titles, texts, times and files go through the rules for what members send.

mod addresses;
mod convert;
mod destination;
mod importer;
mod records;
mod report;
mod source;
pub mod sources;

pub use addresses::{Moved, OldAddress};
pub use destination::{
    Beginning, Destination, NewForum, NewMessage, NewPost, NewReply, NewTie, NewUser, NewVote,
    ReplyPlace, StoredImage, VotedText,
};
pub use importer::{Import, ImportError, OnProgress};
pub use records::{Forum, Markup, Message, Post, Reply, Target, Text, Tie, TieKind, User, Vote};
pub use report::{Fate, Kind, Line, Report};
pub use source::{Row, Rows, Source, SourceError, System};
