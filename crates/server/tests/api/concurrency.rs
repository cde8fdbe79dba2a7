//! Concurrent requests, as clients see them: each gets its own outcome, and nothing is counted
//! twice. The stress test does all of it by chance; here each case stands alone.

use futures_util::future::{join, join_all, join3};
use infrastructure::maintenance;
use serde_json::{Value, json};

use crate::support::{Actor, Answer, PASSWORD, TestApp};

/// Counts the responses by status, in the order of `statuses`; there are no others.
#[track_caller]
fn count<const N: usize>(answers: &[Answer], statuses: [u16; N]) -> [usize; N] {
    for answer in answers {
        assert!(statuses.contains(&answer.status.as_u16()), "{answer:?}");
    }
    statuses.map(|status| answers.iter().filter(|answer| answer.status == status).count())
}

#[track_caller]
fn all_agrees(app: &TestApp) {
    assert_eq!(maintenance::check(&app.database, &|_, _| {}).unwrap(), []);
}

async fn send_message(from: &Actor<'_>, to: &Actor<'_>) -> i64 {
    let body = json!({"message": "Are you there?"});
    from.post(&format!("/api/contacts/{}", to.id), body).await.body["id"].as_i64().unwrap()
}

#[tokio::test]
async fn concurrent_registrations_make_one_account() {
    let app = TestApp::spawn().await;
    let body = json!({"username": "ann", "password": PASSWORD, "confirmPassword": PASSWORD});
    let visitor = app.anonymous();
    let answers = join_all((0..8).map(|_| visitor.post("/register", body.clone()))).await;
    assert_eq!(count(&answers, [201, 400]), [1, 7]);
    app.sign_in("ann").await;
    all_agrees(&app);
}

#[tokio::test]
async fn concurrent_forums_of_one_topic_make_one() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let body = json!({"topic": "Boats", "description": "All about boats"});
    let answers = join_all((0..8).map(|_| ann.post("/forums/create", body.clone()))).await;
    assert_eq!(count(&answers, [201, 409]), [1, 7]);
    assert_eq!(app.anonymous().all_pages("/forums").await.len(), 1);
    all_agrees(&app);
}

#[tokio::test]
async fn every_post_of_a_double_submit_is_counted() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    let (one, other) = join(ann.create_post(forum, "Sails"), ann.create_post(forum, "Sails")).await;
    assert_ne!(one, other);
    let shown = app.anonymous().all_pages(&format!("/api/forum/{forum}/posts")).await;
    let mut ids: Vec<_> = shown.iter().map(|post| post["id"].as_i64().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, [one.min(other), one.max(other)]);
    all_agrees(&app);
}

#[tokio::test]
async fn concurrent_promotions_add_one_moderator() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Boats").await;
    let path = format!("/moderation/forum/{forum}/promote");
    let body = json!({"username": "bob"});
    let answers = join_all((0..16).map(|_| ann.post(&path, body.clone()))).await;
    assert_eq!(count(&answers, [200]), [16]);
    let moderators = app.anonymous().get(&format!("/moderation/forum/{forum}")).await;
    assert_eq!(moderators.column("username"), ["ann", "bob"]);
    let access = bob.get(&format!("/moderation/user/{}", bob.id)).await;
    assert_eq!(access.body, json!([{"forumId": forum}]));
    all_agrees(&app);
}

#[tokio::test]
async fn a_message_read_during_its_deletion_leaves_no_contact() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    for _ in 0..20 {
        let id = send_message(&ann, &bob).await;
        let sent = format!("/api/contacts/{}/messages/{id}", bob.id);
        let received = format!("/api/contacts/{}/messages/{id}/read", ann.id);
        let (read, again, deleted) = join3(
            bob.put(&received, Value::Null),
            bob.put(&received, Value::Null),
            ann.delete(&sent),
        )
        .await;
        assert_eq!(deleted.status, 204);
        for answer in [&read, &again] {
            match answer.status.as_u16() {
                200 => assert_eq!(answer.body["read"], true),
                _ => answer.is_refused(404, "not-found"),
            }
        }
        for reader in [&ann, &bob] {
            assert_eq!(reader.get("/api/contacts/").await.body, json!([]));
        }
    }
    all_agrees(&app);
}

#[tokio::test]
async fn a_post_deleted_during_replies_takes_them_along() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let people = join_all((0..50).map(async |number| app.member(&format!("member{number}")).await));
    let people = people.await;
    let forum = ann.create_forum("Boats").await;
    let post = ann.create_post(forum, "Sails").await;
    let path = format!("/api/post/{post}/replies");
    let answer = async |who: &Actor<'_>| who.post(&path, json!({"description": "Mine too"})).await;
    let delete = async {
        answer(&ann).await;
        ann.delete(&format!("/api/posts/{post}/delete")).await
    };
    let (answers, deleted) = join(join_all(people.iter().map(answer)), delete).await;
    assert_eq!(deleted.status, 204);
    let [_, too_late] = count(&answers, [201, 404]);
    assert!(too_late < 50, "some were there before");
    for path in [format!("/api/posts/{post}"), format!("/api/posts/{post}/replies")] {
        app.anonymous().get(&path).await.is_refused(404, "not-found");
    }
    for created in answers.iter().filter(|answer| answer.status == 201) {
        let path = format!("/api/replies/{}", created.body["id"]);
        app.anonymous().get(&path).await.is_refused(404, "not-found");
    }
    all_agrees(&app);
}

#[tokio::test]
async fn writes_during_a_ban_are_stored_or_refused() {
    let app = TestApp::spawn().await;
    let (ann, admin) = (app.member("ann").await, app.admin("dora").await);
    let forum = ann.create_forum("Boats").await;
    let path = format!("/api/forum/{forum}/posts");
    let body = json!({"title": "Sails", "description": "All about sails"});
    let write = || ann.post(&path, body.clone());
    // After the first of them, before the last.
    let ban = async {
        write().await;
        admin.put(&format!("/user/{}/ban", ann.id), Value::Null).await
    };
    let in_turn = async {
        let mut answers = vec![];
        while answers.last().is_none_or(|last: &Answer| last.status == 201) {
            answers.push(write().await);
        }
        answers
    };
    let (before, banned) = join(in_turn, ban).await;
    assert_eq!(banned.status, 200);
    before.last().unwrap().is_refused(403, "banned");
    write().await.is_refused(403, "banned");
    // The one before the ban, and those of the others that were acknowledged.
    let shown = app.anonymous().all_pages(&path).await;
    assert_eq!(shown.len(), 1 + count(&before, [201, 403])[0]);
    all_agrees(&app);
}
