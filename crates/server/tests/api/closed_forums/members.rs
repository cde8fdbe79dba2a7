//! Who belongs to a private forum.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{Actor, Answer, TestApp, TestOptions};

/// Sets who may read a forum of this topic.
async fn set(actor: &Actor<'_>, forum: i64, topic: &str, visibility: &str) -> Answer {
    let body = json!({"topic": topic, "description": "Text", "visibility": visibility});
    let edited = actor.post(&format!("/forums/{forum}"), body).await;
    assert_eq!(edited.status, StatusCode::OK, "{}", edited.body);
    edited
}

async fn add(moderator: &Actor<'_>, forum: i64, user: i64) -> Answer {
    moderator.put(&format!("/api/forums/{forum}/members/{user}"), Value::Null).await
}

async fn remove(actor: &Actor<'_>, forum: i64, user: i64) {
    let removed = actor.delete(&format!("/api/forums/{forum}/members/{user}")).await;
    assert_eq!(removed.status, StatusCode::NO_CONTENT, "{}", removed.body);
}

async fn reads(actor: &Actor<'_>, forum: i64) -> bool {
    let answer = actor.get(&format!("/forums/{forum}")).await;
    if answer.status != StatusCode::OK {
        answer.is_refused(404, "not-found");
    }
    answer.status == StatusCode::OK
}

/// The code of a new invitation.
async fn invite(moderator: &Actor<'_>, forum: i64) -> String {
    let invite = moderator.post(&format!("/api/forums/{forum}/invites"), Value::Null).await;
    assert_eq!(invite.status, StatusCode::CREATED, "{}", invite.body);
    invite.body["url"].as_str().unwrap().strip_prefix("/forums/join?code=").unwrap().to_owned()
}

async fn join(actor: &Actor<'_>, code: &str) -> Answer {
    actor.post("/api/forums/join", json!({"code": code})).await
}

#[tokio::test]
async fn a_forum_and_its_posts_say_who_reads_them() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let body = |visibility: Value| json!({"topic": "Club", "description": "Text", "visibility": visibility});
    for wrong in [json!("secret"), json!(""), json!(2)] {
        ann.post("/forums/create", body(wrong)).await.refuses_fields(&["visibility"]);
    }
    let created = ann.post("/forums/create", body(json!("private"))).await;
    assert_eq!(created.body["visibility"], "private");
    let forum = created.body["id"].as_i64().unwrap();
    let path = format!("/forums/{forum}");
    // What is not given stays.
    for missing in [body(Value::Null), json!({"topic": "Club", "description": "Other text"})] {
        assert_eq!(ann.post(&path, missing).await.body["visibility"], "private");
    }
    let post = ann.create_post(forum, "Oolong").await;
    ann.put(&format!("/api/posts/{post}/saved"), Value::Null).await;
    for visibility in ["private", "members", "public"] {
        assert_eq!(set(&ann, forum, "Club", visibility).await.body["visibility"], visibility);
        assert_eq!(ann.get(&path).await.body["visibility"], visibility);
        let post = ann.get(&format!("/api/posts/{post}")).await;
        assert_eq!(post.body["forum_visibility"], visibility);
        assert_eq!(ann.get("/api/posts").await.body[0]["forum_visibility"], visibility);
        for list in ["/api/saved", "/api/search?q=oolong&in=posts", "/api/search?q=club&in=forums"]
        {
            assert_eq!(ann.get(list).await.body[0]["forum"]["visibility"], visibility, "{list}");
        }
    }
    let other = ann.create_forum("Boats").await;
    assert_eq!(ann.get(&format!("/forums/{other}")).await.body["visibility"], "public");
}

