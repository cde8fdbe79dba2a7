use serde_json::{Value, json};

use super::{WEBHOOKS, create, created, webhook};
use crate::support::{Actor, TestApp};

/// Every call about a webhook.
async fn all_calls(actor: &Actor<'_>, path: &str, delivery: &Value) -> [u16; 6] {
    let again = format!("{path}/deliveries/{delivery}/again");
    [
        actor.get(path).await,
        actor.put(path, webhook(&["post.created"], None)).await,
        actor.get(&format!("{path}/deliveries")).await,
        actor.post(&again, Value::Null).await,
        actor.post(&format!("{path}/ping"), Value::Null).await,
        actor.delete(path).await,
    ]
    .map(|answer| answer.status.as_u16())
}

async fn delivery(actor: &Actor<'_>, path: &str) -> Value {
    actor.get(&format!("{path}/deliveries")).await.body[0].clone()
}

#[tokio::test]
async fn an_admin_makes_and_changes_a_webhook_of_the_site() {
    let app = TestApp::spawn().await;
    let admin = app.admin("admin").await;
    let made = create(&admin, &["reply.created", "post.created"], None).await;
    let mut expected = json!({
        "id": made.body["id"], "url": "https://1.1.1.1/hook",
        "events": ["post.created", "reply.created"], "forum": null,
        "active": true, "secret": made.body["secret"], "failures": 0,
    });
    assert_eq!((made.status.as_u16(), &made.body), (201, &expected));
    let secret = made.body["secret"].as_str().unwrap();
    assert!(secret.starts_with("whsec_") && secret.len() == 50, "{secret}");

    expected.as_object_mut().unwrap().remove("secret");
    let path = format!("{WEBHOOKS}/{}", made.body["id"]);
    assert_eq!(admin.get(&path).await.body, expected);
    assert_eq!(admin.get(WEBHOOKS).await.body, json!([expected]));
    let change = json!({"url": "https://9.9.9.9/", "events": ["ping"], "active": false});
    let changed = admin.put(&path, change).await;
    expected["url"] = json!("https://9.9.9.9/");
    expected["events"] = json!(["ping"]);
    expected["active"] = json!(false);
    assert_eq!((changed.status.as_u16(), &changed.body), (200, &expected));

    let first = delivery(&admin, &path).await;
    assert_eq!(
        (&first["event"], &first["status"], &first["tries"], &first["nextTry"]),
        (&json!("ping"), &json!("failed"), &json!(0), &Value::Null)
    );
    let again = format!("{path}/deliveries/{}/again", first["id"]);
    assert_eq!(admin.post(&again, Value::Null).await.status, 202);
    let waiting = delivery(&admin, &path).await;
    assert_eq!(waiting["status"], "waiting");
    assert!(waiting["nextTry"].is_string(), "{waiting}");
    assert_eq!(admin.post(&format!("{path}/ping"), Value::Null).await.status, 202);
    assert_eq!(admin.get(&format!("{path}/deliveries")).await.body.as_array().unwrap().len(), 2);
    assert_eq!(admin.delete(&path).await.status, 204);
    assert_eq!(all_calls(&admin, &path, &first["id"]).await, [404; 6]);
}

#[tokio::test]
async fn moderators_manage_the_webhooks_of_their_forum_alone() {
    let app = TestApp::spawn().await;
    let [ann, bob, rita] =
        [app.member("ann").await, app.member("bob").await, app.member("rita").await];
    let admin = app.admin("admin").await;
    let open = ann.create_forum("Tea").await;
    let club = ann.create_forum_for("private", "Club").await;
    bob.create_forum("Coffee").await;
    for (forum, refusals) in [(open, [403; 6]), (club, [404; 6])] {
        let path = created(&ann, &["post.created"], Some(forum)).await;
        let id = delivery(&ann, &path).await["id"].clone();
        for stranger in [&bob, &rita] {
            assert_eq!(all_calls(stranger, &path, &id).await, refusals, "{forum}");
            let listed = stranger.get(&format!("{WEBHOOKS}?forum={forum}")).await;
            assert_eq!(listed.status, refusals[0], "{forum}");
            let made = create(stranger, &["post.created"], Some(forum)).await;
            assert_eq!(made.status, refusals[0], "{forum}");
        }
        assert_eq!(app.anonymous().get(&path).await.status, 401);
        let of_forum = ann.get(&format!("{WEBHOOKS}?forum={forum}")).await.body;
        assert_eq!(of_forum.as_array().unwrap().len(), 1);
        assert_eq!(admin.get(&path).await.status, 200);
        assert_eq!(all_calls(&ann, &path, &id).await, [200, 200, 200, 202, 202, 204]);
    }
    assert_eq!(admin.get(WEBHOOKS).await.body, json!([]));
    let of_site = created(&admin, &["post.created"], None).await;
    let id = delivery(&admin, &of_site).await["id"].clone();
    assert_eq!(all_calls(&ann, &of_site, &id).await, [403; 6]);
    // A delivery of another webhook.
    let own = created(&ann, &["post.created"], Some(open)).await;
    let again = format!("{own}/deliveries/{id}/again");
    assert_eq!(ann.post(&again, Value::Null).await.status, 404);
}

