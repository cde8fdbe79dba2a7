mod closing;
mod evidence;
mod pages;
mod removed;
mod reopening;
mod same_author;

use infrastructure::{DbMessages, DbReports};
use kernel::{
    ByTime, ForumId, Limit, MessageId, PageRequest, PostId, RemovalRetention, ReportId, Timestamp,
    UserId, Visibility,
};
use messages::{MessageRepository, MessageText, NewMessage, Participants};
use moderation::reports::{
    DecideOutcome, Decision, FileOutcome, NewReport, QueueScope, ReopenOutcome, Report,
    ReportLocation, ReportNote, ReportReason, ReportRepository, ReportState, ReportTarget,
    TargetKind,
};

use crate::{
    messages::done,
    posts::readers::Places,
    support::{T0, TestDb, contract, sixteen_at_once},
};

contract! {
    reports_of_a_thing_are_one_until_it_is_decided,
    a_reporter_sees_only_the_own_reason_and_note,
    a_second_report_by_a_member_changes_nothing,
    a_day_takes_so_many_reports_of_a_member,
    concurrent_reports_of_a_thing_are_one,
    one_of_two_deciders_decides,
    a_report_is_taken_and_put_back,
    a_message_is_received_by_its_recipient_alone,
    a_report_knows_who_may_read_its_forum,
}

const START: Timestamp = Timestamp::from_unix_millis(0);

fn reports(db: &TestDb) -> DbReports {
    DbReports(db.database.clone())
}

fn post(db: &TestDb) -> (PostId, ForumId) {
    let founder = db.add_user("founder");
    let forum = db.add_forum(founder, "Gardening");
    (db.add_post(founder, forum), forum)
}

fn new(id: PostId, forum: ForumId, by: UserId, reason: ReportReason) -> NewReport {
    let target = ReportTarget { kind: TargetKind::Post, id: id.0 };
    let note = Some(ReportNote::parse(&format!("Note of {by}")).unwrap());
    NewReport { target, forum: Some(forum), by, reason, note, at: T0 }
}

fn file(db: &TestDb, report: &NewReport) -> Report {
    match reports(db).file(report, START, 100).unwrap() {
        FileOutcome::Filed(report) => *report,
        other => panic!("{other:?}"),
    }
}

fn decide(db: &TestDb, report: ReportId, state: ReportState, by: UserId) -> DecideOutcome {
    let note = Some(ReportNote::parse("A note").unwrap());
    reports(db).decide(&Decision { report, state, note, by, at: T0 }).unwrap()
}

fn reopen(db: &TestDb, report: ReportId, by: UserId) -> ReopenOutcome {
    reports(db).reopen(report, by, T0).unwrap()
}

fn queue(db: &TestDb, scope: QueueScope, limit: u8) -> Vec<Report> {
    queue_at(db, T0, scope, limit)
}

fn queue_at(db: &TestDb, now: Timestamp, scope: QueueScope, limit: u8) -> Vec<Report> {
    queue_of(db, &[ReportState::Open, ReportState::InProgress], now, scope, limit)
}

fn queue_of(
    db: &TestDb,
    states: &[ReportState],
    now: Timestamp,
    scope: QueueScope,
    limit: u8,
) -> Vec<Report> {
    let mut request = PageRequest::<ByTime> { limit: Limit::new(limit).unwrap(), after: None };
    let mut found = vec![];
    loop {
        let page = reports(db).queue(scope, states, &request, RemovalRetention::at(now)).unwrap();
        found.extend(page.items);
        request.after = page.next;
        if request.after.is_none() {
            return found;
        }
    }
}

fn reports_of_a_thing_are_one_until_it_is_decided(db: &TestDb) {
    let (id, forum) = post(db);
    let people = ["ann", "bob", "carl"].map(|name| db.add_user(name));
    let first = file(db, &new(id, forum, people[0], ReportReason::Spam));
    let second = file(db, &new(id, forum, people[1], ReportReason::Abuse));
    assert_eq!(second.id, first.id);
    let found = queue(db, QueueScope::All, 10);
    assert_eq!(found[0].reasons, [(ReportReason::Spam, 1), (ReportReason::Abuse, 1)]);
    let note = |name: &str, by: UserId| (name.to_owned(), format!("Note of {by}"));
    assert_eq!(found[0].notes, [note("ann", people[0]), note("bob", people[1])]);
    assert_eq!(found[0].target.username.as_deref(), Some("founder"));
    assert_eq!((found[0].target.excerpt.as_str(), found[0].target.post), ("Text", Some(id)));
    decide(db, first.id, ReportState::Rejected, people[0]);
    let third = file(db, &new(id, forum, people[2], ReportReason::Other));
    assert_ne!(third.id, first.id);
}

fn a_reporter_sees_only_the_own_reason_and_note(db: &TestDb) {
    let (id, forum) = post(db);
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let filed = file(db, &new(id, forum, ann, ReportReason::Spam));
    decide(db, filed.id, ReportState::InProgress, ann);
    let seen = file(db, &new(id, forum, bob, ReportReason::Illegal));
    assert_eq!(seen.reasons, [(ReportReason::Illegal, 1)]);
    assert_eq!(seen.notes, [("bob".to_owned(), format!("Note of {bob}"))]);
    assert_eq!((seen.assignee, seen.decision), (None, None));
}

fn a_second_report_by_a_member_changes_nothing(db: &TestDb) {
    let (id, forum) = post(db);
    let ann = db.add_user("ann");
    let filed = file(db, &new(id, forum, ann, ReportReason::Spam));
    decide(db, filed.id, ReportState::Resolved, ann);
    let again = reports(db).file(&new(id, forum, ann, ReportReason::Other), START, 100).unwrap();
    let FileOutcome::FiledBefore(again) = again else { panic!("{again:?}") };
    assert_eq!((again.id, again.state), (filed.id, ReportState::Resolved));
    assert_eq!(again.reasons, [(ReportReason::Spam, 1)]);
}

