//! The versions of posts and replies. Those before the present one have rows of their own.

use database::{
    DbConnection, Events, locks,
    schema::{
        post_revisions, posts, removed_replies, replies, reply_revisions, stored_posts, users,
    },
};
use diesel::{
    dsl::{case_when, exists, not},
    prelude::*,
    sql_types::Bool,
};
use kernel::{
    Act, ById, Event, ForumId, HideOutcome, Page, PageRequest, PostId, ReplyId, Revision,
    Timestamp, UserId,
};

use crate::{
    images::references::{self, Referrer},
    moderation_log,
};

/// The number of the present version, and when it was written if that is not when the text was first written.
type Present = (i32, Option<i64>);

/// The present version as it is stored: author, number, times, texts.
type PostRow = (i64, i32, Option<i64>, i64, String, String);
type ReplyRow = (i64, i32, Option<i64>, i64, String);

/// Keeps the text of a post that becomes `(title, description)`, if that makes a new version. Returns the new present
/// version; `None` if there is no such post. The caller has locked the forum against changes of its posts.
pub(crate) fn keep_post(
    conn: &mut DbConnection,
    id: PostId,
    new: (&str, &str),
    now: Timestamp,
) -> QueryResult<Option<Present>> {
    let row: Option<PostRow> = posts::table
        .find(id.0)
        .select((
            posts::author_id,
            posts::version,
            posts::revised_at,
            posts::created_at,
            posts::title,
            posts::description,
        ))
        .first(conn)
        .optional()?;
    let Some((author, version, revised_at, created_at, title, description)) = row else {
        return Ok(None);
    };
    if new == (title.as_str(), description.as_str()) {
        return Ok(Some((version, revised_at)));
    }
    let written_at = revised_at.unwrap_or(created_at);
    let replaced_at = post_revisions::table
        .filter(post_revisions::post_id.eq(id.0).and(post_revisions::version.eq(version - 1)))
        .select(post_revisions::replaced_at)
        .first::<Option<i64>>(conn)
        .optional()?;
    // Of versions of older programs only the last edit is known.
    let begun = replaced_at.map_or(created_at, |replaced_at| replaced_at.unwrap_or(written_at));
    if !Revision::is_new_version(Timestamp::from_unix_millis(begun), now) {
        return Ok(Some((version, Some(now.unix_millis()))));
    }
    diesel::insert_into(post_revisions::table)
        .values((
            post_revisions::post_id.eq(id.0),
            post_revisions::version.eq(version),
            post_revisions::author_id.eq(author),
            post_revisions::written_at.eq(written_at),
            post_revisions::title.eq(title),
            post_revisions::description.eq(description),
            post_revisions::replaced_at.eq(now.unix_millis()),
        ))
        .execute(conn)?;
    Ok(Some((version + 1, Some(now.unix_millis()))))
}

/// Like [`keep_post`], for a reply. The caller has locked it.
pub(crate) fn keep_reply(
    conn: &mut DbConnection,
    id: ReplyId,
    new: &str,
    now: Timestamp,
) -> QueryResult<Option<Present>> {
    let row: Option<ReplyRow> = replies::table
        .find(id.0)
        .select((
            replies::author_id,
            replies::version,
            replies::revised_at,
            replies::created_at,
            replies::description,
        ))
        .first(conn)
        .optional()?;
    let Some((author, version, revised_at, created_at, description)) = row else {
        return Ok(None);
    };
    if new == description {
        return Ok(Some((version, revised_at)));
    }
    let written_at = revised_at.unwrap_or(created_at);
    let replaced_at = reply_revisions::table
        .filter(reply_revisions::reply_id.eq(id.0).and(reply_revisions::version.eq(version - 1)))
        .select(reply_revisions::replaced_at)
        .first::<Option<i64>>(conn)
        .optional()?;
    // Of versions of older programs only the last edit is known.
    let begun = replaced_at.map_or(created_at, |replaced_at| replaced_at.unwrap_or(written_at));
    if !Revision::is_new_version(Timestamp::from_unix_millis(begun), now) {
        return Ok(Some((version, Some(now.unix_millis()))));
    }
    diesel::insert_into(reply_revisions::table)
        .values((
            reply_revisions::reply_id.eq(id.0),
            reply_revisions::version.eq(version),
            reply_revisions::author_id.eq(author),
            reply_revisions::written_at.eq(written_at),
            reply_revisions::description.eq(description),
            reply_revisions::replaced_at.eq(now.unix_millis()),
        ))
        .execute(conn)?;
    Ok(Some((version + 1, Some(now.unix_millis()))))
}

