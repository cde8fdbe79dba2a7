//! What mails say, and the port that sends them.
//!
//! - A [`Letter`] is written once, in the reader's language; its text part and its HTML part show the same.
//! - The HTML part has the site's name, logo and accent, and a dark mode. It loads no image but the logo and tracks nobody.
//! - An account may name no address at all: mails are sent to confirmed ones, but for the request to confirm one.

mod html;
mod letter;
mod mailer;
mod page;
mod text;
mod words;

pub use letter::{Content, Entry, Letter, Recipient, SecurityAct, Sender};
pub use mailer::{Mail, Mailer, SendError};
pub use page::UnsubscribePage;
