use std::time::Duration;

use infrastructure::{DbModeration, DbNotifications, DbPosts, DbReplies, DbReports};
use kernel::{ForumId, PostId, ReportId, Timestamp, UserId};
use moderation::{
    ModerationRepository,
    reports::{
        Decision, FileOutcome, NewReport, ReopenOutcome, ReportNote, ReportReason,
        ReportRepository, ReportState, ReportTarget, TargetKind,
    },
};
use notifications::{Kind, ModerationAct, NotificationRepository};
use posts::{NewPost, PostRepository};
use replies::{Description, NewReply, ReplyRepository};

use super::{deliver, of, post, producing_at, reply};
use crate::posts::content;
use crate::support::{ACT, T0, TestDb, contract, own};

contract! {
    reporters_are_told_how_their_report_was_decided,
    reporters_are_told_what_was_decided_and_why,
    an_unread_decision_that_is_taken_back_is_not_told,
    authors_learn_of_approvals_by_others,
    what_was_told_of_a_text_that_is_held_again_is_withdrawn,
    open_reports_count_for_who_may_decide_them,
}

fn file(reports: &DbReports, id: PostId, forum: ForumId, by: UserId) -> ReportId {
    file_about(reports, ReportTarget { kind: TargetKind::Post, id: id.0 }, forum, by)
}

fn file_about(reports: &DbReports, target: ReportTarget, forum: ForumId, by: UserId) -> ReportId {
    let reason = ReportReason::Spam;
    let report = NewReport { target, forum: Some(forum), by, reason, note: None, at: T0 };
    match reports.file(&report, Timestamp::from_unix_millis(0), 100).unwrap() {
        FileOutcome::Filed(report) => report.id,
        other => panic!("{other:?}"),
    }
}

fn decide(reports: &DbReports, report: ReportId, state: ReportState, by: UserId) {
    reports.decide(&Decision { report, state, note: None, by, at: T0 }).unwrap();
}

