use std::sync::Arc;

use kernel::{Ban, SessionId};
use mockall::predicate::eq;

use super::*;
use crate::{
    Account, CountOutcome, Device, KnownPasskey, PasskeyKey, PasskeyResponse, WorkingWays,
    fixtures::{NOW, account, ports},
    passkeys::{MockPasskeyCeremonies, MockPasskeyRepository},
    ports::MockLoginFailures,
    repository::MockUserRepository,
};

const ORIGIN: &str = "https://forum.example";
const ANN: UserId = UserId(3);
const ID: PasskeyId = PasskeyId(7);

fn key() -> PasskeyKey {
    PasskeyKey {
        credential: "credential".to_owned(),
        handle: "handle".to_owned(),
        public_key: "before".to_owned(),
    }
}

fn passkey() -> Passkey {
    Passkey { id: ID, name: "Phone".to_owned(), created_at: NOW, last_used_at: None }
}

fn name() -> CredentialName {
    CredentialName::parse("Phone").unwrap()
}

fn begun() -> BegunCeremony {
    BegunCeremony {
        options: "options".to_owned(),
        challenge: "challenge".to_owned(),
        state: "state".to_owned(),
    }
}

/// Every answer but `garbage` is to `challenge`, by `credential`.
fn ceremonies() -> MockPasskeyCeremonies {
    let mut ceremonies = MockPasskeyCeremonies::new();
    ceremonies.expect_are_possible().return_const(true);
    ceremonies.expect_read().returning(|response| {
        let (challenge, credential) = ("challenge".to_owned(), "credential".to_owned());
        (response != "garbage").then_some(PasskeyResponse { challenge, credential })
    });
    ceremonies
}

/// The challenge is open once, for `user`.
fn asking(user: Option<UserId>) -> MockPasskeyRepository {
    let mut passkeys = MockPasskeyRepository::new();
    passkeys
        .expect_take_challenge()
        .withf(move |text, of, now| (text, *of, *now) == ("challenge", user, NOW))
        .returning(|_, _, _| Ok(Some("state".to_owned())));
    passkeys
}

fn logins_of(
    account: Account,
    passkeys: MockPasskeyRepository,
    ceremonies: MockPasskeyCeremonies,
    failures: Option<MockLoginFailures>,
) -> Logins {
    let mut repository = MockUserRepository::new();
    repository.expect_find().with(eq(ANN)).returning(move |_| Ok(Some(account.clone())));
    let (passkeys, ceremonies) = (Arc::new(passkeys), Arc::new(ceremonies));
    let ports = UserPorts { passkeys, ceremonies, ..ports(repository) };
    Logins::new(ports, failures.map(|failures| Arc::new(failures) as _))
}

fn logins(passkeys: MockPasskeyRepository, ceremonies: MockPasskeyCeremonies) -> Logins {
    logins_of(account(), passkeys, ceremonies, None)
}

fn owner() -> Reauthenticated {
    Reauthenticated { user: ANN, hash: "(correct)".to_owned() }
}

fn attempt() -> PasskeyAttempt {
    let address = Some([192, 0, 2, 1].into());
    PasskeyAttempt { origin: ORIGIN.to_owned(), address, device: Device::default() }
}

fn asked(code: &str) -> PasskeyRequest {
    PasskeyRequest { session: SessionId(5), code: code.to_owned(), origin: ORIGIN.to_owned() }
}

/// Expects that the challenge of `user` is stored for five minutes.
fn keeping_challenge(user: Option<UserId>, network: &str) -> MockPasskeyRepository {
    let mut passkeys = MockPasskeyRepository::new();
    let wanted = PasskeyChallenge {
        text: "challenge".to_owned(),
        user,
        network: network.to_owned(),
        state: "state".to_owned(),
        expires_at: NOW.after(PasskeyChallenge::LIFETIME),
    };
    passkeys
        .expect_open_challenge()
        .withf(move |challenge, now| (challenge, *now) == (&wanted, NOW))
        .once()
        .returning(|_, _| Ok(()));
    passkeys
}

#[test]
fn adding_a_passkey_begins_with_a_challenge_of_the_member() {
    let mut passkeys = keeping_challenge(Some(ANN), "");
    passkeys.expect_keys().with(eq(ANN)).returning(|_| Ok(vec![key()]));
    let mut ceremonies = ceremonies();
    ceremonies
        .expect_begin_creation()
        .withf(|origin, site, name, existing| {
            (origin, site, name, existing) == (ORIGIN, "Boats", "Ann", &[key()])
        })
        .returning(|_, _, _, _| Ok(Some(begun())));
    let options = logins(passkeys, ceremonies).begin_passkey(&owner(), "Boats", &asked(""));
    assert_eq!(options.unwrap(), "options");
}

