//! Renders the texts again that an older renderer rendered, or none, in batches while the forum runs. Hidden posts are
//! among them, as they can be restored.

mod progress;
mod updates;

use database::{
    Database, DbConnection, Events,
    schema::{forum_rules, forums, messages, site, stored_posts, stored_replies},
};
use diesel::{dsl::max, prelude::*};
use kernel::RepositoryError;
use markup::{Members, Rendered};

pub(in crate::maintenance) use self::progress::rendering_progress;
pub use self::progress::{RenderingProgress, is_rendering_paused, pause_rendering};
use crate::texts::{members_among, rendered};

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

/// Renders the texts that an older renderer or none has seen, and returns how many there were. `pause` is called
/// after each transaction; where it returns false, the rest is left for another time.
///
/// # Errors
/// When the database is unavailable.
pub fn render_outdated_texts(
    database: &Database,
    mut pause: impl FnMut() -> bool,
) -> Result<usize, RepositoryError> {
    let mut done = 0;
    for table in Table::ALL {
        if database.read(|conn| table.count_outdated(conn))? == 0 {
            continue;
        }
        let last = database.read(|conn| table.last_id(conn))?.unwrap_or_default();
        let mut after = 0;
        while after < last {
            let window = (after, after + WINDOW);
            let (texts, members) = database.snapshot(|conn| {
                let texts = table.outdated(conn, window)?;
                let sources = texts.iter().map(|text| text.source.as_str());
                let members = members_among(conn, sources)?;
                Ok((texts, members))
            })?;
            for batch in texts.chunks(batch_size(database)) {
                done += render_batch(database, table, batch, &members)?;
                if !pause() {
                    return Ok(done);
                }
            }
            after += WINDOW;
        }
    }
    Ok(done)
}

fn batch_size(database: &Database) -> usize {
    if database.worker_reads().is_some() { BATCH_ON_SQLITE } else { 1 }
}

fn render_batch(
    database: &Database,
    table: Table,
    batch: &[Outdated],
    members: &Members,
) -> Result<usize, RepositoryError> {
    let texts: Vec<_> = batch.iter().map(|text| rendered(&text.source, members)).collect();
    let written = database.write(|conn, events| {
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

impl Table {
    const ALL: [Self; 6] =
        [Self::Site, Self::Forums, Self::ForumRules, Self::Posts, Self::Replies, Self::Messages];

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
            Self::Site => updates::site_rules(conn, events, outdated, text),
            Self::Forums => updates::forum(conn, events, outdated, text),
            Self::ForumRules => updates::rules(conn, events, outdated, text),
            Self::Posts => updates::post(conn, events, outdated, text),
            Self::Replies => updates::reply(conn, events, outdated, text),
            Self::Messages => updates::message(conn, outdated, text),
        }
    }
}
