use ::posts::{InsertOutcome, NewPost, Post, PostContent, WriteOutcome, hot};
use database::{
    DbConnection, Events,
    locks::{self, LockedRows, Target},
    on_backend,
    schema::{post_words, posts, stored_posts},
    sql::execute_cached,
};
use diesel::{
    prelude::*,
    sql_types::{BigInt, Bool, SmallInt},
};
use kernel::{Event, ForumId, ImageUrl, PostId, Timestamp, UserId};
use markup::Rendered;

use crate::{
    author_counts::{self, Change},
    bans::forum_ban,
    forum_activity,
    forums::{add_post, retitle_post},
    idempotency,
    images::references::{self, Referrer},
    moderation::may_moderate,
    notifications::auto_watch,
    posts::find,
    readers,
    search::{normalize, stored},
    texts::{revisions, set_post_mentions},
};

pub(super) fn insert(
    conn: &mut DbConnection,
    events: &mut Events,
    post: &NewPost,
    text: &Rendered,
) -> QueryResult<InsertOutcome> {
    if let Some(refused) = refusal(conn, post)? {
        return Ok(refused);
    }
    let content = RenderedContent { content: &post.content, text };
    let id = store(conn, post, content, None)?;
    diesel::insert_into(post_words::table)
        .values((
            post_words::post_id.eq(id.0),
            post_words::forum_id.eq(post.forum.0),
            post_words::search_text.eq(content.words()),
        ))
        .execute(conn)?;
    auto_watch(conn, events, post.author, id)?;
    events.record(Event::PostCreated { post: id, forum: post.forum });
    let stored = find(conn, id)?;
    let position = (post.created_at.unix_millis(), id.0);
    add_post(conn, post.forum.0, position, post.content.title.as_str())?;
    forum_activity::add(conn, post.forum.0, post.created_at.day())?;
    let change = Change { posts: 1, ..Change::default() };
    author_counts::add(conn, post.author.0, post.forum, change)?;
    references::insert(conn, Referrer::Post(id.0), &image_texts(&post.content))?;
    Ok(stored.map_or(InsertOutcome::NoSuchForum, |post| InsertOutcome::Inserted(Box::new(post))))
}

/// Locks the forum of a new post and returns why it cannot be stored.
pub(super) fn refusal(
    conn: &mut DbConnection,
    post: &NewPost,
) -> QueryResult<Option<InsertOutcome>> {
    if !locks::lock_for_write(conn, post.forum)?
        || !readers::exists_for(conn, post.author, post.forum)?
    {
        return Ok(Some(InsertOutcome::NoSuchForum));
    }
    let ban = forum_ban(conn, post.author, post.forum, post.created_at)?;
    Ok(ban.map(InsertOutcome::Banned))
}

/// Stores a post and its mentions. With `hidden_at` it waits for approval.
pub(super) fn store(
    conn: &mut DbConnection,
    post: &NewPost,
    content: RenderedContent<'_>,
    hidden_at: Option<i64>,
) -> QueryResult<PostId> {
    let id: i64 = diesel::insert_into(stored_posts::table)
        .values((
            stored_posts::forum_id.eq(post.forum.0),
            stored_posts::author_id.eq(post.author.0),
            stored_posts::created_at.eq(post.created_at.unix_millis()),
            stored_posts::day.eq(post.created_at.day()),
            // Nothing but `postup check` reads it, also that of the release before.
            stored_posts::month.eq(post.created_at.month()),
            stored_posts::hot.eq(hot(0, post.created_at)),
            stored_posts::active_at.eq(post.created_at.unix_millis()),
            stored_posts::hidden_at.eq(hidden_at),
            stored_posts::held.eq(hidden_at.is_some()),
            content.columns(),
        ))
        .returning(stored_posts::id)
        .get_result(conn)?;
    idempotency::written(conn, (post.author, post.request.as_ref()), id)?;
    if !content.text.mentions.is_empty() {
        set_post_mentions(conn, PostId(id), &content.text.mentions)?;
    }
    Ok(PostId(id))
}

