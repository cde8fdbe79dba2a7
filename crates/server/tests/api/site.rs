use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    pages::browse,
    support::{Answer, PASSWORD, TestApp, send},
};

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
            "logo": "", "icon": "", "accent": "", "language": "en", "footer": [],
            "announcement": "", "announcement_html": "",
            "signIn": {"passkeys": true, "providers": [], "mail": true},
        })
    );
    let mut stored = new.body.clone();
    for (name, value) in settings("closed").as_object().unwrap() {
        stored[name] = value.clone();
    }
    stored["rules_html"] = json!("<p>Be <em>kind</em></p>\n");
    let changed = admin.put("/api/site", settings("closed")).await;
    assert_eq!(app.anonymous().get("/api/site").await.body, stored);
    stored["secondStep"] = json!("nobody");
    assert_eq!((changed.status, &changed.body), (StatusCode::OK, &stored));
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
    let wrong = json!({
        "logo": "/images/POST-UP_logo.png", "accent": "red", "language": "xx",
        "footer": [{"title": "Imprint", "url": "javascript:alert(1)"}],
        "announcement": "x".repeat(501),
    });
    let refused = admin.put("/api/site", wrong).await;
    refused.refuses_fields(&["accent", "language", "footer", "announcement"]);
    let unknown = json!({"logo": "/images/POST-UP_logo.png"});
    admin.put("/api/site", unknown).await.refuses_fields(&["logo"]);
    let links = vec![json!({"title": "Imprint", "url": "/pages/imprint"}); 11];
    admin.put("/api/site", json!({"footer": links})).await.refuses_fields(&["footer"]);
    admin.put("/api/site", json!({"footer": "x"})).await.refuses_fields(&["footer"]);
    let untouched = app.anonymous().get("/api/site").await.body;
    assert_eq!((&untouched["name"], &untouched["accent"]), (&json!("POST-UP"), &json!("")));
}

#[tokio::test]
async fn what_a_change_does_not_name_stays() {
    let app = TestApp::spawn().await;
    let admin = app.admin("ada").await;
    admin.put("/api/site", settings("closed")).await;
    let face = json!({
        "accent": "#0969DA", "language": "ja", "announcement": "**Closed** today",
        "footer": [{"title": "Imprint", "url": "/pages/imprint"}],
    });
    let changed = admin.put("/api/site", face).await.body;
    assert_eq!(
        (&changed["tagline"], &changed["registration"]),
        (&json!("About gardens"), &json!("closed"))
    );
    assert_eq!((&changed["accent"], &changed["language"]), (&json!("#0969da"), &json!("ja")));
    assert_eq!(changed["footer"], json!([{"title": "Imprint", "url": "/pages/imprint"}]));
    let html = changed["announcement_html"].as_str().unwrap();
    assert!(html.contains("<strong>Closed</strong>"), "{html}");
    let cleared =
        admin.put("/api/site", json!({"accent": "", "tagline": " ", "footer": []})).await.body;
    assert_eq!(
        (&cleared["accent"], &cleared["tagline"], &cleared["footer"]),
        (&json!(""), &json!(""), &json!([]))
    );
    assert_eq!(
        (&cleared["name"], &cleared["announcement"]),
        (&changed["name"], &changed["announcement"])
    );
}

#[tokio::test]
async fn documents_show_the_look_of_the_site() {
    let app = TestApp::spawn().await;
    let admin = app.admin("ada").await;
    let plain = browse(&app, "/").await.text;
    assert!(!plain.contains("data-face") && !plain.contains("\"/api/site\""), "{plain}");
    // Whose foot leads to them.
    admin.put("/api/site", json!({"rules": "Be kind"})).await;
    assert!(browse(&app, "/").await.text.contains("data-face"));
    admin
        .put("/api/site", json!({"rules": "", "language": "ar", "announcement": "Closed today"}))
        .await;
    let page = browse(&app, "/").await.text;
    assert!(page.contains("<html lang=\"ar\" dir=\"rtl\""), "{page}");
    assert!(page.contains("data-face") && page.contains("\"/api/site\""), "{page}");
    assert!(page.contains("Closed today"), "{page}");
}

