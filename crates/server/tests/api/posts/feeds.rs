use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{Actor, TestApp, send};

/// Posts 1 to 5 in forum 1 and 6 in forum 2; of equal scores but for 2, which is up, and 5, which is down.
async fn six_posts(app: &TestApp) -> Actor<'_> {
    let ann = app.member("ann").await;
    ann.create_forum("Boats").await;
    ann.create_forum("Cars").await;
    for number in 1..=5 {
        ann.create_post(1, &format!("Sail {number}")).await;
    }
    ann.create_post(2, "Wheel 6").await;
    ann.put("/api/posts/2/upvote", Value::Null).await;
    ann.put("/api/posts/5/downvote", Value::Null).await;
    ann
}

fn ids(posts: &[Value]) -> Vec<i64> {
    posts.iter().map(|post| post["id"].as_i64().unwrap()).collect()
}

async fn listed(app: &TestApp, path: &str) -> Vec<i64> {
    ids(&app.anonymous().all_pages(path).await)
}

#[tokio::test]
async fn posts_page_in_the_order_of_the_filter() {
    let app = TestApp::spawn().await;
    six_posts(&app).await;
    for limit in ["limit=1", "limit=2", "limit=4", "limit=100"] {
        for (path, expected) in [
            ("/api/posts?", vec![6, 5, 4, 3, 2, 1]),
            ("/api/posts?filter=&", vec![6, 5, 4, 3, 2, 1]),
            ("/api/posts?filter=recent&", vec![6, 5, 4, 3, 2, 1]),
            ("/api/posts/?filter=popularity&", vec![2, 6, 4, 3, 1, 5]),
            ("/api/posts/?filter=popularity&today=true&", vec![2, 6, 4, 3, 1, 5]),
            ("/api/posts?today=true&", vec![6, 5, 4, 3, 2, 1]),
            ("/api/forum/1/posts?", vec![5, 4, 3, 2, 1]),
            ("/api/forum/1/posts?filter=popularity&", vec![2, 4, 3, 1, 5]),
            ("/api/forum/1/posts?filter=popularity&today=true&", vec![2, 4, 3, 1, 5]),
            ("/api/forum/2/posts?", vec![6]),
        ] {
            assert_eq!(listed(&app, &format!("{path}{limit}")).await, expected, "{path}{limit}");
        }
    }
}

#[tokio::test]
async fn posts_page_by_keyword() {
    let app = TestApp::spawn().await;
    six_posts(&app).await;
    for (query, expected) in [
        ("/api/posts?keyword=sail", vec![5, 4, 3, 2, 1]),
        ("/api/posts?keyword=sail&filter=popularity", vec![2, 4, 3, 1, 5]),
        ("/api/posts?keyword=SAIL+3", vec![3]),
        ("/api/posts?keyword=all+about&filter=popularity", vec![2, 6, 4, 3, 1, 5]),
        ("/api/posts?keyword=wheel&today=true", vec![6]),
        ("/api/forum/1/posts?keyword=about", vec![5, 4, 3, 2, 1]),
        ("/api/forum/1/posts?keyword=about&filter=popularity", vec![2, 4, 3, 1, 5]),
        ("/api/forum/1/posts?keyword=wheel", vec![]),
        ("/api/posts?keyword=sail+OR+wheel", vec![]),
        ("/api/posts?keyword=%22*%22", vec![]),
        ("/api/posts?keyword=%00", vec![]),
        ("/api/posts?keyword=", vec![6, 5, 4, 3, 2, 1]),
        ("/api/posts?keyword=+%0A", vec![6, 5, 4, 3, 2, 1]),
        ("/api/posts?keyword=+&filter=popularity", vec![2, 6, 4, 3, 1, 5]),
    ] {
        for limit in [2, 50] {
            let path = format!("{query}&limit={limit}");
            assert_eq!(listed(&app, &path).await, expected, "{path}");
        }
    }
}

