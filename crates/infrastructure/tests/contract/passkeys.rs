use std::time::Duration;

use infrastructure::{DbPasskeys, DbSecondSteps, DbUsers};
use kernel::{PasskeyId, Timestamp, UserId};
use users::{
    AddPasskeyOutcome, CredentialName, KnownPasskey, MAX_BEGUN, MAX_BEGUN_OF_NETWORK, MAX_PASSKEYS,
    NewPasskey, Passkey, PasskeyChallenge, PasskeyKey, PasskeyRepository, RemovePasskeyOutcome,
    SecondStepRepository, TotpSecret, UserRepository, WorkingWays,
};

use crate::support::{HASH, T0, TestDb, contract, sixteen_at_once};

contract! {
    a_passkey_is_added_named_and_removed,
    an_account_has_a_bounded_number,
    a_credential_belongs_to_one_account,
    only_the_own_passkeys_are_changed,
    a_use_is_stored_unless_another_came_first,
    one_of_sixteen_concurrent_uses_of_a_challenge_succeeds,
    a_challenge_is_of_its_member_alone,
    a_member_has_one_challenge,
    expired_challenges_are_neither_valid_nor_kept,
    challenges_of_a_network_are_bounded,
    beyond_the_bound_of_all_the_network_that_has_most_loses_its_oldest,
    a_removed_second_step_keeps_them_and_the_deletion_of_the_account_does_not,
}

fn passkeys(db: &TestDb) -> DbPasskeys {
    DbPasskeys(db.database.clone())
}

fn name(text: &str) -> CredentialName {
    CredentialName::parse(text).unwrap()
}

fn key(credential: &str) -> PasskeyKey {
    PasskeyKey {
        credential: credential.to_owned(),
        handle: "handle".to_owned(),
        public_key: "{\"counter\": 0}".to_owned(),
    }
}

fn add(db: &TestDb, user: UserId, credential: &str) -> AddPasskeyOutcome {
    let (name, key) = (name(&format!("Phone {credential}")), key(credential));
    passkeys(db).add(&NewPasskey { user, name, key, created_at: T0 }).unwrap()
}

#[track_caller]
fn added(db: &TestDb, user: UserId, credential: &str) -> Passkey {
    match add(db, user, credential) {
        AddPasskeyOutcome::Added(passkey) => passkey,
        refused => panic!("{refused:?}"),
    }
}

fn challenge(text: &str, user: Option<UserId>) -> PasskeyChallenge {
    let expires_at = T0.after(PasskeyChallenge::LIFETIME);
    let (state, network) = (format!("of {text}"), String::new());
    PasskeyChallenge { text: text.to_owned(), user, network, state, expires_at }
}

fn open(db: &TestDb, text: &str, user: Option<UserId>) {
    passkeys(db).open_challenge(&challenge(text, user), T0).unwrap();
}

fn take(db: &TestDb, text: &str, user: Option<UserId>, now: Timestamp) -> Option<String> {
    passkeys(db).take_challenge(text, user, now).unwrap()
}

fn a_passkey_is_added_named_and_removed(db: &TestDb) {
    let ann = db.add_user("ann");
    assert_eq!(passkeys(db).list(ann).unwrap(), []);
    let [first, second] = ["a", "b"].map(|credential| added(db, ann, credential));
    assert_eq!((first.name.as_str(), first.created_at, first.last_used_at), ("Phone a", T0, None));
    assert_eq!(passkeys(db).list(ann).unwrap(), [first.clone(), second.clone()]);
    assert_eq!(passkeys(db).keys(ann).unwrap(), [key("a"), key("b")]);
    let known = KnownPasskey { id: second.id, user: ann, key: key("b") };
    assert_eq!(passkeys(db).find("b").unwrap(), Some(known));
    assert_eq!(passkeys(db).find("c").unwrap(), None);

    let renamed = passkeys(db).rename(ann, first.id, &name("It's \"mine\"")).unwrap().unwrap();
    assert_eq!(renamed, Passkey { name: "It's \"mine\"".to_owned(), ..first });
    let remove = || passkeys(db).remove(ann, second.id, &WorkingWays::default(), T0).unwrap();
    assert_eq!(
        [remove(), remove()],
        [RemovePasskeyOutcome::Removed, RemovePasskeyOutcome::NotFound]
    );
    assert_eq!(passkeys(db).list(ann).unwrap(), [renamed]);
    assert_eq!(passkeys(db).find("b").unwrap(), None);
}

