use std::{thread, time::Duration};

use infrastructure::{DbAppeals, DbModeration, DbModerationLog, DbReports, DbUsers};
use kernel::{
    Act, Ban, PageRequest, Reader, Reason, RemovalRetention, ReportId, Timestamp, UserId,
};
use moderation::{
    ModerationRepository,
    appeals::{AppealOutcome, AppealRepository, AppealText, NewAppeal},
    log::{LogAction, LogEntry, LogFilter, LogRepository},
    reports::{
        DecideOutcome, Decision, QueueScope, ReopenOutcome, Report, ReportReason, ReportRepository,
        ReportState, TargetKind,
    },
};
use users::UserRepository;

use super::moderation;
use crate::support::{ACT, HASH, T0, TestDb, contract, sixteen_at_once};

contract! {
    an_appeal_is_a_report_about_the_member,
    each_ban_is_appealed_once,
    only_a_ban_that_holds_is_appealed,
    a_resolved_appeal_lifts_the_ban,
    a_rejected_appeal_keeps_the_ban,
    a_rejected_appeal_is_reopened_while_its_ban_holds,
    an_accepted_appeal_brings_the_ban_back,
    an_unban_is_taken_back_with_its_appeal,
    a_ban_that_another_one_replaced_is_not_brought_back,
    the_last_admin_is_not_banned_again,
    one_of_many_brings_the_ban_back,
    a_decided_appeal_names_the_reason_of_its_ban,
    an_unban_resolves_the_appeal_that_waits,
    a_ban_that_ended_is_not_lifted_by_its_appeal,
    appeals_go_with_the_account,
    concurrent_appeals_are_one,
    decisions_and_bans_at_once_agree,
}

const DAY: Duration = Duration::from_hours(24);

fn appeal(db: &TestDb, by: UserId, at: Timestamp) -> AppealOutcome {
    let text = AppealText::parse("It was my brother").unwrap();
    DbAppeals(db.database.clone()).file(&NewAppeal { by, forum: None, text, at }).unwrap()
}

fn filed(outcome: AppealOutcome) -> Report {
    match outcome {
        AppealOutcome::Filed(report) => *report,
        other => panic!("{other:?}"),
    }
}

fn ban(db: &TestDb, user: UserId, until: Option<Timestamp>) {
    drop(moderation(db).ban(user, until, &ACT).unwrap());
}

fn is_banned(db: &TestDb, user: UserId) -> bool {
    DbUsers(db.database.clone()).find(user).unwrap().unwrap().ban.is_some()
}

fn decide(db: &TestDb, report: ReportId, state: ReportState, by: UserId) -> DecideOutcome {
    let decision = Decision { report, state, note: None, by, at: T0 };
    DbReports(db.database.clone()).decide(&decision).unwrap()
}

fn queue(db: &TestDb, state: ReportState) -> Vec<Report> {
    let page = PageRequest::default();
    let reports = DbReports(db.database.clone());
    reports.queue(QueueScope::All, &[state], &page, RemovalRetention::at(T0)).unwrap().items
}

/// What is in the log, the latest first.
fn entries(db: &TestDb) -> Vec<LogEntry> {
    let log = DbModerationLog(db.database.clone());
    log.entries(&LogFilter::default(), Reader::Admin, &PageRequest::default()).unwrap().items
}

fn logged(db: &TestDb) -> Vec<LogAction> {
    entries(db).into_iter().map(|entry| entry.action).collect()
}

fn an_appeal_is_a_report_about_the_member(db: &TestDb) {
    let ann = db.add_user("ann");
    let reason = Some(kernel::Reason::parse("Spam").unwrap());
    drop(moderation(db).ban(ann, None, &Act { reason, ..ACT }).unwrap());
    let report = filed(appeal(db, ann, T0));
    assert_eq!(report.target.target.kind, TargetKind::Member);
    assert_eq!(report.target.target.id, ann.0);
    assert_eq!(report.target.username.as_deref(), Some("ann"));
    assert_eq!(report.target.excerpt, "Spam");
    assert_eq!((report.target.forum, report.target.post), (None, None));
    assert_eq!(report.reasons, [(ReportReason::Appeal, 1)]);
    assert_eq!(report.notes, [("ann".to_owned(), "It was my brother".to_owned())]);
    assert_eq!(queue(db, ReportState::Open), [report]);
    assert_eq!(logged(db), [LogAction::Banned], "an appeal is no act on others");
}

