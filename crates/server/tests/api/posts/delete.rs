use reqwest::StatusCode;
use serde_json::json;

use crate::support::TestApp;

#[tokio::test]
async fn authors_moderators_and_admins_delete_a_post() {
    let app = TestApp::spawn().await;
    let (moderator, author) = (app.member("ann").await, app.member("bob").await);
    let admin = app.admin("dora").await;
    moderator.create_forum("Boats").await;
    for deleter in [&author, &moderator, &admin] {
        let path = format!("/api/posts/{}/delete", author.create_post(1, "Sails").await);
        let deleted = deleter.delete(&path).await;
        assert_eq!((deleted.status, deleted.text.as_str()), (StatusCode::NO_CONTENT, ""));
        deleter.delete(&path).await.is_refused(404, "not-found");
    }
    assert_eq!(app.anonymous().get("/api/posts").await.body, json!([]));
}

#[tokio::test]
async fn other_users_do_not_delete_a_post() {
    let app = TestApp::spawn().await;
    let (moderator, author) = (app.member("ann").await, app.member("bob").await);
    moderator.create_forum("Boats").await;
    author.create_post(1, "Sails").await;
    let (member, elsewhere) = (app.member("carl").await, app.member("emma").await);
    elsewhere.create_forum("Cars").await;
    app.anonymous().delete("/api/posts/1/delete").await.is_refused(401, "unauthorized");
    for other in [member, elsewhere] {
        other.delete("/api/posts/1/delete").await.is_refused(403, "may-not-delete");
    }
    assert_eq!(author.get("/api/posts/1").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_missing_post_is_not_deleted() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    for id in ["7", "0", "abc"] {
        let path = format!("/api/posts/{id}/delete");
        app.anonymous().delete(&path).await.is_refused(401, "unauthorized");
        ann.delete(&path).await.is_refused(404, "not-found");
    }
}

#[tokio::test]
async fn deleting_a_post_deletes_its_replies() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    ann.create_forum("Boats").await;
    ann.create_post(1, "Sails").await;
    ann.post("/api/post/1/replies", json!({"description": "Linen"})).await;
    assert_eq!(ann.get("/api/posts/1").await.body["replyCount"], 1);
    ann.delete("/api/posts/1/delete").await;
    ann.get("/api/posts/1").await.is_refused(404, "not-found");
    ann.get("/api/posts/1/replies").await.is_refused(404, "not-found");
    ann.get("/api/replies/1").await.is_refused(404, "not-found");
}

#[tokio::test]
async fn deleting_a_forum_deletes_its_posts() {
    let app = TestApp::spawn().await;
    let admin = app.admin("dora").await;
    for forum in [admin.create_forum("Boats").await, admin.create_forum("Cars").await] {
        admin.create_post(forum, "Sails").await;
    }
    admin.delete("/forums/1").await;
    admin.get("/api/posts/1").await.is_refused(404, "not-found");
    for list in ["/api/posts", "/api/posts?keyword=sails", "/api/posts?filter=popularity"] {
        assert_eq!(admin.get(list).await.column("id"), [2], "{list}");
    }
}
