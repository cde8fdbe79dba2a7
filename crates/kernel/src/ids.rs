/// The largest id that a JSON number represents exactly: 2^53 − 1.
pub const MAX_ID: i64 = (1 << 53) - 1;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

ids! {
    /// The id of an account.
    UserId,
    /// The id of a forum.
    ForumId,
    /// The id of a post.
    PostId,
    /// The id of a reply.
    ReplyId,
    /// The id of a direct message.
    MessageId,
    /// The id of a report.
    ReportId,
    /// The id of an invitation.
    InviteId,
    /// The id of a notification.
    NotificationId,
    /// The id of a session of an account.
    SessionId,
    /// The id of a passkey of an account.
    PasskeyId,
    /// The id of a webhook.
    WebhookId,
    /// The id of what a webhook is told.
    WebhookDeliveryId,
}
