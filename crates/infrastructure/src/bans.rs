//! Bans as the table of accounts stores them.

use diesel::{
    dsl::{Gt, LtEq},
    prelude::*,
};
use kernel::{Ban, Timestamp};

use crate::schema::users;

/// What is stored without a ban: no time is before it.
pub(crate) const NO_BAN: i64 = 0;
/// What is stored for a ban without end: every time is before it.
pub(crate) const NO_END: i64 = i64::MAX;

/// The columns of a [`StoredBan`].
pub(crate) const BAN: (users::banned_until, users::ban_reason) =
    (users::banned_until, users::ban_reason);

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
