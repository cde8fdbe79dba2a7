use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Actor, Answer, TestApp, send};

fn named(username: &str) -> Value {
    json!({"username": username})
}

async fn promote(actor: &Actor<'_>, forum: i64, username: &str) -> Answer {
    actor.post(&format!("/moderation/forum/{forum}/promote"), named(username)).await
}

async fn remove(actor: &Actor<'_>, forum: i64, user: &Actor<'_>) -> Answer {
    actor.delete(&format!("/moderation/forum/{forum}/moderators/{}", user.id)).await
}

async fn moderators(app: &TestApp, forum: i64) -> Vec<String> {
    let list = app.anonymous().get(&format!("/moderation/forum/{forum}")).await;
    list.column("username").into_iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

/// Returns the role of a member from their own profile.
async fn role(actor: &Actor<'_>) -> String {
    let account = actor.get(&format!("/api/user/{}", actor.id)).await;
    account.body["authorities"][0]["name"].as_str().unwrap().to_owned()
}

async fn access(actor: &Actor<'_>, of: &Actor<'_>) -> Answer {
    actor.get(&format!("/moderation/user/{}", of.id)).await
}

#[tokio::test]
async fn readers_see_the_roles_of_authors_where_they_hold() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let rita = app.admin("rita").await;
    let (boats, tea) = (ann.create_forum("Boats").await, rita.create_forum("Tea").await);
    let post = bob.create_post(boats, "Sails").await;
    let hers = ann.create_post(tea, "Oolong").await;
    for author in [&ann, &rita, &bob] {
        let body = json!({"respondsTo": null, "description": "Aye"});
        author.post(&format!("/api/post/{post}/replies"), body).await;
    }
    let reader = app.anonymous();
    let roles = async || -> Vec<Value> {
        let mut found = vec![];
        for id in [post, hers] {
            let one = reader.get(&format!("/api/posts/{id}")).await;
            found.push(one.body["creator_role"].clone());
        }
        for forum in [boats, tea] {
            let list = reader.get(&format!("/api/forum/{forum}/posts")).await;
            found.push(list.body[0]["creator_role"].clone());
        }
        let thread = reader.get(&format!("/api/posts/{post}/replies")).await;
        found.extend(thread.column("user").into_iter().map(|user| user["role"].clone()));
        found
    };
    let (none, moderator, admin) = (Value::Null, json!("moderator"), json!("admin"));
    // Ann moderates boats alone, where Bob is nothing but the author.
    let at_first = [&none, &none, &none, &none, &moderator, &admin, &none].map(Clone::clone);
    assert_eq!(roles().await, at_first);
    promote(&ann, boats, "bob").await;
    let promoted = [&moderator, &none, &moderator, &none, &moderator, &admin, &moderator];
    assert_eq!(roles().await, promoted.map(Clone::clone));
    remove(&ann, boats, &bob).await;
    rita.put(&format!("/moderation/user/{}/promote/admin", ann.id), Value::Null).await;
    let after = [&none, &admin, &none, &admin, &admin, &admin, &none];
    assert_eq!(roles().await, after.map(Clone::clone));
}

#[tokio::test]
async fn moderators_of_a_forum_are_public() {
    let app = TestApp::spawn().await;
    let (ann, _) = (app.member("ann").await, app.member("Bob").await);
    let boats = ann.create_forum("Boats").await;
    promote(&ann, boats, "Bob").await;
    let list = app.anonymous().get(&format!("/moderation/forum/{boats}")).await;
    insta::assert_json_snapshot!(list.body, @r#"
    [
      {
        "id": 1,
        "user_image": "/images/avatars/default.svg",
        "username": "ann"
      },
      {
        "id": 2,
        "user_image": "/images/avatars/default.svg",
        "username": "Bob"
      }
    ]
    "#);
    let pages = app.anonymous().all_pages(&format!("/moderation/forum/{boats}?limit=1")).await;
    assert_eq!(Value::Array(pages), list.body);
    app.anonymous().get("/moderation/forum/99").await.is_refused(404, "not-found");
    app.anonymous()
        .get(&format!("/moderation/forum/{boats}?limit=0"))
        .await
        .refuses_fields(&["limit"]);
}

#[tokio::test]
async fn a_promotion_applies_at_once() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("Bob").await);
    let boats = ann.create_forum("Boats").await;
    let edit = json!({"topic": "Ships", "description": "All about ships"});
    bob.post(&format!("/forums/{boats}"), edit.clone()).await.is_refused(403, "not-a-moderator");
    for name in ["bOB", " Bob "] {
        let promoted = promote(&ann, boats, name).await;
        assert_eq!(promoted.status, StatusCode::OK);
        assert_eq!(
            (&promoted.body["id"], &promoted.body["username"]),
            (&json!(bob.id), &json!("Bob"))
        );
    }
    assert_eq!(role(&bob).await, "ROLE_MODERATOR");
    assert_eq!(access(&bob, &bob).await.body, json!([{"forumId": boats}]));
    assert_eq!(bob.post(&format!("/forums/{boats}"), edit).await.status, StatusCode::OK);
    assert_eq!(moderators(&app, boats).await, ["ann", "Bob"]);
}

