use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{Actor, Answer, PASSWORD, TestApp};

async fn ban(actor: &Actor<'_>, id: i64) -> Answer {
    actor.put(&format!("/user/{id}/ban"), Value::Null).await
}

async fn unban(actor: &Actor<'_>, id: i64) -> Answer {
    actor.put(&format!("/user/{id}/unban"), Value::Null).await
}

async fn demote(actor: &Actor<'_>, id: i64) -> Answer {
    actor.put(&format!("/moderation/user/{id}/demote"), Value::Null).await
}

async fn make_admin(actor: &Actor<'_>, id: i64) -> Answer {
    actor.put(&format!("/moderation/user/{id}/promote/admin"), Value::Null).await
}

fn authority(answer: &Answer) -> &str {
    answer.body["authorities"][0]["name"].as_str().unwrap()
}

#[tokio::test]
async fn admins_see_all_non_admins() {
    let app = TestApp::spawn().await;
    let (ada, bob, zoe) =
        (app.admin("ada").await, app.member("bob").await, app.member("Zoe").await);
    let carl = app.admin("Carl").await;
    bob.create_forum("Boats").await;
    ada.post("/moderation/forum/1/promote", json!({"username": "Zoe"})).await;
    ban(&ada, bob.id).await;
    let list = ada.get("/users/admin").await;
    insta::assert_json_snapshot!(list.body, @r#"
    [
      {
        "authorities": [
          {
            "name": "ROLE_BANNED"
          }
        ],
        "ban": {
          "reason": null,
          "until": null
        },
        "banned": true,
        "id": 2,
        "user_image": "/images/avatars/default.svg",
        "username": "bob"
      },
      {
        "authorities": [
          {
            "name": "ROLE_MODERATOR"
          }
        ],
        "ban": null,
        "banned": false,
        "id": 3,
        "user_image": "/images/avatars/default.svg",
        "username": "Zoe"
      }
    ]
    "#);
    assert_eq!(Value::Array(ada.all_pages("/users/admin?limit=1").await), list.body);
    assert_eq!(ada.get("/users/admin?keyword=+zO").await.column("id"), [zoe.id]);
    assert_eq!(ada.get("/users/admin?keyword=+").await.body, list.body);
    assert_eq!(ada.get("/users/admin?keyword=%25").await.body, json!([]));
    ada.get("/users/admin?limit=0").await.refuses_fields(&["limit"]);
    assert_eq!(ada.get("/users/admin?name=zoe").await.body, json!([list.body[1]]));
    assert_eq!(ada.get("/users/admin?name=carl").await.column("id"), [carl.id]);
    assert_eq!(ada.get("/users/admin?name=zo").await.body, json!([]));
    ada.get("/users/admin?name=zoe&limit=many").await.refuses_fields(&["limit"]);
    assert_eq!(ada.get("/users/admin?role=admin").await.column("username"), ["ada", "Carl"]);
    assert_eq!(ada.get("/users/admin?role=admin&keyword=AR").await.column("id"), [carl.id]);
    ada.get("/users/admin?role=user").await.refuses_fields(&["role"]);
    // A banned admin is listed, so that the ban can be lifted.
    ban(&ada, carl.id).await;
    assert_eq!(ada.get("/users/admin").await.column("username"), ["bob", "Carl", "Zoe"]);
    assert_eq!(ada.get("/users/admin?role=admin").await.column("username"), ["ada"]);
}

#[tokio::test]
async fn admin_routes_are_for_admins_only() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    ann.create_forum("Boats").await;
    ada.post("/moderation/forum/1/promote", json!({"username": "ann"})).await;
    for (actor, status, code) in
        [(&app.anonymous(), 401, "unauthorized"), (&ann, 403, "not-an-admin")]
    {
        actor.get("/users/admin").await.is_refused(status, code);
        ban(actor, ada.id).await.is_refused(status, code);
        unban(actor, ada.id).await.is_refused(status, code);
        make_admin(actor, ann.id).await.is_refused(status, code);
    }
    // 404 comes before 403.
    for actor in [&ann, &ada] {
        ban(actor, 99).await.is_refused(404, "not-found");
        unban(actor, 99).await.is_refused(404, "not-found");
        make_admin(actor, 99).await.is_refused(404, "not-found");
    }
    ann.get("/users/admin?limit=0").await.is_refused(403, "not-an-admin");
}

