//! API tokens: made, listed, revoked, and what they are good for. `authorization/table.txt` says which call needs which scope.

mod ends;
mod scopes;

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    second_step::protect,
    support::{Actor, Answer, PASSWORD, TestApp, TestOptions, eventually, send},
};

fn path(member: &Actor<'_>) -> String {
    format!("/api/user/{}/tokens", member.id)
}

async fn list(member: &Actor<'_>) -> Vec<Value> {
    member.get(&path(member)).await.body.as_array().unwrap().clone()
}

/// Asks for a token to read with, with other fields in the place of the usual.
async fn ask(member: &Actor<'_>, other: Value) -> Answer {
    let mut body = json!({"name": "Archive", "scopes": ["read"], "password": PASSWORD});
    body.as_object_mut().unwrap().extend(other.as_object().unwrap().clone());
    member.post(&path(member), body).await
}

#[tokio::test]
async fn a_token_is_shown_once_and_listed_without() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    assert_eq!(list(&ann).await, [] as [Value; 0]);
    let scopes = json!(["write", "read", "read"]);
    let made = ask(&ann, json!({"name": " My\nscript ", "scopes": scopes, "days": 7})).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let mut body = made.body;
    let token = body.as_object_mut().unwrap().remove("token").unwrap();
    let token = token.as_str().unwrap();
    assert!(token.starts_with("postup_") && token.len() == 47, "{token}");
    assert_eq!(list(&ann).await, [body.clone()]);
    assert_eq!(body["name"], "My script");
    assert_eq!(body["scopes"], json!(["read", "write"]));
    assert_eq!(body["lastUsedAt"], Value::Null);
    let time = |field: &str| humantime::parse_rfc3339(body[field].as_str().unwrap()).unwrap();
    let life = time("expiresAt").duration_since(time("createdAt")).unwrap();
    assert_eq!(life.as_secs(), 7 * 86_400);

    let program = ann.with_token(token);
    assert_eq!(program.get("/api/drafts").await.status, 200);
    eventually("the use is listed", async || list(&ann).await[0]["lastUsedAt"].is_string()).await;
    let told = ann.notifications(|list| !list.is_empty()).await;
    assert_eq!(
        (&told[0]["kind"], &told[0]["act"]),
        (&json!("moderation"), &json!("api-token-added"))
    );
}

#[tokio::test]
async fn what_is_no_token_is_refused_by_field() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    for (field, values) in [
        ("name", json!([null, "", " ", 1, "x".repeat(61)])),
        ("scopes", json!([null, [], "read", ["everything"], ["read", ""], ["Read"], [1]])),
        ("days", json!([0, -1, 367, 1.5, "7"])),
    ] {
        for value in values.as_array().unwrap() {
            ask(&ann, json!({field: value})).await.refuses_fields(&[field]);
        }
    }
    ask(&ann, json!({"password": ""})).await.refuses_fields(&["password"]);
    ask(&ann, json!({"password": "wrong horse"})).await.is_refused(403, "wrong-password");
    for days in [1, 366] {
        assert_eq!(ask(&ann, json!({"days": days})).await.status, 201);
    }
    assert_eq!(list(&ann).await.len(), 2);
}

#[tokio::test]
async fn a_member_has_at_most_20() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    for _ in 0..20 {
        ann.api_token(&["read"]).await;
    }
    ask(&ann, json!({})).await.is_refused(409, "too-many-tokens");
    let first = format!("{}/{}", path(&ann), list(&ann).await[0]["id"]);
    assert_eq!(ann.delete(&first).await.status, 204);
    assert_eq!(ask(&ann, json!({})).await.status, 201);
}

#[tokio::test]
async fn a_second_step_takes_a_code_too() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let (authenticator, _) = protect(&ann).await;
    for code in ["", "000000"] {
        ask(&ann, json!({"code": code})).await.is_refused(403, "wrong-code");
    }
    let code = authenticator.code(1);
    assert_eq!(ask(&ann, json!({"code": code})).await.status, 201);
    ask(&ann, json!({"code": code})).await.is_refused(403, "wrong-code");
}

#[tokio::test]
async fn guesses_of_the_password_are_throttled() {
    let app = TestOptions::default().throttled().spawn().await;
    let ann = app.member("ann").await;
    for _ in 0..5 {
        ask(&ann, json!({"password": "wrong horse"})).await.is_refused(403, "wrong-password");
    }
    ask(&ann, json!({})).await.is_refused(429, "too-many-attempts");
}

#[tokio::test]
async fn the_export_lists_tokens_without_their_secrets() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let program = ann.api_token(&["read"]).await;
    let export = ann.get(&format!("/api/user/{}/export", ann.id)).await;
    assert_eq!(export.body["apiTokens"], json!(list(&ann).await));
    assert!(!export.text.contains("postup_") && !export.text.contains("digest"));
    program.get(&format!("/api/user/{}/export", ann.id)).await.is_refused(403, "session-needed");
}

/// A second way to send one would end in logs, or be sent unasked.
#[tokio::test]
async fn a_token_counts_in_the_header_alone() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let token = ann.api_token(&["read"]).await.token.unwrap();
    let anonymous = app.anonymous();
    for parameter in ["access_token", "token", "authorization"] {
        let path = format!("/api/drafts?{parameter}={token}");
        anonymous.get(&path).await.is_refused(401, "unauthorized");
    }
    let request = || anonymous.request(Method::GET, "/api/drafts");
    for (name, value) in [
        ("cookie", format!("token={token}; Authorization=Bearer {token}")),
        ("x-api-key", token.clone()),
        ("authorization", format!("Basic {token}")),
        ("authorization", token.clone()),
        ("authorization", format!("Bearer {}", token.to_uppercase())),
        ("authorization", format!("Bearer {}", &token[..46])),
        ("authorization", format!("Bearer {token}0")),
    ] {
        send(request().header(name, value)).await.is_refused(401, "unauthorized");
    }
    assert_eq!(
        send(request().header("authorization", format!("bearer {token}"))).await.status,
        200
    );
}
