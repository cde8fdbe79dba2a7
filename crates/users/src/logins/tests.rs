use std::{sync::Arc, time::Duration};

use kernel::{Ban, SessionId, Timestamp, UserId};

use super::*;
use crate::{
    CountOutcome, CountedFailure, Failures, Success, ThrottleKey,
    fixtures::{LIFETIME, NOW, account, ann, credentials, password, ports},
    ports::{MockLoginFailures, MockPasswordHasher, MockTokens},
    repository::MockUserRepository,
    sessions::MockSessionRepository,
};

const CODE: &str = "0000-0000-0000-0000";

fn logins(repository: MockUserRepository) -> Logins {
    Logins::new(ports(repository), None)
}

fn device() -> Device {
    Device { client: "Firefox on Linux".to_owned(), network: "192.0.2.0/24".to_owned() }
}

fn attempt(username: &str) -> Attempt {
    Attempt {
        username: username.to_owned(),
        address: Some([192, 0, 2, 1].into()),
        device: device(),
    }
}

fn knowing(account: Option<Account>) -> MockUserRepository {
    let mut repository = MockUserRepository::new();
    repository
        .expect_credentials_by_name()
        .withf(|key| key == "ann")
        .return_once(|_| Ok(account.map(credentials)));
    repository
}

fn presence(password: &str) -> Presence {
    let sign_in = SignInProof::Session(SessionId(5));
    Presence { user: ann().id, password: password.to_owned(), sign_in }
}

fn login_as(account: Option<Account>, name: &str, password: &str) -> Result<Login, LoginError> {
    logins(knowing(account)).login(&attempt(name), password)
}

#[test]
fn login_ignores_the_case_of_the_name() {
    let login = login_as(Some(account()), "ANN", "correct").unwrap();
    assert_eq!(login, Login { token: "3/5/2".to_owned(), account: account() });
}

#[test]
fn a_sign_in_opens_a_session_that_says_from_where() {
    let mut sessions = MockSessionRepository::new();
    sessions
        .expect_open()
        .withf(|session| (session.method, &session.device) == (SignInMethod::Password, &device()))
        .once()
        .return_once(|_| Ok(Some(SessionId(8))));
    let ports = UserPorts { sessions: Arc::new(sessions), ..ports(knowing(Some(account()))) };
    let login = Logins::new(ports, None).login(&attempt("ann"), "correct").unwrap();
    assert_eq!(login.token, "3/8/2");
}

#[test]
fn a_password_that_changed_meanwhile_opens_no_session() {
    let mut sessions = MockSessionRepository::new();
    sessions.expect_open().withf(|session| session.version == 2).return_once(|_| Ok(None));
    let ports = UserPorts { sessions: Arc::new(sessions), ..ports(knowing(Some(account()))) };
    let login = Logins::new(ports, None).login(&attempt("ann"), "correct");
    assert!(matches!(login, Err(LoginError::Invalid)));
}

#[test]
fn wrong_password_and_unknown_name_fail_alike() {
    assert!(matches!(login_as(Some(account()), "ann", "wrong"), Err(LoginError::Invalid)));
    assert!(matches!(login_as(None, "ann", "correct"), Err(LoginError::Invalid)));
}

#[test]
fn an_unknown_name_costs_a_password_check_too() {
    let mut hasher = MockPasswordHasher::new();
    hasher.expect_dummy_hash().return_const("dummy_hash".to_owned());
    hasher.expect_verify().withf(|_, hash| hash == "dummy_hash").once().return_const(false);
    let ports = UserPorts { hasher: Arc::new(hasher), ..ports(knowing(None)) };
    assert!(Logins::new(ports, None).login(&attempt("ann"), "whatever").is_err());
}

#[test]
fn a_hash_of_another_system_is_renewed_at_the_first_sign_in() {
    let mut repository = MockUserRepository::new();
    let stored = Credentials { account: account(), password_hash: "old correct".to_owned() };
    repository.expect_credentials_by_name().return_once(|_| Ok(Some(stored)));
    repository
        .expect_renew_hash()
        .withf(|id, old, new| (*id, old, new) == (ann().id, "old correct", "(correct)"))
        .once()
        .returning(|_, _, _| Ok(()));
    assert!(Logins::new(ports(repository), None).login(&attempt("ann"), "correct").is_ok());
}

#[test]
fn the_end_of_a_ban_lets_sign_in() {
    let until = |until| {
        let ban = Ban { until: Some(until), reason: Some("Spam".to_owned()) };
        login_as(Some(Account { ban: Some(ban), ..account() }), "ann", "correct")
    };
    assert_eq!(until(NOW).unwrap().account, account());
    let Err(LoginError::Banned { banned: Banned(ban), .. }) =
        until(NOW.after(Duration::from_millis(1)))
    else {
        panic!("the ban is not over");
    };
    assert_eq!(ban.reason.as_deref(), Some("Spam"));
}

