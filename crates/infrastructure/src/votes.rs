//! What votes on posts and replies share: their stored form, and the state on which a vote depends.

use database::{DbConnection, locks::Target, on_backend, sql::prepared::prepared};
use diesel::{
    prelude::*,
    sql_types::{BigInt, Nullable, SmallInt, Text},
};
use kernel::{Ban, ForumId, Timestamp, UserId, Vote};

use crate::bans::StoredBan;

/// A member who votes.
pub(crate) struct Voter {
    /// The ban from the forum.
    pub(crate) ban: Option<Ban>,
    /// The vote so far.
    pub(crate) vote: Option<Vote>,
}

type Row = (Nullable<(BigInt, Nullable<Text>)>, Nullable<SmallInt>);

const ON_POST: &str = "SELECT b.banned_until, b.reason, v.vote FROM (SELECT 1) AS one
    LEFT JOIN forum_bans b ON b.forum_id = ? AND b.user_id = ? AND b.banned_until > ?
    LEFT JOIN post_votes v ON v.user_id = ? AND v.post_id = ?";
const ON_REPLY: &str = "SELECT b.banned_until, b.reason, v.vote FROM (SELECT 1) AS one
    LEFT JOIN forum_bans b ON b.forum_id = ? AND b.user_id = ? AND b.banned_until > ?
    LEFT JOIN reply_votes v ON v.user_id = ? AND v.reply_id = ?";

/// Returns what decides about a vote of a member in a forum at `now`, in one query. The answer holds until the transaction
/// ends if it has locked the target by [`database::locks::LockedRows::in_forum_of`].
pub(crate) fn voter(
    conn: &mut DbConnection,
    (member, forum): (UserId, ForumId),
    target: Target,
    now: Timestamp,
) -> QueryResult<Voter> {
    let sql = match target {
        Target::Post(_) => ON_POST,
        Target::Reply(_) => ON_REPLY,
    };
    let query = prepared::<Row>(sql)
        .bind(forum.0)
        .bind(member.0)
        .bind(now.unix_millis())
        .bind(member.0)
        .bind(target.id());
    let (ban, vote): (Option<StoredBan>, Option<i16>) =
        on_backend!(conn, conn => query.get_result(conn))?;
    Ok(Voter { ban: ban.and_then(StoredBan::ban), vote: vote.and_then(from_stored) })
}

/// Returns the stored form of a vote.
pub(crate) const fn stored(vote: Vote) -> i16 {
    match vote {
        Vote::Up => 1,
        Vote::Down => -1,
    }
}

/// Reads a stored vote; an unknown number is no vote.
pub(crate) const fn from_stored(vote: i16) -> Option<Vote> {
    match vote {
        1 => Some(Vote::Up),
        -1 => Some(Vote::Down),
        _ => None,
    }
}
