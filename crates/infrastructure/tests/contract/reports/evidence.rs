//! Reported texts as they stood when they were reported.

use infrastructure::{DbMessages, DbPosts, DbReplies, DbUsers};
use kernel::{ForumId, PostId, RemovalRetention, ReportId, Timestamp, UserId};
use messages::{MessageRepository, MessageText, NewMessage, Participants};
use moderation::reports::{
    FileOutcome, NewReport, Report, ReportReason, ReportRepository, ReportState, ReportTarget,
    TargetKind,
};
use posts::{Description, PostContent, PostRepository, Title};
use replies::{InsertOutcome, NewReply, ReplyRepository};
use users::{DeleteOutcome, UserRepository};

use super::{START, decide, file, new, post, reports};
use crate::{
    messages::done,
    support::{HASH, T0, TestDb, contract, own},
};

contract! {
    a_report_keeps_the_text_after_edits_and_deletion,
    each_text_that_was_reported_is_kept_once,
    an_edited_text_is_reported_again_after_a_decision,
    a_reply_and_a_message_are_kept_too,
    evidence_outlives_the_account_of_the_author,
}

fn second(n: i64) -> Timestamp {
    Timestamp::from_unix_millis(T0.unix_millis() + n * 1_000)
}

fn edit(db: &TestDb, post: PostId, text: &str) {
    let author = UserId(db.number("SELECT author_id AS n FROM posts"));
    let title = Title::parse(&format!("On {text}")).unwrap();
    let description = Description::parse(text).unwrap();
    let content = PostContent { title, description, image: None, image_description: None };
    let posts = DbPosts::new(db.database.clone());
    posts.update(post, &content, author, second(1)).unwrap();
}

fn get(db: &TestDb, id: ReportId) -> Report {
    reports(db).get(id, RemovalRetention::at(T0)).unwrap().unwrap()
}

/// When each text was reported, and how it begins.
fn reported(db: &TestDb, id: ReportId) -> Vec<(Timestamp, String)> {
    let texts = get(db, id).target.reported.into_iter();
    texts.map(|one| (one.at, one.excerpt)).collect()
}

fn again(db: &TestDb, report: &NewReport) -> Report {
    match reports(db).file(report, START, 100).unwrap() {
        FileOutcome::FiledBefore(report) => *report,
        other => panic!("{other:?}"),
    }
}

fn a_report_keeps_the_text_after_edits_and_deletion(db: &TestDb) {
    let (id, forum) = post(db);
    let ann = db.add_user("ann");
    let filed = file(db, &new(id, forum, ann, ReportReason::Spam));
    assert_eq!(filed.target.reported, [], "a reporter sees none");
    edit(db, id, "Nothing **bad**");
    let shown = get(db, filed.id).target;
    assert_eq!(shown.excerpt, "Nothing bad");
    let [text] = &shown.reported[..] else { panic!("{shown:?}") };
    assert_eq!((text.title.as_deref(), text.text.as_str()), (Some("Title"), "Text"));
    let founder = UserId(db.number("SELECT author_id AS n FROM posts"));
    assert!(DbPosts::new(db.database.clone()).delete(id, &own(founder)).unwrap());
    let gone = get(db, filed.id).target;
    assert_eq!((gone.excerpt.as_str(), gone.username.as_deref()), ("", Some("founder")));
    assert_eq!(gone.reported, shown.reported);
}

fn each_text_that_was_reported_is_kept_once(db: &TestDb) {
    let (id, forum) = post(db);
    let [ann, bob, carl] = ["ann", "bob", "carl"].map(|name| db.add_user(name));
    let by = |by, at| NewReport { at, ..new(id, forum, by, ReportReason::Spam) };
    let report = file(db, &by(ann, T0)).id;
    assert_eq!(file(db, &by(bob, second(1))).id, report);
    edit(db, id, "Worse");
    assert_eq!(file(db, &by(carl, second(2))).id, report);
    edit(db, id, "Still worse");
    assert_eq!(again(db, &by(ann, second(3))).id, report);
    assert_eq!(again(db, &by(ann, second(4))).id, report);
    let texts = [(T0, "Text"), (second(2), "Worse"), (second(3), "Still worse")];
    assert_eq!(reported(db, report), texts.map(|(at, text)| (at, text.to_owned())));
    assert_eq!(get(db, report).reasons, [(ReportReason::Spam, 3)]);
}

