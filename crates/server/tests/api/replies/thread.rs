use serde_json::{Value, json};

use super::drawn;
use crate::support::{Actor, TestApp};

/// Replies 1, 2 at the top, 3 and 4 under 1, 5 under 4; 2 and 3 are voted for.
async fn five(ann: &Actor<'_>) -> i64 {
    let post = ann.forum_with_post().await;
    for responds_to in [None, None, Some(1), Some(1), Some(4)] {
        ann.answer(post, responds_to).await;
    }
    for id in [2, 3] {
        ann.put(&format!("/api/replies/{id}/upvote"), json!({})).await;
    }
    post
}

#[tokio::test]
async fn a_thread_is_a_forest_sorted_at_every_level() {
    let app = TestApp::spawn().await;
    let post = five(&app.member("ann").await).await;
    for (sort, expected) in [
        ("", "1(3 4(5)) 2"),
        ("?sort=", "1(3 4(5)) 2"),
        ("?sort=old", "1(3 4(5)) 2"),
        ("?sort=new", "2 1(4(5) 3)"),
        ("?sort=top", "2 1(3 4(5))"),
        ("?limit=1", "1(3 4(5)) 2"),
        ("?limit=none", "1(3 4(5)) 2"),
    ] {
        let thread = app.anonymous().get(&format!("/api/posts/{post}/replies{sort}")).await;
        assert_eq!(drawn(&thread.body), expected, "{sort}");
        assert_eq!(thread.next(), None);
    }
}

#[tokio::test]
async fn a_reply_comes_with_its_descendants() {
    let app = TestApp::spawn().await;
    five(&app.member("ann").await).await;
    let under = async |path: &str| drawn(&app.anonymous().get(path).await.body["replies"]);
    assert_eq!(under("/api/replies/1").await, "3 4(5)");
    assert_eq!(under("/api/replies/1?sort=new").await, "4(5) 3");
    assert_eq!(under("/api/replies/1?sort=top").await, "3 4(5)");
    assert_eq!(under("/api/replies/5").await, "");
}

#[tokio::test]
async fn a_reply_comes_with_up_to_three_ancestors() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let post = five(&ann).await;
    ann.answer(post, Some(5)).await;
    ann.answer(post, Some(6)).await;
    ann.put("/api/replies/5/saved", json!({})).await;
    ann.put("/api/replies/5/upvote", json!({})).await;
    ann.delete("/api/replies/4").await;

    let shown = app.anonymous().get("/api/replies/7").await.body;
    assert_eq!(ids(&shown["ancestors"]), [4, 5, 6]);
    let [removed, voted, _] = shown["ancestors"].as_array().unwrap().as_slice() else { panic!() };
    assert_eq!((&removed["deleted"], &removed["description"]), (&json!(true), &json!("removed")));
    assert_eq!((&voted["upvotes"], &voted["saved"]), (&json!(1), &Value::Null));
    assert_eq!((&voted["replies"], &voted["moreReplies"]), (&json!([]), &json!(1)));
    assert_eq!(voted["ancestors"], Value::Null);

    let to_ann = ann.get("/api/replies/7").await.body;
    let to_ann = &to_ann["ancestors"][1];
    assert_eq!((&to_ann["saved"], &to_ann["hasUpvoted"]), (&json!(true), &json!(true)));

    assert_eq!(ids(&ann.get("/api/replies/3").await.body["ancestors"]), [1]);
    assert_eq!(ann.get("/api/replies/1").await.body["ancestors"], Value::Null);
    let thread = ann.get(&format!("/api/posts/{post}/replies")).await.body;
    assert_eq!(thread[0]["ancestors"], Value::Null);
}

#[tokio::test]
async fn missing_threads_are_not_found_for_any_query() {
    let app = TestApp::spawn().await;
    for path in ["/api/posts/7/replies", "/api/posts/x/replies", "/api/replies/7", "/api/replies/0"]
    {
        for query in ["", "?sort=worst", "?cursor=x"] {
            app.anonymous().get(&format!("{path}{query}")).await.is_refused(404, "not-found");
        }
    }
}

#[tokio::test]
async fn an_invalid_sort_is_refused() {
    let app = TestApp::spawn().await;
    let post = five(&app.member("ann").await).await;
    for path in [format!("/api/posts/{post}/replies"), "/api/replies/1".to_owned()] {
        for sort in ["worst", "OLD", "old%20"] {
            let refused = app.anonymous().get(&format!("{path}?sort={sort}")).await;
            refused.refuses_fields(&["sort"]);
        }
    }
}

