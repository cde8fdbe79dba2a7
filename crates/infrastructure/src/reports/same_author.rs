//! The other texts of an author who deleted the account. They share a number, which nobody is shown.

use std::collections::{BTreeSet, HashMap};

use ::moderation::reports::{MAX_SAME_AUTHOR, TargetKind};
use database::{
    Database, DbConnection, Events, on_backend,
    schema::{reports, stored_posts, stored_replies},
    sql::{
        padded_in,
        prepared::{Value, prepared},
    },
};
use diesel::{dsl::not, prelude::*, sql_types::BigInt};
use kernel::{Act, ForumId, PostId, ReplyId, ReportId, RepositoryError, UserId, Visibility};

use crate::{
    moderation_log::{record_part, write_same_author_removed},
    posts, readers, replies,
    report_codes::kind_of,
};

/// How many shown texts each author of a list has in the forums that a member moderates, of an admin in all.
const COUNTS: &str = "SELECT t.author, count(*) FROM (
        SELECT p.former_author AS author, p.forum_id AS forum
            FROM ? AS few CROSS JOIN posts AS p
            WHERE p.former_author = few.value AND p.hidden_at IS NULL
        UNION ALL SELECT r.former_author, p.forum_id
            FROM ? AS few CROSS JOIN replies AS r JOIN posts AS p ON p.id = r.post_id
            WHERE r.former_author = few.value AND NOT r.removed AND NOT r.hidden) AS t
    WHERE EXISTS (SELECT 1 FROM users WHERE id = ? AND role = 2)
        OR t.forum IN (SELECT forum_id FROM forum_moderators WHERE user_id = ?)
    GROUP BY t.author";

/// These texts of one author, as whether they are replies, their ids, and those of their forums. Replies come first: they go with their posts.
const TEXTS: &str = "SELECT t.is_reply, t.id, t.forum FROM (
        SELECT CAST(0 AS BIGINT) AS is_reply, p.id AS id, p.forum_id AS forum
            FROM posts AS p WHERE p.former_author = ? AND p.hidden_at IS NULL
        UNION ALL SELECT CAST(1 AS BIGINT), r.id, p.forum_id
            FROM replies AS r JOIN posts AS p ON p.id = r.post_id
            WHERE r.former_author = ? AND NOT r.removed AND NOT r.hidden) AS t
    WHERE (EXISTS (SELECT 1 FROM users WHERE id = ? AND role = 2)
            OR t.forum IN (SELECT forum_id FROM forum_moderators WHERE user_id = ?))
        AND NOT (t.is_reply = ? AND t.id = ?)
    ORDER BY t.is_reply DESC, t.id LIMIT ";

/// A reported text whose author deleted the account.
struct Reported {
    report: i64,
    forum: Option<i64>,
    kind: TargetKind,
    id: i64,
    author: i64,
    is_shown: bool,
}

pub(super) fn count(
    conn: &mut DbConnection,
    reports: &[ReportId],
    reader: UserId,
) -> QueryResult<HashMap<ReportId, usize>> {
    let reported = of_former_authors(conn, reports)?;
    if reported.is_empty() {
        return Ok(HashMap::new());
    }
    let authors = || reported.iter().map(|text| text.author).collect::<Value>();
    let counts = prepared::<(BigInt, BigInt)>(COUNTS).bind(authors()).bind(authors());
    let counts = counts.bind(reader.0).bind(reader.0);
    let counts: Vec<(i64, i64)> = on_backend!(conn, conn => counts.load(conn))?;
    let counts: HashMap<_, _> = counts.into_iter().collect();
    let others = |text: &Reported| {
        let all = counts.get(&text.author).copied().unwrap_or_default();
        (ReportId(text.report), (all - i64::from(text.is_shown)).max(0) as usize)
    };
    Ok(reported.iter().map(others).collect())
}

