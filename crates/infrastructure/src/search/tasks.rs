//! Indexes replies, learns the words of new texts, and forgets those of deleted ones, in batches. Triggers store the tasks.
//! A batch takes SQLite's writer half as long as single replies, and no author waits for it.

use std::{collections::BTreeSet, time::Instant};

use ::search::{Query, learnable};
use database::{
    Database, DbConnection, MAX_HOLD, on_backend,
    schema::{forums, post_words, posts, replies, reply_words, search_tasks},
};
use diesel::{prelude::*, sql_types::SmallInt};
use kernel::{PostId, Reader, RepositoryError};

use super::{
    corrections::uses,
    groups::groups,
    words::{self, ReplyWords, index_replies, words_of_reply},
};

const POST: i16 = 0;
pub(crate) const REPLY: i16 = 1;
const FORUM: i16 = 2;
const FORGET: i16 = 3;

/// The tasks that are planned together, and done in one transaction if there is time.
const BATCH: i64 = 50;
/// The same where nobody waits for the transaction.
const BATCH_AT_ONCE: i64 = 2_000;
/// Bytes of replies that are indexed by one statement.
const BYTES: usize = 64 * 1024;
/// Bytes of texts that are learned together.
const LEARNED_BYTES: usize = 4 * 1024;
/// The same where nobody waits for the transaction.
const LEARNED_BYTES_AT_ONCE: usize = 256 * 1024;

/// Id, kind, id of the text, and the words to forget.
type Task = (i64, i16, i64, String);

/// The writes of some tasks.
#[derive(Default)]
struct Plan {
    /// The words of texts other than the replies below.
    texts: Vec<String>,
    /// Replies whose words are not stored yet, or others.
    replies: Vec<PlannedReply>,
    /// Known words of deleted texts that no other text has.
    unused: Vec<String>,
}

/// How much of a [`Plan`] a transaction wrote.
#[derive(Default)]
struct Progress {
    replies: usize,
    /// The words of those replies that did not change since the plan.
    indexed: Vec<String>,
    unused: usize,
    texts: usize,
}

struct PlannedReply {
    id: i64,
    /// The text that has these words.
    source: String,
    words: String,
}

/// Returns whether there are tasks of search.
///
/// # Errors
/// When the database is unavailable.
pub fn has_words_to_index(database: &Database) -> Result<bool, RepositoryError> {
    let any = search_tasks::table.select(search_tasks::id).limit(1);
    Ok(database.read(|conn| any.first::<i64>(conn).optional())?.is_some())
}

/// Returns whether words of deleted texts are still stored.
///
/// # Errors
/// When the database is unavailable.
pub fn has_words_to_forget(database: &Database) -> Result<bool, RepositoryError> {
    let forget = search_tasks::table.filter(search_tasks::kind.eq(FORGET));
    // The latest come first, as they are done.
    let latest = forget.order(search_tasks::id.desc()).select(search_tasks::id).limit(1);
    Ok(database.read(|conn| latest.first::<i64>(conn).optional())?.is_some())
}

/// Does the tasks of search, the latest first, and returns their number. Calls `pause` after each transaction, and stops
/// if it returns false. Only one process may do this at a time.
///
/// # Errors
/// When the database is unavailable.
pub fn index_words(
    database: &Database,
    mut pause: impl FnMut() -> bool,
) -> Result<usize, RepositoryError> {
    let mut done = 0;
    loop {
        let tasks = database.read(|conn| latest(conn, BATCH))?;
        if tasks.is_empty() {
            return Ok(done);
        }
        let mut plan = database.read(|conn| plan(conn, &tasks))?;
        let mut is_done = false;
        while !is_done {
            let progress = database.write(|conn, _| {
                let start = Instant::now();
                apply(conn, &tasks, &plan, LEARNED_BYTES, || start.elapsed() < MAX_HOLD)
            })?;
            is_done = plan.advance(progress);
            done += if is_done { tasks.len() } else { 0 };
            if !pause() {
                return Ok(done);
            }
        }
    }
}

/// Does all tasks of search in transactions for which nobody waits.
pub(crate) fn index_words_at_once(database: &Database) -> Result<(), RepositoryError> {
    let mut is_done = false;
    while !is_done {
        is_done = database.write(|conn, _| {
            let tasks = latest(conn, BATCH_AT_ONCE)?;
            let plan = plan(conn, &tasks)?;
            apply(conn, &tasks, &plan, LEARNED_BYTES_AT_ONCE, || true)?;
            Ok(tasks.is_empty())
        })?;
    }
    Ok(())
}

impl Plan {
    /// Removes what is written. Returns whether that was all.
    fn advance(&mut self, progress: Progress) -> bool {
        self.replies.drain(..progress.replies);
        self.unused.drain(..progress.unused);
        self.texts.extend(progress.indexed);
        self.texts.drain(..progress.texts);
        self.replies.is_empty() && self.unused.is_empty() && self.texts.is_empty()
    }
}

fn latest(conn: &mut DbConnection, most: i64) -> QueryResult<Vec<Task>> {
    search_tasks::table
        .order(search_tasks::id.desc())
        .limit(most)
        .select((search_tasks::id, search_tasks::kind, search_tasks::subject, search_tasks::words))
        .load(conn)
}

/// Stores the task to index a reply again.
pub(crate) fn index_reply_later(conn: &mut DbConnection, reply: i64) -> QueryResult<()> {
    let task = (search_tasks::kind.eq(REPLY), search_tasks::subject.eq(reply));
    diesel::insert_into(search_tasks::table).values(task).execute(conn)?;
    Ok(())
}