fn an_account_has_a_bounded_number(db: &TestDb) {
    let ann = db.add_user("ann");
    let most = i64::try_from(MAX_PASSKEYS).unwrap();
    for nth in 1..most {
        added(db, ann, &format!("c{nth}"));
    }
    let outcomes = sixteen_at_once(|nth| add(db, ann, &format!("at once {nth}")));
    let refused = outcomes.iter().filter(|one| **one == AddPasskeyOutcome::TooMany).count();
    assert_eq!(refused, 15);
    assert_eq!(db.number("SELECT count(*) AS n FROM passkeys"), most);
    added(db, db.add_user("bob"), "his");
}

fn a_credential_belongs_to_one_account(db: &TestDb) {
    let people = [db.add_user("ann"), db.add_user("bob")];
    let outcomes = sixteen_at_once(|nth| add(db, people[nth as usize % 2], "same"));
    let known = outcomes.iter().filter(|one| **one == AddPasskeyOutcome::Known).count();
    assert_eq!(known, 15);
}

fn only_the_own_passkeys_are_changed(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let hers = added(db, ann, "hers");
    assert_eq!(passkeys(db).rename(bob, hers.id, &name("Mine")).unwrap(), None);
    let removed = passkeys(db).remove(bob, hers.id, &WorkingWays::default(), T0).unwrap();
    assert_eq!(removed, RemovePasskeyOutcome::NotFound);
    assert_eq!(passkeys(db).rename(ann, PasskeyId(hers.id.0 + 1), &name("Mine")).unwrap(), None);
    assert_eq!(passkeys(db).list(ann).unwrap(), [hers]);
}

fn a_use_is_stored_unless_another_came_first(db: &TestDb) {
    let ann = db.add_user("ann");
    let id = added(db, ann, "a").id;
    let before = key("a").public_key;
    let used = sixteen_at_once(|nth| {
        passkeys(db).mark_used(
            id,
            &before,
            &format!("after {nth}"),
            T0.after(Duration::from_secs(1)),
        )
    });
    assert_eq!(used.into_iter().filter(|used| *used.as_ref().unwrap()).count(), 1);
    let after = passkeys(db).find("a").unwrap().unwrap().key.public_key;
    assert!(after.starts_with("after "), "{after}");
    let last_used_at = passkeys(db).list(ann).unwrap()[0].last_used_at;
    assert_eq!(last_used_at, Some(T0.after(Duration::from_secs(1))));
    // A counter that stays 0 changes nothing else.
    let unchanged = sixteen_at_once(|_| passkeys(db).mark_used(id, &after, &after, T0).unwrap());
    assert!(unchanged.into_iter().all(|used| used));
}

fn one_of_sixteen_concurrent_uses_of_a_challenge_succeeds(db: &TestDb) {
    for user in [None, Some(db.add_user("ann"))] {
        open(db, "asked", user);
        let taken = sixteen_at_once(|_| take(db, "asked", user, T0));
        let taken: Vec<String> = taken.into_iter().flatten().collect();
        assert_eq!(taken, ["of asked"]);
    }
}

fn a_challenge_is_of_its_member_alone(db: &TestDb) {
    let (ann, bob) = (Some(db.add_user("ann")), Some(db.add_user("bob")));
    for (of, by) in [(ann, bob), (ann, None), (None, ann)] {
        open(db, "asked", of);
        assert_eq!(take(db, "asked", by, T0), None);
        assert_eq!(take(db, "asked", of, T0), None, "it has ended");
    }
    assert_eq!(take(db, "never asked", None, T0), None);
}

fn a_member_has_one_challenge(db: &TestDb) {
    let (ann, bob) = (Some(db.add_user("ann")), Some(db.add_user("bob")));
    for (text, user) in
        [("first", ann), ("his", bob), ("second", ann), ("one", None), ("two", None)]
    {
        open(db, text, user);
    }
    assert_eq!(take(db, "first", ann, T0), None);
    for (text, user) in [("second", ann), ("his", bob), ("one", None), ("two", None)] {
        assert_eq!(take(db, text, user, T0), Some(format!("of {text}")));
    }
}

