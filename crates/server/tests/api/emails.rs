//! E-mail addresses of accounts, and new passwords by a link in a mail.

use std::sync::{Arc, Mutex};

use mail::{Mail, Mailer, SendError};
use reqwest::{Method, header::ACCEPT_LANGUAGE};
use serde_json::json;

use crate::{
    second_step::{log_in, protect},
    support::{Actor, Answer, PASSWORD, TestApp, TestOptions, eventually, send},
};

const NEW_PASSWORD: &str = "new password";

/// Takes every mail.
#[derive(Default)]
pub(crate) struct Post {
    taken: Mutex<Vec<Mail>>,
    next_error: Mutex<Option<SendError>>,
}

impl Mailer for Post {
    fn send(&self, mail: &Mail) -> Result<(), SendError> {
        self.taken.lock().unwrap().push(mail.clone());
        self.next_error.lock().unwrap().take().map_or(Ok(()), Err)
    }
}

impl Post {
    /// The `nth` mail, once it is there.
    pub(crate) async fn mail(&self, nth: usize) -> Mail {
        let find = || self.taken.lock().unwrap().get(nth).cloned();
        eventually("a mail", async || find().is_some()).await;
        find().unwrap()
    }

    pub(crate) fn count(&self) -> usize {
        self.taken.lock().unwrap().len()
    }

    /// The next mail is taken, but answered with this error.
    pub(crate) fn fail_next(&self, error: SendError) {
        *self.next_error.lock().unwrap() = Some(error);
    }

    /// The token in the `nth` mail.
    async fn token(&self, nth: usize) -> String {
        let text = self.mail(nth).await.text;
        text.split_once("?token=").unwrap().1.lines().next().unwrap().to_owned()
    }
}

async fn spawn(options: TestOptions) -> (TestApp, Arc<Post>) {
    let post = Arc::new(Post::default());
    (options.mailer(post.clone()).spawn().await, post)
}

fn path(member: &Actor<'_>) -> String {
    format!("/api/user/{}/email", member.id)
}

async fn set(member: &Actor<'_>, email: &str) -> Answer {
    member.put(&path(member), json!({"email": email, "password": PASSWORD})).await
}

async fn confirm(app: &TestApp, token: &str) -> Answer {
    app.anonymous().post("/api/email/confirm", json!({"token": token})).await
}

async fn forgotten(app: &TestApp, name: &str) -> Answer {
    app.anonymous().post("/login/forgotten", json!({"name": name})).await
}

async fn reset(app: &TestApp, token: &str, password: &str) -> Answer {
    let body = json!({"token": token, "password": password, "confirmPassword": password});
    app.anonymous().post("/login/new-password", body).await
}

