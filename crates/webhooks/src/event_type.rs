/// A type of events that a webhook can receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventType {
    /// Also when it is approved or restored.
    PostCreated,
    PostEdited,
    PostDeleted,
    /// Also when it is approved or restored.
    ReplyCreated,
    ReplyEdited,
    ReplyDeleted,
    UserRegistered,
    /// Also when it is opened again.
    ReportOpened,
    ReportDecided,
    /// A test. It is sent whether or not it is asked for.
    Ping,
}

impl EventType {
    pub const ALL: [Self; 10] = [
        Self::PostCreated,
        Self::PostEdited,
        Self::PostDeleted,
        Self::ReplyCreated,
        Self::ReplyEdited,
        Self::ReplyDeleted,
        Self::UserRegistered,
        Self::ReportOpened,
        Self::ReportDecided,
        Self::Ping,
    ];

    /// The `type` on the wire and in rows; it never changes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PostCreated => "post.created",
            Self::PostEdited => "post.edited",
            Self::PostDeleted => "post.deleted",
            Self::ReplyCreated => "reply.created",
            Self::ReplyEdited => "reply.edited",
            Self::ReplyDeleted => "reply.deleted",
            Self::UserRegistered => "user.registered",
            Self::ReportOpened => "report.opened",
            Self::ReportDecided => "report.decided",
            Self::Ping => "ping",
        }
    }

    /// Returns the type of a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_was_written() {
        for event in EventType::ALL {
            assert_eq!(EventType::parse(event.name()), Some(event));
        }
        for name in ["", "post", "post.created ", "Post.created"] {
            assert_eq!(EventType::parse(name), None, "{name}");
        }
    }
}