#[tokio::test]
async fn a_former_moderator_leaves_the_webhook_to_the_others() {
    let app = TestApp::spawn().await;
    let [ann, bob] = [app.member("ann").await, app.member("bob").await];
    let forum = ann.create_forum("Tea").await;
    let promote = format!("/moderation/forum/{forum}/promote");
    assert_eq!(ann.post(&promote, json!({"username": "bob"})).await.status, 200);
    let path = created(&bob, &["post.created"], Some(forum)).await;
    let gone = ann.delete(&format!("/moderation/forum/{forum}/moderators/{}", bob.id)).await;
    assert!(gone.status.is_success(), "{}", gone.text);
    assert_eq!(bob.get(&path).await.status, 403);
    assert_eq!(ann.get(&path).await.body["active"], true);
}

#[tokio::test]
async fn what_is_no_webhook_is_refused() {
    let app = TestApp::spawn().await;
    let (admin, ann) = (app.admin("admin").await, app.member("ann").await);
    let forum = ann.create_forum("Tea").await;
    let path = created(&admin, &["ping"], None).await;
    for (body, fields) in [
        (json!({}), &["url", "events"][..]),
        (json!({"url": 1, "events": "x", "active": 1}), &["url", "events", "active"]),
        (json!({"url": "https://1.1.1.1/", "events": []}), &["events"]),
        (json!({"url": "https://1.1.1.1/", "events": ["post.voted"]}), &["events"]),
        (json!({"url": "http://1.1.1.1/", "events": ["ping"]}), &["url"]),
        (json!({"url": "https://ann:b@1.1.1.1/", "events": ["ping"]}), &["url"]),
        (
            json!({"url": "https://1.1.1.1/".to_owned() + &"x".repeat(2_000), "events": ["ping"]}),
            &["url"],
        ),
    ] {
        admin.post(WEBHOOKS, body.clone()).await.refuses_fields(fields);
        admin.put(&path, body).await.refuses_fields(fields);
    }
    for host in ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "2130706433", "169.254.169.254"] {
        let body = json!({"url": format!("https://{host}/"), "events": ["ping"]});
        let refused = admin.post(WEBHOOKS, body.clone()).await;
        refused.refuses_fields(&["url"]);
        assert!(refused.text.contains("public internet"), "{host}: {}", refused.text);
        admin.put(&path, body).await.refuses_fields(&["url"]);
    }
    admin.post(WEBHOOKS, json!({"forum": "x"})).await.refuses_fields(&["forum"]);
    create(&ann, &["user.registered"], Some(forum)).await.refuses_fields(&["events"]);
    create(&admin, &["ping"], Some(forum + 9)).await.is_refused(404, "not-found");
}

#[tokio::test]
async fn the_site_has_at_most_twenty_and_a_forum_five() {
    let app = TestApp::spawn().await;
    let admin = app.admin("admin").await;
    let forum = admin.create_forum("Tea").await;
    for (forum, most) in [(None, 20), (Some(forum), 5)] {
        for _ in 0..most {
            created(&admin, &["ping"], forum).await;
        }
        create(&admin, &["ping"], forum).await.is_refused(409, "too-many-webhooks");
    }
}

#[tokio::test]
async fn webhooks_of_a_deleted_forum_are_gone() {
    let app = TestApp::spawn().await;
    let admin = app.admin("admin").await;
    let forum = admin.create_forum("Tea").await;
    let path = created(&admin, &["ping"], Some(forum)).await;
    assert!(admin.delete(&format!("/forums/{forum}")).await.status.is_success());
    assert_eq!(admin.get(&path).await.status, 404);
}
