//! The orders `hot` and `active`, and `period` with `popularity`.

use serde_json::json;

use crate::support::TestApp;

#[tokio::test]
async fn hot_and_active_follow_votes_and_replies() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Gardening").await;
    let first = ann.create_post(forum, "One").await;
    let second = ann.create_post(forum, "Two").await;
    let visitor = app.anonymous();
    for list in ["/api/posts".to_owned(), format!("/api/forum/{forum}/posts")] {
        let active = visitor.get(&format!("{list}?filter=active")).await;
        assert_eq!(active.column("id"), [second, first]);
        let hot = visitor.get(&format!("{list}?filter=hot")).await;
        assert_eq!(hot.column("id"), [second, first]);
    }
    let reply = json!({"respondsTo": null, "description": "Thanks"});
    ann.post(&format!("/api/post/{first}/replies"), reply).await;
    ann.put(&format!("/api/posts/{second}/downvote"), json!(null)).await;
    for name in ["bob", "eve"] {
        let voter = app.member(name).await;
        voter.put(&format!("/api/posts/{first}/upvote"), json!(null)).await;
    }
    for list in ["/api/posts".to_owned(), format!("/api/forum/{forum}/posts")] {
        for filter in ["hot", "active"] {
            let found = visitor.get(&format!("{list}?filter={filter}")).await;
            assert_eq!(found.column("id"), [first, second], "{filter}");
            let pages = visitor.all_pages(&format!("{list}?filter={filter}&limit=1")).await;
            assert_eq!(pages.len(), 2);
        }
    }
}

#[tokio::test]
async fn unfitting_parameters_of_orders_are_refused() {
    let app = TestApp::spawn().await;
    let visitor = app.anonymous();
    for query in [
        "filter=hot&keyword=a",
        "filter=active&period=week",
        "filter=hot&today=true",
        "filter=best",
    ] {
        visitor.get(&format!("/api/posts?{query}")).await.refuses_fields(&["filter"]);
    }
    visitor.get("/api/posts?period=decade").await.refuses_fields(&["period"]);
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Gardening").await;
    for title in ["One", "Two"] {
        ann.create_post(forum, title).await;
    }
    let next = visitor.get("/api/posts?filter=hot&limit=1").await.next().unwrap();
    let other = next.replace("filter=hot", "filter=active");
    visitor.get(&other).await.refuses_fields(&["cursor"]);
}

#[tokio::test]
async fn periods_narrow_popular_and_recent_posts() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Gardening").await;
    ann.create_post(forum, "One").await;
    let liked = ann.create_post(forum, "Two").await;
    ann.create_post(forum, "Three").await;
    ann.put(&format!("/api/posts/{liked}/upvote"), json!(null)).await;
    for period in ["day", "week", "month", "year"] {
        let path = format!("/api/posts?filter=popularity&period={period}");
        assert_eq!(app.anonymous().get(&path).await.column("title"), ["Two", "Three", "One"]);
        assert_eq!(ann.get(&path).await.column("hasUpvoted"), [true, false, false]);
        let path = format!("/api/forum/{forum}/posts?period={period}&keyword=about");
        assert_eq!(app.anonymous().get(&path).await.body.as_array().unwrap().len(), 3);
    }
}

#[tokio::test]
async fn best_replies_come_by_confidence() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Gardening").await;
    let post = ann.create_post(forum, "One").await;
    let mut ids = vec![];
    for text in ["plain", "liked", "disputed", "loved"] {
        let reply = json!({"respondsTo": null, "description": text});
        let created = ann.post(&format!("/api/post/{post}/replies"), reply).await;
        ids.push(created.body["id"].as_i64().unwrap());
    }
    for (name, votes) in [
        ("bob", [(1, "upvote"), (2, "upvote"), (3, "upvote")]),
        ("eve", [(0, "upvote/unlike"), (2, "downvote"), (3, "upvote")]),
    ] {
        let voter = app.member(name).await;
        for (nth, vote) in votes {
            voter.put(&format!("/api/replies/{}/{vote}", ids[nth]), json!(null)).await;
        }
    }
    let best = app.anonymous().get(&format!("/api/posts/{post}/replies?sort=best")).await;
    assert_eq!(best.column("description"), ["loved", "liked", "disputed", "plain"]);
}

#[tokio::test]
async fn following_is_of_favorite_forums_and_for_members() {
    let app = TestApp::spawn().await;
    let (ann, admin) = (app.member("ann").await, app.admin("carol").await);
    let favorite = ann.create_forum("Gardening").await;
    let other = ann.create_forum("Cooking").await;
    let shown = ann.create_post(favorite, "One").await;
    ann.create_post(other, "Two").await;
    ann.post(&format!("/forum/{favorite}/favorites"), json!(null)).await;
    let path = "/api/posts?filter=following";
    assert_eq!(ann.get(path).await.column("id"), [shown]);
    assert_eq!(admin.get(path).await.body, json!([]));
    app.anonymous().get(path).await.is_refused(401, "unauthorized");
    ann.get(&format!("{path}&keyword=a")).await.refuses_fields(&["filter"]);
    ann.get(&format!("/api/forum/{other}/posts?filter=following"))
        .await
        .refuses_fields(&["filter"]);
    admin.put(&format!("/user/{}/ban", ann.id), json!(null)).await;
    ann.get(path).await.is_refused(403, "banned");
}
