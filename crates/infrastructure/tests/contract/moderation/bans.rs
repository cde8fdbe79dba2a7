use std::time::Duration;

use infrastructure::{DbModerationLog, DbUsers};
use kernel::{Act, Ban, PageRequest, Reader, Reason, Timestamp, UserId};
use moderation::{
    AddOutcome, Candidates, ChangeOutcome, ModerationRepository,
    log::{LogAction, LogFilter, LogRepository},
};
use users::{RecoveryOutcome, UserRepository};

use super::moderation;
use crate::support::{ACT, T0, TestDb, contract};

contract! {
    a_ban_has_its_end_and_its_reason,
    a_ban_is_over_exactly_at_its_end,
    another_ban_replaces_end_and_reason,
    a_repeated_ban_records_nothing,
    a_ban_that_is_over_is_neither_repeated_nor_lifted,
    a_banned_admin_counts_again_from_the_end_on,
    a_recovery_code_works_from_the_end_on,
    an_unban_forgets_the_reason,
}

const DAY: Duration = Duration::from_hours(24);
const MILLI: Duration = Duration::from_millis(1);

/// The end of most bans.
fn end() -> Timestamp {
    T0.after(DAY)
}

fn act(reason: &str, at: Timestamp) -> Act {
    Act { by: None, reason: Some(Reason::parse(reason).unwrap()), at }
}

fn is_done(outcome: &ChangeOutcome) -> bool {
    matches!(outcome, ChangeOutcome::Changed(_))
}

fn ban(db: &TestDb, user: UserId, until: Option<Timestamp>, act: &Act) {
    assert!(is_done(&moderation(db).ban(user, until, act).unwrap()));
}

fn stored(db: &TestDb, user: UserId) -> Option<Ban> {
    DbUsers(db.database.clone()).find(user).unwrap().unwrap().ban
}

/// The reasons in the log of bans, the latest first.
fn logged(db: &TestDb) -> Vec<Option<String>> {
    let log = DbModerationLog(db.database.clone());
    let bans = LogFilter { action: Some(LogAction::Banned), ..LogFilter::default() };
    let page = log.entries(&bans, Reader::Admin, &PageRequest::default()).unwrap();
    page.items.into_iter().map(|entry| entry.reason).collect()
}

fn spam(until: Timestamp) -> Ban {
    Ban { until: Some(until), reason: Some("Spam".to_owned()) }
}

fn a_ban_has_its_end_and_its_reason(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    ban(db, ann, Some(end()), &act("Spam", T0));
    ban(db, bob, None, &ACT);
    assert_eq!(stored(db, ann), Some(spam(end())));
    assert_eq!(stored(db, bob), Some(Ban { until: None, reason: None }));
    assert_eq!(logged(db), [None, Some("Spam".to_owned())]);
}

fn a_ban_is_over_exactly_at_its_end(db: &TestDb) {
    let (ada, ann, eve) = (db.add_user("ada"), db.add_user("ann"), db.add_user("eve"));
    let forum = db.add_forum(ada, "Boats");
    moderation(db).make_admin(eve, &ACT).unwrap();
    moderation(db).make_admin(ada, &ACT).unwrap();
    for user in [ann, eve] {
        ban(db, user, Some(end()), &ACT);
    }
    let page = PageRequest::default();
    for (now, banned) in [(T0, true), (end().before(MILLI), true), (end(), false)] {
        let at = Act { at: now, ..ACT };
        let found = moderation(db).find_by_name("ann", now).unwrap().unwrap();
        assert_eq!(found.ban.is_some(), banned, "{now:?}");
        let listed = moderation(db).search_non_admins("", now, &page).unwrap().items;
        let flags: Vec<_> =
            listed.iter().map(|one| (one.profile.username.as_str(), one.ban.is_some())).collect();
        // An admin is listed while a ban can be lifted.
        let expected =
            if banned { vec![("ann", true), ("eve", true)] } else { vec![("ann", false)] };
        assert_eq!(flags, expected);
        let promotable = moderation(db)
            .search_candidates(forum, Candidates::Promotable, "", now, &page)
            .unwrap()
            .items;
        assert_eq!(promotable.iter().any(|one| one.id == ann), !banned);
        let account = DbUsers(db.database.clone()).find(ann).unwrap().unwrap();
        assert_eq!(account.at(now).ban.is_some(), banned);
        let added = moderation(db).add_moderator(forum, ann, &at).unwrap();
        assert_eq!(added, if banned { AddOutcome::Banned } else { AddOutcome::Added });
        let made = moderation(db).make_admin(ann, &at).unwrap();
        assert_eq!(is_done(&made), !banned);
    }
}