#[tokio::test]
async fn only_moderators_of_the_forum_and_admins_promote() {
    let app = TestApp::spawn().await;
    let (ann, bob, ada) =
        (app.member("ann").await, app.member("bob").await, app.admin("ada").await);
    let (boats, cars) = (ann.create_forum("Boats").await, bob.create_forum("Cars").await);
    promote(&app.anonymous(), boats, "bob").await.is_refused(401, "unauthorized");
    promote(&bob, boats, "bob").await.is_refused(403, "not-a-moderator");
    assert_eq!(promote(&ada, cars, "ann").await.status, StatusCode::OK);
    // The role of a moderator, held for another forum, is not enough.
    promote(&bob, boats, "bob").await.is_refused(403, "not-a-moderator");
    promote(&ada, cars, "ada").await;
    assert_eq!(role(&ada).await, "ROLE_ADMIN");
}

#[tokio::test]
async fn missing_and_banned_users_are_not_promoted() {
    let app = TestApp::spawn().await;
    let (ann, eve, ada) =
        (app.member("ann").await, app.member("eve").await, app.admin("ada").await);
    let boats = ann.create_forum("Boats").await;
    let refused = promote(&ann, boats, "Nobody").await;
    refused.is_refused(404, "not-found");
    assert_eq!(refused.body["detail"], "Nobody not found.");
    promote(&ann, boats, "no\u{0}body").await.is_refused(404, "not-found");
    ada.put(&format!("/user/{}/ban", eve.id), Value::Null).await;
    promote(&ann, boats, "eve").await.is_refused(422, "user-banned");
    for body in [json!({}), json!({"username": 5}), named("  ")] {
        let refused = ann.post(&format!("/moderation/forum/{boats}/promote"), body).await;
        refused.refuses_fields(&["username"]);
    }
    assert_eq!(moderators(&app, boats).await, ["ann"]);
}

#[tokio::test]
async fn the_promotable_list_excludes_moderators_and_banned() {
    let app = TestApp::spawn().await;
    let (ann, ada) = (app.member("ann").await, app.admin("ada").await);
    let boats = ann.create_forum("Boats").await;
    for name in ["Mara", "tamara", "omar", "eve"] {
        app.member(name).await;
    }
    let path = format!("/moderation/forum/{boats}/promotable");
    ada.put(&format!("/user/{}/ban", app.sign_in("omar").await.id), Value::Null).await;
    assert_eq!(ann.get(&path).await.column("username"), ["ada", "eve", "Mara", "tamara"]);
    let bannable = format!("{path}?bannable=true&limit=2");
    let first = ann.get(&bannable).await;
    assert_eq!(first.column("username"), ["eve", "Mara"], "nobody bans an admin");
    assert_eq!(ann.get(&first.next().unwrap()).await.column("username"), ["tamara"]);
    let found = ada.get(&format!("{path}?keyword=+MAR+&limit=1")).await;
    assert_eq!(found.column("username"), ["Mara"]);
    assert_eq!(ada.get(&found.next().unwrap()).await.column("username"), ["tamara"]);
    assert_eq!(ann.get(&format!("{path}?keyword=+")).await.body.as_array().unwrap().len(), 4);
    for nobody in ["%25", "_", "%00", "%C3%A4"] {
        assert_eq!(ann.get(&format!("{path}?keyword={nobody}")).await.body, json!([]), "{nobody}");
    }
    promote(&ann, boats, "Mara").await;
    assert_eq!(ann.get(&path).await.column("username"), ["ada", "eve", "tamara"]);

    app.anonymous().get(&path).await.is_refused(401, "unauthorized");
    app.sign_in("eve").await.get(&path).await.is_refused(403, "not-a-moderator");
    ann.get("/moderation/forum/99/promotable").await.is_refused(404, "not-found");
    ann.get(&format!("{path}?limit=0")).await.refuses_fields(&["limit"]);
    ann.get(&format!("{path}?bannable=maybe")).await.refuses_fields(&["bannable"]);
}

