//! Renders the texts again that an older renderer rendered, or none, in batches while the forum runs. Hidden posts are
//! among them, as they can be restored.

use diesel::{dsl::max, prelude::*};
use kernel::{Event, ForumId, PostId, ReplyId, RepositoryError};
use markup::{Members, Rendered};

use super::{members_among, rendered, set_post_mentions, set_reply_mentions};
use crate::{
    Database,
    connection::DbConnection,
    database::Events,
    forums::search_texts,
    posts::words,
    schema::{forum_rules, forums, messages, post_words, site, stored_posts, stored_replies},
    search::index_reply_later,
};

/// How many ids are looked at in one query: no query takes long, however many texts there are.
const WINDOW: i64 = 500;
/// How many texts change in one transaction on SQLite, where a commit is slow. PostgreSQL takes each by itself, so
/// that it locks one text and its mentioned members.
const BATCH_ON_SQLITE: usize = 50;

/// A text that an older renderer rendered, or none.
struct Outdated {
    id: i64,
    post: i64,
    forum: i64,
    title: String,
    source: String,
}

/// A table with texts.
#[derive(Clone, Copy)]
enum Table {
    Site,
    Forums,
    ForumRules,
    Posts,
    Replies,
    Messages,
}

impl Database {
    /// Renders the texts that an older renderer or none has seen, and returns how many there were. `pause` is called
    /// after each transaction; where it returns false, the rest is left for another time.
    ///
    /// # Errors
    /// When the database is unavailable.
    pub fn render_outdated_texts(
        &self,
        mut pause: impl FnMut() -> bool,
    ) -> Result<usize, RepositoryError> {
        let mut done = 0;
        for table in [
            Table::Site,
            Table::Forums,
            Table::ForumRules,
            Table::Posts,
            Table::Replies,
            Table::Messages,
        ] {
            let last = self.read(|conn| table.last_id(conn))?.unwrap_or_default();
            let mut after = 0;
            while after < last {
                let window = (after, after + WINDOW);
                let (texts, members) = self.snapshot(|conn| {
                    let texts = table.outdated(conn, window)?;
                    let sources = texts.iter().map(|text| text.source.as_str());
                    let members = members_among(conn, sources)?;
                    Ok((texts, members))
                })?;
                for batch in texts.chunks(self.rendering_batch()) {
                    done += self.render_batch(table, batch, &members)?;
                    if !pause() {
                        return Ok(done);
                    }
                }
                after += WINDOW;
            }
        }
        Ok(done)
    }

    fn rendering_batch(&self) -> usize {
        if self.worker_reads().is_some() { BATCH_ON_SQLITE } else { 1 }
    }

    fn render_batch(
        &self,
        table: Table,
        batch: &[Outdated],
        members: &Members,
    ) -> Result<usize, RepositoryError> {
        let texts: Vec<_> = batch.iter().map(|text| rendered(&text.source, members)).collect();
        let written = self.write(|conn, events| {
            let mut done = 0;
            for (outdated, text) in batch.iter().zip(&texts) {
                done += usize::from(table.update(conn, events, outdated, text)?);
            }
            Ok(done)
        });
        match written {
            // A mentioned member deleted the account meanwhile; the next attempt no longer finds the name.
            Err(RepositoryError::Gone(_)) => Ok(0),
            written => written,
        }
    }
}

impl Table {
    fn last_id(self, conn: &mut DbConnection) -> QueryResult<Option<i64>> {
        match self {
            Self::Site => site::table.select(max(site::id)).first(conn),
            Self::Forums => forums::table.select(max(forums::id)).first(conn),
            Self::ForumRules => forum_rules::table.select(max(forum_rules::forum_id)).first(conn),
            Self::Posts => stored_posts::table.select(max(stored_posts::id)).first(conn),
            Self::Replies => stored_replies::table.select(max(stored_replies::id)).first(conn),
            Self::Messages => messages::table.select(max(messages::id)).first(conn),
        }
    }