#[tokio::test]
async fn the_manifest_is_of_the_site() {
    let app = TestApp::spawn().await;
    let admin = app.admin("ada").await;
    let manifest = app.anonymous().get("/manifest.webmanifest").await;
    assert_eq!(manifest.headers["content-type"], "application/manifest+json");
    assert_eq!((&manifest.body["name"], &manifest.body["lang"]), (&json!("POST-UP"), &json!("en")));
    assert_eq!(manifest.body["icons"][0]["src"], json!("/favicon.svg"));
    let face = json!({"name": "Garden", "tagline": "All in bloom", "accent": "#116644"});
    admin.put("/api/site", face).await;
    let body = app.anonymous().get("/manifest.webmanifest").await.body;
    assert_eq!((&body["name"], &body["description"]), (&json!("Garden"), &json!("All in bloom")));
    assert_eq!(body["theme_color"], json!("#116644"));
}

#[tokio::test]
async fn admins_write_pages_that_everybody_reads() {
    let app = TestApp::spawn().await;
    let admin = app.admin("ada").await;
    let [visitor, member] = [app.anonymous(), app.member("bob").await];
    let page = json!({"title": "Imprint", "text": "It is *us*"});
    assert_eq!(visitor.get("/api/pages").await.body, json!([]));
    assert_eq!(visitor.get("/api/pages/imprint").await.status, StatusCode::NOT_FOUND);
    assert_eq!(
        visitor.put("/api/pages/imprint", page.clone()).await.status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(member.put("/api/pages/imprint", page.clone()).await.status, StatusCode::FORBIDDEN);
    let written = admin.put("/api/pages/imprint", page.clone()).await;
    assert_eq!(written.status, StatusCode::OK);
    let html = written.body["text_html"].as_str().unwrap();
    assert!(html.contains("<em>us</em>"), "{html}");
    assert_eq!(visitor.get("/api/pages/imprint").await.body, written.body);
    assert_eq!(
        visitor.get("/api/pages").await.body,
        json!([{"slug": "imprint", "title": "Imprint"}])
    );
    let document = browse(&app, "/pages/imprint").await;
    assert_eq!(document.status, StatusCode::OK);
    assert!(document.text.contains("<em>us</em>"), "{}", document.text);
    let sitemap = visitor.get("/sitemaps/forums-0.xml").await.text;
    assert!(sitemap.contains("/pages/imprint</loc>"), "{sitemap}");
    let entry = &visitor.get("/api/modlog").await.body[0];
    assert_eq!(entry["action"], json!("site-changed"));
    assert_eq!(member.delete("/api/pages/imprint").await.status, StatusCode::FORBIDDEN);
    assert_eq!(admin.delete("/api/pages/imprint").await.status, StatusCode::NO_CONTENT);
    assert_eq!(admin.delete("/api/pages/imprint").await.status, StatusCode::NOT_FOUND);
    assert_eq!(visitor.get("/api/pages/imprint").await.status, StatusCode::NOT_FOUND);
    assert_eq!(browse(&app, "/pages/imprint").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn broken_pages_are_refused() {
    let app = TestApp::spawn().await;
    let admin = app.admin("ada").await;
    let page = json!({"title": "Page", "text": "Text"});
    let wrong = json!({"title": " ", "text": "\u{200b}"});
    admin.put("/api/pages/Imprint", wrong).await.refuses_fields(&["slug", "title", "text"]);
    for number in 0..20 {
        let path = format!("/api/pages/page-{number}");
        assert_eq!(admin.put(&path, page.clone()).await.status, StatusCode::OK);
    }
    let refused = admin.put("/api/pages/one-more", page.clone()).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.body["code"], json!("too-many-pages"));
    assert_eq!(admin.put("/api/pages/page-0", page).await.status, StatusCode::OK);
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

#[tokio::test]
async fn an_admin_lists_and_revokes_invitations() {
    let app = TestApp::spawn().await;
    let admin = app.admin("ada").await;
    admin.put("/api/site", settings("invite")).await;
    let made = admin.post("/api/invites", Value::Null).await;
    let code = made.body["url"].as_str().unwrap().split_once('=').unwrap().1.to_owned();
    let listed = admin.get("/api/invites").await;
    let [invite] = &listed.body.as_array().unwrap()[..] else { panic!("{}", listed.body) };
    assert_eq!((&invite["by"], &invite["until"]), (&json!("ada"), &made.body["until"]));
    assert!(!listed.text.contains(&code), "the code is shown once");
    let path = format!("/api/invites/{}", invite["id"]);
    assert_eq!(admin.delete(&path).await.status, StatusCode::NO_CONTENT);
    admin.delete(&path).await.is_refused(404, "not-found");
    assert_eq!(admin.get("/api/invites").await.body, json!([]));
    register(&app, "bob", Some(&code)).await.is_refused(403, "registration-closed");
    let log = app.anonymous().get("/api/modlog?action=invite-revoked").await;
    assert_eq!(log.body[0]["by"]["username"], "ada");
}
