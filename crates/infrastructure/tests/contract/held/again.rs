//! Texts that are held again, after they were approved or rejected.

use ::moderation::{
    log::{LogAction, LogFilter, LogRepository},
    reports::{
        FileOutcome, NewReport, ReopenOutcome, ReportReason, ReportRepository, ReportState,
        ReportTarget, TargetKind,
    },
};
use ::posts::{Pin, PostRepository};
use ::replies::ReplyRepository;
use infrastructure::{DbModerationLog, DbReports};
use kernel::{
    Act, ForumId, PageRequest, PostId, Reader, RemovalRetention, ReplyId, ReportId, Timestamp,
    UserId, VoteCommand,
};

use super::{
    add_reply, asked, decide, forum, hold_post, hold_reply, is_sound, kept, new_reply, posts_of,
    queue, reopen, replies_of,
};
use crate::support::{ACT, T0, TestDb, contract, sixteen_at_once};

contract! {
    an_approved_post_waits_again_and_keeps_its_votes,
    an_approved_reply_waits_again_and_keeps_its_votes,
    a_rejected_post_waits_again,
    a_rejected_reply_waits_again_with_its_text,
    answered_texts_are_not_held_again,
    texts_that_were_removed_restored_or_deleted_since_are_not_held_again,
    a_reported_text_is_not_held_again,
    a_text_rejected_long_ago_is_not_held_again,
    the_log_reverts_the_decision,
    one_of_many_holds_again,
    holding_again_and_other_acts_at_once_keep_counters,
}

/// A held post and the report that asks for it.
fn held_post(db: &TestDb) -> (UserId, UserId, ForumId, PostId, ReportId) {
    let (ann, bob, forum, _) = forum(db);
    let id = hold_post(db, bob, forum);
    (ann, bob, forum, id, asked(db).id)
}

/// A moderator, a post, and a held answer to a reply to it.
fn held_reply(db: &TestDb) -> (UserId, PostId, ReplyId, ReplyId, ReportId) {
    let (ann, bob, _, post) = forum(db);
    let parent = add_reply(db, ann, post);
    let id = hold_reply(db, bob, post, Some(parent));
    (ann, post, parent, id, asked(db).id)
}

fn waits(outcome: &ReopenOutcome) -> bool {
    matches!(outcome, ReopenOutcome::Open(report) if report.state == ReportState::Open)
}

fn by(member: UserId) -> Act {
    Act { by: Some(member), ..ACT }
}

fn score(db: &TestDb) -> i64 {
    db.number("SELECT score AS n FROM users WHERE username = 'bob'")
}

fn an_approved_post_waits_again_and_keeps_its_votes(db: &TestDb) {
    let (ann, _, forum, id, report) = held_post(db);
    let posts = posts_of(db);
    decide(db, report, ReportState::Resolved, ann);
    posts.vote(id, ann, VoteCommand::Upvote, T0).unwrap();
    posts.set_pin(id, Some(Pin { until: None }), ann, T0).unwrap();
    assert!(waits(&reopen(db, report, ann)));
    assert!(waits(&reopen(db, report, ann)), "it is open");
    assert_eq!(posts.find(id).unwrap(), None);
    let held = posts.find_held(id).unwrap().unwrap();
    assert_eq!((held.forum, held.held, score(db)), (forum, true, 0));
    assert_eq!(asked(db).id, report);
    is_sound(db);
    decide(db, report, ReportState::Resolved, ann);
    let shown = posts.find(id).unwrap().unwrap();
    assert_eq!((shown.votes.upvotes, shown.pin, score(db)), (1, None, 1));
    is_sound(db);
}

