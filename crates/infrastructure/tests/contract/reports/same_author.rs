//! The texts of an author who deleted the account.

use infrastructure::{DbModerationLog, DbPosts, DbReplies, DbUsers};
use kernel::{Act, ForumId, PageRequest, PostId, Reader, Reason, ReplyId, ReportId, UserId};
use moderation::{
    log::{LogAction, LogFilter, LogRepository},
    reports::{NewReport, ReportReason, ReportRepository, ReportTarget, TargetKind},
};
use posts::PostRepository;
use replies::{Description, InsertOutcome, NewReply, ReplyRepository};
use users::{DeleteOutcome, UserRepository};

use super::{file, new, reports};
use crate::support::{HASH, T0, TestDb, contract};

contract! {
    other_texts_of_a_deleted_account_are_counted_for_who_may_remove_them,
    other_texts_of_a_deleted_account_are_removed_with_one_entry,
    the_entry_counts_no_texts_of_other_closed_forums,
    texts_of_two_deleted_accounts_are_not_of_one_author,
}

/// A spammer's texts in two forums of founders, and a report of the first.
struct Spam {
    founders: [UserId; 2],
    forums: [ForumId; 2],
    reported: PostId,
    posts: Vec<PostId>,
    replies: Vec<ReplyId>,
    report: ReportId,
}

fn replies(db: &TestDb) -> DbReplies {
    DbReplies(db.database.clone())
}

fn posts(db: &TestDb) -> DbPosts {
    DbPosts::new(db.database.clone())
}

fn add_reply(db: &TestDb, post: PostId, author: UserId) -> ReplyId {
    let description = Description::parse("Buy seeds").unwrap();
    let reply =
        NewReply { request: None, post, responds_to: None, description, author, created_at: T0 };
    match replies(db).insert(&reply).unwrap() {
        InsertOutcome::Inserted(reply) => reply.id,
        other => panic!("{other:?}"),
    }
}

fn delete_account(db: &TestDb, id: UserId) {
    let deleted = DbUsers(db.database.clone()).delete(id, HASH, T0).unwrap();
    assert_eq!(deleted, DeleteOutcome::Deleted);
}

fn moderate(db: &TestDb, forum: ForumId, user: UserId) {
    db.run(&format!(
        "INSERT INTO forum_moderators (forum_id, user_id) VALUES ({forum}, {user})
             ON CONFLICT DO NOTHING"
    ));
}

fn spam(db: &TestDb) -> Spam {
    let founders = ["ann", "bob"].map(|name| db.add_user(name));
    let forums = [(founders[0], "Tea"), (founders[1], "Boats")]
        .map(|(founder, topic)| db.add_forum(founder, topic));
    for (forum, founder) in forums.into_iter().zip(founders) {
        moderate(db, forum, founder);
    }
    let theirs = db.add_post(founders[0], forums[0]);
    let spammer = db.add_user("spammer");
    let reported = db.add_post(spammer, forums[0]);
    let posts = vec![db.add_post(spammer, forums[0]), db.add_post(spammer, forums[1])];
    // One of the replies goes with its post.
    let replies = vec![add_reply(db, theirs, spammer), add_reply(db, posts[0], spammer)];
    let report = file(db, &new(reported, forums[0], founders[0], ReportReason::Spam)).id;
    delete_account(db, spammer);
    Spam { founders, forums, reported, posts, replies, report }
}

fn count(db: &TestDb, report: ReportId, reader: UserId) -> usize {
    let counts = reports(db).count_same_author(&[report], reader).unwrap();
    counts.get(&report).copied().unwrap_or_default()
}

fn other_texts_of_a_deleted_account_are_counted_for_who_may_remove_them(db: &TestDb) {
    let Spam { founders: [ann, _], report, reported, replies: of_spammer, .. } = spam(db);
    let admin = db.add_user("ada");
    db.run(&format!("UPDATE users SET role = 2 WHERE id = {admin}"));
    // The reported text itself is in Ann's forum alone.
    assert_eq!((count(db, report, ann), count(db, report, admin)), (3, 4));
    assert_eq!(count(db, report, db.add_user("carl")), 0);
    let act = Act { by: Some(ann), reason: None, at: T0 };
    posts(db).delete(reported, &act).unwrap();
    replies(db).remove(of_spammer[0], &act).unwrap();
    assert_eq!((count(db, report, ann), count(db, report, admin)), (2, 3));
}

fn other_texts_of_a_deleted_account_are_removed_with_one_entry(db: &TestDb) {
    let spam = spam(db);
    let [ann, _] = spam.founders;
    let reason = Reason::parse("An ad").unwrap();
    let act = Act { by: Some(ann), reason: Some(reason), at: T0 };
    assert_eq!(reports(db).remove_same_author(spam.report, ann, &act).unwrap(), 3);
    let is_shown = |post| posts(db).find(post).unwrap().is_some();
    assert!(is_shown(spam.reported), "what is reported is for the decision");
    assert!(!is_shown(spam.posts[0]) && is_shown(spam.posts[1]));
    assert!(replies(db).get(spam.replies[0], Reader::Admin).unwrap().unwrap().content.is_none());
    let log = DbModerationLog(db.database.clone());
    let log =
        log.entries(&LogFilter::default(), Reader::Admin, &PageRequest::default()).unwrap().items;
    assert_eq!(log.len(), 1);
    let entry = &log[0];
    assert_eq!((entry.action, entry.texts), (LogAction::SameAuthorRemoved, Some(3)));
    assert_eq!(entry.target.as_ref().unwrap().id, spam.reported.0);
    assert_eq!(entry.forum.as_ref().unwrap().id, spam.forums[0]);
    assert_eq!(entry.reason.as_deref(), Some("An ad"));
    assert_eq!(reports(db).remove_same_author(spam.report, ann, &act).unwrap(), 0);
    assert_eq!(db.number("SELECT count(*) AS n FROM moderation_log"), 1);
}

fn the_entry_counts_no_texts_of_other_closed_forums(db: &TestDb) {
    let spam = spam(db);
    let admin = db.add_user("ada");
    db.run(&format!("UPDATE users SET role = 2 WHERE id = {admin}"));
    db.run("UPDATE forums SET visibility = 2 WHERE topic = 'Boats'");
    let act = Act { by: Some(admin), reason: None, at: T0 };
    assert_eq!(reports(db).remove_same_author(spam.report, admin, &act).unwrap(), 4);
    let log = DbModerationLog(db.database.clone());
    let log = log.entries(&LogFilter::default(), Reader::Visitor, &PageRequest::default()).unwrap();
    assert_eq!(log.items[0].texts, Some(3));
}

fn texts_of_two_deleted_accounts_are_not_of_one_author(db: &TestDb) {
    let Spam { founders: [ann, _], forums: [forum, _], report, .. } = spam(db);
    let carl = db.add_user("carl");
    let post = db.add_post(carl, forum);
    let target = ReportTarget { kind: TargetKind::Reply, id: add_reply(db, post, carl).0 };
    let of_carl = file(db, &NewReport { target, ..new(post, forum, ann, ReportReason::Spam) }).id;
    assert_eq!(count(db, of_carl, ann), 0, "an account that is there has a profile");
    delete_account(db, carl);
    assert_eq!((count(db, of_carl, ann), count(db, report, ann)), (1, 3));
}
