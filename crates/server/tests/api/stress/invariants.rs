//! What must be so when all is done.

use std::{
    collections::{BTreeMap, HashSet},
    time::Duration,
};

use database::Database;
use diesel::{
    QueryableByName, RunQueryDsl, sql_query,
    sql_types::{BigInt, Integer},
};

use super::reads::{Answer, Ask, Stress};
use crate::{command_line::succeeds, operations::process::Installation};

const COUNTED: &str = "
    SELECT id, (SELECT CAST(count(*) AS INTEGER) FROM post_votes WHERE post_id = posts.id AND vote = 1) AS up,
        (SELECT CAST(count(*) AS INTEGER) FROM post_votes WHERE post_id = posts.id AND vote = -1) AS down,
        (SELECT CAST(count(*) AS INTEGER) FROM replies WHERE post_id = posts.id AND NOT removed AND NOT held) AS replies
    FROM shown_posts AS posts";

/// Finds duplicate votes of one member on one post or reply.
const TWO_VOTES: &str = "
    SELECT id FROM (
        SELECT post_id AS id FROM post_votes GROUP BY post_id, user_id HAVING count(*) > 1
        UNION ALL
        SELECT reply_id FROM reply_votes GROUP BY reply_id, user_id HAVING count(*) > 1) AS double";

/// Finds appeals that wait although the ban was lifted.
const APPEALS_WITHOUT_BAN: &str = "
    SELECT r.id FROM reports r WHERE r.kind = 3 AND r.forum_id > 0 AND r.state < 2 AND NOT EXISTS (
        SELECT 1 FROM forum_bans b WHERE b.forum_id = r.forum_id AND b.user_id = r.target_id)";

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Integer)]
    up: i32,
    #[diesel(sql_type = Integer)]
    down: i32,
    #[diesel(sql_type = Integer)]
    replies: i32,
}

#[derive(QueryableByName)]
struct Id {
    #[diesel(sql_type = BigInt)]
    id: i64,
}

fn open(installation: &Installation) -> Database {
    Database::open(&installation.database_url.parse().unwrap()).unwrap()
}

fn ids(database: &Database, query: &str) -> HashSet<i64> {
    let rows: Vec<Id> = database.read(|conn| sql_query(query).load(conn)).unwrap();
    rows.into_iter().map(|row| row.id).collect()
}

/// How far behind another copy a server may be: whoever left the forum did so behind it.
const BEHIND: Duration = Duration::from_millis(100);

/// Visitors' responses, cached ones included, equal what the rows say.
pub(super) async fn responses_match_rows(stress: &Stress, installation: &Installation) {
    let counted: Vec<Counted> =
        open(installation).read(|conn| sql_query(COUNTED).load(conn)).unwrap();
    tokio::time::sleep(BEHIND).await;
    let stored: BTreeMap<i64, [i32; 3]> =
        counted.into_iter().map(|post| (post.id, [post.up, post.down, post.replies])).collect();
    for (id, stored) in stored {
        let body = read(stress, id).await.body;
        let number = |field: &str| body[field].as_i64().unwrap() as i32;
        assert_eq!(["upvotes", "downvotes", "replyCount"].map(number), stored, "{body}");
    }
}

/// Once the database is there again, if the server lost it a moment ago.
async fn read(stress: &Stress, post: i64) -> Answer {
    loop {
        let ask = Ask::get("read in the end", format!("/api/posts/{post}"));
        if let Some(answer) = stress.send(ask).await {
            return answer;
        }
    }
}

/// Checks that acknowledged content is stored unless deleted.
pub(super) fn acknowledged_writes_are_stored(stress: &Stress, installation: &Installation) {
    let (database, world) = (open(installation), stress.world.lock().unwrap());
    for (kept, query) in [
        (&world.kept_posts, "SELECT id FROM posts"),
        (&world.kept_messages, "SELECT id FROM messages"),
    ] {
        let stored = ids(&database, query);
        let lost: Vec<_> = kept.difference(&stored).collect();
        assert!(!kept.is_empty() && lost.is_empty(), "of {} are lost: {lost:?}", kept.len());
    }
}

/// Nothing panicked, and derived data agrees with its rows.
pub(super) fn all_counters_agree(installation: &Installation, log: &str) {
    assert!(!log.contains("panicked"), "{log}");
    if installation.database_url.starts_with("sqlite") {
        assert!(!log.contains("ERROR"), "{log}");
    }
    for wrong in [TWO_VOTES, APPEALS_WITHOUT_BAN] {
        assert_eq!(ids(&open(installation), wrong), HashSet::new(), "{wrong}");
    }
    assert!(succeeds(&installation.run(&["check"])).contains("all is well"));
}