/// The entry comes first: an interrupted act is in the log, too.
pub(super) fn remove(
    database: &Database,
    report: ReportId,
    by: UserId,
    act: &Act,
) -> Result<usize, RepositoryError> {
    let found = database.write(|conn, _| {
        let Some(reported) = of_former_authors(conn, &[report])?.pop() else { return Ok(vec![]) };
        let texts = others(conn, &reported, by)?;
        if !texts.is_empty() {
            let (thing, forum) = ((reported.kind, reported.id), reported.forum.map(ForumId));
            let told = count_told(conn, forum, &texts)?;
            write_same_author_removed(conn, thing, forum, told, act)?;
        }
        Ok(texts)
    })?;
    let mut removed = 0;
    for (is_reply, id, _) in found {
        removed += usize::from(database.write(|conn, events| {
            if is_reply == 1 {
                replies::removal::take_away(conn, events, ReplyId(id), act, record_part)
            } else {
                let record = |events: &mut Events, event, _| record_part(events, event);
                posts::removal::take_away(conn, events, PostId(id), act, record)
            }
        })?);
    }
    Ok(removed)
}

fn others(
    conn: &mut DbConnection,
    &Reported { kind, id, author, .. }: &Reported,
    by: UserId,
) -> QueryResult<Vec<(i64, i64, i64)>> {
    let texts = prepared::<(BigInt, BigInt, BigInt)>(format!("{TEXTS}{MAX_SAME_AUTHOR}"));
    let texts = texts.bind(author).bind(author).bind(by.0).bind(by.0);
    let texts = texts.bind(i64::from(kind == TargetKind::Reply)).bind(id);
    on_backend!(conn, conn => texts.load(conn))
}

/// Returns how many of these texts readers of an entry about this forum may know of: those there and in public forums.
fn count_told(
    conn: &mut DbConnection,
    forum: Option<ForumId>,
    texts: &[(i64, i64, i64)],
) -> QueryResult<usize> {
    let others = texts.iter().map(|(_, _, forum)| ForumId(*forum));
    let others: BTreeSet<_> = others.filter(|other| Some(*other) != forum).collect();
    let mut closed = BTreeSet::new();
    for other in others {
        if readers::visibility(conn, other)? != Some(Visibility::Public) {
            closed.insert(other.0);
        }
    }
    Ok(texts.iter().filter(|(_, _, forum)| !closed.contains(forum)).count())
}

fn of_former_authors(conn: &mut DbConnection, ids: &[ReportId]) -> QueryResult<Vec<Reported>> {
    let rows: Vec<(i64, Option<i64>, i16, i64)> = reports::table
        .filter(padded_in(reports::id, ids.iter().map(|id| id.0)))
        .select((reports::id, reports::forum_id, reports::kind, reports::target_id))
        .load(conn)?;
    let of_kind = |kind| {
        let of_kind = rows.iter().filter(move |row| kind_of(row.2) == kind);
        of_kind.map(|row| row.3).collect::<Vec<_>>()
    };
    let mut authors: HashMap<(bool, i64), (i64, bool)> = HashMap::new();
    let mut add = |is_reply, found: Vec<(i64, Option<i64>, bool)>| {
        authors.extend(
            found
                .into_iter()
                .filter_map(|(id, author, is_shown)| Some(((is_reply, id), (author?, is_shown)))),
        );
    };
    let posts = of_kind(TargetKind::Post);
    if !posts.is_empty() {
        let is_shown = stored_posts::hidden_at.is_null();
        let query = stored_posts::table.filter(padded_in(stored_posts::id, posts)).select((
            stored_posts::id,
            stored_posts::former_author,
            is_shown,
        ));
        add(false, query.load(conn)?);
    }
    let replies = of_kind(TargetKind::Reply);
    if !replies.is_empty() {
        let is_shown = not(stored_replies::removed).and(not(stored_replies::hidden));
        let query = stored_replies::table.filter(padded_in(stored_replies::id, replies)).select((
            stored_replies::id,
            stored_replies::former_author,
            is_shown,
        ));
        add(true, query.load(conn)?);
    }
    let reported = |(report, forum, kind, id)| {
        let kind = kind_of(kind);
        let &(author, is_shown) = match kind {
            TargetKind::Post => authors.get(&(false, id)),
            TargetKind::Reply => authors.get(&(true, id)),
            TargetKind::Message | TargetKind::Member => None,
        }?;
        Some(Reported { report, forum, kind, id, author, is_shown })
    };
    Ok(rows.into_iter().filter_map(reported).collect())
}
