/// The largest id that travels safely through a JSON number: 2^53 − 1.
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
    /// Names one account.
    UserId,
    /// Names one forum.
    ForumId,
    /// Names one post.
    PostId,
    /// Names one reply.
    ReplyId,
    /// Names one direct message.
    MessageId,
}
