//! Decided reports are opened again.

use infrastructure::{DbModerationLog, DbPosts};
use kernel::{Act, ForumId, PageRequest, PostId, Reader, RemovalRetention, ReportId, UserId};
use moderation::{
    log::{LogAction, LogFilter, LogRepository},
    reports::{QueueScope, ReopenOutcome, ReportReason, ReportState},
};
use posts::PostRepository;

use super::{decide, file, new, post, queue, reopen};
use crate::support::{ACT, T0, TestDb, contract, sixteen_at_once};

contract! {
    a_reopened_report_waits_as_at_first,
    the_log_says_who_reopened_what_and_reverts_the_decision,
    what_is_not_shown_is_not_reopened,
    what_was_reported_again_is_not_reopened,
    one_of_many_reopens,
}

/// A rejected report by Ann and who decided it.
fn rejected(db: &TestDb) -> (PostId, ReportId, UserId) {
    let (id, forum) = post(db);
    let [ann, moderator] = ["ann", "max"].map(|name| db.add_user(name));
    let report = file(db, &new(id, forum, ann, ReportReason::Spam)).id;
    decide(db, report, ReportState::Rejected, moderator);
    (id, report, moderator)
}

fn a_reopened_report_waits_as_at_first(db: &TestDb) {
    let (_, report, moderator) = rejected(db);
    for _ in 0..2 {
        let ReopenOutcome::Open(found) = reopen(db, report, moderator) else {
            panic!("the post is shown")
        };
        assert_eq!((found.state, found.decided_at), (ReportState::Open, None));
        assert_eq!((found.assignee, found.decision), (None, None));
        assert_eq!(found.reasons, [(ReportReason::Spam, 1)]);
        assert_eq!(found.target.reported.len(), 1);
    }
    assert_eq!(queue(db, QueueScope::All, 10)[0].id, report);
    decide(db, report, ReportState::Resolved, moderator);
    assert_eq!(queue(db, QueueScope::All, 10), []);
    assert_eq!(reopen(db, ReportId(99), moderator), ReopenOutcome::NotFound);
}

fn the_log_says_who_reopened_what_and_reverts_the_decision(db: &TestDb) {
    let (id, report, moderator) = rejected(db);
    reopen(db, report, moderator);
    decide(db, report, ReportState::Resolved, moderator);
    reopen(db, report, moderator);
    let log = DbModerationLog(db.database.clone());
    let page = log.entries(&LogFilter::default(), Reader::Admin, &PageRequest::default()).unwrap();
    let acts: Vec<_> =
        page.items.iter().map(|entry| (entry.action, entry.undone_at.is_some())).collect();
    let acts_expected = [
        (LogAction::ReportReopened, false),
        (LogAction::ReportResolved, true),
        (LogAction::ReportReopened, true),
        (LogAction::ReportRejected, true),
    ];
    assert_eq!(acts, acts_expected);
    assert_eq!(page.items[0].by.as_ref().unwrap().username, "max");
    assert_eq!(page.items[0].target.as_ref().unwrap().post, Some(id));
}

fn what_is_not_shown_is_not_reopened(db: &TestDb) {
    let (id, report, moderator) = rejected(db);
    let posts = DbPosts::new(db.database.clone());
    let removal = Act { by: Some(moderator), ..ACT };
    assert!(posts.delete(id, &removal).unwrap());
    assert_eq!(reopen(db, report, moderator), ReopenOutcome::NotShown);
    posts.restore(id, &removal, RemovalRetention::at(T0)).unwrap().unwrap();
    assert!(matches!(reopen(db, report, moderator), ReopenOutcome::Open(_)));
}

fn what_was_reported_again_is_not_reopened(db: &TestDb) {
    let (id, report, moderator) = rejected(db);
    let forum = db.number("SELECT forum_id AS n FROM posts");
    let bob = db.add_user("bob");
    let again = file(db, &new(id, ForumId(forum), bob, ReportReason::Abuse)).id;
    assert_eq!(reopen(db, report, moderator), ReopenOutcome::Another);
    decide(db, again, ReportState::Rejected, moderator);
    assert!(matches!(reopen(db, report, moderator), ReopenOutcome::Open(_)));
}

fn one_of_many_reopens(db: &TestDb) {
    let (_, report, moderator) = rejected(db);
    let outcomes = sixteen_at_once(|_| reopen(db, report, moderator));
    assert!(outcomes.iter().all(|outcome| matches!(outcome, ReopenOutcome::Open(_))));
    let logged = db.number("SELECT COUNT(*) AS n FROM moderation_log WHERE action = 44");
    assert_eq!(logged, 1);
}
