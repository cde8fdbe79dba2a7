use kernel::{Language, Timestamp, without_direction_controls};

use crate::words::Words;

/// The site as its mails show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sender {
    pub name: String,
    /// The address that people know the site by, without a slash at its end.
    pub url: String,
    /// The full address of the logo; empty for none.
    pub logo: String,
    /// `#rrggbb`; empty for the default.
    pub accent: String,
}

/// The reader of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipient {
    pub username: String,
    pub language: Language,
}

/// What a mail is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Asks to confirm an address.
    Confirm { token: String },
    /// Tells the former address that another took its place.
    AddressReplaced,
    /// Tells the former address that the account has none any more.
    AddressRemoved,
    /// Brings a link to a new password.
    Reset { token: String },
    /// Tells that the ways to sign in changed.
    Security { act: SecurityAct, at: Timestamp },
    /// Tells what is unread, and what is popular where the reader likes to be.
    Unread { news: Vec<Entry>, popular: Vec<Entry>, unsubscribe: String },
}

/// One line of a list in a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub title: String,
    /// Beginning of the text, or where it stands; may be empty.
    pub detail: String,
    /// Where the site shows it.
    pub path: String,
}

/// What changed about the ways to sign in, or to let programs act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecurityAct {
    PasswordChanged,
    RecoveryCodesRenewed,
    SecondStepAdded,
    SecondStepRemoved,
    PasskeyAdded,
    PasskeyRemoved,
    IdentityLinked,
    IdentityRemoved,
    ApiTokenAdded,
    ApiTokenRemoved,
}

impl SecurityAct {
    pub const ALL: [Self; 10] = [
        Self::PasswordChanged,
        Self::RecoveryCodesRenewed,
        Self::SecondStepAdded,
        Self::SecondStepRemoved,
        Self::PasskeyAdded,
        Self::PasskeyRemoved,
        Self::IdentityLinked,
        Self::IdentityRemoved,
        Self::ApiTokenAdded,
        Self::ApiTokenRemoved,
    ];
}

/// A mail as it reads, from which both its parts are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    pub(crate) sender: Sender,
    pub(crate) language: Language,
    pub(crate) subject: String,
    pub(crate) greeting: String,
    pub(crate) body: String,
    pub(crate) lists: Vec<List>,
    pub(crate) action: Action,
    /// What to do if the reader knows nothing of it.
    pub(crate) note: String,
    pub(crate) reason: String,
    /// The end of such mails.
    pub(crate) unsubscribe: Option<Action>,
}

/// Entries under a heading, which the first list needs not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct List {
    pub(crate) heading: Option<String>,
    pub(crate) entries: Vec<Entry>,
}

/// The one thing that the reader can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Action {
    pub(crate) label: String,
    pub(crate) url: String,
}

impl Letter {
    #[must_use]
    pub fn new(sender: Sender, recipient: &Recipient, content: &Content) -> Self {
        let words = Words::of(recipient.language);
        let site = without_direction_controls(&sender.name).into_owned();
        let time = match content {
            Content::Security { at, .. } => minute(*at),
            _ => String::new(),
        };
        let fill = |text: &str| {
            let text = text.replace("{name}", &recipient.username).replace("{time}", &time);
            // Last: a site may be called after one of these.
            text.replace("{site}", &site)
        };
        let parts = words.parts(content);
        let link = |label: &str, path: &str| {
            let url = format!("{}{path}", sender.url);
            Action { label: fill(label), url }
        };
        Self {
            language: recipient.language,
            subject: only_news(content).unwrap_or_else(|| fill(parts.subject)),
            greeting: fill(words.greeting),
            body: fill(parts.body),
            lists: lists(content, words),
            action: link(parts.button, &path(content)),
            note: fill(parts.note),
            reason: fill(words.reason),
            unsubscribe: unsubscribe_path(content).map(|path| link(words.unsubscribe, &path)),
            sender,
        }
    }

    #[must_use]
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// Returns the address that ends such mails (RFC 8058).
    #[must_use]
    pub fn unsubscribe(&self) -> Option<&str> {
        self.unsubscribe.as_ref().map(|action| action.url.as_str())
    }
}

/// The title of the one thing that a mail tells.
fn only_news(content: &Content) -> Option<String> {
    match content {
        Content::Unread { news, popular, .. } => match (&news[..], &popular[..]) {
            ([only], []) => Some(without_direction_controls(&only.title).into_owned()),
            _ => None,
        },
        _ => None,
    }
}

fn lists(content: &Content, words: &Words) -> Vec<List> {
    let Content::Unread { news, popular, .. } = content else { return vec![] };
    let popular = List { heading: Some(words.popular.to_owned()), entries: popular.clone() };
    let mut lists = vec![List { heading: None, entries: news.clone() }, popular];
    lists.retain(|list| !list.entries.is_empty());
    lists
}

fn path(content: &Content) -> String {
    match content {
        Content::Confirm { token } => format!("/email/confirm?token={token}"),
        Content::Reset { token } => format!("/password/new?token={token}"),
        Content::AddressReplaced | Content::AddressRemoved | Content::Security { .. } => {
            "/settings/security".to_owned()
        }
        Content::Unread { .. } => "/notifications".to_owned(),
    }
}

fn unsubscribe_path(content: &Content) -> Option<String> {
    match content {
        Content::Unread { unsubscribe, .. } => {
            Some(format!("/mail/unsubscribe?token={unsubscribe}"))
        }
        _ => None,
    }
}

/// As `2026-11-28 12:34 UTC`: the same in every language.
fn minute(at: Timestamp) -> String {
    let text = at.to_rfc3339();
    format!("{} UTC", text.get(..16).unwrap_or(&text).replace('T', " "))
}

#[cfg(test)]
mod tests;