    fn outdated(
        self,
        conn: &mut DbConnection,
        (after, last): (i64, i64),
    ) -> QueryResult<Vec<Outdated>> {
        type Row = (i64, i64, i64, String, String);
        let version = markup::VERSION;
        let rows: Vec<Row> = match self {
            Self::Site => site::table
                .filter(site::id.gt(after).and(site::id.le(last)))
                .filter(site::renderer.lt(version))
                .select((site::id, site::id, site::id, site::rules, site::rules))
                .load(conn)?,
            Self::Forums => forums::table
                .filter(forums::id.gt(after).and(forums::id.le(last)))
                .filter(forums::renderer.lt(version))
                .select((forums::id, forums::id, forums::id, forums::topic, forums::description))
                .load(conn)?,
            Self::ForumRules => forum_rules::table
                .filter(forum_rules::forum_id.gt(after).and(forum_rules::forum_id.le(last)))
                .filter(forum_rules::renderer.lt(version))
                .select((
                    forum_rules::forum_id,
                    forum_rules::forum_id,
                    forum_rules::forum_id,
                    forum_rules::rules,
                    forum_rules::rules,
                ))
                .load(conn)?,
            Self::Posts => stored_posts::table
                .filter(stored_posts::id.gt(after).and(stored_posts::id.le(last)))
                .filter(stored_posts::renderer.lt(version))
                .select((
                    stored_posts::id,
                    stored_posts::id,
                    stored_posts::forum_id,
                    stored_posts::title,
                    stored_posts::description,
                ))
                .load(conn)?,
            Self::Replies => stored_replies::table
                .inner_join(stored_posts::table)
                .filter(stored_replies::id.gt(after).and(stored_replies::id.le(last)))
                .filter(stored_replies::renderer.lt(version))
                .select((
                    stored_replies::id,
                    stored_replies::post_id,
                    stored_posts::forum_id,
                    stored_replies::description,
                    stored_replies::description,
                ))
                .load(conn)?,
            Self::Messages => messages::table
                .filter(messages::id.gt(after).and(messages::id.le(last)))
                .filter(messages::renderer.lt(version))
                .select((
                    messages::id,
                    messages::id,
                    messages::id,
                    messages::message,
                    messages::message,
                ))
                .load(conn)?,
        };
        let outdated =
            |(id, post, forum, title, source)| Outdated { id, post, forum, title, source };
        Ok(rows.into_iter().map(outdated).collect())
    }

    /// Returns false where the text changed meanwhile: then it is up to date.
    fn update(
        self,
        conn: &mut DbConnection,
        events: &mut Events,
        outdated: &Outdated,
        text: &Rendered,
    ) -> QueryResult<bool> {
        match self {
            Self::Site => site_rules(conn, events, outdated, text),
            Self::Forums => forum(conn, events, outdated, text),
            Self::ForumRules => rules(conn, events, outdated, text),
            Self::Posts => post(conn, events, outdated, text),
            Self::Replies => reply(conn, events, outdated, text),
            Self::Messages => message(conn, outdated, text),
        }
    }
}

fn site_rules(
    conn: &mut DbConnection,
    events: &mut Events,
    outdated: &Outdated,
    text: &Rendered,
) -> QueryResult<bool> {
    let unchanged = site::table
        .find(outdated.id)
        .filter(site::rules.eq(&outdated.source))
        .filter(site::renderer.lt(markup::VERSION));
    let changed = diesel::update(unchanged)
        .set((site::renderer.eq(markup::VERSION), site::html.eq(&text.html)))
        .execute(conn)?;
    if changed == 1 {
        events.record(Event::SiteRendered);
    }
    Ok(changed == 1)
}