#[test]
fn a_ban_is_revealed_with_the_right_password_only() {
    let banned = Account { ban: Some(Ban::default()), ..account() };
    let Err(LoginError::Banned { appeal_token, .. }) =
        login_as(Some(banned.clone()), "ann", "correct")
    else {
        panic!("the account is banned");
    };
    assert_eq!(appeal_token, "appeal of 3");
    assert!(matches!(login_as(Some(banned), "ann", "wrong"), Err(LoginError::Invalid)));
}

/// Counts all trials, and expects them to be taken back by this success.
fn counting(taken_back: Option<Success>) -> MockLoginFailures {
    let mut failures = MockLoginFailures::new();
    failures.expect_count().returning(|keys, now| {
        let after = Failures { count: 1, last_at: now, locked_until: now };
        let count = |key: &ThrottleKey| CountedFailure { key: key.clone(), before: None, after };
        Ok(CountOutcome::Done(keys.iter().map(count).collect()))
    });
    let times = usize::from(taken_back.is_some());
    failures.expect_undo().times(times).returning(move |counts, success| {
        assert!(!counts.is_empty());
        assert_eq!(Some(success), taken_back);
        Ok(())
    });
    failures
}

fn throttled(repository: MockUserRepository, failures: MockLoginFailures) -> Logins {
    Logins::new(ports(repository), Some(Arc::new(failures)))
}

#[test]
fn only_a_wrong_password_counts_as_a_failure() {
    let login = |account, password, taken_back| {
        throttled(knowing(account), counting(taken_back)).login(&attempt("ann"), password).is_ok()
    };
    let banned = Account { ban: Some(Ban::default()), ..account() };
    assert!(login(Some(account()), "correct", Some(Success::Complete)));
    assert!(!login(Some(banned), "correct", Some(Success::FirstStep)));
    assert!(!login(Some(account()), "wrong", None));
    assert!(!login(None, "wrong", None));
}

fn locked() -> MockLoginFailures {
    let until = Timestamp::from_unix_millis(NOW.unix_millis() + 7_001);
    let mut failures = MockLoginFailures::new();
    failures.expect_count().returning(move |_, _| Ok(CountOutcome::Locked(until)));
    failures.expect_locked_until().returning(move |_, _| Ok(Some(until)));
    failures
}

/// The mocks allow neither a look into the repository nor a hash.
fn idle() -> UserPorts {
    let mut hasher = MockPasswordHasher::new();
    hasher.expect_dummy_hash().return_const("dummy_hash".to_owned());
    UserPorts { hasher: Arc::new(hasher), ..ports(MockUserRepository::new()) }
}

#[test]
fn a_locked_login_compares_nothing() {
    let logins = Logins::new(idle(), Some(Arc::new(locked())));
    let ann_attempts = attempt("ann");
    let refusals = [
        logins.check_login(&ann_attempts).unwrap_err(),
        logins.login(&ann_attempts, "correct").unwrap_err(),
        logins.check_recovery(&ann_attempts).unwrap_err(),
        logins.recover(&ann_attempts, CODE, &password("long enough")).unwrap_err(),
    ];
    let words = "Too many failed attempts. Please wait 8 seconds, then try again.";
    for refused in refusals {
        assert!(matches!(refused, LoginError::TooMany(_)), "{refused:?}");
        assert_eq!(refused.to_string(), words);
    }
    assert!(matches!(logins.check_reauthentication(ann().id), Err(UserError::TooMany(_))));
    assert!(matches!(logins.reauthenticate(&presence("correct")), Err(UserError::TooMany(_))));
}

fn knowing_ann() -> MockUserRepository {
    let mut repository = MockUserRepository::new();
    repository.expect_credentials().return_once(|_| Ok(Some(credentials(account()))));
    repository
}

fn change_password(current: &str, stored: Option<Account>) -> Result<String, UserError> {
    change_password_in(current, stored, true)
}

fn change_password_in(
    current: &str,
    stored: Option<Account>,
    is_open: bool,
) -> Result<String, UserError> {
    let mut sessions = MockSessionRepository::new();
    sessions.expect_holder().returning(move |_, _| Ok(is_open.then(account)));
    let mut repository = knowing_ann();
    repository
        .expect_set_password()
        .withf(|_, old, new, kept| {
            let ends_at = NOW.after(LIFETIME);
            (old, new) == ("(correct)", "(long enough)")
                && *kept == KeptSession { id: SessionId(7), renewed_at: NOW, ends_at }
        })
        .return_once(|_, _, _, _| Ok(stored));
    let ports = UserPorts { sessions: Arc::new(sessions), ..ports(repository) };
    let logins = Logins::new(ports, None);
    let owner = logins.reauthenticate(&presence(current))?;
    logins.set_password(&owner, SessionId(7), &password("long enough"))
}

#[test]
fn a_password_change_returns_a_new_token() {
    let changed = Account { session_version: 3, ..account() };
    assert_eq!(change_password("correct", Some(changed)).unwrap(), "3/7/3");
}

#[test]
fn a_password_change_needs_the_current_password() {
    assert!(matches!(change_password("wrong", None), Err(UserError::WrongPassword)));
}