/// Deletes the versions of a removed reply.
pub(crate) fn forget_reply(conn: &mut DbConnection, id: ReplyId) -> QueryResult<usize> {
    diesel::delete(reply_revisions::table.filter(reply_revisions::reply_id.eq(id.0))).execute(conn)
}

/// Which posts and replies have versions to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    /// Texts that everybody sees, for moderators with the hidden versions.
    Shown { with_hidden: bool },
    /// Texts that a moderator removed.
    Hidden,
}

impl Of {
    fn sees_hidden(self) -> bool {
        match self {
            Self::Shown { with_hidden } => with_hidden,
            Self::Hidden => true,
        }
    }
}

pub(crate) fn of_post(
    conn: &mut DbConnection,
    id: PostId,
    of: Of,
    page: &PageRequest<ById>,
) -> QueryResult<Option<Page<Revision, ById>>> {
    let present: Option<(i32, Option<i64>, i64, String, String, String)> = stored_posts::table
        .inner_join(users::table)
        .filter(stored_posts::id.eq(id.0))
        .filter(stored_posts::hidden_at.is_not_null().eq(of == Of::Hidden))
        .select((
            stored_posts::version,
            stored_posts::revised_at,
            stored_posts::created_at,
            users::username,
            stored_posts::title,
            stored_posts::description,
        ))
        .first(conn)
        .optional()?;
    let Some((version, revised_at, created_at, username, title, description)) = present else {
        return Ok(None);
    };
    let at = revised_at.unwrap_or(created_at);
    let present = revision(version, at, username, Some(title), description);
    let earlier: Vec<(i32, i64, String, String, String, bool)> = post_revisions::table
        .inner_join(users::table)
        .filter(post_revisions::post_id.eq(id.0))
        .filter(post_revisions::version.lt(before(page)))
        .filter(not(post_revisions::hidden).or(of.sees_hidden().into_sql::<Bool>()))
        .order(post_revisions::version.desc())
        .limit(page.limit.fetch_size())
        .select((
            post_revisions::version,
            post_revisions::written_at,
            users::username,
            post_revisions::title,
            post_revisions::description,
            post_revisions::hidden,
        ))
        .load(conn)?;
    let earlier = earlier.into_iter().map(|(version, at, username, title, description, hidden)| {
        Revision { hidden, ..revision(version, at, username, Some(title), description) }
    });
    Ok(Some(cut(present, earlier, page)))
}

/// Version, times of the last edit and of creation, author, and text.
type PresentReply = (i32, Option<i64>, i64, String, Option<String>);

pub(crate) fn of_reply(
    conn: &mut DbConnection,
    id: ReplyId,
    of: Of,
    page: &PageRequest<ById>,
) -> QueryResult<Option<Page<Revision, ById>>> {
    let text = case_when(replies::removed, removed_replies::description.nullable())
        .otherwise(replies::description.nullable());
    let present: Option<PresentReply> = replies::table
        .inner_join(users::table)
        .left_join(removed_replies::table.on(removed_replies::reply_id.eq(replies::id)))
        .filter(replies::id.eq(id.0).and(replies::removed.eq(of == Of::Hidden)))
        .select((replies::version, replies::revised_at, replies::created_at, users::username, text))
        .first(conn)
        .optional()?;
    let Some((version, revised_at, created_at, username, Some(description))) = present else {
        return Ok(None);
    };
    let present = revision(version, revised_at.unwrap_or(created_at), username, None, description);
    let earlier: Vec<(i32, i64, String, String, bool)> = reply_revisions::table
        .inner_join(users::table)
        .filter(reply_revisions::reply_id.eq(id.0))
        .filter(reply_revisions::version.lt(before(page)))
        .filter(not(reply_revisions::hidden).or(of.sees_hidden().into_sql::<Bool>()))
        .order(reply_revisions::version.desc())
        .limit(page.limit.fetch_size())
        .select((
            reply_revisions::version,
            reply_revisions::written_at,
            users::username,
            reply_revisions::description,
            reply_revisions::hidden,
        ))
        .load(conn)?;
    let earlier = earlier.into_iter().map(|(version, at, username, description, hidden)| {
        Revision { hidden, ..revision(version, at, username, None, description) }
    });
    Ok(Some(cut(present, earlier, page)))
}

