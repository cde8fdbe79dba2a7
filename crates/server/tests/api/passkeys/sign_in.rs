use serde_json::{Value, json};

use super::{ORIGIN, add, answer, challenge, options, path, sign_in};
use crate::{
    second_step::protect,
    support::{PASSWORD, let_pass, send},
};

#[tokio::test]
async fn a_passkey_stands_for_both_steps() {
    let app = options().spawn().await;
    let ann = app.member("Ann").await;
    let (passkey, _) = add(&ann).await;
    protect(&ann).await;
    let asked = challenge(&app).await;
    assert_eq!((&asked["allowCredentials"], &asked["rpId"]), (&json!([]), &json!("forum.example")));
    assert_eq!(asked["userVerification"], "required");
    let login = answer(&app, &passkey.sign(&asked, ORIGIN)).await;
    assert_eq!(login.status, 200, "{}", login.body);
    assert_eq!(login.body["user"]["username"], "Ann");
    let here = ann.with_token(login.body["token"].as_str().unwrap());
    let sessions = here.get(&format!("/api/user/{}/sessions", ann.id)).await;
    assert_eq!(
        (&sessions.body[0]["method"], &sessions.body[0]["current"]),
        (&json!("passkey"), &json!(true))
    );
    assert!(here.get(&path(&ann)).await.body[0]["lastUsedAt"].is_string());
}

#[tokio::test]
async fn a_challenge_is_answered_once_on_any_copy() {
    let app = options().spawn().await;
    let beside = options().spawn_beside(&app).await;
    let ann = app.member("ann").await;
    let (passkey, _) = add(&ann).await;
    let signed = passkey.sign(&challenge(&app).await, ORIGIN);
    assert_eq!(answer(&beside, &signed).await.status, 200);
    for app in [&app, &beside] {
        answer(app, &signed).await.is_refused(401, "wrong-passkey");
    }
}

#[tokio::test]
async fn a_counter_that_goes_back_is_refused_and_one_that_stays_0_is_not() {
    let app = options().spawn().await;
    let ann = app.member("ann").await;
    let (mut passkey, _) = add(&ann).await;
    for (counter, status) in [(0, 200), (0, 200), (5, 200), (5, 401), (4, 401), (0, 401), (6, 200)]
    {
        passkey.counter = counter;
        let login = sign_in(&app, &passkey).await;
        assert_eq!(login.status, status, "{counter}: {}", login.body);
    }
}

#[tokio::test]
async fn passkeys_survive_a_new_password() {
    let app = options().spawn().await;
    let ann = app.member("ann").await;
    let (passkey, _) = add(&ann).await;
    let change =
        json!({"current": PASSWORD, "password": "new password", "confirmPassword": "new password"});
    assert_eq!(ann.put(&format!("/api/user/{}/password", ann.id), change).await.status, 200);
    assert_eq!(sign_in(&app, &passkey).await.status, 200);
}

#[tokio::test]
async fn they_end_with_the_account() {
    let app = options().spawn().await;
    let ann = app.member("ann").await;
    let (passkey, _) = add(&ann).await;
    let gone = ann.request(reqwest::Method::DELETE, &format!("/api/user/{}", ann.id));
    assert_eq!(send(gone.json(&json!({"current": PASSWORD}))).await.status, 204);
    sign_in(&app, &passkey).await.is_refused(401, "wrong-passkey");
}

#[tokio::test]
async fn a_banned_member_is_told_and_may_appeal() {
    let app = options().spawn().await;
    let (ada, ann) = (app.admin("ada").await, app.member("ann").await);
    let (passkey, _) = add(&ann).await;
    ada.put(&format!("/user/{}/ban", ann.id), Value::Null).await;
    let refused = sign_in(&app, &passkey).await;
    refused.is_refused(403, "banned");
    assert!(refused.body["appeal_token"].is_string(), "{}", refused.body);
    let unverified = passkey.but(|it| it.verifies_user = false);
    sign_in(&app, &unverified).await.is_refused(401, "wrong-passkey");
}

#[tokio::test]
async fn a_locked_name_does_not_stop_a_passkey_and_a_locked_address_does() {
    let app = options().throttled().spawn().await;
    let ann = app.member("ann").await;
    let (passkey, _) = add(&ann).await;
    let wrong = json!({"username": "ann", "password": "wrong horse"});
    let mut status = 401;
    while status == 401 {
        status = app.anonymous().post("/login", wrong.clone()).await.status.as_u16();
    }
    assert_eq!(status, 429);
    assert_eq!(sign_in(&app, &passkey).await.status, 200);

    let other = passkey.but(|it| it.credential[0] ^= 1);
    for _ in 0..70 {
        let refused = sign_in(&app, &other).await;
        if refused.status == 429 {
            refused.is_refused(429, "too-many-attempts");
            sign_in(&app, &passkey).await.is_refused(429, "too-many-attempts");
            let_pass(&app.database, 60 * 60);
            assert_eq!(sign_in(&app, &passkey).await.status, 200);
            return;
        }
        refused.is_refused(401, "wrong-passkey");
    }
    panic!("nobody has to wait");
}
