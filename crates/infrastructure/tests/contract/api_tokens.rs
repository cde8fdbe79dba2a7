use std::time::Duration;

use infrastructure::{DbApiTokens, DbSecondSteps, DbUsers};
use kernel::{SecondStepPolicy, SessionId, Timestamp, UserId};
use users::{
    AddApiTokenOutcome, ApiGrant, ApiToken, ApiTokenRepository, CredentialName, MAX_API_TOKENS,
    NewApiToken, Scope, Scopes, SecondStepRepository, Session, SignInMethod, TotpSecret,
    UserRepository,
};

use crate::support::{HASH, T0, TestDb, contract, sixteen_at_once};

contract! {
    a_token_is_added_found_and_removed,
    an_account_has_a_bounded_number,
    only_the_own_tokens_are_removed,
    an_admission_tells_the_method_and_the_second_step,
    many_tokens_have_their_admissions,
    a_use_is_stored_unless_a_later_one_is,
    expired_tokens_are_neither_listed_nor_kept,
    a_reset_password_removes_them_and_a_new_one_does_not,
}

const DAY: Duration = Duration::from_hours(24);

fn tokens(db: &TestDb) -> DbApiTokens {
    DbApiTokens(db.database.clone())
}

fn later(minutes: u64) -> Timestamp {
    T0.after(Duration::from_mins(minutes))
}

fn new(user: UserId, digest: &str) -> NewApiToken {
    NewApiToken {
        user,
        name: CredentialName::parse("It's \"mine\"").unwrap(),
        digest: digest.to_owned(),
        scopes: Scopes::from_iter([Scope::Write, Scope::Read]),
        method: SignInMethod::Passkey,
        created_at: T0,
        ends_at: T0.after(DAY),
    }
}

#[track_caller]
pub(crate) fn add(db: &TestDb, user: UserId, digest: &str) -> ApiToken {
    match tokens(db).add(&new(user, digest)).unwrap() {
        AddApiTokenOutcome::Added(token) => token,
        AddApiTokenOutcome::TooMany => panic!("too many"),
    }
}

fn count(db: &TestDb) -> i64 {
    db.number("SELECT count(*) AS n FROM api_tokens")
}

fn a_token_is_added_found_and_removed(db: &TestDb) {
    let ann = db.add_user("ann");
    assert_eq!(tokens(db).list(ann, T0).unwrap(), []);
    let [first, second] = ["a", "b"].map(|digest| add(db, ann, digest));
    let NewApiToken { scopes, ends_at, .. } = new(ann, "a");
    let (id, name, last_used_at) = (first.id, "It's \"mine\"".to_owned(), None);
    assert_eq!(first, ApiToken { id, name, scopes, created_at: T0, ends_at, last_used_at });
    let mut listed = tokens(db).list(ann, T0).unwrap();
    listed.sort_by_key(|token| token.id != first.id);
    assert_eq!(listed, [first.clone(), second.clone()]);

    let api = Some(ApiGrant { scopes, ends_at });
    let session = Session { user: ann, id: first.id, version: 0, issued_at: T0, api };
    assert_eq!(tokens(db).find("a").unwrap(), Some(session));
    assert_eq!(tokens(db).find("c").unwrap(), None);

    let remove = || tokens(db).remove(ann, first.id, T0).unwrap();
    assert_eq!([remove(), remove()], [true, false]);
    assert_eq!(tokens(db).find("a").unwrap(), None);
    assert_eq!(tokens(db).admission(ann, first.id).unwrap(), None);
    assert_eq!(tokens(db).list(ann, T0).unwrap(), [second]);
}