fn each_ban_is_appealed_once(db: &TestDb) {
    let (ada, ann) = (db.add_user("ada"), db.add_user("ann"));
    ban(db, ann, None);
    let first = filed(appeal(db, ann, T0)).id;
    assert_eq!(appeal(db, ann, T0), AppealOutcome::FiledBefore);
    // The same ban once more.
    ban(db, ann, None);
    assert_eq!(appeal(db, ann, T0), AppealOutcome::FiledBefore);
    // Another one, while the appeal waits and after its decision.
    ban(db, ann, Some(T0.after(DAY)));
    assert_eq!(appeal(db, ann, T0), AppealOutcome::FiledBefore);
    decide(db, first, ReportState::Rejected, ada);
    assert_ne!(filed(appeal(db, ann, T0)).id, first);
    assert_eq!(appeal(db, ann, T0), AppealOutcome::FiledBefore);
}

fn only_a_ban_that_holds_is_appealed(db: &TestDb) {
    let ann = db.add_user("ann");
    assert_eq!(appeal(db, ann, T0), AppealOutcome::NotBanned);
    assert_eq!(appeal(db, UserId(99), T0), AppealOutcome::NotBanned);
    let end = T0.after(DAY);
    ban(db, ann, Some(end));
    assert_eq!(appeal(db, ann, end), AppealOutcome::NotBanned);
    filed(appeal(db, ann, end.before(Duration::from_millis(1))));
}

fn a_resolved_appeal_lifts_the_ban(db: &TestDb) {
    let (ada, ann) = (db.add_user("ada"), db.add_user("ann"));
    ban(db, ann, None);
    let report = filed(appeal(db, ann, T0)).id;
    for state in [ReportState::InProgress, ReportState::Open] {
        decide(db, report, state, ada);
        assert!(is_banned(db, ann));
    }
    let DecideOutcome::Changed(decided) = decide(db, report, ReportState::Resolved, ada) else {
        panic!("nobody decided it before");
    };
    assert_eq!((decided.state, decided.assignee.as_deref()), (ReportState::Resolved, Some("ada")));
    assert!(!is_banned(db, ann));
    let acts = [LogAction::Unbanned, LogAction::AppealAccepted, LogAction::Banned];
    assert_eq!(logged(db), acts);
    let late = decide(db, report, ReportState::Rejected, ada);
    assert!(matches!(late, DecideOutcome::DecidedBefore(_)));
    ban(db, ann, None);
    filed(appeal(db, ann, T0));
}

fn a_rejected_appeal_keeps_the_ban(db: &TestDb) {
    let (ada, ann) = (db.add_user("ada"), db.add_user("ann"));
    ban(db, ann, None);
    let report = filed(appeal(db, ann, T0)).id;
    decide(db, report, ReportState::Rejected, ada);
    assert!(is_banned(db, ann));
    assert_eq!(logged(db), [LogAction::AppealRejected, LogAction::Banned]);
    assert_eq!(appeal(db, ann, T0), AppealOutcome::FiledBefore);
}

fn reopen(db: &TestDb, report: ReportId, by: UserId, at: Timestamp) -> ReopenOutcome {
    DbReports(db.database.clone()).reopen(report, by, at).unwrap()
}

fn a_rejected_appeal_is_reopened_while_its_ban_holds(db: &TestDb) {
    let (ada, ann) = (db.add_user("ada"), db.add_user("ann"));
    let end = T0.after(DAY);
    ban(db, ann, Some(end));
    let report = filed(appeal(db, ann, T0)).id;
    decide(db, report, ReportState::Rejected, ada);
    assert_eq!(reopen(db, report, ada, end), ReopenOutcome::BanOver);
    assert!(matches!(reopen(db, report, ada, T0), ReopenOutcome::Open(_)));
    let acts = [LogAction::AppealReopened, LogAction::AppealRejected, LogAction::Banned];
    assert_eq!(logged(db), acts);
    decide(db, report, ReportState::Resolved, ada);
    assert!(!is_banned(db, ann));
}

fn ban_of(db: &TestDb, user: UserId) -> Option<Ban> {
    DbUsers(db.database.clone()).find(user).unwrap().unwrap().ban
}