#[test]
fn a_concurrent_password_change_is_refused() {
    assert!(matches!(change_password("correct", None), Err(UserError::WrongPassword)));
}

#[test]
fn a_session_that_ended_meanwhile_changes_no_password() {
    let changed = change_password_in("correct", None, false);
    assert!(matches!(changed, Err(UserError::SessionEnded)));
}

#[test]
fn guesses_at_the_current_password_count_as_failures() {
    let logins = throttled(knowing_ann(), counting(None));
    assert!(matches!(logins.reauthenticate(&presence("wrong")), Err(UserError::WrongPassword)));
}

#[test]
fn a_common_password_is_never_set() {
    let common = password("password");
    let known = logins(knowing_ann());
    let owner = known.reauthenticate(&presence("correct")).unwrap();
    let changed = known.set_password(&owner, SessionId(7), &common);
    assert!(matches!(changed, Err(UserError::CommonPassword(_))));
    let recovered = logins(MockUserRepository::new()).recover(&attempt("ann"), CODE, &common);
    assert!(matches!(recovered, Err(LoginError::CommonPassword(_))));
}

fn renew_codes(current: &str, is_stored: bool) -> Result<Vec<RecoveryCode>, UserError> {
    let mut repository = knowing_ann();
    repository
        .expect_set_recovery_codes()
        .withf(|id, hash, digests, now| {
            (*id, hash, digests.len(), *now) == (UserId(3), "(correct)", RecoveryCode::COUNT, NOW)
        })
        .return_once(move |_, _, _, _| Ok(is_stored));
    let logins = logins(repository);
    logins.renew_recovery_codes(&logins.reauthenticate(&presence(current))?, "")
}

#[test]
fn new_recovery_codes_need_the_current_password() {
    assert_eq!(renew_codes("correct", true).unwrap().len(), RecoveryCode::COUNT);
    assert!(matches!(renew_codes("wrong", true), Err(UserError::WrongPassword)));
    assert!(matches!(renew_codes("correct", false), Err(UserError::WrongPassword)));
}

fn recover(typed: &str, found: RecoveryOutcome, is_taken_back: bool) -> Result<Login, LoginError> {
    let mut repository = MockUserRepository::new();
    repository
        .expect_recover()
        .withf(|key, digest, hash, now| {
            (key, digest, hash, *now) == ("ann", "(0000000000000000)", "(long enough)", NOW)
        })
        .return_once(|_, _, _, _| Ok(found));
    let logins = throttled(repository, counting(is_taken_back.then_some(Success::Complete)));
    logins.recover(&attempt("ANN"), typed, &password("long enough"))
}

#[test]
fn a_recovery_code_signs_in_with_a_new_password() {
    let login = recover("oooo 0000-00000000", RecoveryOutcome::Done(account()), true).unwrap();
    assert_eq!(login, Login { token: "3/5/2".to_owned(), account: account() });
}

#[test]
fn a_wrong_recovery_code_is_a_failure() {
    let refused = |typed| recover(typed, RecoveryOutcome::Refused, false);
    assert!(matches!(refused(CODE), Err(LoginError::InvalidCode)));
    assert!(matches!(refused("no code"), Err(LoginError::InvalidCode)));
}

#[test]
fn a_ban_is_revealed_with_a_valid_code() {
    let banned = RecoveryOutcome::Banned(UserId(3), Banned(Ban::default()));
    assert!(matches!(recover(CODE, banned, true), Err(LoginError::Banned { .. })));
}

fn deleting(left: Option<DeleteOutcome>, current: &str) -> Result<(), UserError> {
    let mut repository = knowing_ann();
    if let Some(left) = left {
        repository
            .expect_delete()
            .withf(|id, hash, now| (*id, hash, *now) == (UserId(3), "(correct)", NOW))
            .return_once(move |_, _, _| Ok(left));
    }
    let logins = logins(repository);
    logins.delete_account(&logins.reauthenticate(&presence(current))?)
}

#[test]
fn deleting_an_account_needs_the_password() {
    assert!(deleting(Some(DeleteOutcome::Deleted), "correct").is_ok());
    assert!(matches!(deleting(None, "wrong"), Err(UserError::WrongPassword)));
}

#[test]
fn the_last_admin_cannot_be_deleted() {
    assert!(matches!(
        deleting(Some(DeleteOutcome::LastAdmin), "correct"),
        Err(UserError::LastAdmin)
    ));
    assert!(matches!(
        deleting(Some(DeleteOutcome::PasswordChanged), "correct"),
        Err(UserError::WrongPassword)
    ));
}

#[test]
fn a_token_is_not_older_than_its_account() {
    let created_at = NOW.after(Duration::from_mins(5));
    let mut tokens = MockTokens::new();
    tokens
        .expect_issue()
        .withf(move |session| session.issued_at == created_at)
        .return_once(|_| Ok("token".to_owned()));
    let ports = UserPorts { tokens: Arc::new(tokens), ..ports(MockUserRepository::new()) };
    assert_eq!(
        ports.token_of(&Account { created_at, ..account() }, SessionId(7)).unwrap(),
        "token"
    );
}
