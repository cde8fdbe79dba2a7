//! Bans as the tables of accounts and of bans from forums store them.

use database::{
    DbConnection, on_backend,
    schema::{forum_bans, users},
};
use diesel::{
    dsl::{Gt, LtEq},
    prelude::*,
};
use kernel::{Ban, ForumId, Timestamp, UserId};

/// Stored without a ban: no time is before it.
pub(crate) const NO_BAN: i64 = 0;
/// Stored for a ban without end: every time is before it.
pub(crate) const NO_END: i64 = i64::MAX;

/// The columns of a [`StoredBan`].
pub(crate) const BAN: (users::banned_until, users::ban_reason) =
    (users::banned_until, users::ban_reason);

/// Returns the ban that keeps a member from writing in a forum at `now`.
///
/// The answer holds until the transaction ends if it has the [`database::locks`].
pub(crate) fn forum_ban(
    conn: &mut DbConnection,
    member: UserId,
    forum: ForumId,
    now: Timestamp,
) -> QueryResult<Option<Ban>> {
    let query = forum_bans::table
        .find((forum.0, member.0))
        .filter(forum_bans::banned_until.gt(now.unix_millis()))
        .select((forum_bans::banned_until, forum_bans::reason));
    let found: Option<StoredBan> = on_backend!(conn, conn => query.first(conn)).optional()?;
    Ok(found.and_then(StoredBan::ban))
}

/// A ban, over or not, or none.
#[derive(Queryable)]
pub(crate) struct StoredBan {
    until: i64,
    reason: Option<String>,
}

impl StoredBan {
    pub(crate) fn ban(self) -> Option<Ban> {
        let until = match self.until {
            NO_BAN => return None,
            NO_END => None,
            until => Some(Timestamp::from_unix_millis(until)),
        };
        Some(Ban { until, reason: self.reason })
    }

    /// Returns the ban that holds at `now`.
    pub(crate) fn at(self, now: Timestamp) -> Option<Ban> {
        self.ban().filter(|ban| ban.is_active(now))
    }
}

/// Returns what is stored for a ban that ends then, or without a time never.
pub(crate) fn stored_end(until: Option<Timestamp>) -> i64 {
    until.map_or(NO_END, Timestamp::unix_millis)
}

/// The accounts that a ban keeps from acting at `now`.
pub(crate) fn is_banned(now: Timestamp) -> Gt<users::banned_until, i64> {
    users::banned_until.gt(now.unix_millis())
}

/// The accounts that no ban keeps from acting at `now`.
pub(crate) fn is_not_banned(now: Timestamp) -> LtEq<users::banned_until, i64> {
    users::banned_until.le(now.unix_millis())
}