fn expired_challenges_are_neither_valid_nor_kept(db: &TestDb) {
    open(db, "old", None);
    open(db, "older", None);
    let end = challenge("old", None).expires_at;
    assert_eq!(take(db, "old", None, end), None);
    assert!(take(db, "older", None, end.before(Duration::from_millis(1))).is_some());
    let expires_at = end.after(PasskeyChallenge::LIFETIME);
    let new = PasskeyChallenge { expires_at, ..challenge("new", None) };
    passkeys(db).open_challenge(&new, end).unwrap();
    assert_eq!(db.number("SELECT count(*) AS n FROM passkey_challenges"), 1);
}

fn open_in(db: &TestDb, text: &str, network: &str, seconds: u64) {
    let network = network.to_owned();
    let expires_at = T0.after(Duration::from_secs(seconds));
    let challenge = PasskeyChallenge { network, expires_at, ..challenge(text, None) };
    passkeys(db).open_challenge(&challenge, T0).unwrap();
}

fn challenges_of_a_network_are_bounded(db: &TestDb) {
    let ann = Some(db.add_user("ann"));
    open(db, "hers", ann);
    open_in(db, "elsewhere", "192.0.2.2", 1);
    let most = MAX_BEGUN_OF_NETWORK;
    for nth in 0..=most {
        open_in(db, &nth.to_string(), "192.0.2.1", nth as u64 + 2);
    }
    let of_network = "SELECT count(*) AS n FROM passkey_challenges WHERE network = '192.0.2.1'";
    assert_eq!(db.number(of_network), i64::try_from(most).unwrap());
    assert_eq!(take(db, "0", None, T0), None, "the oldest ended");
    assert!(take(db, "1", None, T0).is_some());
    assert!(take(db, "elsewhere", None, T0).is_some());
    assert!(take(db, "hers", ann, T0).is_some());
}

fn beyond_the_bound_of_all_the_network_that_has_most_loses_its_oldest(db: &TestDb) {
    open_in(db, "alone", "192.0.2.1", 1);
    let (most, first) = (MAX_BEGUN, T0.unix_millis() + 2_000);
    db.run(&format!(
        "INSERT INTO passkey_challenges (challenge, user_id, state, expires_at, network)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {most} - 1)
        SELECT 'c' || i, NULL, '', i + {first},
            CASE WHEN i IN (50, 51, 52) THEN 'large' ELSE 'n' || (i / 2) END FROM n"
    ));
    let all = "SELECT count(*) AS n FROM passkey_challenges";
    assert_eq!(db.number(all), i64::try_from(most).unwrap());
    open_in(db, "new", "192.0.2.2", 300);
    assert_eq!(db.number(all), i64::try_from(most).unwrap());
    assert_eq!(take(db, "c50", None, T0), None);
    for left in ["alone", "c1", "c51", "c52", "new"] {
        assert!(take(db, left, None, T0).is_some(), "{left}");
    }
}

fn a_removed_second_step_keeps_them_and_the_deletion_of_the_account_does_not(db: &TestDb) {
    let ann = db.add_user("ann");
    let passkey = added(db, ann, "a");
    open(db, "hers", Some(ann));
    let users = DbUsers(db.database.clone());
    let second_steps = DbSecondSteps(db.database.clone());
    let secret = TotpSecret([7; 20]);
    second_steps.begin(ann, HASH, secret, T0).unwrap();
    assert!(second_steps.activate(ann, secret, 1, &[], T0).unwrap());
    assert!(second_steps.remove_and_end_sessions(ann, T0).unwrap().is_some());
    assert_eq!(passkeys(db).list(ann).unwrap(), [passkey]);
    users.delete(ann, HASH, T0).unwrap();
    assert_eq!(db.number("SELECT count(*) AS n FROM passkeys"), 0);
    assert_eq!(db.number("SELECT count(*) AS n FROM passkey_challenges"), 0);
}
