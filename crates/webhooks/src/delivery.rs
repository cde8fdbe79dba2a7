use std::time::Duration;

use kernel::{ForumId, PostId, ReplyId, ReportId, Timestamp, UserId, WebhookDeliveryId, WebhookId};

use crate::EventType;

/// How long a delivery is kept once it waits no more.
pub const RETENTION: Duration = Duration::from_hours(7 * 24);

/// What a delivery is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Post {
        post: PostId,
        forum: ForumId,
    },
    Reply {
        reply: ReplyId,
        forum: ForumId,
    },
    User(UserId),
    Report {
        report: ReportId,
        forum: Option<ForumId>,
    },
    /// The webhook itself.
    Webhook(WebhookId),
}

impl Subject {
    /// The forum that it is in.
    #[must_use]
    pub const fn forum(self) -> Option<ForumId> {
        match self {
            Self::Post { forum, .. } | Self::Reply { forum, .. } => Some(forum),
            Self::Report { forum, .. } => forum,
            Self::User(_) | Self::Webhook(_) => None,
        }
    }
}

/// Where a delivery stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryStatus {
    Waiting,
    Delivered,
    /// It was tried for a day, or its webhook was turned off.
    Failed,
    /// Not sent: what it is about is not shown any more.
    Dropped,
}

/// An event that is sent to a webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    pub id: WebhookDeliveryId,
    pub event: EventType,
    /// When it happened.
    pub at: Timestamp,
    pub status: DeliveryStatus,
    /// How often it was sent.
    pub tries: i64,
    /// When it is sent next, if it waits; while it is being sent, when it is sent again if this server ends meanwhile.
    pub next_try: Option<Timestamp>,
}

/// What a receiver gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The same of all tries of a delivery, and of no other delivery: also not after a restore, which counts anew.
    pub id: String,
    /// JSON `{type, timestamp, data}`.
    pub body: String,
}

impl Message {
    /// `data` is JSON.
    #[must_use]
    pub fn new(id: WebhookDeliveryId, event: EventType, at: Timestamp, data: &str) -> Self {
        let (kind, time) = (event.name(), at.to_rfc3339());
        Self {
            id: format!("msg_{}_{id}", at.unix_millis()),
            body: format!(r#"{{"type":"{kind}","timestamp":"{time}","data":{data}}}"#),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_type_time_and_data() {
        let at = Timestamp::from_unix_millis(1_795_172_280_123);
        let message = Message::new(WebhookDeliveryId(7), EventType::Ping, at, r#"{"webhook":3}"#);
        assert_eq!(message.id, "msg_1795172280123_7");
        let time = at.to_rfc3339();
        let body = format!(r#"{{"type":"ping","timestamp":"{time}","data":{{"webhook":3}}}}"#);
        assert_eq!(message.body, body);
    }
}
