//! SQLite plans without statistics, so its plans for an empty database hold for a full one.

use std::sync::{Arc, Mutex};

use ::posts::{Period, Selection};
use ::search::parse_query;
use database::{Database, DatabaseUrl, DbConnection};
use diesel::{
    Connection, QueryResult, QueryableByName, RunQueryDsl, connection::InstrumentationEvent,
    sql_types::Text,
};
use kernel::{ByActivity, ByHeat, ByScore, ByTime, ForumId, PageRequest, Timestamp};

use super::{keyword_search, lists, popular_since::most_popular_since};
use crate::maintenance;

const NOON: Timestamp = Timestamp::from_unix_millis(1_795_132_800_000);

#[derive(QueryableByName)]
struct Step {
    #[diesel(sql_type = Text)]
    detail: String,
}

/// Returns how SQLite reads the posts for each query of `list`, and whether it sorts.
fn plans<T>(list: impl FnOnce(&mut DbConnection) -> QueryResult<T>) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("test.db").to_str().unwrap().to_owned();
    let database = Database::open(&DatabaseUrl::Sqlite(file)).unwrap();
    maintenance::migrate(&database).unwrap();
    let conn = &mut *database.write_connection().unwrap();
    let queries = Arc::new(Mutex::new(vec![]));
    let heard = queries.clone();
    conn.set_instrumentation(move |event: InstrumentationEvent<'_>| {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            heard.lock().unwrap().push(query.to_string());
        }
    });
    list(conn).unwrap();
    let queries = queries.lock().unwrap().clone();
    conn.set_instrumentation(|_: InstrumentationEvent<'_>| ());
    queries.iter().map(|query| plan(conn, query)).collect()
}

fn plan(conn: &mut DbConnection, query: &str) -> String {
    let (query, _binds) = query.split_once(" -- binds").unwrap();
    let steps: Vec<Step> =
        diesel::sql_query(format!("EXPLAIN QUERY PLAN {query}")).load(conn).unwrap();
    let of_posts = steps
        .iter()
        .filter(|step| step.detail.contains(" posts USING") || step.detail.contains("TEMP B-TREE"));
    of_posts.map(|step| step.detail.as_str()).collect::<Vec<_>>().join("; ")
}

fn newest(forum: Option<ForumId>, since: Option<Timestamp>, deep: bool) -> String {
    let after = deep.then_some(ByTime { at: NOON, id: 7 });
    let page = PageRequest { after, ..PageRequest::default() };
    let selection = Selection { forum, since, ..Selection::default() };
    plans(|conn| lists::newest(conn, &selection, &page)).concat()
}

fn page_by_score(deep: bool) -> PageRequest<ByScore> {
    let after = deep.then_some(ByScore { score: 5, id: 7 });
    PageRequest { after, ..PageRequest::default() }
}

#[test]
fn the_newest_posts_are_read_in_index_order() {
    let forum = Some(ForumId(1));
    assert_eq!(newest(None, None, false), "SCAN posts USING INDEX posts_newest");
    for (since, deep) in [(None, true), (Some(NOON), false), (Some(NOON), true)] {
        let plan = newest(None, since, deep);
        assert!(plan.starts_with("SEARCH posts USING INDEX posts_newest (created_at"), "{plan}");
    }
    for (since, deep) in [(None, false), (None, true), (Some(NOON), false), (Some(NOON), true)] {
        let plan = newest(forum, since, deep);
        assert!(plan.starts_with("SEARCH posts USING INDEX posts_newest_by_forum"), "{plan}");
        assert!(!plan.contains("TEMP"), "{plan}");
    }
}

#[test]
fn the_most_popular_posts_are_read_in_index_order() {
    for (forum, index) in [
        (None, "posts_popular (score<?)"),
        (Some(ForumId(1)), "posts_popular_by_forum (forum_id=? AND score<?)"),
    ] {
        for deep in [false, true] {
            let plan = plans(|conn| {
                lists::most_popular(
                    conn,
                    &Selection { forum, ..Selection::default() },
                    &page_by_score(deep),
                )
            });
            assert_eq!(plan, [format!("SEARCH posts USING INDEX {index}")]);
        }
    }
}

#[test]
fn popular_posts_of_a_period_are_read_in_index_order() {
    // Who may read a post follows from its forum, which the first index lacks.
    for (forum, index) in [
        (None, "INDEX posts_popular_by_day (day=? AND score<?)"),
        (
            Some(ForumId(1)),
            "COVERING INDEX posts_popular_by_forum_and_day (forum_id=? AND day=? AND score<?)",
        ),
    ] {
        let one =
            format!("SEARCH posts USING INTEGER PRIMARY KEY (rowid=?); SEARCH posts USING {index}");
        for period in [Period::Day, Period::Week, Period::Month, Period::Year] {
            for deep in [false, true] {
                let page = page_by_score(deep);
                let selection = Selection { forum, period, ..Selection::default() };
                let plan = plans(|conn| most_popular_since(conn, &selection, NOON, &page));
                assert_eq!(plan, [[one.as_str(); 2].join("; ")]);
            }
        }
    }
}

#[test]
fn hot_and_active_posts_are_read_in_index_order() {
    let (hot, active) = (PageRequest::<ByHeat>::default(), PageRequest::<ByActivity>::default());
    for (forum, ending, equal) in
        [(None, "", ""), (Some(ForumId(1)), "_by_forum", "forum_id=? AND ")]
    {
        let all = Selection { forum, ..Selection::default() };
        let plan = plans(|conn| lists::hottest(conn, &all, &hot));
        let wanted = format!("SEARCH posts USING INDEX posts_hot{ending} ({equal}hot<?)");
        assert_eq!(plan, [wanted]);
        let plan = plans(|conn| lists::latest_active(conn, &all, &active));
        let wanted = format!("SEARCH posts USING INDEX posts_active{ending} ({equal}active_at<?)");
        assert_eq!(plan, [wanted]);
    }
}

#[test]
fn matches_of_a_keyword_are_read_by_their_ids() {
    let words = parse_query("seeds");
    for since in [None, Some(NOON)] {
        let selection = Selection { forum: Some(ForumId(1)), since, ..Selection::default() };
        let page = PageRequest::default();
        let plans = plans(|conn| keyword_search::newest_with(conn, &selection, &words, &page));
        // Earlier queries check whether the forum is small.
        assert_eq!(plans, ["", "", "SEARCH posts USING INTEGER PRIMARY KEY (rowid=?)"]);
    }
}
