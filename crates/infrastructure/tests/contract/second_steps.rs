use std::time::Duration;

use infrastructure::{DbSecondSteps, DbSessions, DbUsers};
use kernel::{SessionId, UserId};
use users::{
    BeginOutcome, Device, NewSession, SecondStep, SecondStepRepository, SessionRepository,
    SignInMethod, SignInTicket, TotpSecret, UserRepository,
};

use crate::support::{T0, TestDb, contract, sixteen_at_once};

contract! {
    a_second_step_is_begun_and_put_in_force,
    another_begin_replaces_what_was_begun,
    what_is_in_force_is_not_replaced,
    a_step_is_used_once_and_in_order,
    one_of_sixteen_concurrent_uses_of_a_step_succeeds,
    one_of_sixteen_concurrent_uses_of_a_recovery_code_succeeds,
    a_removal_ends_tickets_and_spares_what_is_begun,
    a_removal_by_an_operator_ends_all_sessions,
    a_new_password_keeps_it,
    what_was_begun_and_is_not_in_force_is_deleted,
    a_ticket_has_its_tries,
    a_ticket_ends_once,
    expired_tickets_are_neither_valid_nor_kept,
}

const SECRET: TotpSecret = TotpSecret([7; 20]);
const OTHER: TotpSecret = TotpSecret([8; 20]);

fn second_steps(db: &TestDb) -> DbSecondSteps {
    DbSecondSteps(db.database.clone())
}

fn hash(db: &TestDb, user: UserId) -> String {
    DbUsers(db.database.clone()).credentials(user).unwrap().unwrap().password_hash
}

fn begin(db: &TestDb, user: UserId, secret: TotpSecret) -> BeginOutcome {
    second_steps(db).begin(user, &hash(db, user), secret, T0).unwrap()
}

fn activate(db: &TestDb, user: UserId, secret: TotpSecret, codes: &[&str]) -> bool {
    let digests: Vec<String> = codes.iter().map(|code| (*code).to_owned()).collect();
    second_steps(db).activate(user, secret, 40, &digests, T0).unwrap()
}

/// A member whose second step is in force, with the recovery code `one`.
fn protected(db: &TestDb) -> UserId {
    let ann = db.add_user("ann");
    assert_eq!(begin(db, ann, SECRET), BeginOutcome::Begun);
    assert!(activate(db, ann, SECRET, &["one"]));
    ann
}

fn ticket(user: UserId) -> SignInTicket {
    let (method, expires_at) = (SignInMethod::RecoveryCode, T0.after(SignInTicket::LIFETIME));
    SignInTicket { user, version: 4, method, expires_at }
}

fn a_second_step_is_begun_and_put_in_force(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    assert_eq!(second_steps(db).find(ann).unwrap(), None);
    let changed = second_steps(db).begin(ann, "another hash", SECRET, T0).unwrap();
    assert_eq!(changed, BeginOutcome::PasswordChanged);
    assert_eq!(begin(db, ann, SECRET), BeginOutcome::Begun);
    let begun = SecondStep { secret: SECRET, begun_at: T0, active_since: None, last_step: 0 };
    assert_eq!(second_steps(db).find(ann).unwrap(), Some(begun.clone()));
    assert!(!activate(db, ann, OTHER, &[]), "another secret is begun");
    assert!(!activate(db, bob, SECRET, &[]), "somebody else began");
    assert!(activate(db, ann, SECRET, &["one", "two"]));
    let in_force = SecondStep { active_since: Some(T0), last_step: 40, ..begun };
    assert_eq!(second_steps(db).find(ann).unwrap(), Some(in_force));
    assert!(!activate(db, ann, SECRET, &[]), "it is in force");
    for (code, is_left) in [("one", true), ("one", false), ("three", false), ("two", true)] {
        assert_eq!(second_steps(db).use_recovery_code(ann, code).unwrap(), is_left, "{code}");
    }
}

fn another_begin_replaces_what_was_begun(db: &TestDb) {
    let ann = db.add_user("ann");
    begin(db, ann, SECRET);
    let later = T0.after(Duration::from_mins(9));
    let again = second_steps(db).begin(ann, &hash(db, ann), OTHER, later).unwrap();
    assert_eq!(again, BeginOutcome::Begun);
    let found = second_steps(db).find(ann).unwrap().unwrap();
    assert_eq!((found.secret, found.begun_at), (OTHER, later));
    assert!(!activate(db, ann, SECRET, &[]));
    assert!(activate(db, ann, OTHER, &["new"]));
}

fn what_is_in_force_is_not_replaced(db: &TestDb) {
    let ann = protected(db);
    assert_eq!(begin(db, ann, OTHER), BeginOutcome::Active);
    assert_eq!(second_steps(db).find(ann).unwrap().unwrap().secret, SECRET);
}

fn a_step_is_used_once_and_in_order(db: &TestDb) {
    let ann = protected(db);
    for (step, is_first) in [(40, false), (42, true), (42, false), (41, false), (43, true)] {
        assert_eq!(second_steps(db).use_step(ann, step).unwrap(), is_first, "{step}");
    }
    assert!(!second_steps(db).use_step(db.add_user("bob"), 50).unwrap());
}

fn one_of_sixteen_concurrent_uses_of_a_step_succeeds(db: &TestDb) {
    let ann = protected(db);
    let uses = sixteen_at_once(|_| second_steps(db).use_step(ann, 50).unwrap());
    assert_eq!(uses.into_iter().filter(|used| *used).count(), 1);
}