fn a_day_takes_so_many_reports_of_a_member(db: &TestDb) {
    let (_, forum) = post(db);
    let ann = db.add_user("ann");
    let ids: Vec<_> = (0..16).map(|_| db.add_post(ann, forum)).collect();
    let since = Timestamp::from_unix_millis(T0.unix_millis() - 1);
    let outcomes = sixteen_at_once(|n| {
        reports(db).file(&new(ids[n as usize], forum, ann, ReportReason::Spam), since, 5).unwrap()
    });
    let filed = outcomes.iter().filter(|one| matches!(one, FileOutcome::Filed(_))).count();
    assert_eq!(filed, 5);
    let next_day = reports(db).file(&new(ids[15], forum, ann, ReportReason::Spam), T0, 5);
    assert!(!matches!(next_day.unwrap(), FileOutcome::TooMany));
}

fn concurrent_reports_of_a_thing_are_one(db: &TestDb) {
    let (id, forum) = post(db);
    let people: Vec<_> = (0..16).map(|n| db.add_user(&format!("user{n}"))).collect();
    let ids =
        sixteen_at_once(|n| file(db, &new(id, forum, people[n as usize], ReportReason::Spam)).id);
    assert!(ids.iter().all(|id| *id == ids[0]));
    assert_eq!(queue(db, QueueScope::All, 10)[0].reasons, [(ReportReason::Spam, 16)]);
}

fn one_of_two_deciders_decides(db: &TestDb) {
    let (_, forum) = post(db);
    let people: Vec<_> = (0..16).map(|n| db.add_user(&format!("user{n}"))).collect();
    for _ in 0..100 {
        let id = db.add_post(people[0], forum);
        let report = file(db, &new(id, forum, people[0], ReportReason::Spam)).id;
        let outcomes = sixteen_at_once(|n| {
            let state = if n % 2 == 0 { ReportState::Resolved } else { ReportState::Rejected };
            (n < 2).then(|| decide(db, report, state, people[n as usize]))
        });
        let outcomes: Vec<_> = outcomes.into_iter().flatten().collect();
        let winner = outcomes.iter().find_map(|one| match one {
            DecideOutcome::Changed(report) => Some(report),
            _ => None,
        });
        let loser = outcomes.iter().find_map(|one| match one {
            DecideOutcome::DecidedBefore(report) => Some(report),
            _ => None,
        });
        assert_eq!(winner.unwrap(), loser.unwrap());
    }
}

fn a_report_is_taken_and_put_back(db: &TestDb) {
    let (id, forum) = post(db);
    let ann = db.add_user("ann");
    let report = file(db, &new(id, forum, ann, ReportReason::Spam)).id;
    for (state, assignee) in [(ReportState::InProgress, Some("ann")), (ReportState::Open, None)] {
        let DecideOutcome::Changed(report) = decide(db, report, state, ann) else { panic!() };
        assert_eq!((report.state, report.assignee.as_deref()), (state, assignee));
        assert_eq!((report.decided_at, report.decision), (None, None));
    }
    let DecideOutcome::Changed(report) = decide(db, report, ReportState::Resolved, ann) else {
        panic!()
    };
    assert_eq!((report.decided_at, report.decision.as_deref()), (Some(T0), Some("A note")));
    assert_eq!(decide(db, ReportId(99), ReportState::Open, ann), DecideOutcome::NotFound);
    assert_eq!(reports(db).find(ReportId(99)).unwrap(), None);
    assert_eq!(reports(db).get(report.id, RemovalRetention::at(T0)).unwrap(), Some(*report));
    assert_eq!(reports(db).get(ReportId(99), RemovalRetention::at(T0)).unwrap(), None);
}

fn a_message_is_received_by_its_recipient_alone(db: &TestDb) {
    let (ann, bob, eve) = (db.add_user("ann"), db.add_user("bob"), db.add_user("eve"));
    let participants = Participants { sender: ann, recipient: bob };
    let text = MessageText::parse("Hello").unwrap();
    let message = NewMessage { request: None, participants, text, sent_at: T0 };
    let id = done(DbMessages(db.database.clone()).insert(&message).unwrap()).id;
    for (sender, recipient, is) in [(ann, bob, true), (bob, ann, false), (ann, eve, false)] {
        assert_eq!(reports(db).is_received(id, sender, recipient).unwrap(), is);
    }
    assert!(!reports(db).is_received(MessageId(99), ann, bob).unwrap());
    let target = ReportTarget { kind: TargetKind::Message, id: id.0 };
    let new =
        NewReport { target, forum: None, ..new(PostId(1), ForumId(1), bob, ReportReason::Abuse) };
    file(db, &new);
    let found = queue(db, QueueScope::All, 10);
    let target = &found[0].target;
    assert_eq!((target.excerpt.as_str(), target.username.as_deref()), ("Hello", Some("ann")));
}

fn a_report_knows_who_may_read_its_forum(db: &TestDb) {
    let places = Places::of(db);
    let [_, bob, _] = places.people;
    for (place, visibility) in Visibility::ALL.into_iter().enumerate() {
        let (post, forum) = (places.posts[place][0], places.forums[place]);
        let report = file(db, &new(post, forum, bob, ReportReason::Spam)).id;
        let found = reports(db).find(report).unwrap();
        assert_eq!(found, Some(ReportLocation { report, forum: Some(forum), visibility }));
    }
}
