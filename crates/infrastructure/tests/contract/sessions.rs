use std::time::Duration;

use infrastructure::{DbSecondSteps, DbSessions, DbSite, DbUsers};
use kernel::{SecondStepPolicy, SessionId, Timestamp, UserId};
use site::{SettingsChange, SiteRepository};
use users::{
    Admission, Device, KeptSession, MAX_SESSIONS, NewSession, RecoveryOutcome,
    SecondStepRepository, SessionRepository, SignInMethod, TotpSecret, UserRepository,
    session_of_early_tokens,
};

use crate::support::{ACT, HASH, T0, TestDb, contract, sixteen_at_once};

contract! {
    an_open_session_has_its_holder,
    an_admission_tells_the_policy_and_the_second_step,
    no_session_opens_after_the_end_of_all,
    of_two_that_end_all_others_one_stays,
    many_sessions_have_their_admissions,
    sessions_are_listed_by_their_last_use,
    an_expired_session_is_neither_listed_nor_kept,
    a_session_of_early_tokens_is_kept_while_it_is_used,
    one_session_ends_alone,
    all_others_end_together,
    the_end_of_all_tokens_spares_one_session,
    the_least_used_of_too_many_sessions_ends,
    a_new_password_ends_the_other_sessions,
    a_password_that_is_lost_or_reset_ends_all_sessions,
}

const DAY: Duration = Duration::from_hours(24);

fn sessions(db: &TestDb) -> DbSessions {
    DbSessions(db.database.clone())
}

fn later(minutes: u64) -> Timestamp {
    T0.after(Duration::from_mins(minutes))
}

fn new(db: &TestDb, user: UserId, minutes: u64) -> NewSession {
    let account = DbUsers(db.database.clone()).find(user).unwrap().unwrap();
    let device =
        Device { client: "Firefox on Linux".to_owned(), network: "192.0.2.0/24".to_owned() };
    let opened_at = later(minutes);
    let ends_at = opened_at.after(DAY);
    let (version, method) = (account.session_version, SignInMethod::RecoveryCode);
    NewSession { user, version, method, device, opened_at, ends_at }
}

fn open(db: &TestDb, user: UserId, minutes: u64) -> SessionId {
    sessions(db).open(&new(db, user, minutes)).unwrap().unwrap()
}

fn listed(db: &TestDb, user: UserId) -> Vec<SessionId> {
    sessions(db).list(user, later(0)).unwrap().into_iter().map(|session| session.id).collect()
}

fn kept(id: SessionId) -> KeptSession {
    KeptSession { id, renewed_at: later(9), ends_at: later(0).after(DAY * 9) }
}

fn an_open_session_has_its_holder(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let session = open(db, ann, 3);
    let holder = sessions(db).holder(ann, session).unwrap();
    assert_eq!(holder, DbUsers(db.database.clone()).find(ann).unwrap());
    assert_eq!(sessions(db).holder(bob, session).unwrap(), None, "another's");
    assert_eq!(sessions(db).holder(ann, SessionId(session.0 + 1)).unwrap(), None);
}

fn an_admission_tells_the_policy_and_the_second_step(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let (hers, his) = (open(db, ann, 3), open(db, bob, 3));
    let admitted = |user, session| sessions(db).admission(user, session).unwrap();
    let of = |user, policy, has_second_step| {
        let account = DbUsers(db.database.clone()).find(user).unwrap().unwrap();
        let method = SignInMethod::RecoveryCode;
        Some(Admission { account, policy, has_second_step, method })
    };
    assert_eq!(admitted(ann, hers), of(ann, SecondStepPolicy::Nobody, false));
    assert_eq!(admitted(bob, hers), None, "another's");
    let second_steps = DbSecondSteps(db.database.clone());
    let secret = TotpSecret([7; 20]);
    second_steps.begin(ann, HASH, secret, T0).unwrap();
    assert_eq!(admitted(ann, hers), of(ann, SecondStepPolicy::Nobody, false), "it is only begun");
    assert!(second_steps.activate(ann, secret, 40, &[], T0).unwrap());
    for policy in [SecondStepPolicy::Everyone, SecondStepPolicy::Moderators] {
        let change = SettingsChange { second_step: Some(policy), ..SettingsChange::default() };
        let site = DbSite(db.database.clone());
        assert_eq!(site.change_settings(&change, &ACT).unwrap().second_step, policy);
        assert_eq!(site.settings().unwrap().second_step, policy);
        assert!(site.has_second_step(ann).unwrap() && !site.has_second_step(bob).unwrap());
        assert_eq!(admitted(ann, hers), of(ann, policy, true));
        assert_eq!(admitted(bob, his), of(bob, policy, false));
    }
}