pub(super) fn update(
    conn: &mut DbConnection,
    events: &mut Events,
    id: PostId,
    content: RenderedContent<'_>,
    (editor, at): (UserId, Timestamp),
) -> QueryResult<WriteOutcome<Post>> {
    let edited = EDITED.in_forum_of::<(BigInt, Bool, SmallInt)>(conn, Target::Post(id));
    let edited: Option<(i64, bool, i16)> =
        on_backend!(conn, conn => edited.get_result(conn)).optional()?;
    let Some((forum, moderators_only, visibility)) = edited else {
        return Ok(WriteOutcome::NotFound);
    };
    if !readers::may_read(conn, editor, ForumId(forum), visibility)? {
        return Ok(WriteOutcome::NotFound);
    }
    if let Some(ban) = forum_ban(conn, editor, ForumId(forum), at)? {
        return Ok(WriteOutcome::Banned(ban));
    }
    if moderators_only && !may_moderate(conn, editor, ForumId(forum))? {
        return Ok(WriteOutcome::Locked);
    }
    let new = (content.content.title.as_str(), content.content.description.as_str());
    let Some((version, revised_at)) = revisions::keep_post(conn, id, new, at)? else {
        return Ok(WriteOutcome::NotFound);
    };
    let post = diesel::update(stored_posts::table.find(id.0)).set((
        content.columns(),
        stored_posts::edited.eq(true),
        stored_posts::version.eq(version),
        stored_posts::revised_at.eq(revised_at),
    ));
    execute_cached(conn, post)?;
    let words = post_words::search_text.eq(content.words());
    let words = diesel::update(post_words::table.find(id.0)).set(words);
    execute_cached(conn, words)?;
    let stored = find(conn, id)?;
    if let Some(post) = &stored {
        let is_latest = retitle_post(conn, post.forum.0, id.0, content.content.title.as_str())?;
        events.record(Event::PostEdited { post: id, forum: post.forum, is_latest });
        for user in set_post_mentions(conn, id, &content.text.mentions)? {
            events.record(Event::MemberMentioned { user, post: id, reply: None });
        }
        references::replace(conn, Referrer::Post(id.0), &image_texts(content.content))?;
    }
    Ok(stored.map_or(WriteOutcome::NotFound, WriteOutcome::Done))
}

/// Returns the texts that may contain addresses of images.
pub(super) fn image_texts(content: &PostContent) -> [&str; 2] {
    let image = content.image.as_ref().map_or("", ImageUrl::as_str);
    [content.description.as_str(), image]
}

/// The forum of a post that is edited, its visibility, and whether only moderators write there. An edit may change the
/// forum, too, and comes before or after a lock of the post.
const EDITED: LockedRows = LockedRows {
    columns: "p.forum_id, p.locked, f.visibility",
    from: "forums f JOIN shown_posts p ON p.forum_id = f.id WHERE p.id = ?",
    locks: "FOR NO KEY UPDATE OF f, p",
};

/// A post that is deleted.
#[derive(Queryable)]
pub(super) struct Locked {
    pub(super) forum_id: i64,
    pub(super) author_id: i64,
    pub(super) day: i32,
    /// Whether moderators locked it.
    pub(super) moderators_only: bool,
}

/// Locks a post for deletion until the transaction ends and returns it.
pub(super) fn lock(conn: &mut DbConnection, id: PostId) -> QueryResult<Option<Locked>> {
    let post = posts::table.find(id.0).select((
        posts::forum_id,
        posts::author_id,
        posts::day,
        posts::locked,
    ));
    match conn {
        DbConnection::Postgres(conn) => post.for_update().first(conn).optional(),
        // SQLite has a single writer.
        DbConnection::Sqlite(conn) => post.first(conn).optional(),
    }
}

/// The content of a post, and what its description looks like.
#[derive(Clone, Copy)]
pub(super) struct RenderedContent<'a> {
    pub(super) content: &'a PostContent,
    pub(super) text: &'a Rendered,
}

type Columns = (
    diesel::dsl::Eq<stored_posts::title, String>,
    diesel::dsl::Eq<stored_posts::description, String>,
    diesel::dsl::Eq<stored_posts::image, Option<String>>,
    diesel::dsl::Eq<stored_posts::image_description, Option<String>>,
    diesel::dsl::Eq<stored_posts::renderer, i32>,
    diesel::dsl::Eq<stored_posts::excerpt, String>,
    diesel::dsl::Eq<stored_posts::html, String>,
);

impl RenderedContent<'_> {
    fn columns(self) -> Columns {
        let Self { content, text } = self;
        (
            stored_posts::title.eq(content.title.as_str().to_owned()),
            stored_posts::description.eq(content.description.as_str().to_owned()),
            stored_posts::image.eq(content.image.as_ref().map(|image| image.as_str().to_owned())),
            stored_posts::image_description
                .eq(content.image_description.as_ref().map(|text| text.as_str().to_owned())),
            stored_posts::renderer.eq(markup::VERSION),
            stored_posts::excerpt.eq(text.excerpt.clone()),
            stored_posts::html.eq(text.html.clone()),
        )
    }

    fn words(self) -> String {
        words(self.content.title.as_str(), &self.text.plain)
    }
}

/// Returns the search words of a post: those of its title and of the plain text of its description.
pub(crate) fn words(title: &str, plain: &str) -> String {
    stored(&normalize(&format!("{title} {plain}")))
}