fn an_account_has_a_bounded_number(db: &TestDb) {
    let ann = db.add_user("ann");
    let most = i64::try_from(MAX_API_TOKENS).unwrap();
    for nth in 1..most {
        add(db, ann, &format!("c{nth}"));
    }
    let add_one = |nth| tokens(db).add(&new(ann, &format!("at once {nth}"))).unwrap();
    let outcomes = sixteen_at_once(add_one);
    let refused = outcomes.iter().filter(|one| **one == AddApiTokenOutcome::TooMany).count();
    assert_eq!((refused, count(db)), (15, most));
    add(db, db.add_user("bob"), "his");
    // Those that are expired make room.
    let after = NewApiToken { created_at: T0.after(DAY), ..new(ann, "after") };
    assert_ne!(tokens(db).add(&after).unwrap(), AddApiTokenOutcome::TooMany);
}

fn only_the_own_tokens_are_removed(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let hers = add(db, ann, "hers");
    assert!(!tokens(db).remove(bob, hers.id, T0).unwrap());
    assert_eq!(tokens(db).admission(bob, hers.id).unwrap(), None);
    assert_eq!(tokens(db).list(ann, T0).unwrap(), [hers]);
    assert_eq!(tokens(db).list(bob, T0).unwrap(), []);
}

fn an_admission_tells_the_method_and_the_second_step(db: &TestDb) {
    let ann = db.add_user("ann");
    let id = add(db, ann, "a").id;
    let admission = || tokens(db).admission(ann, id).unwrap().unwrap();
    let found = admission();
    assert_eq!((found.account.id, found.method), (ann, SignInMethod::Passkey));
    assert_eq!((found.policy, found.has_second_step), (SecondStepPolicy::Nobody, false));
    let (second_steps, secret) = (DbSecondSteps(db.database.clone()), TotpSecret([7; 20]));
    second_steps.begin(ann, HASH, secret, T0).unwrap();
    assert!(second_steps.activate(ann, secret, 1, &[], T0).unwrap());
    assert!(admission().has_second_step);
}

fn many_tokens_have_their_admissions(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let [hers, his] = [(ann, "hers"), (bob, "his")].map(|(user, text)| add(db, user, text).id);
    let mut found = tokens(db).admissions(&[hers, his, SessionId(1)]).unwrap();
    found.sort_by_key(|(_, admission)| admission.account.id);
    let found: Vec<_> = found.into_iter().map(|(id, found)| (id, found.account.id)).collect();
    assert_eq!(found, [(hers, ann), (his, bob)]);
}

fn a_use_is_stored_unless_a_later_one_is(db: &TestDb) {
    let ann = db.add_user("ann");
    let id = add(db, ann, "a").id;
    for (minutes, stored) in [(5, 5), (3, 5), (9, 9)] {
        tokens(db).mark_used(id, later(minutes)).unwrap();
        let used = tokens(db).list(ann, T0).unwrap()[0].last_used_at;
        assert_eq!(used, Some(later(stored)));
    }
    tokens(db).mark_used(SessionId(1), T0).unwrap();
}

fn expired_tokens_are_neither_listed_nor_kept(db: &TestDb) {
    let ann = db.add_user("ann");
    let token = add(db, ann, "a");
    assert_eq!(tokens(db).list(ann, T0.after(DAY)).unwrap(), []);
    let deleted = |now| tokens(db).delete_expired(now).unwrap();
    assert_eq!(deleted(T0.after(DAY).before(Duration::from_millis(1))), 0);
    assert_eq!(tokens(db).list(ann, T0).unwrap(), [token]);
    assert_eq!((deleted(T0.after(DAY)), count(db)), (1, 0));
}

/// An operator resets the password of an account that is somebody else's by now.
fn a_reset_password_removes_them_and_a_new_one_does_not(db: &TestDb) {
    let (ann, users) = (db.add_user("ann"), DbUsers(db.database.clone()));
    let id = add(db, ann, "a").id;
    add(db, db.add_user("bob"), "his");
    assert!(users.set_recovery_codes(ann, HASH, &["one".to_owned()], T0).unwrap());
    users.recover("ann", "one", "new", T0).unwrap();
    assert!(tokens(db).admission(ann, id).unwrap().is_some());
    users.reset_password(ann, "new", "newer", T0).unwrap().unwrap();
    assert_eq!((tokens(db).admission(ann, id).unwrap(), count(db)), (None, 1));
}