#[tokio::test]
async fn a_promotion_to_admin_applies_at_once() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    ann.get("/users/admin").await.is_refused(403, "not-an-admin");
    for _ in 0..2 {
        let promoted = make_admin(&ada, ann.id).await;
        assert_eq!(promoted.status, StatusCode::OK);
        assert_eq!((authority(&promoted), &promoted.body["banned"]), ("ROLE_ADMIN", &json!(false)));
    }
    assert_eq!(ann.get("/users/admin").await.body, json!([]));
    ann.create_forum("Boats").await;
    assert_eq!(ann.delete("/forums/1").await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_demotion_applies_at_once_and_keeps_forums() {
    let app = TestApp::spawn().await;
    let (ada, alf, amy) = (app.admin("ada").await, app.admin("alf").await, app.admin("amy").await);
    alf.create_forum("Boats").await;
    for _ in 0..2 {
        assert_eq!(authority(&demote(&ada, alf.id).await), "ROLE_MODERATOR");
        assert_eq!(authority(&demote(&ada, amy.id).await), "ROLE_USER");
    }
    alf.get("/users/admin").await.is_refused(403, "not-an-admin");
    demote(&alf, ada.id).await.is_refused(403, "not-an-admin");
    demote(&ada, ada.id).await.is_refused(422, "last-admin");
}

#[tokio::test]
async fn bans_and_unbans_apply_at_once() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    ann.create_forum("Boats").await;
    ada.post("/moderation/forum/1/promote", json!({"username": "ann"})).await;
    for _ in 0..2 {
        let banned = ban(&ada, ann.id).await;
        assert_eq!((authority(&banned), &banned.body["banned"]), ("ROLE_BANNED", &json!(true)));
    }
    let forum = json!({"topic": "Cars", "description": "All about cars"});
    ann.post("/forums/create", forum.clone()).await.is_refused(403, "banned");
    ann.get("/users").await.is_refused(403, "banned");
    ann.get(&format!("/api/user/{}", ann.id)).await.is_refused(403, "banned");
    assert_eq!(ann.get("/forums/1").await.status, StatusCode::OK);
    let login = json!({"username": "ann", "password": PASSWORD});
    let refused = app.anonymous().post("/login", login).await;
    refused.is_refused(403, "banned");
    assert_eq!(refused.body["detail"], "You have been banned.");

    for _ in 0..2 {
        let unbanned = unban(&ada, ann.id).await;
        assert_eq!(
            (authority(&unbanned), &unbanned.body["banned"]),
            ("ROLE_MODERATOR", &json!(false))
        );
    }
    assert_eq!(ann.post("/forums/create", forum).await.status, StatusCode::CREATED);
    assert_eq!(ann.get("/moderation/user/2").await.body, json!([{"forumId": 1}, {"forumId": 2}]));
}

#[tokio::test]
async fn banning_oneself_is_refused() {
    let app = TestApp::spawn().await;
    let (ada, _) = (app.admin("ada").await, app.admin("alf").await);
    ban(&ada, ada.id).await.is_refused(422, "oneself");
    assert_eq!(ada.get("/users/admin").await.status, StatusCode::OK);
}

#[tokio::test]
async fn two_admins_banning_each_other_leave_one() {
    let app = TestApp::spawn().await;
    let (ada, alf) = (app.admin("ada").await, app.admin("alf").await);
    let (of_alf, of_ada) = tokio::join!(ban(&ada, alf.id), ban(&alf, ada.id));
    let done = [&of_alf, &of_ada].into_iter().filter(|ban| ban.status == StatusCode::OK).count();
    assert_eq!(done, 1, "{of_alf:?} {of_ada:?}");
    let remaining = if of_alf.status == StatusCode::OK { ada } else { alf };
    assert_eq!(remaining.get("/users/admin").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_banned_admin_can_do_nothing() {
    let app = TestApp::spawn().await;
    let (ada, alf, ann) = (app.admin("ada").await, app.admin("alf").await, app.member("ann").await);
    assert_eq!(ban(&ada, alf.id).await.status, StatusCode::OK);
    alf.get("/users/admin").await.is_refused(403, "banned");
    ban(&alf, ada.id).await.is_refused(403, "banned");
    unban(&alf, alf.id).await.is_refused(403, "banned");
    make_admin(&alf, ann.id).await.is_refused(403, "banned");
    assert_eq!(authority(&unban(&ada, alf.id).await), "ROLE_ADMIN");
    assert_eq!(alf.get("/users/admin").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_banned_user_is_not_made_an_admin() {
    let app = TestApp::spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    ban(&ada, ann.id).await;
    make_admin(&ada, ann.id).await.is_refused(422, "user-banned");
    assert_eq!(authority(&unban(&ada, ann.id).await), "ROLE_USER");
}