fn reporters_are_told_how_their_report_was_decided(db: &TestDb) {
    let [ann, bob, cleo] = ["ann", "bob", "cleo"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let forum = db.add_forum(ann, "Tea");
    let reports = DbReports(database.clone());
    for (state, act) in [
        (ReportState::Resolved, ModerationAct::ReportResolved),
        (ReportState::Rejected, ModerationAct::ReportRejected),
    ] {
        let tea = post(&database, cleo, forum, "Oolong");
        let report = file(&reports, tea, forum, ann);
        assert_eq!(file(&reports, tea, forum, bob), report);
        decide(&reports, report, ReportState::InProgress, ann);
        decide(&reports, report, state, ann);
        // The report is about a post that is gone by then.
        assert!(DbPosts::new(database.clone()).delete(tea, &own(cleo)).unwrap());
        deliver(&database);
        let told: Vec<_> = of(db, bob).into_iter().filter(|one| one.act == Some(act)).collect();
        assert_eq!((told.len(), told[0].kind, told[0].count), (1, Kind::Report, 1));
        assert_eq!(told[0].forum.as_ref().unwrap().topic, "Tea");
        assert_eq!(told[0].actors, []);
    }
    // Neither the author of the post nor who decided, even a reporter.
    assert_eq!((of(db, ann), of(db, cleo)), (vec![], vec![]));
}

fn an_unread_decision_that_is_taken_back_is_not_told(db: &TestDb) {
    let [ann, bob, cleo] = ["ann", "bob", "cleo"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let forum = db.add_forum(ann, "Tea");
    let reports = DbReports(database.clone());
    let tea = post(&database, cleo, forum, "Oolong");
    let report = file(&reports, tea, forum, bob);
    decide(&reports, report, ReportState::Rejected, ann);
    reports.reopen(report, ann, T0).unwrap();
    deliver(&database);
    assert_eq!(of(db, bob), [], "it is open again before the delivery");
    decide(&reports, report, ReportState::Rejected, ann);
    deliver(&database);
    assert_eq!(of(db, bob).len(), 1);
    reports.reopen(report, ann, T0).unwrap();
    assert_eq!(of(db, bob), []);
    decide(&reports, report, ReportState::Resolved, ann);
    deliver(&database);
    let told = of(db, bob);
    assert_eq!((told.len(), told[0].count), (1, 1));
    assert_eq!(told[0].act, Some(ModerationAct::ReportResolved));
}

fn reporters_are_told_what_was_decided_and_why(db: &TestDb) {
    let [ann, bob, cleo] = ["ann", "bob", "cleo"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let forum = db.add_forum(ann, "Tea");
    let (reports, posts) = (DbReports(database.clone()), DbPosts::new(database.clone()));
    let tea = post(&database, cleo, forum, "Oolong");
    let answer = reply(&database, cleo, tea, None, "Buy it");
    let about_reply = ReportTarget { kind: TargetKind::Reply, id: answer.0 };
    for report in [file(&reports, tea, forum, bob), file_about(&reports, about_reply, forum, bob)] {
        let (state, note) = (ReportState::Rejected, ReportNote::parse("It is on topic").ok());
        reports.decide(&Decision { report, state, note, by: ann, at: T0 }).unwrap();
    }
    deliver(&database);
    let told = || -> Vec<_> {
        let reasons = of(db, bob)
            .into_iter()
            .map(|one| (one.post.map(|post| post.title), one.reply, one.reason));
        reasons.collect()
    };
    let (title, why) = (Some("Oolong".to_owned()), Some("It is on topic".to_owned()));
    assert_eq!(told(), [(title.clone(), Some(answer), why.clone()), (title, None, why.clone())]);
    assert!(posts.delete(tea, &own(cleo)).unwrap());
    // What is gone is not named.
    assert_eq!(told(), [(None, None, why.clone()), (None, None, why)]);
}

fn authors_learn_of_approvals_by_others(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let forum = db.add_forum(ann, "Tea");
    let tea = post(&database, ann, forum, "Oolong");
    let (posts, replies) = (DbPosts::new(database.clone()), DbReplies(database.clone()));
    for author in [ann, bob] {
        let content = content("Sencha", "Buy it");
        posts.hold(&NewPost { request: None, forum, author, content, created_at: T0 }).unwrap();
        let description = Description::parse("Buy it").unwrap();
        let responds_to = None;
        replies
            .hold(&NewReply {
                request: None,
                post: tea,
                responds_to,
                description,
                author,
                created_at: T0,
            })
            .unwrap();
    }
    let held = db.number("SELECT count(*) AS n FROM reports WHERE held");
    for report in 1..=held {
        decide(&DbReports(database.clone()), ReportId(report), ReportState::Resolved, ann);
    }
    deliver(&database);
    let told = |user| -> Vec<_> {
        let acts = of(db, user).into_iter().filter(|one| one.kind == Kind::Moderation);
        acts.map(|one| (one.act.unwrap(), one.post.unwrap().title)).collect()
    };
    assert_eq!((held, told(ann)), (4, vec![]));
    let mut told = told(bob);
    told.sort_by_key(|(act, _)| *act == ModerationAct::ReplyApproved);
    let expected = [
        (ModerationAct::PostApproved, "Sencha".to_owned()),
        (ModerationAct::ReplyApproved, "Oolong".to_owned()),
    ];
    assert_eq!(told, expected);
}

fn what_was_told_of_a_text_that_is_held_again_is_withdrawn(db: &TestDb) {
    let [ann, bob, cleo] = ["ann", "bob", "cleo"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let forum = db.add_forum(ann, "Tea");
    let tea = post(&database, cleo, forum, "Oolong");
    let (posts, replies) = (DbPosts::new(database.clone()), DbReplies(database.clone()));
    let content = content("Sencha", "Buy it, @cleo");
    let new = NewPost { request: None, forum, author: bob, content, created_at: T0 };
    posts.hold(&new).unwrap();
    let description = Description::parse("Buy it").unwrap();
    replies
        .hold(&NewReply {
            request: None,
            post: tea,
            responds_to: None,
            description,
            author: bob,
            created_at: T0,
        })
        .unwrap();
    let (reports, asked) = (DbReports(database.clone()), [1, 2].map(ReportId));
    for (state, told) in [(ReportState::Resolved, (2, 2)), (ReportState::Rejected, (2, 0))] {
        for report in asked {
            decide(&reports, report, state, ann);
        }
        deliver(&database);
        assert_eq!((of(db, bob).len(), of(db, cleo).len()), told, "{state:?}");
        for report in asked {
            let reopened = reports.reopen(report, ann, T0).unwrap();
            assert!(matches!(reopened, ReopenOutcome::Open(_)), "{reopened:?}");
        }
        deliver(&database);
        assert_eq!((of(db, bob), of(db, cleo)), (vec![], vec![]), "{state:?}");
    }
}

fn open_reports_count_for_who_may_decide_them(db: &TestDb) {
    let [ada, ann, bob] = ["ada", "ann", "bob"].map(|name| db.add_user(name));
    let moderation = DbModeration(db.database.clone());
    moderation.make_admin(ada, &ACT).unwrap();
    let (tea, coffee) = (db.add_forum(ada, "Tea"), db.add_forum(ada, "Coffee"));
    moderation.add_moderator(tea, ann, &ACT).unwrap();
    let reports = DbReports(db.database.clone());
    let filed = [tea, tea, coffee].map(|forum| file(&reports, db.add_post(bob, forum), forum, bob));
    let counts_at = |now| {
        let list = DbNotifications(db.database.clone());
        let found = list.unread(&[ada, ann, bob], now).unwrap();
        [ada, ann, bob]
            .map(|user| found.iter().find(|one| one.user == user).map_or(0, |one| one.reports))
    };
    let counts = || counts_at(T0);
    assert_eq!(counts(), [3, 2, 0]);
    decide(&reports, filed[0], ReportState::InProgress, ann);
    assert_eq!(counts(), [2, 1, 0]);
    decide(&reports, filed[0], ReportState::Open, ann);
    decide(&reports, filed[1], ReportState::Rejected, ann);
    assert_eq!(counts(), [2, 1, 0]);
    let end = T0.after(Duration::from_millis(1));
    moderation.ban(ann, Some(end), &ACT).unwrap();
    assert_eq!((counts(), counts_at(end)), ([2, 0, 0], [2, 1, 0]));
}