fn no_session_opens_after_the_end_of_all(db: &TestDb) {
    let ann = db.add_user("ann");
    let (session, late) = (open(db, ann, 0), new(db, ann, 1));
    sessions(db).end_tokens(ann, late.version, &kept(session)).unwrap().unwrap();
    assert_eq!(sessions(db).open(&late).unwrap(), None);
    let gone = NewSession { user: UserId(ann.0 + 1), ..late };
    assert_eq!(sessions(db).open(&gone).unwrap(), None);
    assert_eq!(listed(db, ann), [session]);
}

fn of_two_that_end_all_others_one_stays(db: &TestDb) {
    let ann = db.add_user("ann");
    let all: Vec<_> = (0..16).map(|minutes| open(db, ann, minutes)).collect();
    let done =
        sixteen_at_once(|nth| sessions(db).end_others(ann, &kept(all[nth as usize])).unwrap());
    assert_eq!(done.iter().filter(|done| **done).count(), 1);
    assert_eq!(listed(db, ann).len(), 1);
}

fn many_sessions_have_their_admissions(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let (hers, his) = (open(db, ann, 0), open(db, bob, 0));
    let ids: Vec<_> = (1..1_200).map(SessionId).chain([hers, his]).collect();
    let mut found: Vec<_> = sessions(db)
        .admissions(&ids)
        .unwrap()
        .into_iter()
        .map(|(session, found)| (session, found.account.id))
        .collect();
    found.sort_unstable_by_key(|(_, user)| *user);
    assert_eq!(found, [(hers, ann), (his, bob)]);
    assert_eq!(sessions(db).admissions(&[]).unwrap(), []);
}

fn sessions_are_listed_by_their_last_use(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let [first, second, third] = [0, 1, 2].map(|minutes| open(db, ann, minutes));
    open(db, bob, 0);
    assert_eq!(listed(db, ann), [third, second, first]);
    sessions(db).mark_used(first, later(5)).unwrap();
    sessions(db).mark_used(third, later(4)).unwrap();
    sessions(db).mark_used(third, later(3)).unwrap();
    assert_eq!(listed(db, ann), [first, third, second]);
    let list = sessions(db).list(ann, later(9)).unwrap();
    assert_eq!(list[0].last_used_at, later(5));
    assert_eq!(list[1].last_used_at, later(4), "a later use is stored");
    assert_eq!((list[0].method, list[0].opened_at), (SignInMethod::RecoveryCode, later(0)));
    assert_eq!(list[0].device.client, "Firefox on Linux");
    assert_eq!(list[0].device.network, "192.0.2.0/24");
}

fn an_expired_session_is_neither_listed_nor_kept(db: &TestDb) {
    let ann = db.add_user("ann");
    let (first, second) = (open(db, ann, 0), open(db, ann, 1));
    let end = later(0).after(DAY);
    let ids = |now| -> Vec<_> {
        sessions(db).list(ann, now).unwrap().into_iter().map(|session| session.id).collect()
    };
    assert_eq!(ids(end.before(Duration::from_millis(1))), [second, first]);
    assert_eq!(ids(end), [second]);
    assert_eq!(sessions(db).delete_expired(end, later(0)).unwrap(), 1);
    assert_eq!(sessions(db).holder(ann, first).unwrap(), None);
    assert!(sessions(db).holder(ann, second).unwrap().is_some());
}

fn a_session_of_early_tokens_is_kept_while_it_is_used(db: &TestDb) {
    let ann = db.add_user("ann");
    let other = open(db, ann, 0);
    let early = session_of_early_tokens(ann);
    db.run(&format!("UPDATE sessions SET id = {} WHERE id = {}", early.0, other.0));
    let other = open(db, ann, 0);
    sessions(db).mark_used(early, later(3)).unwrap();
    assert_eq!(sessions(db).delete_expired(later(9), later(2)).unwrap(), 0);
    assert_eq!(sessions(db).delete_expired(later(9), later(3)).unwrap(), 1);
    assert_eq!(listed(db, ann), [other]);
}

