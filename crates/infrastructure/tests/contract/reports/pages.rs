//! Pages of the queue of reports.

use infrastructure::DbModeration;
use kernel::{ByTime, Limit, PageRequest, RemovalRetention, Timestamp};
use moderation::{
    ModerationRepository,
    reports::{Decision, QueueScope, ReportReason, ReportRepository, ReportState},
};

use super::{decide, file, new, post, queue, queue_of, reports};
use crate::support::{ACT, T0, TestDb, contract};

contract! {
    a_queue_shows_what_its_scope_covers_in_pages,
    decided_reports_come_by_decision_latest_first,
    a_report_has_its_newest_notes_and_counts_all_filings,
    a_page_of_reports_ends_by_size,
}

fn a_queue_shows_what_its_scope_covers_in_pages(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forums = ["A", "B", "C"].map(|topic| db.add_forum(ann, topic));
    let moderation = DbModeration(db.database.clone());
    for forum in &forums[..2] {
        moderation.add_moderator(*forum, bob, &ACT).unwrap();
    }
    let mut ids = vec![];
    for n in 0..9 {
        let forum = forums[n % 3];
        let filed = file(db, &new(db.add_post(ann, forum), forum, ann, ReportReason::Spam));
        ids.push(filed.id);
    }
    decide(db, ids[3], ReportState::InProgress, bob);
    decide(db, ids[4], ReportState::Resolved, bob);
    let shown = |scope| -> Vec<_> {
        let lists = [1, 2, 50].map(|limit| {
            queue(db, scope, limit).into_iter().map(|report| report.id).collect::<Vec<_>>()
        });
        assert!(lists.iter().all(|list| *list == lists[0]));
        lists[0].iter().map(|id| ids.iter().position(|one| one == id).unwrap()).collect()
    };
    assert_eq!(shown(QueueScope::All), [0, 1, 2, 3, 5, 6, 7, 8]);
    assert_eq!(shown(QueueScope::Forum(forums[1])), [1, 7]);
    assert_eq!(shown(QueueScope::ModeratedBy(bob)), [0, 1, 3, 6, 7]);
    assert!(reports(db).moderates_any(bob).unwrap());
}

/// Some decisions are of the same moment, and a decision that is made anew comes first.
fn decided_reports_come_by_decision_latest_first(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forums = ["A", "B"].map(|topic| db.add_forum(ann, topic));
    let ids: Vec<_> = (0..7)
        .map(|n| {
            let forum = forums[n % 2];
            file(db, &new(db.add_post(ann, forum), forum, bob, ReportReason::Spam)).id
        })
        .collect();
    let decide = |report: usize, minute: i64| {
        let at = Timestamp::from_unix_millis(T0.unix_millis() + minute * 60_000);
        let (report, state) = (ids[report], ReportState::Rejected);
        reports(db).decide(&Decision { report, state, note: None, by: ann, at }).unwrap();
    };
    for (report, minute) in [(3, 0), (0, 1), (6, 1), (1, 1), (5, 2), (2, 3), (4, 4)] {
        decide(report, minute);
    }
    super::reopen(db, ids[3], ann);
    decide(3, 5);
    let of = |shown: &[usize]| shown.iter().map(|report| ids[*report]).collect::<Vec<_>>();
    let all = [3, 4, 2, 5, 6, 1, 0];
    for (scope, expected) in [
        (QueueScope::All, of(&all)),
        (QueueScope::ModeratedBy(ann), of(&all)),
        (QueueScope::Forum(forums[1]), of(&[3, 5, 1])),
    ] {
        for limit in [1, 2, 3, 50] {
            let shown = queue_of(db, &[ReportState::Rejected], T0, scope, limit);
            let shown: Vec<_> = shown.into_iter().map(|report| report.id).collect();
            assert_eq!(shown, expected, "{scope:?} {limit}");
        }
    }
}

/// Files a report by each of `count` members about each of these reports, with notes of 500 characters.
fn add_filings(db: &TestDb, count: i64) {
    for n in 0..count {
        let by = db.add_user(&format!("filer{n}"));
        let note = format!("{n:02}{}", "\u{1f331}".repeat(498));
        db.run(&format!(
            "INSERT INTO report_filings (report_id, user_id, reason, note, filed_at)
                SELECT id, {by}, 1, '{note}', 0 FROM reports"
        ));
    }
}

fn a_report_has_its_newest_notes_and_counts_all_filings(db: &TestDb) {
    let (id, forum) = post(db);
    let ann = db.add_user("ann");
    file(db, &new(id, forum, ann, ReportReason::Spam));
    add_filings(db, 25);
    let report = &queue(db, QueueScope::All, 10)[0];
    assert_eq!(report.reasons, [(ReportReason::Spam, 1), (ReportReason::Abuse, 25)]);
    let names: Vec<_> = report.notes.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(names, (5..25).map(|n| format!("filer{n}")).collect::<Vec<_>>());
}

fn a_page_of_reports_ends_by_size(db: &TestDb) {
    let (_, forum) = post(db);
    let ann = db.add_user("ann");
    for _ in 0..40 {
        file(db, &new(db.add_post(ann, forum), forum, ann, ReportReason::Spam));
    }
    add_filings(db, 20);
    let states = [ReportState::Open];
    let request = PageRequest::<ByTime> { limit: Limit::new(100).unwrap(), after: None };
    let retention = RemovalRetention::at(T0);
    let page = reports(db).queue(QueueScope::All, &states, &request, retention).unwrap();
    assert!((26..30).contains(&page.items.len()), "{}", page.items.len());
    let last = page.items.last().unwrap();
    assert_eq!(page.next, Some(ByTime { at: last.opened_at, id: last.id.0 }));
    assert_eq!(queue(db, QueueScope::All, 100).len(), 40);
}
