//! Answers that sign nobody in, and add nothing.

use serde_json::{Value, json};
use test_authenticator::Passkey;

use super::{ORIGIN, add, answer, begin, challenge, options, path, try_adding};

#[tokio::test]
async fn a_wrong_answer_signs_nobody_in_and_does_not_tell_why() {
    let app = options().spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let ((passkey, _), (his, _)) = (add(&ann).await, add(&bob).await);
    let unverified = passkey.but(|it| it.verifies_user = false);
    let elsewhere = passkey.but(|it| "evil.example".clone_into(&mut it.rp_id));
    let misnamed = passkey.but(|it| it.handle.clone_from(&his.handle));
    let unknown = passkey.but(|it| it.credential[0] ^= 1);
    let forged = his.but(|it| {
        it.credential.clone_from(&passkey.credential);
        it.handle.clone_from(&passkey.handle);
    });
    let mut nameless = passkey.sign(&challenge(&app).await, ORIGIN);
    nameless["response"]["userHandle"] = Value::Null;
    for (credential, what) in [
        (passkey.sign(&challenge(&app).await, "https://evil.example"), "origin"),
        (passkey.sign(&challenge(&app).await, "https://forum.example:8443"), "port"),
        (passkey.sign(&json!({"challenge": "AAAA"}), ORIGIN), "challenge"),
        (passkey.sign(&begin(&ann).await, ORIGIN), "ceremony"),
        (unverified.sign(&challenge(&app).await, ORIGIN), "verification"),
        (elsewhere.sign(&challenge(&app).await, ORIGIN), "relying party"),
        (misnamed.sign(&challenge(&app).await, ORIGIN), "account"),
        (unknown.sign(&challenge(&app).await, ORIGIN), "unknown passkey"),
        (forged.sign(&challenge(&app).await, ORIGIN), "signature"),
        (passkey.attest(&challenge(&app).await, ORIGIN), "creation"),
        (nameless, "no account"),
        (json!({}), "nothing"),
        (json!({"rawId": [], "response": "x", "type": 1}), "garbage"),
    ] {
        let refused = answer(&app, &credential).await;
        refused.is_refused(401, "wrong-passkey");
        let words = "This passkey was not accepted. Try again, or sign in with your password.";
        assert_eq!(refused.body["detail"], words, "{what}");
    }
    for credential in [json!(null), json!("x"), json!([]), json!(1)] {
        answer(&app, &credential).await.refuses_fields(&["credential"]);
    }
    let right = passkey.sign(&challenge(&app).await, ORIGIN);
    assert_eq!(answer(&app, &right).await.status, 200);
}

#[tokio::test]
async fn a_failed_answer_spends_its_challenge() {
    let app = options().spawn().await;
    let ann = app.member("ann").await;
    let (passkey, _) = add(&ann).await;
    let asked = challenge(&app).await;
    let unverified = passkey.but(|it| it.verifies_user = false);
    answer(&app, &unverified.sign(&asked, ORIGIN)).await.is_refused(401, "wrong-passkey");
    answer(&app, &passkey.sign(&asked, ORIGIN)).await.is_refused(401, "wrong-passkey");
}

#[tokio::test]
async fn a_wrong_credential_is_not_added() {
    let app = options().spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let device = Passkey::create(&begin(&ann).await, ORIGIN).0;
    let unverified = device.but(|it| it.verifies_user = false);
    let elsewhere = device.but(|it| "evil.example".clone_into(&mut it.rp_id));
    for (device, origin, what) in [
        (&device, "https://evil.example", "origin"),
        (&unverified, ORIGIN, "verification"),
        (&elsewhere, ORIGIN, "relying party"),
    ] {
        let refused = try_adding(&ann, &device.attest(&begin(&ann).await, origin)).await;
        refused.refuses_fields(&["credential"]);
        assert_eq!(ann.get(&path(&ann)).await.body, json!([]), "{what}");
    }
    for credential in [
        device.attest(&begin(&bob).await, ORIGIN),
        device.attest(&challenge(&app).await, ORIGIN),
        device.sign(&begin(&ann).await, ORIGIN),
        json!({}),
    ] {
        try_adding(&ann, &credential).await.refuses_fields(&["credential"]);
    }
    let (earlier, latest) = (begin(&ann).await, begin(&ann).await);
    try_adding(&ann, &device.attest(&earlier, ORIGIN)).await.refuses_fields(&["credential"]);
    let right = device.attest(&latest, ORIGIN);
    for (body, fields) in [
        (json!({}), &["name", "credential"][..]),
        (json!({"name": "", "credential": right}), &["name"]),
        (json!({"name": "Phone", "credential": "x"}), &["credential"]),
    ] {
        ann.post(&path(&ann), body).await.refuses_fields(fields);
    }
    assert_eq!(try_adding(&ann, &right).await.status, 201);
    try_adding(&ann, &right).await.refuses_fields(&["credential"]);
}

#[tokio::test]
async fn a_passkey_belongs_to_one_account() {
    let app = options().spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let (passkey, _) = add(&ann).await;
    let stolen = passkey.attest(&begin(&bob).await, ORIGIN);
    let refused = try_adding(&bob, &stolen).await;
    refused.refuses_fields(&["credential"]);
    assert_eq!(
        refused.body["detail"],
        "This passkey belongs to an account already. Make another one."
    );
}