fn an_approved_reply_waits_again_and_keeps_its_votes(db: &TestDb) {
    let (ann, post, parent, id, report) = held_reply(db);
    let replies = replies_of(db);
    decide(db, report, ReportState::Resolved, ann);
    replies.vote(id, ann, VoteCommand::Upvote, T0).unwrap();
    infrastructure::index_words(&db.database, || true).unwrap();
    assert!(waits(&reopen(db, report, ann)));
    assert!(waits(&reopen(db, report, ann)), "it is open");
    assert_eq!(replies.get(id, Reader::Admin).unwrap(), None);
    assert!(replies.find_held(id).unwrap().is_some());
    assert_eq!(replies.get(parent, Reader::Admin).unwrap().unwrap().child_count, 0);
    assert_eq!(posts_of(db).find(post).unwrap().unwrap().reply_count, 1);
    assert_eq!((score(db), asked(db).id), (0, report));
    is_sound(db);
    decide(db, report, ReportState::Resolved, ann);
    assert_eq!(replies.get(id, Reader::Admin).unwrap().unwrap().votes.upvotes, 1);
    assert_eq!(score(db), 1);
    infrastructure::index_words(&db.database, || true).unwrap();
    assert_eq!(db.number("SELECT count(*) AS n FROM reply_words"), 2);
    is_sound(db);
}

fn a_rejected_post_waits_again(db: &TestDb) {
    let (ann, _, _, id, report) = held_post(db);
    decide(db, report, ReportState::Rejected, ann);
    assert!(waits(&reopen(db, report, ann)));
    let posts = posts_of(db);
    assert!(posts.find_held(id).unwrap().is_some());
    assert_eq!(posts.find_removed(id, kept()).unwrap(), None);
    is_sound(db);
    decide(db, report, ReportState::Resolved, ann);
    assert!(posts.find(id).unwrap().is_some());
    is_sound(db);
}

fn a_rejected_reply_waits_again_with_its_text(db: &TestDb) {
    let (ann, _, parent, id, report) = held_reply(db);
    let replies = replies_of(db);
    let before = replies.find_held(id).unwrap();
    decide(db, report, ReportState::Rejected, ann);
    assert!(waits(&reopen(db, report, ann)));
    assert_eq!(replies.find_held(id).unwrap(), before);
    assert_eq!(replies.get(parent, Reader::Admin).unwrap().unwrap().child_count, 0);
    assert_eq!(db.number("SELECT count(*) AS n FROM removed_replies"), 0);
    is_sound(db);
    decide(db, report, ReportState::Resolved, ann);
    assert!(replies.get(id, Reader::Admin).unwrap().unwrap().content.is_some());
    is_sound(db);
}

fn answered_texts_are_not_held_again(db: &TestDb) {
    let (ann, bob, _, id, report) = held_post(db);
    decide(db, report, ReportState::Resolved, ann);
    let answer = hold_reply(db, bob, id, None);
    let asked_for_answer = asked(db).id;
    assert_eq!(reopen(db, report, ann), ReopenOutcome::Answered);
    decide(db, asked_for_answer, ReportState::Resolved, ann);
    replies_of(db).insert(&new_reply(ann, id, Some(answer))).unwrap();
    assert_eq!(reopen(db, asked_for_answer, ann), ReopenOutcome::Answered);
    assert!(posts_of(db).find(id).unwrap().is_some());
    is_sound(db);
}

fn texts_that_were_removed_restored_or_deleted_since_are_not_held_again(db: &TestDb) {
    let (ann, bob, _, post, of_post) = held_post(db);
    let posts = posts_of(db);
    decide(db, of_post, ReportState::Resolved, ann);
    assert!(posts.delete(post, &by(ann)).unwrap());
    assert_eq!(reopen(db, of_post, ann), ReopenOutcome::Changed);
    posts.restore(post, &by(ann), kept()).unwrap();
    let reply = hold_reply(db, bob, post, None);
    let of_reply = asked(db).id;
    decide(db, of_reply, ReportState::Rejected, ann);
    let replies = replies_of(db);
    replies.restore(reply, &by(ann), kept()).unwrap();
    assert_eq!(reopen(db, of_reply, ann), ReopenOutcome::Changed);
    let later = Act { at: Timestamp::from_unix_millis(T0.unix_millis() + 1), ..by(ann) };
    assert!(replies.remove(reply, &later).unwrap());
    assert_eq!(reopen(db, of_reply, ann), ReopenOutcome::Changed, "that is another removal");
    assert!(posts.delete(post, &by(bob)).unwrap());
    assert_eq!(reopen(db, of_post, ann), ReopenOutcome::Changed);
    assert_eq!(reopen(db, of_reply, ann), ReopenOutcome::Changed);
    is_sound(db);
}