#[test]
fn where_browsers_make_none_nothing_begins() {
    let mut passkeys = MockPasskeyRepository::new();
    passkeys.expect_keys().returning(|_| Ok(vec![]));
    let mut ceremonies = ceremonies();
    ceremonies.expect_begin_creation().returning(|_, _, _, _| Ok(None));
    ceremonies.expect_begin_sign_in().returning(|_| Ok(None));
    let logins = logins(passkeys, ceremonies);
    let refused = logins.begin_passkey(&owner(), "Boats", &asked(""));
    assert!(matches!(refused, Err(UserError::PasskeysImpossible)));
    let refused = logins.begin_passkey_sign_in("http://192.0.2.1", None);
    assert!(matches!(refused, Err(LoginError::PasskeysImpossible)));
}

fn add(outcome: AddPasskeyOutcome) -> Result<Passkey, UserError> {
    let mut passkeys = asking(Some(ANN));
    let wanted = NewPasskey { user: ANN, name: name(), key: key(), created_at: NOW };
    passkeys
        .expect_add()
        .withf(move |passkey| *passkey == wanted)
        .return_once(move |_| Ok(outcome));
    let mut ceremonies = ceremonies();
    ceremonies
        .expect_finish_creation()
        .withf(|origin, state, response| (origin, state, response) == (ORIGIN, "state", "answer"))
        .returning(|_, _, _| Some(key()));
    logins(passkeys, ceremonies).add_passkey(ANN, name(), ORIGIN, "answer")
}

#[test]
fn a_checked_answer_adds_a_passkey() {
    assert_eq!(add(AddPasskeyOutcome::Added(passkey())).unwrap(), passkey());
    assert!(matches!(add(AddPasskeyOutcome::TooMany), Err(UserError::TooManyPasskeys)));
    assert!(matches!(add(AddPasskeyOutcome::Known), Err(UserError::PasskeyKnown)));
}

#[test]
fn no_other_answer_adds_one() {
    let add = |passkeys, ceremonies, response| {
        logins(passkeys, ceremonies).add_passkey(ANN, name(), ORIGIN, response)
    };
    let mut wrong = ceremonies();
    wrong.expect_finish_creation().once().returning(|_, _, _| None);
    let mut ended = MockPasskeyRepository::new();
    ended.expect_take_challenge().returning(|_, _, _| Ok(None));
    for refused in [
        add(MockPasskeyRepository::new(), ceremonies(), "garbage"),
        add(ended, ceremonies(), "answer"),
        add(asking(Some(ANN)), wrong, "answer"),
    ] {
        assert!(matches!(refused, Err(UserError::PasskeyRefused)));
    }
}

#[test]
fn only_the_own_passkeys_are_renamed_and_removed() {
    let mut passkeys = MockPasskeyRepository::new();
    passkeys.expect_rename().returning(|user, _, _| Ok((user == ANN).then(passkey)));
    passkeys.expect_remove().returning(|user, id, working, now| {
        let providers = vec![];
        assert_eq!((id, working, now), (ID, &WorkingWays { passkeys: true, providers }, NOW));
        let outcome = (user == ANN).then_some(RemovePasskeyOutcome::Removed);
        Ok(outcome.unwrap_or(RemovePasskeyOutcome::NotFound))
    });
    let logins = logins(passkeys, ceremonies());
    assert_eq!(logins.rename_passkey(ANN, ID, &name()).unwrap(), passkey());
    assert!(matches!(logins.rename_passkey(UserId(4), ID, &name()), Err(UserError::NoPasskey)));
    logins.remove_passkey(ANN, ID).unwrap();
    assert!(matches!(logins.remove_passkey(UserId(4), ID), Err(UserError::NoPasskey)));
}

#[test]
fn the_last_way_to_sign_in_stays() {
    let mut passkeys = MockPasskeyRepository::new();
    passkeys.expect_remove().returning(|_, _, _, _| Ok(RemovePasskeyOutcome::LastSignIn));
    let refused = logins(passkeys, ceremonies()).remove_passkey(ANN, ID);
    assert!(matches!(refused, Err(UserError::LastSignIn)));
}

