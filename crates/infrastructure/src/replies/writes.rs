use ::replies::{
    Description, EditOutcome, InsertOutcome, NewReply, Parent, Refusal, Reply, VoteOutcome,
    confidence,
};
use diesel::{dsl::case_when, prelude::*, sql_types::BigInt};
use kernel::{Event, ForumId, PostId, ReplyId, Tally, Timestamp, UserId, VoteCommand};
use markup::Rendered;

use crate::{
    author_counts::{self, Change},
    author_role::RoleOfReplier,
    bans::forum_ban,
    connection::{DbConnection, on_backend},
    database::Events,
    forum_activity,
    images::references::{self, Referrer},
    locks,
    moderation::may_moderate,
    notifications::auto_watch,
    replies::row::{Row, seen_by},
    schema::{posts, replies, reply_votes, stored_posts, stored_replies},
    texts::{revisions, set_reply_mentions},
    vote_codec::{from_stored, stored},
    writing_lock,
};

pub(super) fn insert(
    conn: &mut DbConnection,
    events: &mut Events,
    reply: &NewReply,
    text: &Rendered,
) -> QueryResult<InsertOutcome> {
    let Admitted { forum, depth } = match admit(conn, reply)? {
        Ok(admitted) => admitted,
        Err(refused) => return Ok(refused),
    };
    let id = store(conn, reply, text, depth, false)?;
    let post = reply.post;
    auto_watch(conn, reply.author, post)?;
    events.record(Event::ReplyCreated { reply: id, post, forum });
    if let Some(parent) = reply.responds_to {
        count_child(conn, parent.0)?;
    }
    count_one(conn, reply.post, reply.created_at)?;
    let role = RoleOfReplier::in_thread_of(post);
    let inserted = seen_by(Some(reply.author), role).filter(replies::id.eq(id.0));
    let row: Row = on_backend!(conn, conn => inserted.first(conn))?;
    forum_activity::add(conn, forum.0, reply.created_at.day())?;
    let change = Change { replies: 1, ..Change::default() };
    author_counts::add(conn, reply.author.0, change)?;
    references::insert(conn, Referrer::Reply(id.0), &[reply.description.as_str()])?;
    Ok(InsertOutcome::Inserted(Reply::from(row)))
}

/// Where a new reply goes.
pub(super) struct Admitted {
    pub(super) forum: ForumId,
    pub(super) depth: i16,
}

/// Locks the post of a new reply, and its forum. Returns where the reply goes, or why it cannot be stored.
pub(super) fn admit(
    conn: &mut DbConnection,
    reply: &NewReply,
) -> QueryResult<Result<Admitted, InsertOutcome>> {
    writing_lock::share_of_post(conn, reply.post)?;
    let Some(LockedPost { forum, locked }) = lock_post(conn, reply.post)? else {
        return Ok(Err(InsertOutcome::NoSuchPost));
    };
    let forum = ForumId(forum);
    if let Some(ban) = forum_ban(conn, reply.author, forum, reply.created_at)? {
        return Ok(Err(InsertOutcome::Banned(ban)));
    }
    if locked && !may_moderate(conn, reply.author, forum)? {
        return Ok(Err(InsertOutcome::PostLocked));
    }
    let depth = depth(conn, reply)?.map_err(InsertOutcome::Refused);
    Ok(depth.map(|depth| Admitted { forum, depth }))
}

/// Stores a reply and whom it mentions. One that waits for approval is hidden.
pub(super) fn store(
    conn: &mut DbConnection,
    reply: &NewReply,
    text: &Rendered,
    depth: i16,
    is_held: bool,
) -> QueryResult<ReplyId> {
    let written = diesel::insert_into(stored_replies::table).values((
        stored_replies::post_id.eq(reply.post.0),
        stored_replies::parent_id.eq(reply.responds_to.map_or(0, |parent| parent.0)),
        stored_replies::author_id.eq(reply.author.0),
        stored_replies::depth.eq(depth),
        stored_replies::description.eq(reply.description.as_str()),
        stored_replies::created_at.eq(reply.created_at.unix_millis()),
        stored_replies::renderer.eq(markup::VERSION),
        stored_replies::excerpt.eq(&text.excerpt),
        stored_replies::html.eq(&text.html),
        stored_replies::hidden.eq(is_held),
        stored_replies::held.eq(is_held),
    ));
    let id: i64 =
        on_backend!(conn, conn => written.returning(stored_replies::id).get_result(conn))?;
    if !text.mentions.is_empty() {
        set_reply_mentions(conn, ReplyId(id), &text.mentions)?;
    }
    Ok(ReplyId(id))
}

