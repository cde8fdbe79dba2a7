use ::notifications::{MailFrequency, Settings as FoundSettings};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    problem::Problem,
    request::{Field, Invalid, RequestBody, SHORT_BODY},
};

/// What the caller wants to be notified of. Where one is off, the next kind that fits counts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on the screen")]
pub(super) struct Settings {
    reply: bool,
    mention: bool,
    watched_post: bool,
    watched_forum: bool,
    /// Whether writing a post or a reply makes the caller watch the post, unless it is muted.
    auto_watch: bool,
    /// Whether the caller's subscribed devices get notifications, too.
    push: bool,
    /// How often the caller gets mails about what is unread.
    mail: MailFrequencyWord,
}

impl From<FoundSettings> for Settings {
    fn from(found: FoundSettings) -> Self {
        let FoundSettings { reply, mention, watched_post, watched_forum, auto_watch, push, mail } =
            found;
        let mail = mail.into();
        Self { reply, mention, watched_post, watched_forum, auto_watch, push, mail }
    }
}

/// How often a member gets mails: soon after each act, or a digest.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MailFrequency)]
pub(super) enum MailFrequencyWord {
    Off,
    Each,
    Daily,
    Weekly,
}

impl From<MailFrequency> for MailFrequencyWord {
    fn from(frequency: MailFrequency) -> Self {
        match frequency {
            MailFrequency::Off => Self::Off,
            MailFrequency::Each => Self::Each,
            MailFrequency::Daily => Self::Daily,
            MailFrequency::Weekly => Self::Weekly,
        }
    }
}

/// All settings: a missing one is refused, but `push` and `mail`, which then stay as they are.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SetSettings {
    #[serde(default)]
    #[schema(value_type = bool, required = true)]
    reply: Field<bool>,
    #[serde(default)]
    #[schema(value_type = bool, required = true)]
    mention: Field<bool>,
    #[serde(default)]
    #[schema(value_type = bool, required = true)]
    watched_post: Field<bool>,
    #[serde(default)]
    #[schema(value_type = bool, required = true)]
    watched_forum: Field<bool>,
    #[serde(default)]
    #[schema(value_type = bool, required = true)]
    auto_watch: Field<bool>,
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    push: Field<bool>,
    #[serde(default)]
    #[schema(value_type = Option<MailFrequencyWord>)]
    mail: Field<String>,
}

impl RequestBody for SetSettings {
    const MAX_BYTES: usize = SHORT_BODY;
}

impl SetSettings {
    pub(super) fn parse(self, stored: FoundSettings) -> Result<FoundSettings, Problem> {
        let mut invalid = Invalid::default();
        let mut switch = |name, field: &Field<bool>| match field {
            Field::Given(value) => *value,
            Field::Missing | Field::WronglyTyped => {
                invalid.refuse(name, "Must be true or false.").unwrap_or_default()
            }
        };
        let settings = FoundSettings {
            reply: switch("reply", &self.reply),
            mention: switch("mention", &self.mention),
            watched_post: switch("watchedPost", &self.watched_post),
            watched_forum: switch("watchedForum", &self.watched_forum),
            auto_watch: switch("autoWatch", &self.auto_watch),
            push: match self.push {
                Field::Missing => stored.push,
                given => switch("push", &given),
            },
            mail: stored.mail,
        };
        let mail = match &self.mail {
            Field::Missing => None,
            given => invalid.text("mail", given, |word| {
                let frequency = MailFrequency::ALL.into_iter().find(|one| one.word() == word);
                frequency.ok_or("Must be off, each, daily or weekly.")
            }),
        };
        let settings = FoundSettings { mail: mail.unwrap_or(stored.mail), ..settings };
        invalid.into_result(settings)
    }
}
