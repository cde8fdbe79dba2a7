//! Monotonic reads, and read your own writes.

use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::{join, join_all};
use serde_json::json;

use crate::support::{Actor, TestApp};

const WRITERS: usize = 4;
const READERS: usize = 8;
const EACH_WRITES: i64 = 25;

/// Returns the number of replies according to the post's page, a list, the thread and a search.
async fn count(reader: &Actor<'_>, post: i64, turn: usize) -> i64 {
    let list = ["/api/posts", "/api/posts?filter=popularity", "/api/forum/1/posts"];
    match turn % 5 {
        3 => reader.get(&format!("/api/posts/{post}")).await.body["replyCount"].as_i64().unwrap(),
        4 => {
            let thread = reader.get(&format!("/api/posts/{post}/replies")).await;
            thread.body.as_array().unwrap().len() as i64
        }
        other => reader.get(list[other]).await.body[0]["replyCount"].as_i64().unwrap(),
    }
}

#[tokio::test]
async fn readers_see_no_older_state_and_writers_their_own_writes() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Tea").await;
    let post = ann.create_post(forum, "Tea").await;
    let visitor = app.anonymous();
    let is_over = AtomicBool::new(false);

    let write = async || {
        for _ in 0..EACH_WRITES {
            let reply = json!({"description": "Another"});
            let written = ann.post(&format!("/api/post/{post}/replies"), reply).await;
            let id = &written.body["id"];
            for reader in [&ann, &visitor] {
                let thread = reader.get(&format!("/api/posts/{post}/replies")).await;
                assert!(thread.column("id").contains(&id), "{id} is not shown");
            }
        }
    };
    let read = async |start: usize| {
        let (mut before, mut turn) = (0, start);
        while !is_over.load(Ordering::Relaxed) {
            // Signed in and not, by turns: what one has seen the other sees, too.
            let reader = if turn % 3 == 0 { &ann } else { &visitor };
            let now = count(reader, post, turn).await;
            assert!(now >= before, "{now} after {before}, in turn {turn}");
            (before, turn) = (now, turn + 1);
        }
        turn - start
    };
    let writing = async {
        join_all((0..WRITERS).map(|_| write())).await;
        is_over.store(true, Ordering::Relaxed);
    };
    let ((), reads) = join(writing, join_all((0..READERS).map(read))).await;
    assert!(reads.iter().all(|&turns| turns > 5), "{reads:?}");
    assert_eq!(count(&visitor, post, 3).await, WRITERS as i64 * EACH_WRITES);
}