/// Counts an answer to a reply; 0 is the post, which counts none.
pub(super) fn count_child(conn: &mut DbConnection, parent: i64) -> QueryResult<()> {
    if parent != 0 {
        let parent = diesel::update(stored_replies::table.find(parent));
        let one_more = stored_replies::child_count.eq(stored_replies::child_count + 1);
        on_backend!(conn, conn => parent.set(one_more).execute(conn))?;
    }
    Ok(())
}

/// Another text of a reply.
#[derive(Clone, Copy)]
pub(super) struct Edit<'a> {
    pub(super) description: &'a Description,
    pub(super) text: &'a Rendered,
    pub(super) at: Timestamp,
}

pub(super) fn update(
    conn: &mut DbConnection,
    events: &mut Events,
    id: ReplyId,
    Edit { description, text, at }: Edit<'_>,
    viewer: UserId,
) -> QueryResult<EditOutcome> {
    writing_lock::share_of_reply(conn, id)?;
    let Some(Locked { post, forum, removed, moderators_only, .. }) = lock_reply(conn, id)? else {
        return Ok(EditOutcome::NotFound);
    };
    if let Some(ban) = forum_ban(conn, viewer, ForumId(forum), at)? {
        return Ok(EditOutcome::Banned(ban));
    }
    if removed {
        return Ok(EditOutcome::ReplyRemoved);
    }
    if moderators_only && !may_moderate(conn, viewer, ForumId(forum))? {
        return Ok(EditOutcome::PostLocked);
    }
    let kept = revisions::keep_reply(conn, id, description.as_str(), at)?;
    let Some((version, revised_at)) = kept else { return Ok(EditOutcome::NotFound) };
    diesel::update(stored_replies::table.find(id.0))
        .set((
            stored_replies::description.eq(description.as_str()),
            stored_replies::renderer.eq(markup::VERSION),
            stored_replies::excerpt.eq(&text.excerpt),
            stored_replies::html.eq(&text.html),
            stored_replies::version.eq(version),
            // An edit marks the reply, also one that says the same.
            stored_replies::revised_at.eq(revised_at.unwrap_or(at.unix_millis())),
        ))
        .execute(conn)?;
    let (post, forum) = (PostId(post), ForumId(forum));
    events.record(Event::ReplyEdited { reply: id, post, forum });
    for user in set_reply_mentions(conn, id, &text.mentions)? {
        events.record(Event::MemberMentioned { user, post, reply: Some(id) });
    }
    let row: Row =
        seen_by(Some(viewer), RoleOfReplier::ToAny).filter(replies::id.eq(id.0)).first(conn)?;
    references::replace(conn, Referrer::Reply(id.0), &[description.as_str()])?;
    Ok(EditOutcome::Edited(Reply::from(row)))
}

pub(super) fn vote(
    conn: &mut DbConnection,
    events: &mut Events,
    id: ReplyId,
    (user, now): (UserId, Timestamp),
    command: VoteCommand,
) -> QueryResult<VoteOutcome> {
    writing_lock::share_of_reply(conn, id)?;
    let Some(reply) = lock_reply(conn, id)? else { return Ok(VoteOutcome::NotFound) };
    let forum = ForumId(reply.forum);
    if let Some(ban) = forum_ban(conn, user, forum, now)? {
        return Ok(VoteOutcome::Banned(ban));
    }
    if reply.removed {
        return Ok(VoteOutcome::ReplyRemoved);
    }
    if reply.moderators_only && !may_moderate(conn, user, forum)? {
        return Ok(VoteOutcome::PostLocked);
    }
    let Locked { post, author, upvotes, downvotes, .. } = reply;
    let own = reply_votes::table.find((user.0, id.0));
    let own_vote: Option<i16> =
        on_backend!(conn, conn => own.select(reply_votes::vote).first(conn)).optional()?;
    let before = Tally { upvotes, downvotes, own_vote: own_vote.and_then(from_stored) };
    let after = before.with_own_vote(command.apply(before.own_vote));
    if after == before {
        return Ok(VoteOutcome::Counted(before));
    }
    events.record(Event::ReplyVoted { reply: id, post: PostId(post) });
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
        stored_replies::upvotes.eq(stored_replies::upvotes + (after.upvotes - before.upvotes)),
        stored_replies::downvotes
            .eq(stored_replies::downvotes + (after.downvotes - before.downvotes)),
        stored_replies::score.eq(stored_replies::score + (after.score() - before.score())),
        stored_replies::best.eq(-confidence(after.upvotes, after.downvotes)),
    );
    let reply = stored_replies::table.find(id.0);
    on_backend!(conn, conn => diesel::update(reply).set(counters).execute(conn))?;
    let change = Change { score: after.score() - before.score(), ..Change::default() };
    author_counts::add(conn, author, change)?;
    Ok(VoteOutcome::Counted(after))
}