fn another_ban_replaces_end_and_reason(db: &TestDb) {
    let ann = db.add_user("ann");
    let steps = [
        (Some(end()), "Spam"),
        (Some(end()), "Much spam"),
        (Some(end().after(DAY)), "Much spam"),
        (None, "Much spam"),
        (Some(end()), "Spam"),
    ];
    for (until, reason) in steps {
        ban(db, ann, until, &act(reason, T0));
        assert_eq!(stored(db, ann), Some(Ban { until, reason: Some(reason.to_owned()) }));
    }
    ban(db, ann, Some(end()), &ACT);
    assert_eq!(stored(db, ann), Some(Ban { until: Some(end()), reason: None }));
    assert_eq!(logged(db).len(), 6);
}

fn a_repeated_ban_records_nothing(db: &TestDb) {
    let ann = db.add_user("ann");
    for seconds in [0, 0, 60] {
        let later = Duration::from_secs(seconds);
        ban(db, ann, Some(end().after(later)), &act("Spam", T0.after(later)));
        assert_eq!(stored(db, ann), Some(spam(end())));
    }
    assert_eq!(logged(db).len(), 1);
    let later = Duration::from_secs(61);
    ban(db, ann, Some(end().after(later)), &act("Spam", T0.after(later)));
    assert_eq!(stored(db, ann), Some(spam(end().after(later))));
    assert_eq!(logged(db).len(), 2);
}

fn a_ban_that_is_over_is_neither_repeated_nor_lifted(db: &TestDb) {
    let ann = db.add_user("ann");
    ban(db, ann, Some(end()), &act("Spam", T0));
    assert!(is_done(&moderation(db).unban(ann, &Act { at: end(), ..ACT }).unwrap()));
    assert_eq!(stored(db, ann), Some(spam(end())), "there was nothing to lift");
    ban(db, ann, Some(end().after(MILLI)), &act("Spam", end()));
    assert_eq!(stored(db, ann), Some(spam(end().after(MILLI))));
    assert_eq!(logged(db).len(), 2);
}

fn a_banned_admin_counts_again_from_the_end_on(db: &TestDb) {
    let (ada, alf) = (db.add_user("ada"), db.add_user("alf"));
    for admin in [ada, alf] {
        moderation(db).make_admin(admin, &ACT).unwrap();
    }
    ban(db, alf, Some(end()), &ACT);
    let demote = |now| moderation(db).demote(ada, &Act { at: now, ..ACT }).unwrap();
    assert_eq!(demote(end().before(MILLI)), ChangeOutcome::LastAdmin);
    assert!(is_done(&demote(end())));
    // Now he is the last one, whose old ban is no reason to let him go.
    let banned = moderation(db).ban(alf, None, &Act { at: end(), ..ACT }).unwrap();
    assert_eq!(banned, ChangeOutcome::LastAdmin);
}

fn a_recovery_code_works_from_the_end_on(db: &TestDb) {
    let ann = db.add_user("ann");
    let users = DbUsers(db.database.clone());
    let hash = users.credentials(ann).unwrap().unwrap().password_hash;
    assert!(users.set_recovery_codes(ann, &hash, &["one".to_owned()], T0).unwrap());
    ban(db, ann, Some(end()), &act("Spam", T0));
    let recover = |now| users.recover("ann", "one", "new hash", now).unwrap();
    let RecoveryOutcome::Banned(_, banned) = recover(end().before(MILLI)) else {
        panic!("the ban is not over");
    };
    assert_eq!(banned.0, spam(end()));
    assert!(matches!(recover(end()), RecoveryOutcome::Done(_)));
}

fn an_unban_forgets_the_reason(db: &TestDb) {
    let ann = db.add_user("ann");
    ban(db, ann, Some(end()), &act("Spam", T0));
    assert!(is_done(&moderation(db).unban(ann, &ACT).unwrap()));
    assert_eq!(stored(db, ann), None);
    assert_eq!(db.number("SELECT count(*) AS n FROM users WHERE ban_reason IS NOT NULL"), 0);
}