fn forum(
    conn: &mut DbConnection,
    events: &mut Events,
    outdated: &Outdated,
    text: &Rendered,
) -> QueryResult<bool> {
    let (_, search_text) = search_texts(&outdated.title, &text.plain);
    let unchanged = forums::table
        .find(outdated.id)
        .filter(forums::topic.eq(&outdated.title))
        .filter(forums::description.eq(&outdated.source))
        .filter(forums::renderer.lt(markup::VERSION));
    let changed = diesel::update(unchanged)
        .set((
            forums::renderer.eq(markup::VERSION),
            forums::html.eq(&text.html),
            forums::search_text.eq(search_text),
        ))
        .execute(conn)?;
    if changed == 1 {
        events.record(Event::ForumRendered { forum: ForumId(outdated.id) });
    }
    Ok(changed == 1)
}

fn rules(
    conn: &mut DbConnection,
    events: &mut Events,
    outdated: &Outdated,
    text: &Rendered,
) -> QueryResult<bool> {
    let unchanged = forum_rules::table
        .find(outdated.id)
        .filter(forum_rules::rules.eq(&outdated.source))
        .filter(forum_rules::renderer.lt(markup::VERSION));
    let changed = diesel::update(unchanged)
        .set((forum_rules::renderer.eq(markup::VERSION), forum_rules::html.eq(&text.html)))
        .execute(conn)?;
    if changed == 1 {
        events.record(Event::ForumRendered { forum: ForumId(outdated.id) });
    }
    Ok(changed == 1)
}

fn post(
    conn: &mut DbConnection,
    events: &mut Events,
    outdated: &Outdated,
    text: &Rendered,
) -> QueryResult<bool> {
    let unchanged = stored_posts::table
        .find(outdated.id)
        .filter(stored_posts::title.eq(&outdated.title))
        .filter(stored_posts::description.eq(&outdated.source))
        .filter(stored_posts::renderer.lt(markup::VERSION));
    let changed = diesel::update(unchanged)
        .set((
            stored_posts::renderer.eq(markup::VERSION),
            stored_posts::excerpt.eq(&text.excerpt),
            stored_posts::html.eq(&text.html),
        ))
        .execute(conn)?;
    if changed == 0 {
        return Ok(false);
    }
    let words = words(&outdated.title, &text.plain);
    let other = post_words::table.find(outdated.id).filter(post_words::search_text.ne(&words));
    diesel::update(other).set(post_words::search_text.eq(&words)).execute(conn)?;
    set_post_mentions(conn, PostId(outdated.id), &text.mentions)?;
    record(events, outdated);
    Ok(true)
}

fn reply(
    conn: &mut DbConnection,
    events: &mut Events,
    outdated: &Outdated,
    text: &Rendered,
) -> QueryResult<bool> {
    let unchanged = stored_replies::table
        .find(outdated.id)
        .filter(stored_replies::description.eq(&outdated.source))
        .filter(stored_replies::renderer.lt(markup::VERSION));
    let changed = diesel::update(unchanged)
        .set((
            stored_replies::renderer.eq(markup::VERSION),
            stored_replies::excerpt.eq(&text.excerpt),
            stored_replies::html.eq(&text.html),
        ))
        .execute(conn)?;
    if changed == 0 {
        return Ok(false);
    }
    index_reply_later(conn, outdated.id)?;
    set_reply_mentions(conn, ReplyId(outdated.id), &text.mentions)?;
    record(events, outdated);
    Ok(true)
}

fn message(conn: &mut DbConnection, outdated: &Outdated, text: &Rendered) -> QueryResult<bool> {
    let unchanged = messages::table
        .find(outdated.id)
        .filter(messages::message.eq(&outdated.source))
        .filter(messages::renderer.lt(markup::VERSION));
    let changed = diesel::update(unchanged)
        .set((messages::renderer.eq(markup::VERSION), messages::html.eq(&text.html)))
        .execute(conn)?;
    Ok(changed == 1)
}

fn record(events: &mut Events, outdated: &Outdated) {
    let (post, forum) = (PostId(outdated.post), ForumId(outdated.forum));
    events.record(Event::PostRendered { post, forum });
}