/// Locks a post and its forum and returns what decides about a write: the forum against deletion, the post against
/// concurrent changes of its thread. SQLite has a single writer and needs no lock.
pub(super) fn lock_post(conn: &mut DbConnection, post: PostId) -> QueryResult<Option<LockedPost>> {
    locks::lock_forum_of_post(conn, post)?;
    let post = posts::table.find(post.0).select((posts::forum_id, posts::locked));
    match conn {
        DbConnection::Postgres(conn) => post.for_no_key_update().first(conn).optional(),
        DbConnection::Sqlite(conn) => post.first(conn).optional(),
    }
}

/// `locked` says whether moderators locked it.
#[derive(Queryable)]
pub(super) struct LockedPost {
    pub(super) forum: i64,
    locked: bool,
}

/// Returns the depth of a new reply, or why its parent takes no answers.
fn depth(conn: &mut DbConnection, reply: &NewReply) -> QueryResult<Result<i16, Refusal>> {
    let Some(parent) = reply.responds_to else { return Ok(Ok(0)) };
    let query =
        replies::table.find(parent.0).select((replies::post_id, replies::depth, replies::removed));
    let parent: Option<(i64, i16, bool)> =
        on_backend!(conn, conn => query.first(conn)).optional()?;
    Ok(parent.ok_or(Refusal::NotOfThisPost).and_then(|(post, depth, removed)| {
        Parent { post: PostId(post), depth, removed }.child_depth(reply.post)
    }))
}

/// Counts a new or restored reply in its post, which is active at its time unless it has a later one.
pub(super) fn count_one(
    conn: &mut DbConnection,
    post: PostId,
    at: Timestamp,
) -> QueryResult<usize> {
    let at = at.unix_millis();
    let active_at = case_when(stored_posts::active_at.lt(at), at.into_sql::<BigInt>());
    let post = diesel::update(stored_posts::table.find(post.0)).set((
        stored_posts::reply_count.eq(stored_posts::reply_count + 1),
        stored_posts::active_at.eq(active_at.otherwise(stored_posts::active_at)),
    ));
    on_backend!(conn, conn => post.execute(conn))
}

#[derive(Queryable)]
pub(super) struct Locked {
    post: i64,
    forum: i64,
    pub(super) author: i64,
    pub(super) upvotes: i64,
    pub(super) downvotes: i64,
    pub(super) removed: bool,
    /// Whether only moderators write in its post.
    moderators_only: bool,
}

/// Locks a reply against concurrent votes and edits, and returns it. SQLite has a single writer and needs
/// no lock.
pub(super) fn lock_reply(conn: &mut DbConnection, id: ReplyId) -> QueryResult<Option<Locked>> {
    let reply = replies::table.find(id.0).select((
        replies::post_id,
        posts::table
            .filter(posts::id.eq(replies::post_id))
            .select(posts::forum_id)
            .single_value()
            .assume_not_null(),
        replies::author_id,
        replies::upvotes,
        replies::downvotes,
        replies::removed,
        posts::table
            .filter(posts::id.eq(replies::post_id))
            .select(posts::locked)
            .single_value()
            .assume_not_null(),
    ));
    match conn {
        DbConnection::Postgres(conn) => reply.for_no_key_update().first(conn).optional(),
        DbConnection::Sqlite(conn) => reply.first(conn).optional(),
    }
}