#[tokio::test]
async fn members_are_added_and_listed_newest_first() {
    let app = TestApp::spawn().await;
    let [ann, bob, cleo, dan] = [
        app.member("ann").await,
        app.member("bob").await,
        app.member("cleo").await,
        app.member("dan").await,
    ];
    let forum = ann.create_forum_for("private", "Club").await;
    assert!(!reads(&bob, forum).await);
    let added = add(&ann, forum, bob.id).await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.body);
    assert_eq!(
        added.body["user"],
        json!({"id": bob.id, "username": "bob", "user_image": added.body["user"]["user_image"]})
    );
    assert_eq!(added.body["by"]["username"], "ann");
    assert!(added.body["since"].as_str().unwrap().ends_with('Z'));
    assert!(reads(&bob, forum).await);
    assert_eq!(add(&ann, forum, bob.id).await.body, added.body);
    add(&ann, forum, cleo.id).await;
    let list = format!("/api/forums/{forum}/members");
    let listed = bob.all_pages(&format!("{list}?limit=1")).await;
    let names: Vec<_> = listed.iter().map(|member| &member["user"]["username"]).collect();
    assert_eq!(names, ["cleo", "bob"]);
    for outsider in [&dan, &app.anonymous()] {
        outsider.get(&list).await.is_refused(404, "not-found");
    }
    let told = bob.notifications(|list| !list.is_empty()).await;
    assert_eq!(
        (&told[0]["kind"], &told[0]["act"], &told[0]["forum"]["id"]),
        (&json!("moderation"), &json!("forum-member-added"), &json!(forum))
    );
    add(&ann, forum, 9_000_000).await.is_refused(404, "not-found");
}

#[tokio::test]
async fn only_a_private_forum_has_members_and_invitations() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum_for("private", "Club").await;
    add(&ann, forum, bob.id).await;
    let code = invite(&ann, forum).await;
    for visibility in ["members", "public"] {
        set(&ann, forum, "Club", visibility).await;
        ann.get(&format!("/api/forums/{forum}/members")).await.is_refused(409, "not-private");
        add(&ann, forum, bob.id).await.is_refused(409, "not-private");
        let invite = ann.post(&format!("/api/forums/{forum}/invites"), json!({})).await;
        invite.is_refused(409, "not-private");
        join(&bob, &code).await.is_refused(404, "not-found");
    }
    set(&ann, forum, "Club", "private").await;
    assert!(reads(&bob, forum).await, "membership survives");
    assert_eq!(join(&bob, &code).await.status, StatusCode::OK);
}

#[tokio::test]
async fn who_leaves_or_is_removed_reads_no_longer() {
    let app = TestApp::spawn().await;
    let (ann, bob, cleo) =
        (app.member("ann").await, app.member("bob").await, app.member("cleo").await);
    let forum = ann.create_forum_for("private", "Club").await;
    for member in [&bob, &cleo] {
        add(&ann, forum, member.id).await;
        assert!(reads(member, forum).await);
    }
    let path = format!("/api/forums/{forum}/members/{}", cleo.id);
    bob.delete(&path).await.is_refused(403, "not-a-moderator");
    remove(&bob, forum, bob.id).await;
    assert!(!reads(&bob, forum).await);
    bob.delete(&path).await.is_refused(404, "not-found");
    for _ in 0..2 {
        remove(&ann, forum, cleo.id).await;
        assert!(!reads(&cleo, forum).await);
    }
    let log = ann.get(&format!("/api/modlog?forum={forum}&action=forum-member-removed")).await;
    let by: Vec<_> = log.column("by").into_iter().map(|by| &by["username"]).collect();
    assert_eq!(by, ["ann", "bob"], "{}", log.body);
}

#[tokio::test]
async fn a_removed_member_finds_nothing_on_another_copy() {
    let app = TestApp::spawn().await;
    if !app.is_on_postgres() {
        // Another process is followed with a delay.
        return;
    }
    let copy = TestOptions::default().spawn_beside(&app).await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum_for("private", "Club").await;
    let there = bob.at(&copy);
    for _ in 0..5 {
        assert_eq!(add(&ann, forum, bob.id).await.status, StatusCode::OK);
        assert!(reads(&there, forum).await);
        remove(&ann, forum, bob.id).await;
        assert!(!reads(&there, forum).await);
        set(&ann, forum, "Club", "members").await;
        assert!(reads(&there, forum).await);
        set(&ann, forum, "Club", "private").await;
        assert!(!reads(&there, forum).await);
    }
}

