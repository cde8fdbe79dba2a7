use serde_json::{Value, json};

use super::{drawn, saying};
use crate::support::TestApp;

#[tokio::test]
async fn banned_members_can_only_read_replies() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    let post = ann.forum_with_post().await;
    let id = ann.answer(post, None).await;
    ada.put(&format!("/user/{}/ban", ann.id), Value::Null).await;

    assert_eq!(drawn(&ann.get(&format!("/api/posts/{post}/replies")).await.body), id.to_string());
    assert_eq!(ann.get(&format!("/api/replies/{id}")).await.body["id"], id);

    ann.reply(post, saying("x")).await.is_refused(403, "banned");
    ann.reply(post, saying("")).await.is_refused(403, "banned");
    ann.delete(&format!("/api/replies/{id}")).await.is_refused(403, "banned");
    for act in ["upvote", "downvote", "upvote/unlike", "downvote/undislike"] {
        let vote = |id| format!("/api/replies/{id}/{act}");
        ann.put(&vote(id), json!({})).await.is_refused(403, "banned");
        ann.put(&vote(99), json!({})).await.is_refused(404, "not-found");
    }
    // 404 comes first.
    ann.reply(99, saying("x")).await.is_refused(404, "not-found");
    ann.delete("/api/replies/99").await.is_refused(404, "not-found");
}