/// Stores the tasks to index the replies to a restored post.
pub(crate) fn index_replies_later(conn: &mut DbConnection, post: PostId) -> QueryResult<()> {
    let tasks = replies::table
        .filter(replies::post_id.eq(post.0).and(replies::removed.eq(false)))
        .select((REPLY.into_sql::<SmallInt>(), replies::id));
    on_backend!(conn, conn => tasks
        .insert_into(search_tasks::table)
        .into_columns((search_tasks::kind, search_tasks::subject))
        .execute(conn))?;
    Ok(())
}

/// Prepares the writes of tasks outside of the transaction that writes, to keep that short.
fn plan(conn: &mut DbConnection, tasks: &[Task]) -> QueryResult<Plan> {
    let of_kind = |wanted| {
        let subjects = tasks.iter().filter(|task| task.1 == wanted).map(|task| task.2);
        subjects.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    };
    let mut plan = Plan {
        texts: post_words::table
            .filter(post_words::post_id.eq_any(of_kind(POST)))
            .select(post_words::search_text)
            .load(conn)?,
        ..Plan::default()
    };
    let forums: Vec<String> = forums::table
        .filter(forums::id.eq_any(of_kind(FORUM)))
        .select(forums::search_text)
        .load(conn)?;
    plan.texts.extend(forums);
    let replies: Vec<(i64, String, Option<String>)> = replies::table
        .left_join(reply_words::table)
        .filter(replies::id.eq_any(of_kind(REPLY)).and(replies::removed.eq(false)))
        .order(replies::id)
        .select((replies::id, replies::description, reply_words::search_text.nullable()))
        .load(conn)?;
    for (id, source, indexed) in replies {
        let words = words_of_reply(&markup::plain_text(&source));
        if indexed.as_ref() == Some(&words) {
            plan.texts.push(words);
        } else {
            plan.replies.push(PlannedReply { id, source, words });
        }
    }
    plan.unused = unused(conn, tasks)?;
    Ok(plan)
}

/// Returns the words to forget that no text has any more.
fn unused(conn: &mut DbConnection, tasks: &[Task]) -> QueryResult<Vec<String>> {
    let gone = tasks.iter().filter(|task| task.1 == FORGET);
    let words: BTreeSet<&str> = gone.flat_map(|task| learnable(&task.3)).collect();
    let mut unused = vec![];
    for word in words::known(conn, words)? {
        let Ok(query) = Query::parse(&format!("\"{word}\"")) else { continue };
        let mut used = 0;
        for term in query.terms() {
            used += uses(conn, Reader::Admin, term, 1)?;
        }
        if used == 0 {
            unused.push(word.to_owned());
        }
    }
    Ok(unused)
}

/// Writes what there is time for. Deletes the tasks once all is written.
///
/// Words are learned after others are forgotten: a text that came meanwhile has a task of its own. Those of a reply that
/// went meanwhile are not learned: nothing would ever forget them.
fn apply(
    conn: &mut DbConnection,
    tasks: &[Task],
    plan: &Plan,
    learned_bytes: usize,
    has_time: impl Fn() -> bool + Copy,
) -> QueryResult<Progress> {
    let (replies, indexed) = index(conn, &plan.replies, has_time)?;
    let mut progress = Progress { replies, indexed, ..Progress::default() };
    if progress.replies < plan.replies.len() {
        return Ok(progress);
    }
    progress.unused = words::forget(conn, &plan.unused, has_time)?;
    if progress.unused < plan.unused.len() {
        return Ok(progress);
    }
    let texts: Vec<&String> = plan.texts.iter().chain(&progress.indexed).collect();
    let learned = words::learn(conn, &texts, learned_bytes, has_time)?;
    let is_done = learned == texts.len();
    progress.texts = learned;
    if is_done {
        let ids = tasks.iter().map(|task| task.0);
        diesel::delete(search_tasks::table.filter(search_tasks::id.eq_any(ids))).execute(conn)?;
    }
    Ok(progress)
}

/// Indexes replies in the order of their ids until the time is up, at least one. Returns how many it tried, and the words
/// of those that did not change since the plan.
fn index(
    conn: &mut DbConnection,
    replies: &[PlannedReply],
    has_time: impl Fn() -> bool,
) -> QueryResult<(usize, Vec<String>)> {
    let (mut done, mut indexed) = (0, vec![]);
    for some in groups(replies, BYTES, |reply| reply.words.len()) {
        let ids: Vec<i64> = some.iter().map(|reply| reply.id).collect();
        let locked = locked_replies(conn, &ids)?;
        let unchanged = locked.iter().filter_map(|(id, forum, source)| {
            // One that changed meanwhile has another task.
            let same = some.iter().find(|one| one.id == *id && one.source == *source)?;
            Some(ReplyWords { reply: *id, forum: *forum, words: &same.words })
        });
        let unchanged: Vec<_> = unchanged.collect();
        index_replies(conn, &unchanged)?;
        indexed.extend(unchanged.iter().map(|reply| reply.words.to_owned()));
        done += some.len();
        if !has_time() {
            break;
        }
    }
    Ok((done, indexed))
}

/// Returns replies that are not removed, their forums and texts, and keeps them as they are until the transaction ends.
fn locked_replies(conn: &mut DbConnection, ids: &[i64]) -> QueryResult<Vec<(i64, i64, String)>> {
    if ids.is_empty() {
        return Ok(vec![]);
    }
    let shown = replies::table
        .filter(replies::id.eq_any(ids))
        .filter(replies::removed.eq(false))
        .order(replies::id);
    let forum = posts::table
        .filter(posts::id.eq(replies::post_id))
        .select(posts::forum_id)
        .single_value()
        .assume_not_null();
    let rows = shown.select((replies::id, forum, replies::description));
    match conn {
        DbConnection::Postgres(conn) => rows.for_share().load(conn),
        // SQLite has a single writer.
        DbConnection::Sqlite(conn) => rows.load(conn),
    }
}
