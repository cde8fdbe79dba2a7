//! What a token permits, and never more.

use reqwest::Method;
use serde_json::json;

use crate::support::{PASSWORD, TestApp, TestOptions, send};

#[tokio::test]
async fn the_missing_scope_is_named() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Tea").await;
    let (reader, writer) = (ann.api_token(&["read"]).await, ann.api_token(&["write"]).await);
    let body = json!({"title": "Oolong", "description": "About it"});
    let refused = reader.post(&format!("/api/forum/{forum}/posts"), body).await;
    refused.is_refused(403, "scope-missing");
    assert_eq!(refused.body["detail"], "This token lacks the scope write.");
    let post = writer.create_post(forum, "Oolong").await;
    for (method, path) in [
        (Method::GET, "/api/drafts".to_owned()),
        (Method::HEAD, "/api/drafts".to_owned()),
        (Method::GET, "/api/drafts/".to_owned()),
    ] {
        assert_eq!(send(writer.request(method, &path)).await.status, 403, "{path}");
    }
    // No header and no field of a body stands for another method.
    let posing = reader.request(Method::POST, &format!("/api/posts/{post}"));
    let posing = posing.header("x-http-method-override", "GET").json(&json!({"_method": "GET"}));
    send(posing).await.is_refused(403, "scope-missing");
    reader
        .put(&format!("/api/posts/{post}/upvote/"), json!(null))
        .await
        .is_refused(403, "scope-missing");
    let encoded = format!("/api/posts/{post}/%75pvote");
    reader.put(&encoded, json!(null)).await.is_refused(403, "scope-missing");
}

#[tokio::test]
async fn an_edit_takes_write_and_a_removal_moderate() {
    let app = TestApp::spawn().await;
    let (founder, ann) = (app.admin("founder").await, app.member("ann").await);
    let forum = founder.create_forum("Tea").await;
    let (own, hers) =
        (founder.create_post(forum, "Oolong").await, ann.create_post(forum, "Assam").await);
    let (writer, moderator) =
        (founder.api_token(&["write"]).await, founder.api_token(&["moderate"]).await);
    let delete = |post| format!("/api/posts/{post}/delete");
    writer.delete(&delete(hers)).await.is_refused(403, "scope-missing");
    moderator.delete(&delete(own)).await.is_refused(403, "scope-missing");
    assert_eq!(writer.delete(&delete(own)).await.status, 204);
    assert_eq!(moderator.delete(&delete(hers)).await.status, 204);
}

#[tokio::test]
async fn a_token_permits_no_more_than_its_member_may() {
    let app = TestApp::spawn().await;
    let (founder, ann) = (app.admin("founder").await, app.member("ann").await);
    let forum = founder.create_forum("Tea").await;
    let post = founder.create_post(forum, "Oolong").await;
    let program = ann.api_token(&["read", "write", "moderate", "admin"]).await;
    program.put("/api/site", json!({"name": "Mine"})).await.is_refused(403, "not-an-admin");
    let lock = format!("/api/posts/{post}/lock");
    program.put(&lock, json!({"locked": true})).await.is_refused(403, "not-a-moderator");
    let promotion = format!("/moderation/forum/{forum}/promote");
    assert_eq!(founder.post(&promotion, json!({"username": "ann"})).await.status, 200);
    assert_eq!(program.put(&lock, json!({"locked": true})).await.status, 200);
}

/// Cached responses are those of who may read what, whichever token was there first.
#[tokio::test]
async fn a_token_that_may_not_read_sees_what_visitors_see() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum_for("members", "Tea").await;
    let open = ann.create_forum("Cake").await;
    let post = ann.create_post(open, "Sponge").await;
    ann.put(&format!("/api/posts/{post}/upvote"), json!(null)).await;
    let (reader, writer) = (ann.api_token(&["read"]).await, ann.api_token(&["write"]).await);
    let visitor = app.anonymous();
    for path in [
        format!("/forums/{forum}"),
        "/forums".to_owned(),
        format!("/api/posts/{post}"),
        format!("/api/forums/{open}/rules"),
        format!("/api/posts/{post}/revisions"),
        "/api/site".to_owned(),
        "/api/search?q=sponge".to_owned(),
    ] {
        for _ in 0..2 {
            let (as_member, as_visitor) = (ann.get(&path).await, visitor.get(&path).await);
            assert_eq!(reader.get(&path).await.text, as_member.text, "{path}");
            assert_eq!(writer.get(&path).await.text, as_visitor.text, "{path}");
        }
    }
    writer.get(&format!("/api/events?topics=forum:{forum}")).await.is_refused(404, "not-found");
}

#[tokio::test]
async fn a_repeated_write_of_a_program_is_done_once() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Tea").await;
    let writer = ann.api_token(&["write"]).await;
    let write = || {
        let request = writer.request(Method::POST, &format!("/api/forum/{forum}/posts"));
        let body = json!({"title": "Oolong", "description": "About it"});
        send(request.header("Idempotency-Key", "one").json(&body))
    };
    let (first, second) = (write().await, write().await);
    assert_eq!((first.status.as_u16(), second.status.as_u16()), (201, 201));
    assert_eq!(first.body["id"], second.body["id"]);
}