#[tokio::test]
async fn an_invitation_lets_several_in_until_all_end() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let [bob, cleo, dan] =
        [app.member("bob").await, app.member("cleo").await, app.member("dan").await];
    let forum = ann.create_forum_for("private", "Club").await;
    let invites = format!("/api/forums/{forum}/invites");
    for wrong in [json!(0), json!(31), json!("7")] {
        ann.post(&invites, json!({"days": wrong})).await.refuses_fields(&["days"]);
    }
    assert_eq!(ann.post(&invites, json!({"days": 30})).await.status, StatusCode::CREATED);
    let code = invite(&ann, forum).await;
    for member in [&bob, &cleo, &bob] {
        let joined = join(member, &code).await;
        assert_eq!((joined.status, &joined.body["id"]), (StatusCode::OK, &json!(forum)));
        assert!(reads(member, forum).await);
    }
    let listed = ann.get(&format!("/api/forums/{forum}/members")).await;
    assert_eq!(listed.body.as_array().unwrap().len(), 2);
    assert_eq!(listed.body[0]["by"]["username"], "cleo");
    for wrong in ["", "x", "00000000000000000000000000000000"] {
        join(&dan, wrong).await.is_refused(404, "not-found");
    }
    bob.post("/api/forums/join", json!({"code": 7})).await.refuses_fields(&["code"]);
    bob.delete(&invites).await.is_refused(403, "not-a-moderator");
    for _ in 0..2 {
        assert_eq!(ann.delete(&invites).await.status, StatusCode::NO_CONTENT);
    }
    join(&dan, &code).await.is_refused(404, "not-found");
    let log = ann.get(&format!("/api/modlog?forum={forum}")).await;
    assert_eq!(
        log.column("action"),
        [
            "forum-invites-ended",
            "forum-member-added",
            "forum-member-added",
            "forum-invite-created",
            "forum-invite-created"
        ]
    );
    assert!(!log.text.contains(&code));
}

#[tokio::test]
async fn the_banned_become_no_members() {
    let app = TestApp::spawn().await;
    let ada = app.admin("ada").await;
    let (ann, bob, cleo) =
        (app.member("ann").await, app.member("bob").await, app.member("cleo").await);
    let forum = ann.create_forum_for("private", "Club").await;
    let code = invite(&ann, forum).await;
    ann.put(&format!("/api/forums/{forum}/bans/{}", bob.id), json!({"reason": "Spam"})).await;
    ada.put(&format!("/user/{}/ban", cleo.id), Value::Null).await;
    for banned in [&bob, &cleo] {
        add(&ann, forum, banned.id).await.is_refused(422, "user-banned");
    }
    let refused = join(&bob, &code).await;
    refused.is_refused(403, "banned-from-forum");
    assert_eq!(refused.body["reason"], "Spam");
    join(&cleo, &code).await.is_refused(403, "banned");
}

#[tokio::test]
async fn an_invitation_shows_the_forum_and_is_revoked() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Club").await;
    set(&ann, forum, "Club", "private").await;
    let code = invite(&ann, forum).await;
    let path = format!("/api/forums/join?code={code}");
    let shown = bob.get(&path).await;
    assert_eq!((shown.status, &shown.body["topic"]), (StatusCode::OK, &json!("Club")));
    assert_eq!((&shown.body["by"], &shown.body["members"]), (&json!("ann"), &json!(0)));
    let listed = ann.get(&format!("/api/forums/{forum}/invites")).await;
    assert_eq!(listed.body[0]["by"], "ann");
    let revoke = format!("/api/forums/{forum}/invites/{}", listed.body[0]["id"]);
    bob.delete(&revoke).await.is_refused(404, "not-found");
    assert_eq!(ann.delete(&revoke).await.status, StatusCode::NO_CONTENT);
    ann.delete(&revoke).await.is_refused(404, "not-found");
    bob.get(&path).await.is_refused(404, "not-found");
    bob.post("/api/forums/join", json!({"code": code})).await.is_refused(404, "not-found");
}

#[tokio::test]
async fn logs_and_profiles_say_who_reads_a_closed_forum() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let (club, open) = (ann.create_forum("Club").await, ann.create_forum("Open").await);
    set(&ann, club, "Club", "private").await;
    let profile = ann.get("/api/people/ann").await;
    let club_entry = json!({"id": club, "topic": "Club", "visibility": "private"});
    assert_eq!(profile.body["moderates"], json!([club_entry, {"id": open, "topic": "Open"}]));
    let log = ann.get("/api/modlog").await;
    assert_eq!(log.body[0]["forum"], club_entry);
    let bob = app.member("bob").await;
    add(&ann, club, bob.id).await;
    let told = bob.notifications(|list| !list.is_empty()).await;
    assert_eq!(told[0]["forum"], club_entry);
}
