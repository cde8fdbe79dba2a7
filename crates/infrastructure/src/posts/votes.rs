use ::posts::{WriteOutcome, hot};
use database::{
    DbConnection, Events,
    locks::{LockedRows, Target},
    on_backend,
    schema::{post_votes, stored_posts},
    sql::execute_cached,
};
use diesel::{
    prelude::*,
    sql_types::{BigInt, Bool, SmallInt},
};
use kernel::{Event, ForumId, PostId, Tally, Timestamp, UserId, Vote, VoteCommand, Votes};

use crate::{
    author_counts::{self, Change},
    moderation::may_moderate,
    readers,
    votes::{self, Voter},
};

/// A [`Voted`]. Votes change no key, so that writes below the post go on.
const VOTED: LockedRows = LockedRows {
    columns: "p.forum_id, p.author_id, p.created_at, p.upvotes, p.downvotes, p.locked,
        (SELECT f.visibility FROM forums f WHERE f.id = p.forum_id)",
    from: "shown_posts p WHERE p.id = ?",
    locks: "FOR NO KEY UPDATE OF p",
};

type VotedType = (BigInt, BigInt, BigInt, BigInt, BigInt, Bool, SmallInt);

/// A post that is voted on.
#[derive(Queryable)]
struct Voted {
    forum_id: i64,
    author_id: i64,
    created_at: i64,
    upvotes: i64,
    downvotes: i64,
    /// Whether only moderators write.
    moderators_only: bool,
    visibility: i16,
}

pub(super) fn vote(
    conn: &mut DbConnection,
    events: &mut Events,
    id: PostId,
    (voter, now): (UserId, Timestamp),
    command: VoteCommand,
) -> QueryResult<WriteOutcome<Tally>> {
    let target = Target::Post(id);
    let post = VOTED.in_forum_of::<VotedType>(conn, target);
    let post: Option<Voted> = on_backend!(conn, conn => post.get_result(conn)).optional()?;
    let Some(post) = post else { return Ok(WriteOutcome::NotFound) };
    let forum = ForumId(post.forum_id);
    if !readers::may_read(conn, voter, forum, post.visibility)? {
        return Ok(WriteOutcome::NotFound);
    }
    let Voter { ban, vote: own_vote } = votes::voter(conn, (voter, forum), target, now)?;
    if let Some(ban) = ban {
        return Ok(WriteOutcome::Banned(ban));
    }
    if post.moderators_only && !may_moderate(conn, voter, forum)? {
        return Ok(WriteOutcome::Locked);
    }
    let before = Votes { upvotes: post.upvotes, downvotes: post.downvotes };
    let tally = Tally { votes: before, own_vote }.with_own_vote(command.apply(own_vote));
    let after = tally.votes;
    if tally.own_vote == own_vote {
        return Ok(WriteOutcome::Done(tally));
    }
    events.record(Event::PostVoted { post: id, forum });
    events.record(Event::OwnStateChanged { user: voter });
    let created_at = Timestamp::from_unix_millis(post.created_at);
    let counters = (
        stored_posts::upvotes.eq(after.upvotes),
        stored_posts::downvotes.eq(after.downvotes),
        stored_posts::score.eq(after.score()),
        stored_posts::hot.eq(hot(after.score(), created_at)),
    );
    let author = post.author_id;
    let post = stored_posts::table.find(id.0);
    execute_cached(conn, diesel::update(post).set(counters))?;
    cast(conn, (voter, id), own_vote, tally.own_vote)?;
    let change = Change { score: after.score() - before.score(), ..Change::default() };
    author_counts::add(conn, author, forum, change)?;
    Ok(WriteOutcome::Done(tally))
}

/// Stores a vote in place of another one.
fn cast(
    conn: &mut DbConnection,
    (voter, post): (UserId, PostId),
    before: Option<Vote>,
    after: Option<Vote>,
) -> QueryResult<()> {
    let own = post_votes::table.find((voter.0, post.0));
    match (before, after.map(votes::stored)) {
        (None, Some(vote)) => {
            let cast = (
                post_votes::post_id.eq(post.0),
                post_votes::user_id.eq(voter.0),
                post_votes::vote.eq(vote),
            );
            let table = diesel::insert_into(post_votes::table);
            on_backend!(conn, conn => table.values(cast).execute(conn)).map(drop)
        }
        (Some(_), Some(vote)) => {
            let vote = post_votes::vote.eq(vote);
            execute_cached(conn, diesel::update(own).set(vote))
        }
        (_, None) => on_backend!(conn, conn => diesel::delete(own).execute(conn)).map(drop),
    }
}