#[tokio::test]
async fn programs_and_their_member_share_the_rate_limits() {
    let app = TestOptions::default().limited().spawn().await;
    let ann = app.member("ann").await;
    let writer = ann.api_token(&["write"]).await;
    let left = |headers: &reqwest::header::HeaderMap| {
        let limits = headers["ratelimit"].to_str().unwrap().to_owned();
        let account = limits.split(", ").find(|one| one.contains("account")).unwrap().to_owned();
        let left = account.split(';').find_map(|part| part.strip_prefix("r=")).unwrap();
        left.parse::<u32>().unwrap()
    };
    let preview = || json!({"text": "Tea"});
    let before = left(&ann.post("/api/preview", preview()).await.headers);
    let after = left(&writer.post("/api/preview", preview()).await.headers);
    assert!(after < before, "{after} {before}");
    let reader = ann.api_token(&["read"]).await;
    let refused = reader.post("/api/preview", preview()).await;
    refused.is_refused(403, "scope-missing");
    assert!(left(&refused.headers) < after, "refusals are recorded, and so counted");
}

#[tokio::test]
async fn who_lacks_a_needed_second_step_has_programs_that_are_visitors() {
    let app = TestApp::spawn().await;
    let (founder, ann) = (app.admin("founder").await, app.member("ann").await);
    let forum = founder.create_forum_for("members", "Tea").await;
    let program = ann.api_token(&["read", "write"]).await;
    let path = format!("/forums/{forum}");
    assert_eq!(program.get(&path).await.status, 200);
    let (authenticator, _) = crate::second_step::protect(&founder).await;
    let set = founder.put("/api/site", json!({"secondStep": "everyone"})).await;
    assert_eq!(set.status, 200, "{}", set.body);
    program.get(&path).await.is_refused(404, "not-found");
    program.get("/api/drafts").await.is_refused(403, "second-step-needed");
    let tokens = format!("/api/user/{}/tokens", founder.id);
    let body = json!({"name": "Own", "scopes": ["read"], "password": PASSWORD, "code": authenticator.code(1)});
    let made = founder.post(&tokens, body).await;
    let own = founder.with_token(made.body["token"].as_str().unwrap());
    assert_eq!(own.get(&path).await.status, 200, "{}", made.body);
}

#[tokio::test]
async fn webhooks_of_a_forum_take_moderate_or_admin_and_those_of_the_site_admin() {
    let app = TestApp::spawn().await;
    let admin = app.admin("admin").await;
    let forum = admin.create_forum("Tea").await;
    let (moderator, manager) =
        (admin.api_token(&["moderate"]).await, admin.api_token(&["admin"]).await);
    let webhook = |forum: Option<i64>| json!({"url": "https://1.1.1.1/hook", "events": ["ping"], "forum": forum});
    for program in [&moderator, &manager] {
        let made = program.post("/api/webhooks", webhook(Some(forum))).await;
        assert_eq!(made.status, 201, "{}", made.text);
        let path = format!("/api/webhooks/{}", made.body["id"]);
        assert_eq!(program.get(&format!("/api/webhooks?forum={forum}")).await.status, 200);
        assert_eq!(program.get(&path).await.status, 200);
        let told = program.get(&format!("{path}/deliveries")).await;
        let again = format!("{path}/deliveries/{}/again", told.body[0]["id"]);
        assert_eq!(program.put(&path, webhook(None)).await.status, 200);
        assert_eq!(program.post(&again, json!(null)).await.status, 202);
        assert_eq!(program.post(&format!("{path}/ping"), json!(null)).await.status, 202);
        assert_eq!(program.delete(&path).await.status, 204);
    }
    let made = manager.post("/api/webhooks", webhook(None)).await;
    let path = format!("/api/webhooks/{}", made.body["id"]);
    for refused in [
        moderator.get(&path).await,
        moderator.get(&format!("{path}/deliveries")).await,
        moderator.put(&path, webhook(None)).await,
        moderator.post(&format!("{path}/deliveries/1/again"), json!(null)).await,
        moderator.post(&format!("{path}/ping"), json!(null)).await,
        moderator.delete(&path).await,
        moderator.get("/api/webhooks").await,
        moderator.post("/api/webhooks", webhook(None)).await,
    ] {
        refused.is_refused(403, "scope-missing");
    }
    assert_eq!(manager.delete(&path).await.status, 204);
}

#[tokio::test]
async fn an_appeal_against_a_ban_from_the_site_takes_admin() {
    let app = TestApp::spawn().await;
    let (admin, ann) = (app.admin("admin").await, app.member("ann").await);
    let (moderator, manager) =
        (admin.api_token(&["moderate"]).await, admin.api_token(&["admin"]).await);
    assert_eq!(admin.put(&format!("/user/{}/ban", ann.id), json!(null)).await.status, 200);
    let filed = ann.post("/api/appeals", json!({"text": "Please"})).await;
    let path = format!("/api/reports/{}", filed.body["id"]);
    let resolved = || json!({"state": "resolved"});
    moderator.put(&path, resolved()).await.is_refused(403, "scope-missing");
    assert_eq!(manager.put(&path, resolved()).await.status, 200);
}
