//! How values stand in the lines of an archive.

use serde::{Deserialize, Deserializer, Serialize, de::Error};

use crate::{Markup, Text};

/// Markdown is a plain string.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum TextForm {
    Markdown(String),
    Html { html: String },
    BbCode { bbcode: String },
}

impl From<TextForm> for Text {
    fn from(form: TextForm) -> Self {
        let (markup, source) = match form {
            TextForm::Markdown(source) => (Markup::Markdown, source),
            TextForm::Html { html } => (Markup::Html, html),
            TextForm::BbCode { bbcode } => (Markup::BbCode, bbcode),
        };
        Self { markup, source }
    }
}

impl From<Text> for TextForm {
    fn from(text: Text) -> Self {
        match text.markup {
            Markup::Markdown => Self::Markdown(text.source),
            Markup::Html => Self::Html { html: text.source },
            Markup::BbCode => Self::BbCode { bbcode: text.source },
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum IdForm {
    Text(String),
    Number(i64),
}

impl IdForm {
    fn text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => number.to_string(),
        }
    }
}

/// PostgreSQL stores no NUL, and no more than about 2.7 KB in an index.
const MAX_ID_BYTES: usize = 255;

fn storable<E: Error>(text: String) -> Result<String, E> {
    if text.len() > MAX_ID_BYTES || text.contains(char::is_control) {
        return Err(E::custom("too long, or with control characters"));
    }
    Ok(text)
}

/// A string or a whole number.
pub(crate) fn id<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    storable(IdForm::deserialize(from)?.text())
}

pub(crate) fn optional_id<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Option::<IdForm>::deserialize(from)?.map(|id| storable(id.text())).transpose()
}

/// A name in addresses.
pub(crate) fn slug<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Option::<String>::deserialize(from)?.map(storable).transpose()
}

/// RFC 3339 in UTC.
pub(crate) mod time {
    use kernel::Timestamp;
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
    pub(crate) fn serialize<S: Serializer>(at: &Timestamp, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&at.to_rfc3339())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Timestamp, D::Error> {
        let text = String::deserialize(from)?;
        Timestamp::parse_rfc3339(&text).ok_or_else(|| D::Error::custom("no time"))
    }
}

pub(crate) mod optional_time {
    use kernel::Timestamp;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Form(#[serde(with = "super::time")] Timestamp);

    #[expect(clippy::ref_option, reason = "serde hands a reference over")]
    pub(crate) fn serialize<S: Serializer>(
        at: &Option<Timestamp>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        at.map(Form).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Timestamp>, D::Error> {
        Ok(Option::<Form>::deserialize(from)?.map(|Form(at)| at))
    }
}

/// `{since, until}`.
pub(crate) mod pin {
    use kernel::Timestamp;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    type Pinned = Option<(Timestamp, Option<Timestamp>)>;

    #[derive(Serialize, Deserialize)]
    struct Form {
        #[serde(with = "super::time")]
        since: Timestamp,
        #[serde(with = "super::optional_time", default, skip_serializing_if = "Option::is_none")]
        until: Option<Timestamp>,
    }

    pub(crate) fn serialize<S: Serializer>(pinned: &Pinned, to: S) -> Result<S::Ok, S::Error> {
        pinned.map(|(since, until)| Form { since, until }).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Pinned, D::Error> {
        Ok(Option::<Form>::deserialize(from)?.map(|Form { since, until }| (since, until)))
    }
}

/// `{until, reason}`, both optional.
pub(crate) mod ban {
    use kernel::{Ban, Timestamp};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    pub(super) struct Form {
        #[serde(with = "super::optional_time", default, skip_serializing_if = "Option::is_none")]
        until: Option<Timestamp>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }

    impl From<Form> for Ban {
        fn from(Form { until, reason }: Form) -> Self {
            Self { until, reason }
        }
    }

    impl From<&Ban> for Form {
        fn from(ban: &Ban) -> Self {
            Self { until: ban.until, reason: ban.reason.clone() }
        }
    }

    pub(crate) fn serialize<S: Serializer>(ban: &Ban, to: S) -> Result<S::Ok, S::Error> {
        Form::from(ban).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Ban, D::Error> {
        Form::deserialize(from).map(Ban::from)
    }
}

pub(crate) mod optional_ban {
    use kernel::Ban;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::ban::Form;

    #[expect(clippy::ref_option, reason = "serde hands a reference over")]
    pub(crate) fn serialize<S: Serializer>(ban: &Option<Ban>, to: S) -> Result<S::Ok, S::Error> {
        ban.as_ref().map(Form::from).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Ban>, D::Error> {
        Ok(Option::<Form>::deserialize(from)?.map(Ban::from))
    }
}

/// Writes and reads values as the words that stand for them.
macro_rules! words {
    ($(#[$doc:meta])* $module:ident, $value:ty, $($variant:path => $word:literal),+) => {
        $(#[$doc])*
        pub(crate) mod $module {
            use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

            pub(crate) fn serialize<S: Serializer>(value: &$value, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(match value { $($variant => $word),+ })
            }

            pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<$value, D::Error> {
                match &*String::deserialize(from)? {
                    $($word => Ok($variant),)+
                    _ => Err(D::Error::custom("another word")),
                }
            }
        }
    };
}

words!(visibility, kernel::Visibility,
    kernel::Visibility::Public => "public",
    kernel::Visibility::Members => "members",
    kernel::Visibility::Private => "private");
words!(vote, kernel::Vote, kernel::Vote::Up => "up", kernel::Vote::Down => "down");
