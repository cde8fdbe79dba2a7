use ::replies::{VoteOutcome, confidence};
use database::{
    DbConnection, Events,
    locks::Target,
    on_backend,
    schema::{reply_votes, stored_replies},
    sql::execute_cached,
};
use diesel::prelude::*;
use kernel::{Event, ForumId, PostId, ReplyId, Tally, Timestamp, UserId, Vote, VoteCommand, Votes};

use super::writes::{Locked, lock_reply};
use crate::{
    author_counts::{self, Change},
    moderation::may_moderate,
    readers,
    votes::{Voter, stored, voter as find_voter},
};

pub(super) fn vote(
    conn: &mut DbConnection,
    events: &mut Events,
    id: ReplyId,
    (user, now): (UserId, Timestamp),
    command: VoteCommand,
) -> QueryResult<VoteOutcome> {
    let Some(reply) = lock_reply(conn, id)? else { return Ok(VoteOutcome::NotFound) };
    let forum = ForumId(reply.forum);
    if !readers::may_read(conn, user, forum, reply.visibility)? {
        return Ok(VoteOutcome::NotFound);
    }
    let Voter { ban, vote: own_vote } = find_voter(conn, (user, forum), Target::Reply(id), now)?;
    if let Some(ban) = ban {
        return Ok(VoteOutcome::Banned(ban));
    }
    if reply.removed {
        return Ok(VoteOutcome::ReplyRemoved);
    }
    if reply.moderators_only && !may_moderate(conn, user, forum)? {
        return Ok(VoteOutcome::PostLocked);
    }
    let Locked { post, author, upvotes, downvotes, .. } = reply;
    let before = Votes { upvotes, downvotes };
    let tally = Tally { votes: before, own_vote }.with_own_vote(command.apply(own_vote));
    let after = tally.votes;
    if tally.own_vote == own_vote {
        return Ok(VoteOutcome::Counted(tally));
    }
    events.record(Event::ReplyVoted { reply: id, post: PostId(post) });
    events.record(Event::OwnStateChanged { user });
    cast(conn, (user, id), own_vote, tally.own_vote)?;
    let counters = (
        stored_replies::upvotes.eq(stored_replies::upvotes + (after.upvotes - before.upvotes)),
        stored_replies::downvotes
            .eq(stored_replies::downvotes + (after.downvotes - before.downvotes)),
        stored_replies::score.eq(stored_replies::score + (after.score() - before.score())),
        stored_replies::best.eq(-confidence(after.upvotes, after.downvotes)),
    );
    let reply = stored_replies::table.find(id.0);
    execute_cached(conn, diesel::update(reply).set(counters))?;
    let change = Change { score: after.score() - before.score(), ..Change::default() };
    author_counts::add(conn, author, forum, change)?;
    Ok(VoteOutcome::Counted(tally))
}

/// Stores a vote in place of another one.
fn cast(
    conn: &mut DbConnection,
    (voter, reply): (UserId, ReplyId),
    before: Option<Vote>,
    after: Option<Vote>,
) -> QueryResult<()> {
    let own = reply_votes::table.find((voter.0, reply.0));
    match (before, after) {
        (_, None) => on_backend!(conn, conn => diesel::delete(own).execute(conn)).map(drop),
        (Some(_), Some(vote)) => {
            let vote = reply_votes::vote.eq(stored(vote));
            execute_cached(conn, diesel::update(own).set(vote))
        }
        (None, Some(vote)) => {
            let cast = (
                reply_votes::reply_id.eq(reply.0),
                reply_votes::user_id.eq(voter.0),
                reply_votes::vote.eq(stored(vote)),
            );
            let table = diesel::insert_into(reply_votes::table);
            on_backend!(conn, conn => table.values(cast).execute(conn)).map(drop)
        }
    }
}