fn an_edited_text_is_reported_again_after_a_decision(db: &TestDb) {
    let (id, forum) = post(db);
    let [ann, max] = ["ann", "max"].map(|name| db.add_user(name));
    let report = new(id, forum, ann, ReportReason::Spam);
    let first = file(db, &report).id;
    decide(db, first, ReportState::Rejected, max);
    assert_eq!(again(db, &report).id, first);
    edit(db, id, "Worse");
    let refused = reports(db).file(&report, START, 1).unwrap();
    assert_eq!(refused, FileOutcome::TooMany, "it counts as another report");
    let second = file(db, &report).id;
    assert_ne!(second, first);
    assert_eq!(again(db, &report).id, second);
    assert_eq!(reported(db, first), [(T0, "Text".to_owned())]);
    assert_eq!(reported(db, second), [(T0, "Worse".to_owned())]);
    decide(db, second, ReportState::Resolved, max);
    assert_eq!(again(db, &report).id, second);
}

fn a_reply_and_a_message_are_kept_too(db: &TestDb) {
    let (id, forum) = post(db);
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let description = replies::Description::parse("Buy **seeds**").unwrap();
    let new_reply = NewReply {
        request: None,
        post: id,
        responds_to: None,
        description,
        author: bob,
        created_at: T0,
    };
    let replies = DbReplies(db.database.clone());
    let InsertOutcome::Inserted(reply) = replies.insert(&new_reply).unwrap() else { panic!() };
    let participants = Participants { sender: bob, recipient: ann };
    let text = MessageText::parse("Hello **Ann**").unwrap();
    let messages = DbMessages(db.database.clone());
    let message = done(
        messages.insert(&NewMessage { request: None, participants, text, sent_at: T0 }).unwrap(),
    )
    .id;
    let about = |kind, id, forum| {
        let target = ReportTarget { kind, id };
        NewReport { target, forum, ..new(PostId(0), ForumId(0), ann, ReportReason::Spam) }
    };
    let of_reply = file(db, &about(TargetKind::Reply, reply.id.0, Some(forum))).id;
    let of_message = file(db, &about(TargetKind::Message, message.0, None)).id;
    assert!(replies.remove(reply.id, &own(bob)).unwrap());
    assert!(messages.delete(message, T0).unwrap());
    for (report, text, excerpt) in
        [(of_reply, "Buy **seeds**", "Buy seeds"), (of_message, "Hello **Ann**", "Hello **Ann**")]
    {
        let target = get(db, report).target;
        assert_eq!(target.username.as_deref(), Some("bob"));
        let [kept] = &target.reported[..] else { panic!("{target:?}") };
        assert_eq!((kept.title.as_deref(), kept.text.as_str()), (None, text));
        assert_eq!(kept.excerpt, excerpt);
    }
}

fn evidence_outlives_the_account_of_the_author(db: &TestDb) {
    let (id, forum) = post(db);
    let ann = db.add_user("ann");
    let filed = file(db, &new(id, forum, ann, ReportReason::Spam));
    let founder = UserId(db.number("SELECT author_id AS n FROM posts"));
    let deleted = DbUsers(db.database.clone()).delete(founder, HASH, T0).unwrap();
    assert_eq!(deleted, DeleteOutcome::Deleted);
    let target = get(db, filed.id).target;
    assert_eq!(target.reported[0].text, "Text");
    assert_eq!(target.username.as_deref(), Some(users::DELETED_USER));
}
