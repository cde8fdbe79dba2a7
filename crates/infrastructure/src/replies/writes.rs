use ::replies::{
    Description, EditOutcome, InsertOutcome, NewReply, Parent, Refusal, Reply, ReplyContent,
};
use database::{
    DbConnection, Events,
    locks::{LockedRows, Target},
    on_backend,
    schema::{replies, stored_posts, stored_replies, users},
    sql::{cached, execute_cached},
};
use diesel::{
    dsl::case_when,
    prelude::*,
    sql_types::{BigInt, Bool, SmallInt},
};
use kernel::{Event, ForumId, PostId, ReplyId, Timestamp, UserId, Votes};
use markup::Rendered;

use crate::{
    author_counts::counts_in,
    author_role::RoleOfReplier,
    bans::forum_ban,
    forum_activity, idempotency,
    images::references::{self, Referrer},
    moderation::may_moderate,
    notifications::auto_watch,
    readers,
    replies::row::{Row, with_authors},
    roles,
    texts::{revisions, set_reply_mentions},
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
    auto_watch(conn, events, reply.author, post)?;
    events.record(Event::ReplyCreated { reply: id, post, forum });
    if let Some(parent) = reply.responds_to {
        count_child(conn, parent.0, 1)?;
    }
    count_one(conn, reply.post, reply.created_at)?;
    forum_activity::add(conn, forum.0, reply.created_at.day())?;
    let author = count_by_author(conn, reply, forum)?;
    references::insert(conn, Referrer::Reply(id.0), &[reply.description.as_str()])?;
    Ok(InsertOutcome::Inserted(author.reply(id, depth, reply, text)))
}

/// The forum and the depth of a new reply.
pub(super) struct Admitted {
    pub(super) forum: ForumId,
    pub(super) depth: i16,
}

/// Locks the post of a new reply, and its forum. Returns where the reply goes, or why it cannot be stored.
pub(super) fn admit(
    conn: &mut DbConnection,
    reply: &NewReply,
) -> QueryResult<Result<Admitted, InsertOutcome>> {
    let Some(LockedPost { forum, locked, visibility }) = lock_post(conn, reply.post)? else {
        return Ok(Err(InsertOutcome::NoSuchPost));
    };
    let forum = ForumId(forum);
    if !readers::may_read(conn, reply.author, forum, visibility)? {
        return Ok(Err(InsertOutcome::NoSuchPost));
    }
    if let Some(ban) = forum_ban(conn, reply.author, forum, reply.created_at)? {
        return Ok(Err(InsertOutcome::Banned(ban)));
    }
    if locked && !may_moderate(conn, reply.author, forum)? {
        return Ok(Err(InsertOutcome::PostLocked));
    }
    let depth = depth(conn, reply)?.map_err(InsertOutcome::Refused);
    Ok(depth.map(|depth| Admitted { forum, depth }))
}

/// Stores a reply and its mentions. A held reply is hidden until it is approved.
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
    idempotency::written(conn, (reply.author, reply.request.as_ref()), id)?;
    if !text.mentions.is_empty() {
        set_reply_mentions(conn, ReplyId(id), &text.mentions)?;
    }
    Ok(ReplyId(id))
}

/// Counts an answer to a reply, or with -1 counts it no more; 0 is the post, which counts none.
pub(super) fn count_child(
    conn: &mut DbConnection,
    parent: i64,
    difference: i64,
) -> QueryResult<()> {
    if parent != 0 {
        let parent = diesel::update(stored_replies::table.find(parent));
        let count = stored_replies::child_count.eq(stored_replies::child_count + difference);
        execute_cached(conn, parent.set(count))?;
    }
    Ok(())
}

/// The author as a reply shows them.
#[derive(Queryable)]
struct Author {
    username: String,
    image: String,
    role: i16,
}

/// Adds a new reply to its author's count, and returns the author.
fn count_by_author(
    conn: &mut DbConnection,
    reply: &NewReply,
    forum: ForumId,
) -> QueryResult<Author> {
    let one = case_when(counts_in(forum), 1_i64.into_sql::<BigInt>())
        .otherwise(0_i64.into_sql::<BigInt>());
    let role = RoleOfReplier::in_thread_of(reply.post);
    let counted = diesel::update(users::table.find(reply.author.0))
        .set(users::reply_count.eq(users::reply_count + one))
        .returning((users::username, users::image, role));
    on_backend!(conn, conn => cached(counted).get_result(conn))
}

