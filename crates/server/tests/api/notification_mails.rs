//! Mails about what is unread: soon after each act, or in a digest.

use std::{sync::Arc, time::Duration};

use kernel::Visibility;
use mail::{Mail, SendError};
use notifications::MailPace;
use reqwest::{Method, StatusCode, header::CONTENT_TYPE};
use serde_json::json;

use crate::{
    emails::{Post, member},
    support::{Actor, Answer, TestApp, TestOptions, eventually, send},
};

/// Mails go out at once, and one after the other.
const AT_ONCE: MailPace = MailPace { delay: Duration::ZERO, pause: Duration::ZERO };

async fn spawn(pace: MailPace) -> (TestApp, Arc<Post>) {
    let post = Arc::new(Post::default());
    (TestOptions::default().mailer(post.clone()).mail_pace(pace).spawn().await, post)
}

/// A new member with a confirmed address, by the first mail, who wants such mails.
async fn reader<'a>(app: &'a TestApp, post: &Post, name: &str, mail: &str) -> Actor<'a> {
    let member = member(app, post, name).await;
    assert_eq!(choose(&member, mail).await.status, StatusCode::OK);
    member
}

async fn choose(member: &Actor<'_>, mail: &str) -> Answer {
    let body = json!({
        "reply": true, "mention": true, "watchedPost": true, "watchedForum": true,
        "autoWatch": true, "mail": mail,
    });
    member.put("/api/notifications/settings", body).await
}

async fn chosen(member: &Actor<'_>) -> String {
    let settings = member.get("/api/notifications/settings").await.body;
    settings["mail"].as_str().unwrap().to_owned()
}

async fn reply(author: &Actor<'_>, post: i64, text: &str) -> i64 {
    let body = json!({"respondsTo": null, "description": text});
    let created = author.post(&format!("/api/post/{post}/replies"), body).await;
    assert_eq!(created.status, StatusCode::CREATED, "{}", created.body);
    created.body["id"].as_i64().unwrap()
}

