//! A report closes with the text that it is about.

use forums::ForumRepository;
use infrastructure::{DbForums, DbMessages, DbPosts, DbReplies, DbUsers};
use kernel::{
    Act, ForumId, PostId, Reader, Reason, RemovalRetention, ReplyId, ReportId, Timestamp, UserId,
};
use messages::{MessageRepository, MessageText, NewMessage, Participants};
use moderation::reports::{
    DecideOutcome, NewReport, QueueScope, Report, ReportReason, ReportRepository, ReportState,
    ReportTarget, TargetKind,
};
use posts::PostRepository;
use replies::{Description, InsertOutcome, NewReply, ReplyRepository};
use users::{DeleteOutcome, UserRepository};

use super::{decide, file, new, post, queue, reports};
use crate::{
    messages::done,
    support::{ACT, HASH, T0, TestDb, contract, own, sixteen_at_once},
};

contract! {
    the_author_resolves_the_report_of_a_deleted_text,
    a_moderator_resolves_the_report_of_a_removed_text,
    reports_of_replies_close_with_their_post,
    reports_of_texts_close_with_their_forum_and_are_kept_for_admins,
    reports_of_messages_close_with_the_message_and_the_account,
    held_replies_leave_the_queue_with_their_wiped_post,
    a_decided_report_stays_as_it_was_decided,
    no_report_of_a_deleted_text_stays_open,
}

fn posts(db: &TestDb) -> DbPosts {
    DbPosts::new(db.database.clone())
}

fn replies(db: &TestDb) -> DbReplies {
    DbReplies(db.database.clone())
}

fn new_reply(post: PostId, author: UserId) -> NewReply {
    let description = Description::parse("Buy seeds").unwrap();
    NewReply { request: None, post, responds_to: None, description, author, created_at: T0 }
}

fn add_reply(db: &TestDb, post: PostId, author: UserId) -> ReplyId {
    match replies(db).insert(&new_reply(post, author)).unwrap() {
        InsertOutcome::Inserted(reply) => reply.id,
        other => panic!("{other:?}"),
    }
}

fn report_reply(db: &TestDb, reply: ReplyId, forum: ForumId, by: UserId) -> ReportId {
    let target = ReportTarget { kind: TargetKind::Reply, id: reply.0 };
    file(db, &NewReport { target, ..new(PostId(0), forum, by, ReportReason::Spam) }).id
}

fn get(db: &TestDb, id: ReportId) -> Report {
    reports(db).get(id, RemovalRetention::at(T0)).unwrap().unwrap()
}

fn removal_by(moderator: UserId) -> Act {
    Act { by: Some(moderator), reason: Some(Reason::parse("An ad").unwrap()), at: T0 }
}

/// Who resolved the report, and why.
fn resolved(report: &Report) -> (Option<&str>, Option<&str>) {
    assert_eq!((report.state, report.decided_at), (ReportState::Resolved, Some(T0)));
    (report.assignee.as_deref(), report.decision.as_deref())
}

fn the_author_resolves_the_report_of_a_deleted_text(db: &TestDb) {
    let (id, forum) = post(db);
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let founder = UserId(db.number("SELECT author_id AS n FROM posts"));
    let reply = add_reply(db, id, bob);
    let of_reply = report_reply(db, reply, forum, ann);
    let of_post = file(db, &new(id, forum, ann, ReportReason::Spam)).id;
    decide(db, of_post, ReportState::InProgress, ann);
    assert!(replies(db).remove(reply, &own(bob)).unwrap());
    assert_eq!(resolved(&get(db, of_reply)), (None, None));
    assert!(posts(db).delete(id, &own(founder)).unwrap());
    assert_eq!(resolved(&get(db, of_post)), (None, None));
    assert_eq!(queue(db, QueueScope::All, 10), []);
    let late = decide(db, of_post, ReportState::Rejected, ann);
    assert!(matches!(late, DecideOutcome::DecidedBefore(_)), "{late:?}");
}

fn a_moderator_resolves_the_report_of_a_removed_text(db: &TestDb) {
    let (id, forum) = post(db);
    let [ann, max] = ["ann", "max"].map(|name| db.add_user(name));
    let reply = add_reply(db, id, ann);
    let of_reply = report_reply(db, reply, forum, ann);
    let of_post = file(db, &new(id, forum, ann, ReportReason::Spam)).id;
    assert!(replies(db).remove(reply, &removal_by(max)).unwrap());
    assert!(posts(db).delete(id, &removal_by(max)).unwrap());
    for report in [of_reply, of_post] {
        assert_eq!(resolved(&get(db, report)), (Some("max"), Some("An ad")));
    }
    posts(db).restore(id, &own(max), RemovalRetention::at(T0)).unwrap().unwrap();
    assert_eq!(queue(db, QueueScope::All, 10), [], "a restoration opens none");
}

fn reports_of_replies_close_with_their_post(db: &TestDb) {
    for by in [Some("max"), None] {
        let author = db.add_user(by.map_or("carl", |_| "bob"));
        let forum = db.add_forum(author, by.unwrap_or("Boats"));
        let id = db.add_post(author, forum);
        let reply = add_reply(db, id, author);
        let other = db.add_post(author, forum);
        let unrelated = report_reply(db, add_reply(db, other, author), forum, author);
        let report = report_reply(db, reply, forum, author);
        let act = by.map_or(own(author), |name| removal_by(db.add_user(name)));
        assert!(posts(db).delete(id, &act).unwrap());
        assert_eq!(resolved(&get(db, report)).0, by);
        assert_eq!(get(db, unrelated).state, ReportState::Open);
    }
}