#[tokio::test]
async fn a_thread_without_replies_is_an_empty_list() {
    let app = TestApp::spawn().await;
    let post = app.member("ann").await.forum_with_post().await;
    let thread = app.anonymous().get(&format!("/api/posts/{post}/replies")).await;
    assert_eq!((thread.status.as_u16(), thread.body), (200, json!([])));
}

#[tokio::test]
async fn visitors_revalidate_a_thread() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let path = format!("/api/posts/{}/replies", five(&ann).await);
    let first = app.anonymous().get(&path).await;
    let tag = first.headers["etag"].to_str().unwrap();
    let again = || {
        let request = app.anonymous().request(reqwest::Method::GET, &path);
        crate::support::send(request.header("If-None-Match", tag))
    };
    assert_eq!(again().await.status, 304);
    ann.put("/api/replies/5/upvote", json!({})).await;
    assert_eq!(again().await.status, 200);
    assert_eq!(ann.get(&path).await.headers["cache-control"], "no-store");
}

fn ids(replies: &Value) -> Vec<i64> {
    replies.as_array().unwrap().iter().map(|reply| reply["id"].as_i64().unwrap()).collect()
}

fn with_cursor_of(sort: &str, next: &str) -> String {
    let (path, query) = next.split_once('?').unwrap();
    let cursor = query.split('&').find(|pair| pair.starts_with("cursor=")).unwrap();
    format!("{path}?sort={sort}&{cursor}")
}

/// 1,003 replies at the top; 3 answers to reply 1.
async fn long_thread(ann: &Actor<'_>) -> String {
    let post = ann.forum_with_post().await;
    for _ in 0..1_003 {
        ann.answer(post, None).await;
    }
    for _ in 0..3 {
        ann.answer(post, Some(1)).await;
    }
    format!("/api/posts/{post}/replies")
}

#[tokio::test]
async fn a_long_thread_pages_by_1_000_replies() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let path = long_thread(&ann).await;
    for sort in ["old", "new", "top"] {
        let first = ann.get(&format!("{path}?sort={sort}")).await;
        let next = first.next().unwrap();
        let second = ann.get(&next).await;
        assert_eq!((ids(&first.body).len(), ids(&second.body).len()), (1_000, 3));
        assert_eq!(second.next(), None);
        let mut shown = [ids(&first.body), ids(&second.body)].concat();
        shown.sort_unstable();
        assert!(shown.into_iter().eq(1..=1_003), "{sort}");

        // Its answers did not fit with the first one thousand; with the last three they do.
        let replies = first.body.as_array().unwrap().iter().chain(second.body.as_array().unwrap());
        let one = replies.into_iter().find(|reply| reply["id"] == 1).unwrap();
        let left_out = if sort == "old" { json!(3) } else { Value::Null };
        assert_eq!(one["moreReplies"], left_out, "{sort}");

        for other in ["old", "new", "top"].into_iter().filter(|other| *other != sort) {
            ann.get(&with_cursor_of(other, &next)).await.refuses_fields(&["cursor"]);
        }
    }
    ann.get(&format!("{path}?cursor=x")).await.refuses_fields(&["cursor"]);
}

#[tokio::test]
async fn a_reply_with_many_answers_pages_by_1_000() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let post = ann.forum_with_post().await;
    ann.answer(post, None).await;
    for _ in 0..1_002 {
        ann.answer(post, Some(1)).await;
    }
    let thread = ann.get(&format!("/api/posts/{post}/replies")).await;
    assert_eq!((ids(&thread.body), thread.next()), (vec![1], None));
    assert_eq!(ids(&thread.body[0]["replies"]).len(), 999);
    assert_eq!(thread.body[0]["moreReplies"], 3);

    let first = ann.get("/api/replies/1?sort=new").await;
    let second = ann.get(&first.next().unwrap()).await;
    let pages = [ids(&first.body["replies"]), ids(&second.body["replies"])];
    assert_eq!((pages[0].len(), pages[1].len(), second.next()), (1_000, 2, None));
    assert_eq!(first.body["moreReplies"], 2);
    let mut shown = pages.concat();
    shown.sort_unstable();
    assert!(shown.into_iter().eq(2..=1_003));
    ann.get(&with_cursor_of("old", &first.next().unwrap())).await.refuses_fields(&["cursor"]);
}