/// Waits until nothing more is to be mailed at this moment.
async fn all_sent(app: &TestApp) {
    app.delivered().await;
    eventually("the end of the queue", async || app.due_deliveries() == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_tells_of_an_unread_reply() {
    let (app, mails) = spawn(AT_ONCE).await;
    let ann = reader(&app, &mails, "ann", "each").await;
    let bob = app.member("bob").await;
    let post = ann.create_post(ann.create_forum("Tea").await, "Oolong").await;
    let id = reply(&bob, post, "I *like* it").await;
    let mail = mails.mail(1).await;
    assert_eq!(
        (mail.to.as_str(), mail.subject.as_str()),
        ("ann@x.org", "bob replied to you in “Oolong”")
    );
    let place = format!("https://forum.example/posts/{post}#reply-{id}");
    assert!(mail.text.contains("I like it") && mail.text.contains(&place), "{}", mail.text);
    assert!(mail.html.contains(&format!("<a href=\"{place}\">")), "{}", mail.html);
    let thread = mail.thread.clone().unwrap();
    assert_ne!(thread, mail.message_id);
    // What was mailed is not mailed again, and a mail of the same post belongs to the same thread.
    let next =
        reply(&bob, ann.create_post(ann.create_forum("Cake").await, "Pie").await, "Yes").await;
    let second = mails.mail(2).await;
    assert!(!second.text.contains("Oolong") && second.text.contains(&format!("#reply-{next}")));
    assert_ne!(second.thread, Some(thread.clone()));
    assert_ne!(second.message_id, mail.message_id);
    reply(&bob, post, "Really").await;
    assert_eq!(mails.mail(3).await.thread, Some(thread));
    all_sent(&app).await;
    assert_eq!(mails.count(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_reads_it_before_gets_no_mail() {
    let pace = MailPace { delay: Duration::from_mins(5), pause: Duration::ZERO };
    let (app, mails) = spawn(pace).await;
    let ann = reader(&app, &mails, "ann", "each").await;
    let bob = app.member("bob").await;
    let forum = ann.create_forum("Tea").await;
    let (read, unread) =
        (ann.create_post(forum, "Oolong").await, ann.create_post(forum, "Sencha").await);
    reply(&bob, read, "Seen").await;
    let list = ann.notifications(|list| !list.is_empty()).await;
    ann.put(&format!("/api/notifications/{}/read", list[0]["id"]), json!(null)).await;
    reply(&bob, unread, "Not seen").await;
    app.delivered().await;
    assert_eq!((app.waiting_deliveries(), app.due_deliveries(), mails.count()), (1, 0, 1));
    app.let_mails_pass(Duration::from_mins(5));
    let mail = mails.mail(1).await;
    assert!(mail.text.contains("Not seen") && !mail.text.contains("Oolong"), "{}", mail.text);
    all_sent(&app).await;
    assert_eq!(mails.count(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn mails_to_a_member_keep_their_distance() {
    let pace = MailPace { delay: Duration::ZERO, pause: Duration::from_mins(10) };
    let (app, mails) = spawn(pace).await;
    let ann = reader(&app, &mails, "ann", "each").await;
    let bob = app.member("bob").await;
    let post = ann.create_post(ann.create_forum("Tea").await, "Oolong").await;
    reply(&bob, post, "One").await;
    mails.mail(1).await;
    all_sent(&app).await;
    reply(&bob, post, "Two").await;
    reply(&bob, post, "Three").await;
    all_sent(&app).await;
    assert_eq!((app.waiting_deliveries(), mails.count()), (1, 2));
    app.let_mails_pass(Duration::from_mins(10));
    let mail = mails.mail(2).await;
    assert!(mail.text.contains("Three"), "{}", mail.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_mailed_that_may_not_be_read_and_nothing_to_the_banned() {
    let pace = MailPace { delay: Duration::from_mins(5), pause: Duration::ZERO };
    let (app, mails) = spawn(pace).await;
    let ann = reader(&app, &mails, "ann", "each").await;
    let (bob, admin) = (app.member("bob").await, app.admin("admin").await);
    let forum = admin.create_forum("Tea").await;
    let post = ann.create_post(forum, "Oolong").await;
    reply(&bob, post, "Secret").await;
    app.delivered().await;
    app.set_visibility(forum, Visibility::Private).await;
    app.let_mails_pass(Duration::from_mins(5));
    all_sent(&app).await;
    let open = ann.create_post(admin.create_forum("Cake").await, "Pie").await;
    reply(&bob, open, "Public").await;
    app.delivered().await;
    let banned = admin.put(&format!("/user/{}/ban", ann.id), json!({})).await;
    assert!(banned.status.is_success(), "{}", banned.body);
    app.delivered().await;
    app.let_mails_pass(Duration::from_mins(5));
    all_sent(&app).await;
    assert_eq!(mails.count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_digest_lists_what_is_unread_and_what_is_hot() {
    let (app, mails) = spawn(AT_ONCE).await;
    let ann = reader(&app, &mails, "ann", "daily").await;
    let bob = app.member("bob").await;
    // Nothing to tell: no mail, and the next day counts.
    app.let_mails_pass(Duration::from_hours(24));
    all_sent(&app).await;
    assert_eq!((app.waiting_deliveries(), mails.count()), (1, 1));
    let forum = bob.create_forum("Tea").await;
    let favorite = ann.post(&format!("/forum/{forum}/favorites"), json!(null)).await;
    assert!(favorite.status.is_success(), "{}", favorite.body);
    let hot = bob.create_post(forum, "Sencha").await;
    let own = ann.create_post(forum, "Oolong").await;
    reply(&bob, own, "I like it").await;
    app.delivered().await;
    assert_eq!((app.waiting_deliveries(), mails.count()), (1, 1));
    app.hasten_deliveries(Duration::from_hours(24));
    let mail = mails.mail(1).await;
    assert_eq!(mail.subject, "What is new for you at POST-UP");
    assert!(mail.text.contains("bob replied to you in “Oolong”"), "{}", mail.text);
    let popular = format!("* Sencha\n  Tea\n  https://forum.example/posts/{hot}\n");
    assert!(mail.text.contains(&popular), "{}", mail.text);
    all_sent(&app).await;
    app.let_mails_pass(Duration::from_hours(24));
    all_sent(&app).await;
    assert_eq!((app.waiting_deliveries(), mails.count()), (1, 2), "nothing new");
    choose(&ann, "off").await;
    assert_eq!(app.waiting_deliveries(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_choice_takes_the_place_of_the_former() {
    let (app, mails) = spawn(AT_ONCE).await;
    let ann = app.member("ann").await;
    assert_eq!(chosen(&ann).await, "off");
    choose(&ann, "weekly").await;
    assert_eq!(app.waiting_deliveries(), 0, "without an address");
    let ann = member(&app, &mails, "eve").await;
    all_sent(&app).await;
    choose(&ann, "weekly").await;
    choose(&ann, "daily").await;
    assert_eq!((app.waiting_deliveries(), chosen(&ann).await.as_str()), (1, "daily"));
    let kept = json!({
        "reply": false, "mention": true, "watchedPost": true, "watchedForum": true, "autoWatch": true,
    });
    assert_eq!(ann.put("/api/notifications/settings", kept).await.body["mail"], "daily");
    choose(&ann, "hourly").await.refuses_fields(&["mail"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_is_unsubscribed_from_without_signing_in() {
    let (app, mails) = spawn(AT_ONCE).await;
    let ann = reader(&app, &mails, "ann", "each").await;
    let bob = app.member("bob").await;
    let post = ann.create_post(ann.create_forum("Tea").await, "Oolong").await;
    reply(&bob, post, "I like it").await;
    let Mail { unsubscribe, text, .. } = mails.mail(1).await;
    let link = unsubscribe.unwrap();
    assert!(text.contains(&link), "{text}");
    let path = link.strip_prefix("https://forum.example").unwrap();
    let page = app.anonymous().get(path).await;
    assert_eq!((page.status, page.text.matches("<button").count()), (StatusCode::OK, 1));
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    assert_eq!(chosen(&ann).await, "each");
    let one_click = app.anonymous().request(Method::POST, path);
    let form = "application/x-www-form-urlencoded";
    let one_click = one_click.header(CONTENT_TYPE, form).body("List-Unsubscribe=One-Click");
    let done = send(one_click).await;
    assert_eq!((done.status, chosen(&ann).await.as_str()), (StatusCode::OK, "off"));
    for forged in
        ["/mail/unsubscribe", "/mail/unsubscribe?token=1.2.3", &path.replace("=1.", "=2.")]
    {
        for method in [Method::GET, Method::POST] {
            let refused = send(app.anonymous().request(method, forged)).await;
            assert_eq!(refused.status, StatusCode::NOT_FOUND, "{forged}");
        }
    }
    reply(&bob, post, "Still").await;
    all_sent(&app).await;
    assert_eq!(mails.count(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_mail_comes_again_with_the_same_id() {
    let (app, mails) = spawn(AT_ONCE).await;
    let ann = reader(&app, &mails, "ann", "each").await;
    let bob = app.member("bob").await;
    let post = ann.create_post(ann.create_forum("Tea").await, "Oolong").await;
    mails.fail_next(SendError::Temporary("closed".to_owned()));
    reply(&bob, post, "I like it").await;
    let first = mails.mail(1).await;
    eventually("the wait", async || app.due_deliveries() == 0).await;
    app.let_mails_pass(Duration::from_mins(1));
    let second = mails.mail(2).await;
    assert_eq!((second.message_id, second.subject), (first.message_id, first.subject));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_digest_leaves_the_next_one_to_come() {
    let (app, mails) = spawn(AT_ONCE).await;
    let ann = reader(&app, &mails, "ann", "daily").await;
    let bob = app.member("bob").await;
    let post = ann.create_post(ann.create_forum("Tea").await, "Oolong").await;
    reply(&bob, post, "I like it").await;
    app.delivered().await;
    mails.fail_next(SendError::RecipientRefused("full".to_owned()));
    app.hasten_deliveries(Duration::from_hours(24));
    mails.mail(1).await;
    all_sent(&app).await;
    assert_eq!((app.waiting_deliveries(), mails.count()), (1, 2));
    app.hasten_deliveries(Duration::from_hours(24));
    assert!(mails.mail(2).await.text.contains("I like it"));
}