/// A new member with a confirmed address, by the first mail.
pub(crate) async fn member<'a>(app: &'a TestApp, post: &Post, name: &str) -> Actor<'a> {
    let member = app.member(name).await;
    assert_eq!(set(&member, &format!("{name}@x.org")).await.status, 202);
    assert_eq!(confirm(app, &post.token(0).await).await.status, 200);
    member
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_in_a_mail_confirms_an_address_once() {
    let (app, post) = spawn(TestOptions::default()).await;
    let ann = app.member("ann").await;
    let none = json!({"email": null, "confirmed": false, "pending": null, "switchedOff": false});
    assert_eq!(ann.get(&path(&ann)).await.body, none);
    let waits = json!({
        "email": "ann@x.org", "confirmed": false, "pending": "ann@x.org", "switchedOff": false,
    });
    let answer = set(&ann, " ann@X.org ").await;
    assert_eq!((answer.status.as_u16(), &answer.body), (202, &waits));
    assert_eq!(ann.get(&path(&ann)).await.body, waits);
    let mail = post.mail(0).await;
    assert_eq!(mail.to, "ann@x.org");
    assert!(mail.text.contains("https://forum.example/email/confirm?token="), "{}", mail.text);
    let token = post.token(0).await;
    assert_eq!(confirm(&app, &token).await.body, json!({"email": "ann@x.org"}));
    confirm(&app, &token).await.is_refused(404, "not-found");
    let confirmed = json!({
        "email": "ann@x.org", "confirmed": true, "pending": null, "switchedOff": false,
    });
    assert_eq!(ann.get(&path(&ann)).await.body, confirmed);
    set(&ann, "new@x.org").await;
    let changing = json!({
        "email": "ann@x.org", "confirmed": true, "pending": "new@x.org", "switchedOff": false,
    });
    assert_eq!(ann.get(&path(&ann)).await.body, changing);
    assert_eq!(ann.delete(&path(&ann)).await.status, 204);
    assert_eq!(ann.get(&path(&ann)).await.body, none);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_takes_the_password_and_five_mails_a_day() {
    let (app, _) = spawn(TestOptions::default()).await;
    let ann = app.member("ann").await;
    let body = json!({"email": "ann@x.org", "password": "wrong"});
    ann.put(&path(&ann), body).await.is_refused(403, "wrong-password");
    ann.put(&path(&ann), json!({"email": "ann"})).await.refuses_fields(&["email", "password"]);
    for _ in 0..5 {
        assert_eq!(set(&ann, "ann@x.org").await.status, 202);
    }
    let refused = set(&ann, "other@x.org").await;
    refused.is_refused(429, "too-many-requests");
    let wait: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((86_000..=86_400).contains(&wait), "{wait}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_tells_that_another_has_the_address() {
    let (app, post) = spawn(TestOptions::default()).await;
    member(&app, &post, "ann").await;
    let bob = app.member("bob").await;
    let answer = set(&bob, "ann@x.org").await;
    assert_eq!((answer.status.as_u16(), &answer.body["pending"]), (202, &json!("ann@x.org")));
    assert_eq!(confirm(&app, &post.token(1).await).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_relay_every_call_is_off() {
    let app = TestOptions::default().without_mail().spawn().await;
    let ann = app.member("ann").await;
    for answer in [
        ann.get(&path(&ann)).await,
        set(&ann, "ann@x.org").await,
        ann.delete(&path(&ann)).await,
        confirm(&app, "token").await,
        forgotten(&app, "ann").await,
        reset(&app, "token", NEW_PASSWORD).await,
    ] {
        answer.is_refused(404, "mail-off");
    }
    assert_eq!(ann.get("/api/site").await.body["signIn"]["mail"], false);
    let (with_mail, _) = spawn(TestOptions::default()).await;
    assert_eq!(with_mail.anonymous().get("/api/site").await.body["signIn"]["mail"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_sets_a_new_password_once_and_ends_all_sessions() {
    let (app, post) = spawn(TestOptions::default()).await;
    let ann = member(&app, &post, "ann").await;
    for (nth, name) in [(1, "Ann"), (2, "ANN@x.org")] {
        assert_eq!(forgotten(&app, name).await.status, 202);
        assert!(post.mail(nth).await.text.contains("https://forum.example/password/new?token="));
    }
    let token = post.token(1).await;
    reset(&app, &token, "short").await.refuses_fields(&["password"]);
    reset(&app, &token, "password1").await.refuses_fields(&["password"]);
    assert_eq!(reset(&app, &token, NEW_PASSWORD).await.status, 204);
    reset(&app, &token, NEW_PASSWORD).await.is_refused(404, "not-found");
    reset(&app, &post.token(2).await, NEW_PASSWORD).await.is_refused(404, "not-found");
    ann.get("/api/notifications").await.is_refused(401, "unauthorized");
    log_in(&app, "ann", PASSWORD).await.is_refused(401, "invalid-credentials");
    assert_eq!(log_in(&app, "ann", NEW_PASSWORD).await.status, 200);
    let notice = post.mail(3).await;
    assert_eq!(
        (notice.to.as_str(), notice.subject.as_str()),
        ("ann@x.org", "Your password at POST-UP was changed")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_is_used_once_at_two_copies() {
    let (app, post) = spawn(TestOptions::default()).await;
    let other = TestOptions::default().spawn_beside(&app).await;
    member(&app, &post, "ann").await;
    forgotten(&other, "ann").await;
    let token = post.token(1).await;
    let (one, two) =
        tokio::join!(reset(&app, &token, NEW_PASSWORD), reset(&other, &token, NEW_PASSWORD));
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 404]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_step_stands_after_a_new_password() {
    let (app, post) = spawn(TestOptions::default()).await;
    let ann = member(&app, &post, "ann").await;
    protect(&ann).await;
    assert_eq!(post.mail(1).await.subject, "Two-step sign-in at POST-UP is on");
    forgotten(&app, "ann").await;
    assert_eq!(reset(&app, &post.token(2).await, NEW_PASSWORD).await.status, 204);
    log_in(&app, "ann", NEW_PASSWORD).await.is_refused(401, "second-step-required");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_name_gets_the_same_answer_until_it_was_tried_too_often() {
    let (app, post) = spawn(TestOptions::default().throttled()).await;
    member(&app, &post, "ann").await;
    for name in ["ann", "nobody", "ann@x.org", "nobody@x.org"] {
        for nth in 0..5 {
            let answer = forgotten(&app, name).await;
            assert_eq!((answer.status.as_u16(), answer.text.as_str()), (202, ""), "{name} {nth}");
        }
        forgotten(&app, name).await.is_refused(429, "too-many-attempts");
    }
    log_in(&app, "ann", PASSWORD).await.is_refused(429, "too-many-attempts");
    forgotten(&app, " ").await.refuses_fields(&["name"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_is_in_the_language_of_the_screens() {
    let (app, post) = spawn(TestOptions::default()).await;
    let ann = app.member("ann").await;
    let body = json!({"email": "ann@x.org", "password": PASSWORD});
    let put = ann.request(Method::PUT, &path(&ann)).header(ACCEPT_LANGUAGE, "ja").json(&body);
    assert_eq!(send(put).await.status, 202);
    assert!(post.mail(0).await.subject.contains("メールアドレス"));
    assert_eq!(ann.get(&format!("/api/user/{}/settings", ann.id)).await.body["language"], "ja");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_holds_the_address() {
    let (app, post) = spawn(TestOptions::default()).await;
    let ann = member(&app, &post, "ann").await;
    set(&ann, "new@x.org").await;
    let export = ann.get(&format!("/api/user/{}/export", ann.id)).await.body;
    assert_eq!(export["account"]["email"], "ann@x.org");
    assert_eq!(export["account"]["pendingEmail"], "new@x.org");
}
