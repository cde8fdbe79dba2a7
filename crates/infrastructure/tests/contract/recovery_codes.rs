use infrastructure::{DbModeration, DbUsers};
use kernel::{Ban, Banned, UserId};
use moderation::ModerationRepository;
use users::{NewAccount, RecoveryOutcome, UserRepository, Username, default_avatar};

use crate::support::{ACT, T0, TestDb, contract, sixteen_at_once};

contract! {
    a_code_sets_a_password_once_and_ends_all_sessions,
    one_of_sixteen_concurrent_uses_of_a_code_succeeds,
    a_code_is_valid_for_its_own_account_only,
    new_codes_replace_the_old_ones,
    a_banned_account_keeps_its_code_and_its_password,
}

fn users(db: &TestDb) -> DbUsers {
    DbUsers(db.database.clone())
}

fn digests(codes: &[&str]) -> Vec<String> {
    codes.iter().map(|code| (*code).to_owned()).collect()
}

fn add(db: &TestDb, name: &str, codes: &[&str]) -> UserId {
    let account = NewAccount {
        username: Username::parse(name).unwrap(),
        password_hash: "old hash".to_owned(),
        image: default_avatar(),
        code_digests: digests(codes),
        created_at: T0,
    };
    users(db).insert(&account).unwrap().unwrap().id
}

fn hash(db: &TestDb, id: UserId) -> String {
    users(db).credentials(id).unwrap().unwrap().password_hash
}

fn a_code_sets_a_password_once_and_ends_all_sessions(db: &TestDb) {
    let ann = add(db, "Ann", &["one", "other"]);
    let before = users(db).find(ann).unwrap().unwrap().session_version;
    let RecoveryOutcome::Done(account) = users(db).recover("ann", "one", "new hash", T0).unwrap()
    else {
        panic!("the code is hers")
    };
    assert_eq!((account.id, account.session_version), (ann, before + 1));
    assert_eq!(hash(db, ann), "new hash");
    assert_eq!(
        users(db).recover("ann", "one", "third hash", T0).unwrap(),
        RecoveryOutcome::Refused
    );
    assert_eq!(hash(db, ann), "new hash");
    assert!(matches!(
        users(db).recover("ann", "other", "x", T0).unwrap(),
        RecoveryOutcome::Done(_)
    ));
}

fn one_of_sixteen_concurrent_uses_of_a_code_succeeds(db: &TestDb) {
    let ann = add(db, "Ann", &["one"]);
    let outcomes = sixteen_at_once(|nth| {
        let outcome = users(db).recover("ann", "one", &format!("hash {nth}"), T0).unwrap();
        matches!(outcome, RecoveryOutcome::Done(_)).then_some(nth)
    });
    let winners: Vec<i64> = outcomes.into_iter().flatten().collect();
    assert_eq!(winners.len(), 1, "{winners:?}");
    assert_eq!(hash(db, ann), format!("hash {}", winners[0]));
}

fn a_code_is_valid_for_its_own_account_only(db: &TestDb) {
    let ann = add(db, "Ann", &["one"]);
    add(db, "bob", &["two"]);
    for (name, digest) in [("bob", "one"), ("nobody", "one"), ("ann", "two"), ("a\0n", "one")] {
        let outcome = users(db).recover(name, digest, "new hash", T0).unwrap();
        assert_eq!(outcome, RecoveryOutcome::Refused, "{name:?}");
    }
    assert_eq!(hash(db, ann), "old hash");
}

fn new_codes_replace_the_old_ones(db: &TestDb) {
    let ann = add(db, "Ann", &["one"]);
    let renew = |hash: &str, codes: &[&str]| {
        users(db).set_recovery_codes(ann, hash, &digests(codes), T0).unwrap()
    };
    assert!(!renew("another hash", &["two"]));
    assert_eq!(users(db).recover("ann", "two", "x", T0).unwrap(), RecoveryOutcome::Refused);
    assert!(renew("old hash", &["three", "four"]));
    assert_eq!(users(db).recover("ann", "one", "x", T0).unwrap(), RecoveryOutcome::Refused);
    assert!(matches!(users(db).recover("ann", "four", "x", T0).unwrap(), RecoveryOutcome::Done(_)));
}

fn a_banned_account_keeps_its_code_and_its_password(db: &TestDb) {
    let (ann, admin) = (add(db, "Ann", &["one"]), add(db, "root", &[]));
    let moderation = DbModeration(db.database.clone());
    moderation.make_admin(admin, &ACT).unwrap();
    moderation.ban(ann, None, &ACT).unwrap();
    assert_eq!(
        users(db).recover("ann", "one", "new hash", T0).unwrap(),
        RecoveryOutcome::Banned(ann, Banned(Ban::default()))
    );
    assert_eq!(
        users(db).recover("ann", "other", "new hash", T0).unwrap(),
        RecoveryOutcome::Refused
    );
    assert_eq!(hash(db, ann), "old hash");
    moderation.unban(ann, &ACT).unwrap();
    assert!(matches!(users(db).recover("ann", "one", "x", T0).unwrap(), RecoveryOutcome::Done(_)));
}