#[tokio::test]
async fn a_removal_applies_at_once() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let (boats, cars) = (ann.create_forum("Boats").await, ann.create_forum("Cars").await);
    promote(&ann, boats, "bob").await;
    promote(&ann, cars, "bob").await;
    for _ in 0..2 {
        let removed = remove(&ann, boats, &bob).await;
        assert_eq!((removed.status, removed.text.as_str()), (StatusCode::NO_CONTENT, ""));
    }
    assert_eq!(role(&bob).await, "ROLE_MODERATOR");
    assert_eq!(access(&bob, &bob).await.body, json!([{"forumId": cars}]));
    // Moderators remove themselves as well as others.
    assert_eq!(remove(&bob, cars, &bob).await.status, StatusCode::NO_CONTENT);
    assert_eq!(role(&bob).await, "ROLE_USER");
    promote(&bob, cars, "bob").await.is_refused(403, "not-a-moderator");
}

#[tokio::test]
async fn only_admins_remove_the_last_moderator() {
    let app = TestApp::spawn().await;
    let (ann, ada) = (app.member("ann").await, app.admin("ada").await);
    let boats = ann.create_forum("Boats").await;
    remove(&ann, boats, &ann).await.is_refused(422, "last-moderator");
    assert_eq!(moderators(&app, boats).await, ["ann"]);
    assert_eq!(remove(&ada, boats, &ann).await.status, StatusCode::NO_CONTENT);
    assert_eq!(moderators(&app, boats).await, [""; 0]);
}

#[tokio::test]
async fn only_moderators_of_the_forum_and_admins_remove() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let boats = ann.create_forum("Boats").await;
    remove(&app.anonymous(), boats, &ann).await.is_refused(401, "unauthorized");
    remove(&bob, boats, &ann).await.is_refused(403, "not-a-moderator");
    remove(&bob, 99, &ann).await.is_refused(404, "not-found");
    let mut nobody = bob.clone();
    nobody.id = 99;
    remove(&bob, boats, &nobody).await.is_refused(404, "not-found");
    assert_eq!(moderators(&app, boats).await, ["ann"]);
}

#[tokio::test]
async fn an_access_list_is_for_its_owner_and_admins() {
    let app = TestApp::spawn().await;
    let (ann, bob, ada) =
        (app.member("ann").await, app.member("bob").await, app.admin("ada").await);
    for topic in ["Boats", "Cars", "Dogs"] {
        ann.create_forum(topic).await;
    }
    let all = json!([{"forumId": 1}, {"forumId": 2}, {"forumId": 3}]);
    assert_eq!(access(&ann, &ann).await.body, all);
    assert_eq!(access(&ada, &ann).await.body, all);
    let pages = ann.all_pages(&format!("/moderation/user/{}?limit=2", ann.id)).await;
    assert_eq!(Value::Array(pages), all);
    assert_eq!(access(&bob, &bob).await.body, json!([]));
    access(&bob, &ann).await.is_refused(403, "not-the-owner");
    access(&app.anonymous(), &ann).await.is_refused(401, "unauthorized");
    ada.get("/moderation/user/99").await.is_refused(404, "not-found");
    let of_another_list = ann.get("/forums?limit=1").await.next().unwrap();
    let cursor = of_another_list.split("cursor=").nth(1).unwrap();
    let path = format!("/moderation/user/{}?cursor={cursor}", ann.id);
    ann.get(&path).await.refuses_fields(&["cursor"]);
}

#[tokio::test]
async fn refusals_of_moderation_come_in_the_order_of_the_contract() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    ann.create_forum("Boats").await;
    let not_json = async |actor: &Actor<'_>, forum: i64| {
        let path = format!("/moderation/forum/{forum}/promote");
        send(actor.request(Method::POST, &path).body("{")).await
    };
    not_json(&app.anonymous(), 99).await.is_refused(401, "unauthorized");
    not_json(&bob, 99).await.is_refused(404, "not-found");
    not_json(&bob, 1).await.is_refused(403, "not-a-moderator");
    not_json(&ann, 1).await.is_refused(415, "not-json");
    let path = "/moderation/forum/1/promotable?limit=0";
    bob.get(path).await.is_refused(403, "not-a-moderator");
    ann.get(path).await.refuses_fields(&["limit"]);
}

#[tokio::test]
async fn banned_moderators_cannot_moderate() {
    let app = TestApp::spawn().await;
    let (ann, ada) = (app.member("ann").await, app.admin("ada").await);
    let boats = ann.create_forum("Boats").await;
    ada.put(&format!("/user/{}/ban", ann.id), Value::Null).await;
    promote(&ann, boats, "ann").await.is_refused(403, "banned");
    remove(&ann, boats, &ann).await.is_refused(403, "banned");
    access(&ann, &ann).await.is_refused(403, "banned");
    let promotable = format!("/moderation/forum/{boats}/promotable");
    ann.get(&promotable).await.is_refused(403, "banned");
    promote(&ann, 99, "ann").await.is_refused(404, "not-found");
    // Public lists stay public.
    assert_eq!(ann.get(&format!("/moderation/forum/{boats}")).await.status, StatusCode::OK);
}