/// Hides an earlier version of a shown post.
pub(crate) fn hide_of_post(
    conn: &mut DbConnection,
    events: &mut Events,
    id: PostId,
    version: i32,
    act: &Act,
) -> QueryResult<HideOutcome> {
    locks::lock_forum_for_post_change(conn, id)?;
    let present: Option<(i32, i64, i64, String, Option<String>)> = posts::table
        .find(id.0)
        .select((
            posts::version,
            posts::forum_id,
            posts::author_id,
            posts::description,
            posts::image,
        ))
        .first(conn)
        .optional()?;
    let Some((present, forum, author, text, image)) = present else {
        return Ok(HideOutcome::NotFound);
    };
    let of_post = post_revisions::table
        .filter(post_revisions::post_id.eq(id.0).and(post_revisions::version.eq(version)));
    let hidden = diesel::update(of_post.filter(not(post_revisions::hidden)))
        .set(post_revisions::hidden.eq(true))
        .execute(conn)?;
    let is_there = hidden == 1 || diesel::select(exists(of_post)).get_result(conn)?;
    if let (1, Some(by)) = (hidden, act.by) {
        let (forum, author) = (ForumId(forum), UserId(author));
        let event = Event::RevisionHidden { post: id, reply: None, forum, author, by };
        moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
        let texts = [text.as_str(), image.as_deref().unwrap_or_default()];
        references::replace(conn, Referrer::Post(id.0), &texts)?;
    }
    Ok(outcome(version == present, is_there))
}

/// Like [`hide_of_post`], for a reply.
pub(crate) fn hide_of_reply(
    conn: &mut DbConnection,
    events: &mut Events,
    id: ReplyId,
    version: i32,
    act: &Act,
) -> QueryResult<HideOutcome> {
    let present: Option<(i32, i64, i64, i64, String)> = replies::table
        .inner_join(posts::table)
        .filter(replies::id.eq(id.0).and(not(replies::removed)))
        .select((
            replies::version,
            replies::post_id,
            posts::forum_id,
            replies::author_id,
            replies::description,
        ))
        .first(conn)
        .optional()?;
    let Some((present, post, forum, author, text)) = present else {
        return Ok(HideOutcome::NotFound);
    };
    let of_reply = reply_revisions::table
        .filter(reply_revisions::reply_id.eq(id.0).and(reply_revisions::version.eq(version)));
    let hidden = diesel::update(of_reply.filter(not(reply_revisions::hidden)))
        .set(reply_revisions::hidden.eq(true))
        .execute(conn)?;
    let is_there = hidden == 1 || diesel::select(exists(of_reply)).get_result(conn)?;
    if let (1, Some(by)) = (hidden, act.by) {
        let (post, forum, author) = (PostId(post), ForumId(forum), UserId(author));
        let event = Event::RevisionHidden { post, reply: Some(id), forum, author, by };
        moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
        references::replace(conn, Referrer::Reply(id.0), &[text.as_str()])?;
    }
    Ok(outcome(version == present, is_there))
}

fn outcome(is_present: bool, is_there: bool) -> HideOutcome {
    match (is_present, is_there) {
        (true, _) => HideOutcome::Present,
        (false, true) => HideOutcome::Hidden,
        (false, false) => HideOutcome::NotFound,
    }
}

fn revision(
    version: i32,
    at: i64,
    username: String,
    title: Option<String>,
    description: String,
) -> Revision {
    let at = Timestamp::from_unix_millis(at);
    Revision { version, at, username, title, description, hidden: false }
}

/// Returns the number below which the versions of a page are.
fn before(page: &PageRequest<ById>) -> i32 {
    page.after.map_or(i32::MAX, |ById(version)| i32::try_from(version).unwrap_or(i32::MAX))
}

/// Makes a page of the present version, if it is on it, and earlier ones.
fn cut(
    present: Revision,
    earlier: impl Iterator<Item = Revision>,
    page: &PageRequest<ById>,
) -> Page<Revision, ById> {
    let first = (present.version < before(page)).then_some(present);
    let revisions: Vec<_> = first.into_iter().chain(earlier).take(page.limit.get() + 1).collect();
    let size = |one: &Revision| one.description.len() + one.title.as_ref().map_or(0, String::len);
    Page::cut_by_size(revisions, page.limit, size, |one| ById(i64::from(one.version)))
}
