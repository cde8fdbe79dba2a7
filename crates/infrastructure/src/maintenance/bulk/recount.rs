use database::{
    DbConnection,
    schema::{stored_posts, stored_replies, users},
};
use diesel::{dsl::max, prelude::*, sql_query};

use crate::{
    counters::{CONTACTS, Counter, FORUM_WEEKS, OF_FORUMS, OF_POSTS, OF_REPLIES, OF_USERS},
    ranks,
};

/// PostgreSQL's sequences do not see explicitly inserted ids.
const ADVANCE: [&str; 5] = ["users", "forums", "posts", "replies", "messages"];

/// A planner that takes the new rows for few seeks each of them in a scan. It leaves out what is still empty, which
/// would count as small from now on.
const ANALYZE: &str =
    "ANALYZE users, forums, posts, post_votes, replies, reply_votes, favorites, messages";

/// Rows of a table that one step changes. SQLite keeps the old pages of all that a transaction changes in memory: 7 GB
/// for a million posts at once.
const ROWS: i64 = 10_000;

type RefreshRanks = fn(&mut DbConnection, &str) -> QueryResult<()>;

/// A part of the counting, which may be a transaction of its own.
pub(crate) struct Step {
    statements: Vec<String>,
    /// What computes the ranks that follow, and of which rows.
    ranks: Option<(RefreshRanks, String)>,
}

/// Returns the steps that count all there is, also where it was counted before. Each builds on those before.
pub(crate) fn steps(conn: &mut DbConnection) -> QueryResult<Vec<Step>> {
    let is_postgres = matches!(conn, DbConnection::Postgres(_));
    let mut steps = vec![];
    if is_postgres {
        steps.push(Step::of([ANALYZE.to_owned()]));
    }
    steps.push(Step::of([update("forums", &OF_FORUMS, "TRUE")]));
    // The score of a member is counted from those of posts and replies.
    let last_ids: [Option<i64>; 3] = [
        stored_posts::table.select(max(stored_posts::id)).first(conn)?,
        stored_replies::table.select(max(stored_replies::id)).first(conn)?,
        users::table.select(max(users::id)).first(conn)?,
    ];
    let tables: [(_, &[Counter], Option<RefreshRanks>); 3] = [
        ("posts", &OF_POSTS, Some(ranks::refresh_posts)),
        ("replies", &OF_REPLIES, Some(ranks::refresh_replies)),
        ("users", &OF_USERS, None),
    ];
    for ((table, counters, refresh), last) in tables.into_iter().zip(last_ids) {
        for first in (1..=last.unwrap_or(0)).step_by(ROWS as usize) {
            let rows = format!("id BETWEEN {first} AND {}", first + ROWS - 1);
            let statements = vec![update(table, counters, &rows)];
            steps.push(Step { statements, ranks: refresh.map(|refresh| (refresh, rows)) });
        }
    }
    steps.push(Step::of([
        "DELETE FROM forum_weeks".to_owned(),
        format!("INSERT INTO forum_weeks (forum_id, day, activity) {FORUM_WEEKS}"),
        "DELETE FROM contacts".to_owned(),
        format!("INSERT INTO contacts (owner_id, peer_id, unread, total, latest_at) {CONTACTS}"),
    ]));
    if is_postgres {
        steps.push(Step::of(ADVANCE.map(|table| {
            format!(
                "SELECT setval(pg_get_serial_sequence('{table}', 'id'), greatest(max(id), 0) + 1, false) FROM {table}"
            )
        })));
    }
    Ok(steps)
}

impl Step {
    fn of(statements: impl IntoIterator<Item = String>) -> Self {
        Self { statements: statements.into_iter().collect(), ranks: None }
    }

    pub(crate) fn run(&self, conn: &mut DbConnection) -> QueryResult<()> {
        for statement in &self.statements {
            sql_query(statement).execute(conn)?;
        }
        self.ranks.as_ref().map_or(Ok(()), |(refresh, rows)| refresh(conn, rows))
    }
}

fn update(table: &str, counters: &[Counter], rows: &str) -> String {
    let columns = counters.iter().map(|one| format!("{} = {}", one.column, one.counted));
    format!("UPDATE {table} SET {} WHERE {rows}", columns.collect::<Vec<_>>().join(", "))
}