fn one_of_sixteen_concurrent_uses_of_a_recovery_code_succeeds(db: &TestDb) {
    let ann = protected(db);
    let uses = sixteen_at_once(|_| second_steps(db).use_recovery_code(ann, "one").unwrap());
    assert_eq!(uses.into_iter().filter(|used| *used).count(), 1);
}

fn a_removal_ends_tickets_and_spares_what_is_begun(db: &TestDb) {
    let (ann, bob) = (protected(db), db.add_user("bob"));
    begin(db, bob, OTHER);
    second_steps(db).open_ticket("hers", &ticket(ann), T0).unwrap();
    second_steps(db).open_ticket("his", &ticket(bob), T0).unwrap();
    assert!(second_steps(db).remove(ann, T0).unwrap());
    assert_eq!(second_steps(db).find(ann).unwrap(), None);
    assert_eq!(second_steps(db).ticket("hers", T0).unwrap(), None);
    assert_eq!(second_steps(db).ticket("his", T0).unwrap(), Some(ticket(bob)));
    assert!(!second_steps(db).remove(ann, T0).unwrap());
    assert!(!second_steps(db).remove(bob, T0).unwrap(), "only begun");
    assert!(activate(db, bob, OTHER, &[]));
}

fn a_removal_by_an_operator_ends_all_sessions(db: &TestDb) {
    let (ann, bob) = (protected(db), db.add_user("bob"));
    let sessions = DbSessions(db.database.clone());
    let open = |user: UserId| -> SessionId {
        let version = DbUsers(db.database.clone()).find(user).unwrap().unwrap().session_version;
        let (method, device) = (SignInMethod::Password, Device::default());
        let ends_at = T0.after(Duration::from_hours(1));
        let new = NewSession { user, version, method, device, opened_at: T0, ends_at };
        sessions.open(&new).unwrap().unwrap()
    };
    let (hers, his) = (open(ann), open(bob));
    let before = DbUsers(db.database.clone()).find(ann).unwrap().unwrap().session_version;
    let account = second_steps(db).remove_and_end_sessions(ann, T0).unwrap().unwrap();
    assert_eq!((account.id, account.session_version), (ann, before + 1));
    assert_eq!(sessions.holder(ann, hers).unwrap(), None);
    assert_eq!(second_steps(db).remove_and_end_sessions(bob, T0).unwrap(), None);
    assert!(sessions.holder(bob, his).unwrap().is_some());
}

fn a_new_password_keeps_it(db: &TestDb) {
    let ann = protected(db);
    let users = DbUsers(db.database.clone());
    users.recover("ann", "one", "recovered", T0).unwrap();
    users.reset_password(ann, "recovered", "reset", T0).unwrap().unwrap();
    let found = second_steps(db).find(ann).unwrap().unwrap();
    assert_eq!((found.secret, found.active_since), (SECRET, Some(T0)));
}

fn what_was_begun_and_is_not_in_force_is_deleted(db: &TestDb) {
    let ann = protected(db);
    let bob = db.add_user("bob");
    begin(db, bob, OTHER);
    let before = T0.before(Duration::from_millis(1));
    assert_eq!(second_steps(db).delete_begun(before).unwrap(), 0);
    assert_eq!(second_steps(db).delete_begun(T0).unwrap(), 1);
    assert_eq!(second_steps(db).find(bob).unwrap(), None);
    assert!(second_steps(db).find(ann).unwrap().is_some());
}

fn a_ticket_has_its_tries(db: &TestDb) {
    let ann = protected(db);
    second_steps(db).open_ticket("digest", &ticket(ann), T0).unwrap();
    assert_eq!(second_steps(db).ticket("digest", T0).unwrap(), Some(ticket(ann)));
    assert_eq!(second_steps(db).ticket("another", T0).unwrap(), None);
    let taken = sixteen_at_once(|_| second_steps(db).take_try("digest").unwrap());
    let taken = taken.into_iter().filter(|taken| *taken).count();
    assert_eq!(taken, usize::try_from(SignInTicket::TRIES).unwrap());
    assert_eq!(second_steps(db).ticket("digest", T0).unwrap(), None);
}

fn a_ticket_ends_once(db: &TestDb) {
    let ann = protected(db);
    second_steps(db).open_ticket("digest", &ticket(ann), T0).unwrap();
    let ended = sixteen_at_once(|_| second_steps(db).end_ticket("digest").unwrap());
    assert_eq!(ended.into_iter().filter(|ended| *ended).count(), 1);
    assert_eq!(second_steps(db).ticket("digest", T0).unwrap(), None);
}

fn expired_tickets_are_neither_valid_nor_kept(db: &TestDb) {
    let ann = protected(db);
    second_steps(db).open_ticket("old", &ticket(ann), T0).unwrap();
    let end = ticket(ann).expires_at;
    assert_eq!(second_steps(db).ticket("old", end).unwrap(), None);
    assert!(
        second_steps(db).ticket("old", end.before(Duration::from_millis(1))).unwrap().is_some()
    );
    let new = SignInTicket { expires_at: end.after(SignInTicket::LIFETIME), ..ticket(ann) };
    second_steps(db).open_ticket("new", &new, end).unwrap();
    assert!(!second_steps(db).end_ticket("old").unwrap(), "it is deleted");
    assert_eq!(second_steps(db).ticket("new", end).unwrap(), Some(new));
}