impl Author {
    fn reply(self, id: ReplyId, depth: i16, new: &NewReply, text: &Rendered) -> Reply {
        let content = ReplyContent {
            description: new.description.as_str().to_owned(),
            html: text.html.clone(),
            username: self.username,
            user_image: self.image,
            user_role: roles::from_stored(self.role),
        };
        Reply {
            id,
            post: new.post,
            responds_to: new.responds_to,
            depth,
            content: Some(content),
            created_at: new.created_at,
            edited_at: None,
            votes: Votes::default(),
            child_count: 0,
            held: false,
        }
    }
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
    editor: UserId,
) -> QueryResult<EditOutcome> {
    let Some(Locked { post, forum, removed, moderators_only, visibility, .. }) =
        lock_reply(conn, id)?
    else {
        return Ok(EditOutcome::NotFound);
    };
    if !readers::may_read(conn, editor, ForumId(forum), visibility)? {
        return Ok(EditOutcome::NotFound);
    }
    if let Some(ban) = forum_ban(conn, editor, ForumId(forum), at)? {
        return Ok(EditOutcome::Banned(ban));
    }
    if removed {
        return Ok(EditOutcome::ReplyRemoved);
    }
    if moderators_only && !may_moderate(conn, editor, ForumId(forum))? {
        return Ok(EditOutcome::PostLocked);
    }
    let kept = revisions::keep_reply(conn, id, description.as_str(), at)?;
    let Some((version, revised_at)) = kept else { return Ok(EditOutcome::NotFound) };
    let reply = diesel::update(stored_replies::table.find(id.0)).set((
        stored_replies::description.eq(description.as_str()),
        stored_replies::renderer.eq(markup::VERSION),
        stored_replies::excerpt.eq(&text.excerpt),
        stored_replies::html.eq(&text.html),
        stored_replies::version.eq(version),
        // An edit marks the reply, also one that says the same.
        stored_replies::revised_at.eq(revised_at.unwrap_or(at.unix_millis())),
    ));
    execute_cached(conn, reply)?;
    let (post, forum) = (PostId(post), ForumId(forum));
    events.record(Event::ReplyEdited { reply: id, post, forum });
    for user in set_reply_mentions(conn, id, &text.mentions)? {
        events.record(Event::MemberMentioned { user, post, reply: Some(id) });
    }
    let row: Row = with_authors(RoleOfReplier::ToAny).filter(replies::id.eq(id.0)).first(conn)?;
    references::replace(conn, Referrer::Reply(id.0), &[description.as_str()])?;
    Ok(EditOutcome::Edited(Reply::from(row)))
}

/// A [`LockedPost`].
const POST: LockedRows = LockedRows {
    columns: "p.forum_id, p.locked, (SELECT f.visibility FROM forums f WHERE f.id = p.forum_id)",
    from: "shown_posts p WHERE p.id = ?",
    locks: "FOR NO KEY UPDATE OF p",
};

/// The state of a locked post on which a write below it depends.
#[derive(Queryable)]
pub(super) struct LockedPost {
    pub(super) forum: i64,
    /// Whether moderators locked it.
    locked: bool,
    visibility: i16,
}

/// Takes the lock of writes in the forum of a post, and locks the post against concurrent changes of its thread.
pub(super) fn lock_post(conn: &mut DbConnection, post: PostId) -> QueryResult<Option<LockedPost>> {
    let post = POST.in_forum_of::<(BigInt, Bool, SmallInt)>(conn, Target::Post(post));
    on_backend!(conn, conn => post.get_result(conn)).optional()
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
pub(super) fn count_one(conn: &mut DbConnection, post: PostId, at: Timestamp) -> QueryResult<()> {
    let at = at.unix_millis();
    let active_at = case_when(stored_posts::active_at.lt(at), at.into_sql::<BigInt>());
    let post = diesel::update(stored_posts::table.find(post.0)).set((
        stored_posts::reply_count.eq(stored_posts::reply_count + 1),
        stored_posts::active_at.eq(active_at.otherwise(stored_posts::active_at)),
    ));
    execute_cached(conn, post)
}

/// A [`Locked`].
const REPLY: LockedRows = LockedRows {
    columns: "r.post_id, p.forum_id, r.author_id, r.upvotes, r.downvotes, r.removed, p.locked,
        (SELECT f.visibility FROM forums f WHERE f.id = p.forum_id)",
    from: "shown_replies r JOIN shown_posts p ON p.id = r.post_id WHERE r.id = ?",
    locks: "FOR NO KEY UPDATE OF r",
};

type LockedType = (BigInt, BigInt, BigInt, BigInt, BigInt, Bool, Bool, SmallInt);

/// The state of a locked reply on which an edit, a vote or a removal depends.
#[derive(Queryable)]
pub(super) struct Locked {
    pub(super) post: i64,
    pub(super) forum: i64,
    pub(super) author: i64,
    pub(super) upvotes: i64,
    pub(super) downvotes: i64,
    pub(super) removed: bool,
    /// Whether only moderators write in its post.
    pub(super) moderators_only: bool,
    pub(super) visibility: i16,
}

/// Takes the lock of writes in the forum of a reply, and locks the reply against concurrent votes and edits.
pub(super) fn lock_reply(conn: &mut DbConnection, id: ReplyId) -> QueryResult<Option<Locked>> {
    let reply = REPLY.in_forum_of::<LockedType>(conn, Target::Reply(id));
    on_backend!(conn, conn => reply.get_result(conn)).optional()
}