fn reports_of_texts_close_with_their_forum_and_are_kept_for_admins(db: &TestDb) {
    let (id, forum) = post(db);
    let ann = db.add_user("ann");
    let of_post = file(db, &new(id, forum, ann, ReportReason::Spam)).id;
    let of_reply = report_reply(db, add_reply(db, id, ann), forum, ann);
    decide(db, of_reply, ReportState::Rejected, ann);
    assert!(DbForums(db.database.clone()).delete(forum, &ACT).unwrap());
    for (report, state) in [(of_post, ReportState::Resolved), (of_reply, ReportState::Rejected)] {
        let kept = get(db, report);
        assert_eq!((kept.state, kept.target.forum), (state, None));
        assert_eq!(kept.target.reported.len(), 1);
    }
    assert_eq!(queue(db, QueueScope::All, 10), []);
}

fn reports_of_messages_close_with_the_message_and_the_account(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let messages = DbMessages(db.database.clone());
    let participants = Participants { sender: bob, recipient: ann };
    let text = MessageText::parse("Hello").unwrap();
    let report = || {
        let text = text.clone();
        let id = done(
            messages
                .insert(&NewMessage { request: None, participants, text, sent_at: T0 })
                .unwrap(),
        )
        .id;
        let target = ReportTarget { kind: TargetKind::Message, id: id.0 };
        let new = new(PostId(0), ForumId(0), ann, ReportReason::Abuse);
        (id, file(db, &NewReport { target, forum: None, ..new }).id)
    };
    let [(deleted, first), (_, second)] = [report(), report()];
    assert!(messages.delete(deleted, T0).unwrap());
    assert_eq!(resolved(&get(db, first)), (None, None));
    assert_eq!(get(db, second).state, ReportState::Open);
    let left = DbUsers(db.database.clone()).delete(bob, HASH, T0).unwrap();
    assert_eq!(left, DeleteOutcome::Deleted);
    assert_eq!(resolved(&get(db, second)), (None, None));
}

fn held_replies_leave_the_queue_with_their_wiped_post(db: &TestDb) {
    let author = db.add_user("bob");
    let forum = db.add_forum(author, "Boats");
    let over = RemovalRetention::at(T0.after(RemovalRetention::MAX_AGE));
    let wipings: [&dyn Fn(PostId); 4] = [
        &|post| assert!(posts(db).delete(post, &own(author)).unwrap()),
        &|post| {
            assert!(posts(db).delete(post, &ACT).unwrap());
            assert_eq!(queue(db, QueueScope::All, 10).len(), 1, "a removed post may come back");
            assert!(posts(db).delete_removed(post, Reader::Insider(author), &own(author)).unwrap());
        },
        &|post| {
            assert!(posts(db).delete(post, &ACT).unwrap());
            assert_eq!(posts(db).wipe_removed(over).unwrap(), 1);
        },
        &|post| {
            assert!(posts(db).delete(post, &ACT).unwrap());
            let left = DbUsers(db.database.clone()).delete(author, HASH, T0).unwrap();
            assert_eq!(left, DeleteOutcome::Deleted);
        },
    ];
    let replier = db.add_user("carl");
    for wipe in wipings {
        let post = db.add_post(author, forum);
        replies(db).hold(&new_reply(post, replier)).unwrap();
        assert_eq!(queue(db, QueueScope::All, 10).len(), 1);
        wipe(post);
        assert_eq!(queue(db, QueueScope::All, 10), []);
    }
}

fn a_decided_report_stays_as_it_was_decided(db: &TestDb) {
    let (id, forum) = post(db);
    let [ann, max] = ["ann", "max"].map(|name| db.add_user(name));
    let report = file(db, &new(id, forum, ann, ReportReason::Spam)).id;
    decide(db, report, ReportState::Rejected, ann);
    let decided = get(db, report);
    assert!(posts(db).delete(id, &removal_by(max)).unwrap());
    let after = get(db, report);
    assert_eq!((after.state, after.assignee), (ReportState::Rejected, decided.assignee));
    assert_eq!(after.decision, decided.decision);
}

/// Whichever comes first: the text, its report or the account.
fn no_report_of_a_deleted_text_stays_open(db: &TestDb) {
    let people: Vec<_> = (0..16).map(|n| db.add_user(&format!("user{n}"))).collect();
    let forum = db.add_forum(people[0], "Boats");
    let since = Timestamp::from_unix_millis(0);
    for round in 1..9 {
        let author = people[round];
        let thread = db.add_post(people[0], forum);
        let [id, reply] = [db.add_post(author, forum).0, add_reply(db, thread, author).0];
        sixteen_at_once(|n| match n {
            0 => assert!(posts(db).delete(PostId(id), &own(author)).unwrap()),
            1 => assert!(replies(db).remove(ReplyId(reply), &ACT).unwrap()),
            2 if round == 8 => {
                let left = DbUsers(db.database.clone()).delete(people[9], HASH, T0).unwrap();
                assert_eq!(left, DeleteOutcome::Deleted);
            }
            n => {
                let by = people[n as usize];
                let about = if n % 2 == 0 {
                    ReportTarget { kind: TargetKind::Post, id }
                } else {
                    ReportTarget { kind: TargetKind::Reply, id: reply }
                };
                let new = new(PostId(0), forum, by, ReportReason::Spam);
                let filed = reports(db).file(&NewReport { target: about, ..new }, since, 100);
                // The one whose account goes at the same time may be too late.
                assert!(filed.is_ok() || round == 8 && n == 9, "{filed:?}");
            }
        });
        assert_eq!(queue(db, QueueScope::All, 100), []);
    }
}
