use serde_json::{Value, json};

use super::post;
use crate::support::TestApp;

#[tokio::test]
async fn a_banned_member_can_only_read_posts() {
    let app = TestApp::spawn().await;
    let (ann, admin) = (app.member("ann").await, app.admin("dora").await);
    ann.create_forum("Boats").await;
    ann.create_post(1, "Sails").await;
    admin.put(&format!("/user/{}/ban", ann.id), Value::Null).await;

    for path in ["/api/posts", "/api/posts/1", "/api/forum/1/posts"] {
        assert_eq!(ann.get(path).await.status, 200, "{path}");
    }
    // The body is not parsed, and 404 comes first.
    for (path, missing) in
        [("/api/forum/1/posts", "/api/forum/9/posts"), ("/api/posts/1", "/api/posts/9")]
    {
        ann.post(path, json!({})).await.is_refused(403, "banned");
        ann.post(missing, post("Oars")).await.is_refused(404, "not-found");
    }
    ann.delete("/api/posts/1/delete").await.is_refused(403, "banned");
    ann.delete("/api/posts/9/delete").await.is_refused(404, "not-found");
    for act in ["upvote", "downvote", "upvote/unlike", "downvote/undislike"] {
        let vote = async |id: i64| ann.put(&format!("/api/posts/{id}/{act}"), Value::Null).await;
        vote(1).await.is_refused(403, "banned");
        vote(9).await.is_refused(404, "not-found");
    }
}
