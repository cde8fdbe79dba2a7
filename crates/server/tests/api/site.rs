use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Answer, PASSWORD, TestApp, send};

fn settings(registration: &str) -> Value {
    json!({
        "name": "Gartenfreunde",
        "tagline": "About gardens",
        "rules": "Be *kind*",
        "registration": registration,
    })
}

async fn register(app: &TestApp, name: &str, invite: Option<&str>) -> Answer {
    let form = json!({
        "username": name, "password": PASSWORD, "confirmPassword": PASSWORD, "invite": invite,
    });
    app.anonymous().post("/register", form).await
}

#[tokio::test]
async fn the_settings_are_public_and_change_at_once() {
    let app = TestApp::spawn().await;
    let admin = app.admin("ada").await;
    let new = app.anonymous().get("/api/site").await;
    assert_eq!(
        new.body,
        json!({
            "name": "POST-UP", "tagline": "", "rules": "", "rules_html": "", "registration": "open",
        })
    );
    let mut stored = settings("closed");
    stored["rules_html"] = json!("<p>Be <em>kind</em></p>\n");
    let changed = admin.put("/api/site", settings("closed")).await;
    assert_eq!((changed.status, &changed.body), (StatusCode::OK, &stored));
    assert_eq!(app.anonymous().get("/api/site").await.body, stored);
    assert_eq!(admin.get("/api/site").await.body, stored);
    let entry = &app.anonymous().get("/api/modlog").await.body[0];
    assert_eq!(
        (&entry["action"], &entry["by"]["username"]),
        (&json!("site-changed"), &json!("ada"))
    );
    assert_eq!((&entry["forum"], &entry["target"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn broken_settings_are_refused_together() {
    let app = TestApp::spawn().await;
    let admin = app.admin("ada").await;
    let wrong = json!({
        "name": " ", "tagline": "x".repeat(201), "rules": 7, "registration": "Open",
    });
    let refused = admin.put("/api/site", wrong).await;
    refused.refuses_fields(&["name", "tagline", "rules", "registration"]);
    admin.put("/api/site", json!({})).await.refuses_fields(&["name", "registration"]);
    let least = json!({"name": "Garden", "registration": "open"});
    let changed = admin.put("/api/site", least).await;
    assert_eq!((&changed.body["tagline"], &changed.body["rules"]), (&json!(""), &json!("")));
}

#[tokio::test]
async fn registration_follows_the_settings() {
    let app = TestApp::spawn().await;
    let admin = app.admin("ada").await;
    assert_eq!(register(&app, "ann", None).await.status, StatusCode::CREATED);
    let invite = admin.post("/api/invites", Value::Null).await;
    assert_eq!(invite.status, StatusCode::CREATED, "{}", invite.body);
    let code = invite.body["url"].as_str().unwrap().strip_prefix("/register?invite=").unwrap();
    assert!(invite.body["until"].as_str().unwrap().ends_with('Z'));

    // What the screens offer visitors follows, too.
    let says_closed = async || {
        let home = app.anonymous().request(Method::GET, "/").header("Accept", "text/html");
        send(home).await.text.contains("data-closed")
    };
    assert!(!says_closed().await);
    admin.put("/api/site", settings("invite")).await;
    assert!(says_closed().await);
    for wrong in [None, Some(""), Some("x"), Some("00000000000000000000000000000000")] {
        register(&app, "bob", wrong).await.is_refused(403, "registration-closed");
    }
    // Before the form is looked at.
    app.anonymous().post("/register", json!({})).await.is_refused(403, "registration-closed");
    for name in ["bob", "cid"] {
        assert_eq!(register(&app, name, Some(code)).await.status, StatusCode::CREATED, "{name}");
    }
    admin.put("/api/site", settings("closed")).await;
    register(&app, "dan", Some(code)).await.is_refused(403, "registration-closed");
    admin.put("/api/site", settings("open")).await;
    assert_eq!(register(&app, "dan", Some("x")).await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn the_code_of_an_invitation_is_stored_nowhere() {
    let app = TestApp::spawn().await;
    let admin = app.admin("ada").await;
    let invite = admin.post("/api/invites", Value::Null).await;
    let code = invite.body["url"].as_str().unwrap().split_once('=').unwrap().1;
    let log = app.anonymous().get("/api/modlog").await;
    assert_eq!(log.body[0]["action"], "invite-created");
    let export = admin.get(&format!("/api/user/{}/export", admin.id)).await;
    for text in [log.text, export.text] {
        assert!(!text.contains(code));
    }
}

#[tokio::test]
async fn statistics_count_today() {
    let app = TestApp::spawn().await;
    let admin = app.admin("ada").await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    ann.create_forum("Boats").await;
    ann.create_post(1, "A post").await;
    bob.post("/api/post/1/replies", json!({"description": "A reply"})).await;
    bob.post(&format!("/api/contacts/{}", ann.id), json!({"message": "Hello"})).await;
    bob.post("/api/posts/1/report", json!({"reason": "spam"})).await;
    let days = admin.get("/api/site/statistics?days=2").await;
    let days = days.body.as_array().unwrap();
    assert_eq!(days.len(), 2);
    // What the test wrote may be of two days, at midnight.
    let sum = |figure: &str| days.iter().map(|day| day[figure].as_i64().unwrap()).sum::<i64>();
    let figures = ["registrations", "posts", "replies", "messages", "reports"].map(sum);
    assert_eq!(figures, [3, 1, 1, 1, 1]);
    assert!(sum("activeMembers") >= 2);
    let names = [0, 1].map(|day: usize| days[day]["day"].as_str().unwrap());
    assert!(names[0] < names[1] && names[0].len() == 10, "{names:?}");
}

#[tokio::test]
async fn statistics_cover_1_to_365_days() {
    let app = TestApp::spawn().await;
    let admin = app.admin("ada").await;
    let count = async |query: &str| {
        let days = admin.get(&format!("/api/site/statistics{query}")).await;
        days.body.as_array().unwrap().len()
    };
    assert_eq!((count("").await, count("?days=1").await, count("?days=365").await), (30, 1, 365));
    for wrong in ["0", "366", "-1", "x", "1.5"] {
        let refused = admin.get(&format!("/api/site/statistics?days={wrong}")).await;
        refused.refuses_fields(&["days"]);
    }
}