#[tokio::test]
async fn the_next_link_keeps_the_query() {
    let app = TestApp::spawn().await;
    let ann = six_posts(&app).await;
    let path = "/api/forum/1/posts?filter=popularity&keyword=sail%26about&limit=2";
    let first = app.anonymous().get(path).await;
    assert_eq!(ids(first.body.as_array().unwrap()), [2, 4]);
    let next = first.next().unwrap();
    assert!(
        next.starts_with(
            "/api/forum/1/posts?filter=popularity&keyword=sail%26about&limit=2&cursor="
        )
    );
    // Neither a new post nor a rising one shifts the following pages.
    ann.create_post(1, "Sail 7").await;
    ann.put("/api/posts/4/upvote", Value::Null).await;
    let second = app.anonymous().get(&next).await;
    assert_eq!(ids(second.body.as_array().unwrap()), [3, 1]);
    let third = app.anonymous().get(&second.next().unwrap()).await;
    assert_eq!((ids(third.body.as_array().unwrap()), third.next()), (vec![5], None));
}

#[tokio::test]
async fn an_invalid_filter_flag_limit_or_cursor_is_refused() {
    let app = TestApp::spawn().await;
    six_posts(&app).await;
    let anonymous = app.anonymous();
    for list in ["/api/posts", "/api/forum/1/posts"] {
        for filter in ["newest", "RECENT", "recent%20", "popular"] {
            anonymous.get(&format!("{list}?filter={filter}")).await.refuses_fields(&["filter"]);
        }
        for today in ["yes", "1", "TRUE"] {
            anonymous.get(&format!("{list}?today={today}")).await.refuses_fields(&["today"]);
        }
        for limit in ["0", "101", "-1", "ten", ""] {
            anonymous.get(&format!("{list}?limit={limit}")).await.refuses_fields(&["limit"]);
        }
        for cursor in ["", "abc", "%00"] {
            anonymous.get(&format!("{list}?cursor={cursor}")).await.refuses_fields(&["cursor"]);
        }
    }
}

#[tokio::test]
async fn the_cursor_of_the_other_order_is_refused() {
    let app = TestApp::spawn().await;
    six_posts(&app).await;
    for (own, other) in [("recent", "popularity"), ("popularity", "recent")] {
        let page = app.anonymous().get(&format!("/api/posts?limit=2&filter={own}")).await;
        let next =
            page.next().unwrap().replace(&format!("filter={own}"), &format!("filter={other}"));
        app.anonymous().get(&next).await.refuses_fields(&["cursor"]);
    }
}

#[tokio::test]
async fn posts_of_a_missing_forum_are_not_found() {
    let app = TestApp::spawn().await;
    for forum in ["7", "0", "abc"] {
        for query in ["", "?filter=newest", "?limit=0", "?keyword=sail", "?cursor=x&today=x"] {
            let path = format!("/api/forum/{forum}/posts{query}");
            app.anonymous().get(&path).await.is_refused(404, "not-found");
        }
    }
}

#[tokio::test]
async fn a_forum_without_posts_has_an_empty_list() {
    let app = TestApp::spawn().await;
    app.member("ann").await.create_forum("Boats").await;
    for path in ["/api/posts", "/api/posts/", "/api/forum/1/posts", "/api/forum/1/posts/"] {
        let list = app.anonymous().get(path).await;
        assert_eq!((list.status, list.body), (StatusCode::OK, json!([])), "{path}");
    }
}

#[tokio::test]
async fn a_page_has_50_posts_by_default() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    ann.create_forum("Boats").await;
    for number in 0..51 {
        ann.create_post(1, &format!("Sail {number}")).await;
    }
    let page = app.anonymous().get("/api/posts").await;
    assert_eq!(page.body.as_array().unwrap().len(), 50);
    assert_eq!(app.anonymous().get(&page.next().unwrap()).await.body.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn feeds_revalidate_for_visitors_only() {
    let app = TestApp::spawn().await;
    let ann = six_posts(&app).await;
    let first = app.anonymous().get("/api/posts").await;
    let tag = first.headers["etag"].to_str().unwrap();
    let again = || {
        let request = app.anonymous().request(reqwest::Method::GET, "/api/posts");
        send(request.header("If-None-Match", tag))
    };
    assert_eq!(again().await.status, StatusCode::NOT_MODIFIED);
    ann.put("/api/posts/1/upvote", Value::Null).await;
    assert_eq!(again().await.status, StatusCode::OK);
    assert_eq!(ann.get("/api/posts").await.headers["cache-control"], "no-store");
}