fn a_reported_text_is_not_held_again(db: &TestDb) {
    let (ann, _, forum, id, report) = held_post(db);
    decide(db, report, ReportState::Resolved, ann);
    let target = ReportTarget { kind: TargetKind::Post, id: id.0 };
    let (forum, reason) = (Some(forum), ReportReason::Spam);
    let new = NewReport { target, forum, by: ann, reason, note: None, at: T0 };
    let filed = DbReports(db.database.clone()).file(&new, T0, 9).unwrap();
    assert!(matches!(filed, FileOutcome::Filed(_)));
    assert_eq!(reopen(db, report, ann), ReopenOutcome::Another);
    assert!(posts_of(db).find(id).unwrap().is_some());
    is_sound(db);
}

fn a_text_rejected_long_ago_is_not_held_again(db: &TestDb) {
    let (ann, _, _, _, report) = held_post(db);
    decide(db, report, ReportState::Rejected, ann);
    let late = T0.after(RemovalRetention::MAX_AGE);
    let outcome = DbReports(db.database.clone()).reopen(report, ann, late).unwrap();
    assert_eq!(outcome, ReopenOutcome::Changed);
}

fn the_log_reverts_the_decision(db: &TestDb) {
    let (ann, _, _, id, report) = held_post(db);
    for state in [ReportState::Resolved, ReportState::Rejected] {
        decide(db, report, state, ann);
        reopen(db, report, ann);
    }
    let log = DbModerationLog(db.database.clone());
    let page = log.entries(&LogFilter::default(), Reader::Admin, &PageRequest::default()).unwrap();
    let acts: Vec<_> =
        page.items.iter().map(|entry| (entry.action, entry.undone_at.is_some())).collect();
    let acts_expected = [
        (LogAction::HeldAgain, false),
        (LogAction::PostDeleted, true),
        (LogAction::HeldAgain, true),
        (LogAction::PostApproved, true),
    ];
    assert_eq!(acts, acts_expected);
    let target = page.items[0].target.as_ref().unwrap();
    assert_eq!((target.post, target.username.as_deref()), (Some(id), Some("bob")));
}

fn one_of_many_holds_again(db: &TestDb) {
    let (ann, _, _, _, of_post) = held_post(db);
    decide(db, of_post, ReportState::Resolved, ann);
    let outcomes = sixteen_at_once(|_| reopen(db, of_post, ann));
    assert!(outcomes.iter().all(waits));
    assert_eq!(db.number("SELECT count(*) AS n FROM moderation_log WHERE action = 47"), 1);
    is_sound(db);
}

fn holding_again_and_other_acts_at_once_keep_counters(db: &TestDb) {
    let (ann, bob, forum, post) = forum(db);
    let (posts, replies) = (posts_of(db), replies_of(db));
    for _ in 0..50 {
        let (of_post, of_reply) = (hold_post(db, bob, forum), hold_reply(db, bob, post, None));
        let asked: Vec<_> = queue(db).iter().map(|report| report.id).collect();
        for report in &asked {
            decide(db, *report, ReportState::Resolved, ann);
        }
        sixteen_at_once(|number| match number {
            0 | 1 => drop(reopen(db, asked[0], ann)),
            2 | 3 => drop(reopen(db, asked[1], ann)),
            4 => drop(decide(db, asked[0], ReportState::Rejected, ann)),
            5 => drop(decide(db, asked[1], ReportState::Resolved, ann)),
            6 => drop(posts.vote(of_post, ann, VoteCommand::Upvote, T0).unwrap()),
            7 => drop(replies.vote(of_reply, ann, VoteCommand::Upvote, T0).unwrap()),
            8 => drop(replies.insert(&new_reply(ann, post, Some(of_reply))).unwrap()),
            9 => drop(replies.insert(&new_reply(ann, of_post, None)).unwrap()),
            10 => drop(posts.withdraw(of_post).unwrap()),
            11 => drop(posts.delete(of_post, &by(ann)).unwrap()),
            _ => {}
        });
        for report in queue(db) {
            decide(db, report.id, ReportState::Rejected, ann);
        }
    }
    is_sound(db);
}