fn an_accepted_appeal_brings_the_ban_back(db: &TestDb) {
    let (ada, ann) = (db.add_user("ada"), db.add_user("ann"));
    let end = T0.after(DAY);
    let act = Act { reason: Some(Reason::parse("Spam").unwrap()), ..ACT };
    drop(moderation(db).ban(ann, Some(end), &act).unwrap());
    let before = ban_of(db, ann);
    let report = filed(appeal(db, ann, T0)).id;
    decide(db, report, ReportState::Resolved, ada);
    assert_eq!(reopen(db, report, ada, end), ReopenOutcome::BanOver);
    let ReopenOutcome::Open(open) = reopen(db, report, ada, T0) else { panic!("it was lifted") };
    assert_eq!((open.state, open.target.excerpt.as_str()), (ReportState::Open, "Spam"));
    assert_eq!(ban_of(db, ann), before);
    assert!(before.is_some());
    assert_eq!(appeal(db, ann, T0), AppealOutcome::FiledBefore, "it waits again");
    let acts = [
        (LogAction::AppealReopened, None),
        (LogAction::Banned, Some("Spam".to_owned())),
        (LogAction::Unbanned, None),
        (LogAction::AppealAccepted, None),
        (LogAction::Banned, Some("Spam".to_owned())),
    ];
    let logged = entries(db);
    let undone = logged.iter().map(|entry| entry.undone_at.is_some()).collect::<Vec<_>>();
    assert_eq!(undone, [false, false, true, false, true]);
    assert_eq!(logged.into_iter().map(|one| (one.action, one.reason)).collect::<Vec<_>>(), acts);
    decide(db, report, ReportState::Resolved, ada);
    assert!(!is_banned(db, ann));
}

fn an_unban_is_taken_back_with_its_appeal(db: &TestDb) {
    let (ada, ann) = (db.add_user("ada"), db.add_user("ann"));
    ban(db, ann, None);
    let report = filed(appeal(db, ann, T0)).id;
    drop(moderation(db).unban(ann, &Act { by: Some(ada), ..ACT }).unwrap());
    assert!(matches!(reopen(db, report, ada, T0), ReopenOutcome::Open(_)));
    assert!(is_banned(db, ann));
}

fn a_ban_that_another_one_replaced_is_not_brought_back(db: &TestDb) {
    let (ada, ann) = (db.add_user("ada"), db.add_user("ann"));
    ban(db, ann, None);
    let first = filed(appeal(db, ann, T0)).id;
    decide(db, first, ReportState::Resolved, ada);
    ban(db, ann, Some(T0.after(DAY)));
    assert_eq!(reopen(db, first, ada, T0), ReopenOutcome::BanOver);
    let second = filed(appeal(db, ann, T0)).id;
    decide(db, second, ReportState::Resolved, ada);
    assert_eq!(reopen(db, first, ada, T0), ReopenOutcome::BanOver, "that was another ban");
    assert!(!is_banned(db, ann));
    assert!(matches!(reopen(db, second, ada, T0), ReopenOutcome::Open(_)));
    assert_eq!(ban_of(db, ann).unwrap().until, Some(T0.after(DAY)));
}

fn the_last_admin_is_not_banned_again(db: &TestDb) {
    let (ada, ann) = (db.add_user("ada"), db.add_user("ann"));
    ban(db, ann, None);
    let report = filed(appeal(db, ann, T0)).id;
    decide(db, report, ReportState::Resolved, ada);
    drop(moderation(db).make_admin(ann, &ACT).unwrap());
    assert_eq!(reopen(db, report, ada, T0), ReopenOutcome::Moderates);
    assert!(!is_banned(db, ann));
}

fn one_of_many_brings_the_ban_back(db: &TestDb) {
    let (ada, ann) = (db.add_user("ada"), db.add_user("ann"));
    ban(db, ann, None);
    let report = filed(appeal(db, ann, T0)).id;
    decide(db, report, ReportState::Resolved, ada);
    let outcomes = sixteen_at_once(|_| reopen(db, report, ada, T0));
    assert!(outcomes.iter().all(|outcome| matches!(outcome, ReopenOutcome::Open(_))));
    let acts = [LogAction::Unbanned, LogAction::AppealAccepted, LogAction::Banned];
    assert_eq!((logged(db).len(), &logged(db)[2..]), (5, &acts[..]));
}

