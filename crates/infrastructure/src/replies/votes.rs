use ::replies::VoteOutcome;
use diesel::prelude::*;
use kernel::{PostId, ReplyId, Subject, Tally, UserId, VoteCommand};

use crate::{
    connection::{DbConnection, on_backend},
    database::Touched,
    schema::{replies, reply_votes},
    votes::{from_stored, stored},
};

pub(super) fn vote(
    conn: &mut DbConnection,
    touched: &mut Touched,
    id: ReplyId,
    user: UserId,
    command: VoteCommand,
) -> QueryResult<VoteOutcome> {
    let Some((post, upvotes, downvotes, removed)) = hold(conn, id)? else {
        return Ok(VoteOutcome::NotFound);
    };
    if removed {
        return Ok(VoteOutcome::ReplyRemoved);
    }
    let own = reply_votes::table.find((user.0, id.0));
    let own_vote: Option<i16> =
        on_backend!(conn, conn => own.select(reply_votes::vote).first(conn)).optional()?;
    let before = Tally { upvotes, downvotes, own_vote: own_vote.and_then(from_stored) };
    let after = before.with_own_vote(command.apply(before.own_vote));
    if after == before {
        return Ok(VoteOutcome::Counted(before));
    }
    touched.add([Subject::Thread(PostId(post))]);
    match (before.own_vote, after.own_vote) {
        (_, None) => on_backend!(conn, conn => diesel::delete(own).execute(conn))?,
        (Some(_), Some(vote)) => {
            let vote = reply_votes::vote.eq(stored(vote));
            on_backend!(conn, conn => diesel::update(own).set(vote).execute(conn))?
        }
        (None, Some(vote)) => {
            let cast = (
                reply_votes::reply_id.eq(id.0),
                reply_votes::user_id.eq(user.0),
                reply_votes::vote.eq(stored(vote)),
            );
            let table = diesel::insert_into(reply_votes::table);
            on_backend!(conn, conn => table.values(cast).execute(conn))?
        }
    };
    let counters = (
        replies::upvotes.eq(replies::upvotes + (after.upvotes - before.upvotes)),
        replies::downvotes.eq(replies::downvotes + (after.downvotes - before.downvotes)),
        replies::score.eq(replies::score + (after.score() - before.score())),
    );
    let reply = replies::table.find(id.0);
    on_backend!(conn, conn => diesel::update(reply).set(counters).execute(conn))?;
    Ok(VoteOutcome::Counted(after))
}

/// The post and the counters of a reply and whether it is removed, held until the transaction ends: votes on
/// one reply come one after the other. SQLite has a single writer anyway.
fn hold(conn: &mut DbConnection, id: ReplyId) -> QueryResult<Option<(i64, i64, i64, bool)>> {
    let reply = replies::table.find(id.0).select((
        replies::post_id,
        replies::upvotes,
        replies::downvotes,
        replies::removed,
    ));
    match conn {
        DbConnection::Postgres(conn) => reply.for_no_key_update().first(conn).optional(),
        DbConnection::Sqlite(conn) => reply.first(conn).optional(),
    }
}
