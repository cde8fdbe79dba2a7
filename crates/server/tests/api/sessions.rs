//! Signing out everywhere.

use crate::support::TestApp;

#[tokio::test]
async fn signing_out_everywhere_ends_every_other_token() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let elsewhere = app.sign_in("ann").await;
    let ended = ann.delete(&format!("/api/user/{}/sessions", ann.id)).await;
    assert_eq!(ended.status, 200, "{}", ended.body);
    for old in [&ann, &elsewhere] {
        old.get("/forums").await.is_refused(401, "unauthorized");
    }
    let renewed = ann.with_token(ended.body["token"].as_str().unwrap());
    assert_eq!(renewed.get(&format!("/api/user/{}", ann.id)).await.status, 200);
    assert_eq!(bob.get("/forums").await.status, 200);
}

#[tokio::test]
async fn a_member_cannot_end_sessions_of_others() {
    let app = TestApp::spawn().await;
    let (ann, root) = (app.member("ann").await, app.admin("rita").await);
    let path = format!("/api/user/{}/sessions", ann.id);
    root.delete(&path).await.is_refused(403, "not-the-owner");
    app.anonymous().delete(&path).await.is_refused(401, "unauthorized");
    ann.delete("/api/user/99/sessions").await.is_refused(404, "not-found");
    assert_eq!(root.put(&format!("/user/{}/ban", ann.id), ().into()).await.status, 200);
    ann.delete(&path).await.is_refused(403, "banned");
}
