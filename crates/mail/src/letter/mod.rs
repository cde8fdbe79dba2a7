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
}

/// What changed about the ways to sign in.
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
}

impl SecurityAct {
    pub const ALL: [Self; 8] = [
        Self::PasswordChanged,
        Self::RecoveryCodesRenewed,
        Self::SecondStepAdded,
        Self::SecondStepRemoved,
        Self::PasskeyAdded,
        Self::PasskeyRemoved,
        Self::IdentityLinked,
        Self::IdentityRemoved,
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
    pub(crate) action: Action,
    /// What to do if the reader knows nothing of it.
    pub(crate) note: String,
    pub(crate) reason: String,
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
            Content::Confirm { .. }
            | Content::AddressReplaced
            | Content::AddressRemoved
            | Content::Reset { .. } => String::new(),
        };
        let fill = |text: &str| {
            let text = text.replace("{name}", &recipient.username).replace("{time}", &time);
            // Last: a site may be called after one of these.
            text.replace("{site}", &site)
        };
        let parts = words.parts(content);
        let path = path(content);
        Self {
            language: recipient.language,
            subject: fill(parts.subject),
            greeting: fill(words.greeting),
            body: fill(parts.body),
            action: Action { label: fill(parts.button), url: format!("{}{path}", sender.url) },
            note: fill(parts.note),
            reason: fill(words.reason),
            sender,
        }
    }

    #[must_use]
    pub fn subject(&self) -> &str {
        &self.subject
    }
}

fn path(content: &Content) -> String {
    match content {
        Content::Confirm { token } => format!("/email/confirm?token={token}"),
        Content::Reset { token } => format!("/password/new?token={token}"),
        Content::AddressReplaced | Content::AddressRemoved | Content::Security { .. } => {
            "/settings/security".to_owned()
        }
    }
}

/// As `2026-11-28 12:34 UTC`: the same in every language.
fn minute(at: Timestamp) -> String {
    let text = at.to_rfc3339();
    format!("{} UTC", text.get(..16).unwrap_or(&text).replace('T', " "))
}

#[cfg(test)]
mod tests;