fn a_decided_appeal_names_the_reason_of_its_ban(db: &TestDb) {
    let (ada, ann) = (db.add_user("ada"), db.add_user("ann"));
    let ban_for = |reason: &str, at| {
        let act = Act { reason: Some(Reason::parse(reason).unwrap()), at, ..ACT };
        drop(moderation(db).ban(ann, None, &act).unwrap());
    };
    ban_for("Spam", T0);
    let report = filed(appeal(db, ann, T0)).id;
    decide(db, report, ReportState::Resolved, ada);
    ban_for("Threats", T0.after(DAY));
    let decided = queue(db, ReportState::Resolved).pop().unwrap();
    assert_eq!(decided.target.excerpt, "Spam");
}

fn an_unban_resolves_the_appeal_that_waits(db: &TestDb) {
    let (ada, ann) = (db.add_user("ada"), db.add_user("ann"));
    for by in [Some(ada), None] {
        ban(db, ann, None);
        let report = filed(appeal(db, ann, T0)).id;
        drop(moderation(db).unban(ann, &Act { by, ..ACT }).unwrap());
        assert_eq!(queue(db, ReportState::Open), []);
        let resolved = queue(db, ReportState::Resolved).remove(0);
        assert_eq!((resolved.id, resolved.decided_at), (report, Some(T0)));
        assert_eq!(resolved.assignee.as_deref(), by.map(|_| "ada"));
    }
}

fn a_ban_that_ended_is_not_lifted_by_its_appeal(db: &TestDb) {
    let (ada, ann) = (db.add_user("ada"), db.add_user("ann"));
    let end = T0.after(Duration::from_millis(1));
    ban(db, ann, Some(end));
    let report = filed(appeal(db, ann, T0)).id;
    let state = ReportState::Resolved;
    let decision = Decision { report, state, note: None, by: ada, at: end };
    let outcome = DbReports(db.database.clone()).decide(&decision).unwrap();
    assert!(matches!(outcome, DecideOutcome::Changed(_)));
    assert_eq!(logged(db), [LogAction::AppealAccepted, LogAction::Banned]);
}

fn appeals_go_with_the_account(db: &TestDb) {
    let (ada, ann) = (db.add_user("ada"), db.add_user("ann"));
    ban(db, ann, None);
    let report = filed(appeal(db, ann, T0)).id;
    DbUsers(db.database.clone()).delete(ann, HASH, T0).unwrap();
    assert_eq!(queue(db, ReportState::Open), []);
    assert_eq!(decide(db, report, ReportState::Resolved, ada), DecideOutcome::NotFound);
    assert_eq!(db.number("SELECT count(*) AS n FROM report_filings"), 0);
}

fn concurrent_appeals_are_one(db: &TestDb) {
    let ann = db.add_user("ann");
    ban(db, ann, None);
    let outcomes = sixteen_at_once(|_| appeal(db, ann, T0));
    let is_filed = |outcome: &&AppealOutcome| matches!(outcome, AppealOutcome::Filed(_));
    assert_eq!(outcomes.iter().filter(is_filed).count(), 1);
    assert_eq!(queue(db, ReportState::Open).len(), 1);
}

/// Whatever comes first: a member who is not banned has no appeal that waits, unless it was filed against a later ban.
fn decisions_and_bans_at_once_agree(db: &TestDb) {
    let (ada, ann) = (db.add_user("ada"), db.add_user("ann"));
    let moderation = DbModeration(db.database.clone());
    for round in 0..100 {
        ban(db, ann, None);
        let report = filed(appeal(db, ann, T0)).id;
        thread::scope(|scope| {
            scope.spawn(|| drop(decide(db, report, ReportState::Resolved, ada)));
            scope.spawn(|| match round % 2 {
                0 => drop(moderation.unban(ann, &ACT).unwrap()),
                _ => drop(moderation.ban(ann, Some(T0.after(DAY)), &ACT).unwrap()),
            });
        });
        assert_eq!(queue(db, ReportState::Open), [], "round {round}");
        drop(moderation.unban(ann, &ACT).unwrap());
        assert!(!is_banned(db, ann));
    }
}