fn one_session_ends_alone(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let (first, second) = (open(db, ann, 0), open(db, ann, 1));
    assert!(!sessions(db).end(bob, first).unwrap(), "another's");
    assert!(sessions(db).end(ann, first).unwrap());
    assert!(!sessions(db).end(ann, first).unwrap());
    assert_eq!(listed(db, ann), [second]);
}

fn all_others_end_together(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let [_, second, _] = [0, 1, 2].map(|minutes| open(db, ann, minutes));
    let his = open(db, bob, 0);
    assert!(!sessions(db).end_others(ann, &kept(his)).unwrap());
    assert_eq!(listed(db, ann).len(), 3, "who kept nothing of their own ends nothing");
    assert!(sessions(db).end_others(ann, &kept(second)).unwrap());
    assert_eq!((listed(db, ann), listed(db, bob)), (vec![second], vec![his]));
    let end = later(0).after(DAY * 8);
    let list = sessions(db).list(ann, end).unwrap();
    assert_eq!(list.len(), 1, "its new token lives longer");
    assert_eq!(list[0].last_used_at, later(9));
    let shorter = KeptSession { ends_at: later(1), ..kept(second) };
    sessions(db).end_others(ann, &shorter).unwrap();
    assert_eq!(sessions(db).list(ann, end).unwrap().len(), 1, "its earlier token lives longer");
}

fn the_end_of_all_tokens_spares_one_session(db: &TestDb) {
    let ann = db.add_user("ann");
    let (first, second) = (open(db, ann, 0), open(db, ann, 1));
    let version = sessions(db).holder(ann, first).unwrap().unwrap().session_version;
    let account = sessions(db).end_tokens(ann, version, &kept(first)).unwrap().unwrap();
    assert_eq!(account.session_version, version + 1);
    assert_eq!(listed(db, ann), [first]);
    assert_eq!(sessions(db).end_tokens(ann, version, &kept(second)).unwrap(), None);
    assert_eq!(listed(db, ann), [first], "who comes second ends nothing");
    let soon = KeptSession { ends_at: later(1), ..kept(first) };
    sessions(db).end_tokens(ann, version + 1, &soon).unwrap().unwrap();
    assert!(sessions(db).list(ann, later(1)).unwrap().is_empty(), "no earlier token lives longer");
}

fn the_least_used_of_too_many_sessions_ends(db: &TestDb) {
    let ann = db.add_user("ann");
    let all: Vec<_> = (0..MAX_SESSIONS as u64).map(|minutes| open(db, ann, minutes)).collect();
    sessions(db).mark_used(all[0], later(999)).unwrap();
    let newest = open(db, ann, 500);
    let left = listed(db, ann);
    assert_eq!(left.len(), MAX_SESSIONS);
    assert_eq!(left[..2], [all[0], newest]);
    assert!(!left.contains(&all[1]));
}

fn a_new_password_ends_the_other_sessions(db: &TestDb) {
    let ann = db.add_user("ann");
    let users = DbUsers(db.database.clone());
    let hash = users.credentials(ann).unwrap().unwrap().password_hash;
    let (first, second) = (open(db, ann, 0), open(db, ann, 1));
    assert_eq!(users.set_password(ann, "another", "new", &kept(first)).unwrap(), None);
    assert_eq!(listed(db, ann), [second, first]);
    users.set_password(ann, &hash, "new", &kept(first)).unwrap().unwrap();
    assert_eq!(listed(db, ann), [first]);
}

fn a_password_that_is_lost_or_reset_ends_all_sessions(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let users = DbUsers(db.database.clone());
    let hash = |id| users.credentials(id).unwrap().unwrap().password_hash;
    for user in [ann, bob] {
        open(db, user, 0);
    }
    users.reset_password(ann, &hash(ann), "new", T0).unwrap().unwrap();
    assert_eq!(listed(db, ann), []);
    assert!(users.set_recovery_codes(bob, &hash(bob), &["digest".to_owned()], T0).unwrap());
    let recovered = users.recover("bob", "digest", "new", T0).unwrap();
    assert!(matches!(recovered, RecoveryOutcome::Done(_)));
    assert_eq!(listed(db, bob), []);
}