#[test]
fn a_sign_in_begins_with_a_challenge_of_nobody() {
    let mut ceremonies = ceremonies();
    ceremonies.expect_begin_sign_in().with(eq(ORIGIN)).returning(|_| Ok(Some(begun())));
    let passkeys = keeping_challenge(None, "2001:db8:7::/48");
    let network = Some(Network::of("2001:db8:7:9::1".parse().unwrap()));
    let options = logins(passkeys, ceremonies).begin_passkey_sign_in(ORIGIN, network);
    assert_eq!(options.unwrap(), "options");
}

/// Knows the passkey, whose use is stored or not.
fn known(is_stored: bool) -> MockPasskeyRepository {
    let mut passkeys = asking(None);
    passkeys
        .expect_find()
        .with(eq("credential"))
        .returning(|_| Ok(Some(KnownPasskey { id: ID, user: ANN, key: key() })));
    passkeys
        .expect_mark_used()
        .withf(|id, before, after, now| (*id, before, after, *now) == (ID, "before", "after", NOW))
        .returning(move |_, _, _, _| Ok(is_stored));
    passkeys
}

/// Accepts the answer `right` of the known key.
fn checking() -> MockPasskeyCeremonies {
    let mut ceremonies = ceremonies();
    ceremonies.expect_finish_sign_in().once().returning(|origin, state, response, of| {
        assert_eq!((origin, state), (ORIGIN, "state"));
        (response == "right" && *of == key()).then(|| "after".to_owned())
    });
    ceremonies.expect_decoy().returning(|credential| {
        let public_key = "of nobody".to_owned();
        PasskeyKey { credential: credential.to_owned(), public_key, ..key() }
    });
    ceremonies
}

#[test]
fn a_passkey_signs_in_without_a_second_step() {
    let login = logins(known(true), checking()).sign_in_with_passkey(&attempt(), "right").unwrap();
    assert_eq!(login, Login { token: "3/5/2".to_owned(), account: account() });
}

#[test]
fn the_method_is_stored_with_the_session() {
    let mut sessions = crate::sessions::MockSessionRepository::new();
    sessions
        .expect_open()
        .withf(|session| session.method == SignInMethod::Passkey)
        .once()
        .returning(|_| Ok(Some(SessionId(5))));
    let mut logins = logins(known(true), checking());
    logins.ports.sessions = Arc::new(sessions);
    assert!(logins.sign_in_with_passkey(&attempt(), "right").is_ok());
}

#[test]
fn every_wrong_answer_is_refused_alike() {
    let mut unknown = asking(None);
    unknown.expect_find().returning(|_| Ok(None));
    let mut ended = MockPasskeyRepository::new();
    ended.expect_take_challenge().returning(|_, _, _| Ok(None));
    let sign_in = |passkeys, ceremonies, response| {
        logins(passkeys, ceremonies).sign_in_with_passkey(&attempt(), response)
    };
    for refused in [
        sign_in(MockPasskeyRepository::new(), ceremonies(), "garbage"),
        sign_in(ended, ceremonies(), "right"),
        // It is compared, too.
        sign_in(unknown, checking(), "right"),
        sign_in(known(true), checking(), "wrong"),
        // Another sign-in with it came first.
        sign_in(known(false), checking(), "right"),
    ] {
        assert!(matches!(refused, Err(LoginError::WrongPasskey)));
    }
}

#[test]
fn only_a_right_passkey_reveals_a_ban() {
    let banned = || Account { ban: Some(Ban::default()), ..account() };
    let logins = logins_of(banned(), known(true), checking(), None);
    let refused = logins.sign_in_with_passkey(&attempt(), "right");
    assert!(
        matches!(refused, Err(LoginError::Banned { appeal_token, .. }) if appeal_token == "appeal of 3")
    );
    let logins = logins_of(banned(), known(true), checking(), None);
    let refused = logins.sign_in_with_passkey(&attempt(), "wrong");
    assert!(matches!(refused, Err(LoginError::WrongPasskey)));
}

#[test]
fn failures_count_for_the_address_alone() {
    let address = ThrottleKey::address([192, 0, 2, 1].into());
    let counting = |undone| {
        let mut failures = MockLoginFailures::new();
        let wanted = [address.clone()];
        failures
            .expect_count()
            .withf(move |keys, _| keys == wanted)
            .once()
            .returning(|_, _| Ok(CountOutcome::Done(vec![])));
        failures.expect_undo().times(undone).returning(|_, _| Ok(()));
        Some(failures)
    };
    let logins = logins_of(account(), known(true), checking(), counting(1));
    assert!(logins.sign_in_with_passkey(&attempt(), "right").is_ok());
    let logins = logins_of(account(), known(true), checking(), counting(0));
    assert!(logins.sign_in_with_passkey(&attempt(), "wrong").is_err());
}
