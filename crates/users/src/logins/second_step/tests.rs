use std::sync::Arc;

use kernel::{Ban, SessionId};
use mockall::predicate::eq;

use super::*;
use crate::{
    BegunCeremony, CountOutcome, Failures, PasskeyRequest, RecoveryOutcome, TotpSecret,
    fixtures::{NOW, account, credentials, open_session, password, ports},
    passkeys::{MockPasskeyCeremonies, MockPasskeyRepository},
    ports::{MockLoginFailures, MockTicketTexts, MockTotp},
    repository::MockUserRepository,
    second_step::{BEGUN_LIFETIME, MockSecondStepRepository},
    sessions::MockSessionRepository,
};

const SECRET: TotpSecret = TotpSecret([7; 20]);
const CODE: &str = "123456";
const STEP: i64 = 40;
const RECOVERY_CODE: &str = "0000-0000-0000-0000";

fn in_force() -> SecondStep {
    SecondStep { secret: SECRET, begun_at: NOW, active_since: Some(NOW), last_step: 0 }
}

fn begun(at: Timestamp) -> SecondStep {
    SecondStep { begun_at: at, active_since: None, ..in_force() }
}

fn ticket() -> SignInTicket {
    let expires_at = NOW.after(SignInTicket::LIFETIME);
    SignInTicket { user: UserId(3), version: 2, method: SignInMethod::Password, expires_at }
}

/// The account has this second step, and a ticket with tries.
fn storing(found: Option<SecondStep>) -> MockSecondStepRepository {
    let mut second_steps = MockSecondStepRepository::new();
    second_steps.expect_find().returning(move |_| Ok(found.clone()));
    second_steps.expect_ticket().returning(|digest, _| Ok((digest == "(ticket)").then(ticket)));
    second_steps
}

fn with_tries(mut second_steps: MockSecondStepRepository) -> MockSecondStepRepository {
    second_steps.expect_take_try().with(eq("(ticket)")).returning(|_| Ok(true));
    second_steps
}

fn knowing_ann() -> MockUserRepository {
    let mut repository = MockUserRepository::new();
    let of_ann = || Ok(Some(credentials(account())));
    repository.expect_find().returning(|_| Ok(Some(account())));
    repository.expect_credentials_by_name().returning(move |_| of_ann());
    repository.expect_credentials().returning(move |_| of_ann());
    repository
}

/// The app shows [`CODE`], and every text of a ticket is `ticket`.
fn ports_of(repository: MockUserRepository, second_steps: MockSecondStepRepository) -> UserPorts {
    let mut totp = MockTotp::new();
    totp.expect_generate().return_const(SECRET);
    totp.expect_step_of().returning(|secret, code, now| {
        assert_eq!((*secret, now), (SECRET, NOW));
        (code == CODE).then_some(STEP)
    });
    totp.expect_shown().returning(|_, issuer, account| {
        Ok(ShownSecret { secret: "SECRET".to_owned(), uri: format!("{issuer}:{account}") })
    });
    let mut texts = MockTicketTexts::new();
    texts.expect_generate().returning(|| "ticket".to_owned());
    texts.expect_digest().returning(|text| format!("({text})"));
    UserPorts {
        second_steps: Arc::new(second_steps),
        totp: Arc::new(totp),
        ticket_texts: Arc::new(texts),
        ..ports(repository)
    }
}

fn logins(second_steps: MockSecondStepRepository) -> Logins {
    Logins::new(ports_of(knowing_ann(), second_steps), None)
}

fn first_attempt() -> Attempt {
    let address = Some([192, 0, 2, 1].into());
    Attempt { username: "ann".to_owned(), address, device: Device::default() }
}

fn attempt(ticket: &str) -> SecondAttempt {
    let Attempt { address, device, .. } = first_attempt();
    SecondAttempt { ticket: ticket.to_owned(), address, device }
}

fn owner() -> Reauthenticated {
    Reauthenticated { user: UserId(3), hash: "(correct)".to_owned() }
}

#[test]
fn the_password_alone_opens_no_session() {
    let mut second_steps = storing(Some(in_force()));
    second_steps
        .expect_open_ticket()
        .withf(|digest, stored, now| (digest, stored, *now) == ("(ticket)", &ticket(), NOW))
        .once()
        .returning(|_, _, _| Ok(()));
    let answer = logins(second_steps).login(&first_attempt(), "correct");
    assert!(matches!(answer, Err(LoginError::SecondStepRequired { ticket }) if ticket == "ticket"));
}

#[test]
fn what_is_only_begun_is_not_asked_for() {
    assert!(logins(storing(Some(begun(NOW)))).login(&first_attempt(), "correct").is_ok());
}

#[test]
fn a_recovered_password_alone_opens_no_session() {
    let mut second_steps = storing(Some(in_force()));
    second_steps
        .expect_open_ticket()
        .withf(|_, ticket, _| ticket.method == SignInMethod::RecoveryCode)
        .once()
        .returning(|_, _, _| Ok(()));
    let mut repository = knowing_ann();
    repository.expect_recover().return_once(|_, _, _, _| Ok(RecoveryOutcome::Done(account())));
    let answer = Logins::new(ports_of(repository, second_steps), None).recover(
        &first_attempt(),
        RECOVERY_CODE,
        &password("correct horse"),
    );
    assert!(matches!(answer, Err(LoginError::SecondStepRequired { .. })));
}

#[test]
fn a_ban_is_told_before_the_second_step() {
    let mut repository = MockUserRepository::new();
    let banned = Account { ban: Some(Ban::default()), ..account() };
    repository.expect_credentials_by_name().return_once(|_| Ok(Some(credentials(banned))));
    let logins = Logins::new(ports_of(repository, storing(Some(in_force()))), None);
    let answer = logins.login(&first_attempt(), "correct");
    assert!(matches!(answer, Err(LoginError::Banned { .. })));
}

#[test]
fn a_code_of_the_app_signs_in_and_ends_the_ticket() {
    let mut second_steps = with_tries(storing(Some(in_force())));
    second_steps.expect_use_step().with(eq(UserId(3)), eq(STEP)).once().returning(|_, _| Ok(true));
    second_steps.expect_end_ticket().with(eq("(ticket)")).once().returning(|_| Ok(true));
    let login = logins(second_steps).second_step(&attempt("ticket"), CODE).unwrap();
    assert_eq!(login, Login { token: "3/5/2".to_owned(), account: account() });
}

#[test]
fn a_recovery_code_signs_in_once() {
    for is_left in [true, false] {
        let mut second_steps = with_tries(storing(Some(in_force())));
        second_steps
            .expect_use_recovery_code()
            .with(eq(UserId(3)), eq("(0000000000000000)"))
            .once()
            .return_once(move |_, _| Ok(is_left));
        second_steps.expect_end_ticket().returning(|_| Ok(true));
        let answer = logins(second_steps).second_step(&attempt("ticket"), RECOVERY_CODE);
        assert_eq!(answer.is_ok(), is_left);
    }
}

#[test]
fn a_wrong_or_used_code_leaves_the_ticket() {
    let wrong = logins(with_tries(storing(Some(in_force()))));
    let wrong = wrong.second_step(&attempt("ticket"), "654321");
    assert!(matches!(wrong, Err(LoginError::WrongCode(WrongCode::Unknown))));

    let mut second_steps = with_tries(storing(Some(in_force())));
    second_steps.expect_use_step().return_once(|_, _| Ok(false));
    let used = logins(second_steps).second_step(&attempt("ticket"), CODE);
    assert!(matches!(used, Err(LoginError::WrongCode(WrongCode::UsedBefore))));
}

#[test]
fn an_unknown_spent_or_used_ticket_has_ended() {
    let unknown = logins(storing(Some(in_force()))).second_step(&attempt("another"), CODE);
    assert!(matches!(unknown, Err(LoginError::TicketEnded)));

    let mut second_steps = storing(Some(in_force()));
    second_steps.expect_take_try().return_once(|_| Ok(false));
    let spent = logins(second_steps).second_step(&attempt("ticket"), CODE);
    assert!(matches!(spent, Err(LoginError::TicketEnded)));

    let mut second_steps = with_tries(storing(Some(in_force())));
    second_steps.expect_use_step().returning(|_, _| Ok(true));
    second_steps.expect_end_ticket().return_once(|_| Ok(false));
    let used = logins(second_steps).second_step(&attempt("ticket"), CODE);
    assert!(matches!(used, Err(LoginError::TicketEnded)));
}

#[test]
fn a_ticket_from_before_a_new_password_has_ended() {
    let mut repository = MockUserRepository::new();
    let changed = Account { session_version: 3, ..account() };
    repository.expect_find().return_once(|_| Ok(Some(changed)));
    let logins = Logins::new(ports_of(repository, storing(Some(in_force()))), None);
    let answer = logins.second_step(&attempt("ticket"), CODE);
    assert!(matches!(answer, Err(LoginError::TicketEnded)));
}

#[test]
fn who_was_banned_between_the_steps_is_told() {
    let mut repository = MockUserRepository::new();
    let banned = Account { ban: Some(Ban::default()), ..account() };
    repository.expect_find().return_once(|_| Ok(Some(banned)));
    let mut second_steps = with_tries(storing(Some(in_force())));
    second_steps.expect_use_step().returning(|_, _| Ok(true));
    second_steps.expect_end_ticket().returning(|_| Ok(true));
    let mut sessions = MockSessionRepository::new();
    sessions.expect_open().never().returning(|_| Ok(Some(SessionId(5))));
    let ports = UserPorts { sessions: Arc::new(sessions), ..ports_of(repository, second_steps) };
    let answer = Logins::new(ports, None).second_step(&attempt("ticket"), CODE);
    assert!(matches!(answer, Err(LoginError::Banned { .. })));
}

/// Counts each trial, and expects one to be taken back by this success.
fn counting(expected: Success) -> Arc<MockLoginFailures> {
    let mut failures = MockLoginFailures::new();
    failures.expect_count().returning(|keys, now| {
        let after = Failures { count: 1, last_at: now, locked_until: now };
        let count = |key: &ThrottleKey| CountedFailure { key: key.clone(), before: None, after };
        Ok(CountOutcome::Done(keys.iter().map(count).collect()))
    });
    failures.expect_undo().once().returning(move |counts, success| {
        assert_eq!((counts.len(), success), (2, expected));
        Ok(())
    });
    Arc::new(failures)
}

#[test]
fn the_password_alone_forgives_no_failure_of_the_name() {
    let mut second_steps = storing(Some(in_force()));
    second_steps.expect_open_ticket().returning(|_, _, _| Ok(()));
    let failures = counting(Success::FirstStep);
    let logins = Logins::new(ports_of(knowing_ann(), second_steps), Some(failures));
    assert!(logins.login(&first_attempt(), "correct").is_err());
}

#[test]
fn both_steps_forgive_the_failures_of_the_name() {
    let mut second_steps = with_tries(storing(Some(in_force())));
    second_steps.expect_use_step().returning(|_, _| Ok(true));
    second_steps.expect_end_ticket().returning(|_| Ok(true));
    let failures = counting(Success::Complete);
    let logins = Logins::new(ports_of(knowing_ann(), second_steps), Some(failures));
    assert!(logins.second_step(&attempt("ticket"), CODE).is_ok());
}

#[test]
fn a_secret_is_drawn_for_who_knows_the_password() {
    for (outcome, fits) in [
        (BeginOutcome::Begun, None),
        (BeginOutcome::Active, Some(UserError::SecondStepActive.to_string())),
        (BeginOutcome::PasswordChanged, Some(UserError::WrongPassword.to_string())),
    ] {
        let mut second_steps = storing(None);
        second_steps
            .expect_begin()
            .withf(|user, hash, secret, now| {
                (*user, hash, *secret, *now) == (UserId(3), "(correct)", SECRET, NOW)
            })
            .return_once(move |_, _, _, _| Ok(outcome));
        let begun = logins(second_steps).begin_second_step(&owner(), "Boats");
        match fits {
            None => assert_eq!(begun.unwrap().uri, "Boats:Ann"),
            Some(error) => assert_eq!(begun.unwrap_err().to_string(), error),
        }
    }
}

#[test]
fn a_first_code_puts_it_in_force_with_new_recovery_codes() {
    let mut second_steps = storing(Some(begun(NOW)));
    second_steps
        .expect_activate()
        .withf(|user, secret, step, digests, now| {
            (*user, *secret, *step, digests.len(), *now) == (UserId(3), SECRET, STEP, 10, NOW)
        })
        .once()
        .returning(|_, _, _, _, _| Ok(true));
    let codes = logins(second_steps).activate_second_step(UserId(3), CODE).unwrap();
    assert_eq!(codes.len(), 10);
}

#[test]
fn nothing_comes_in_force_without_a_right_code_in_time() {
    let activate = |found, code| logins(storing(found)).activate_second_step(UserId(3), code);
    let wrong = activate(Some(begun(NOW)), "654321");
    assert!(matches!(wrong, Err(UserError::InvalidFirstCode)));
    for found in [None, Some(in_force()), Some(begun(NOW.before(BEGUN_LIFETIME)))] {
        assert!(matches!(activate(found, CODE), Err(UserError::NoSecondStepBegun)));
    }
}

#[test]
fn a_removal_needs_a_code() {
    let remove = |found, code| {
        let mut second_steps = storing(found);
        second_steps.expect_use_step().returning(|_, _| Ok(true));
        second_steps.expect_remove().returning(|_, _| Ok(true));
        logins(second_steps).remove_second_step(&owner(), code)
    };
    assert!(remove(Some(in_force()), CODE).is_ok());
    let wrong_code = remove(Some(in_force()), "654321");
    assert!(matches!(wrong_code, Err(UserError::WrongCode(WrongCode::Unknown))));
    for none in [None, Some(begun(NOW))] {
        assert!(matches!(remove(none, CODE), Err(UserError::NoSecondStep)));
    }
}

#[test]
fn new_recovery_codes_need_a_code_where_they_stand_for_it() {
    for (found, code, is_renewed) in [
        (None, "", true),
        (Some(begun(NOW)), "", true),
        (Some(in_force()), "", false),
        (Some(in_force()), "654321", false),
        (Some(in_force()), CODE, true),
    ] {
        let mut second_steps = storing(found);
        second_steps.expect_use_step().returning(|_, _| Ok(true));
        let mut repository = knowing_ann();
        repository.expect_set_recovery_codes().returning(|_, _, _, _| Ok(true));
        let logins = Logins::new(ports_of(repository, second_steps), None);
        assert_eq!(logins.renew_recovery_codes(&owner(), code).is_ok(), is_renewed, "{code}");
    }
}

#[test]
fn a_wrong_code_of_a_member_is_counted() {
    for code in [CODE, "654321"] {
        let mut second_steps = storing(Some(in_force()));
        second_steps.expect_use_step().returning(|_, _| Ok(true));
        second_steps.expect_remove().returning(|_, _| Ok(true));
        let mut failures = MockLoginFailures::new();
        failures.expect_count().once().returning(|keys, _| {
            assert_eq!(keys, [ThrottleKey::second_step_of(UserId(3))]);
            Ok(CountOutcome::Done(vec![]))
        });
        failures.expect_undo().times(usize::from(code == CODE)).returning(|_, _| Ok(()));
        let ports = ports_of(knowing_ann(), second_steps);
        let removed =
            Logins::new(ports, Some(Arc::new(failures))).remove_second_step(&owner(), code);
        assert_eq!(removed.is_ok(), code == CODE);
    }
}

#[test]
fn a_passkey_takes_a_code_unless_a_passkey_opened_the_session() {
    for (method, code, is_begun) in [
        (SignInMethod::Password, CODE, true),
        (SignInMethod::Password, "", false),
        (SignInMethod::Passkey, "", true),
    ] {
        let mut second_steps = storing(Some(in_force()));
        second_steps.expect_use_step().returning(|_, _| Ok(true));
        let mut sessions = MockSessionRepository::new();
        sessions.expect_list().returning(move |_, _| Ok(vec![open_session(method)]));
        let mut passkeys = MockPasskeyRepository::new();
        passkeys.expect_keys().returning(|_| Ok(vec![]));
        passkeys.expect_open_challenge().times(usize::from(is_begun)).returning(|_, _| Ok(()));
        let mut ceremonies = MockPasskeyCeremonies::new();
        ceremonies.expect_begin_creation().returning(|_, _, _, _| {
            let [options, challenge, state] = ["options", "challenge", "state"].map(str::to_owned);
            Ok(Some(BegunCeremony { options, challenge, state }))
        });
        let ports = UserPorts {
            sessions: Arc::new(sessions),
            passkeys: Arc::new(passkeys),
            ceremonies: Arc::new(ceremonies),
            ..ports_of(knowing_ann(), second_steps)
        };
        let (session, code, origin) = (SessionId(5), code.to_owned(), String::new());
        let asked = PasskeyRequest { session, code, origin };
        let begun = Logins::new(ports, None).begin_passkey(&owner(), "Boats", &asked);
        assert_eq!(begun.is_ok(), is_begun, "{method:?}");
    }
}

#[test]
fn what_lapsed_an_hour_ago_is_deleted() {
    let mut second_steps = MockSecondStepRepository::new();
    second_steps.expect_delete_begun().with(eq(NOW.before(BEGUN_LIFETIME))).returning(|_| Ok(3));
    let logins = Logins::new(ports_of(knowing_ann(), second_steps), None);
    assert_eq!(logins.delete_lapsed_second_steps().unwrap(), 3);
}

#[test]
fn codes_after_a_recovery_wait_with_other_recoveries() {
    let of_name = |method| {
        let keys = attempt("ticket").keys("Ann", method);
        keys.last().unwrap().clone()
    };
    for method in [SignInMethod::Password, SignInMethod::Oidc] {
        assert_eq!(of_name(method), ThrottleKey::password_of("ann").unwrap());
    }
    assert_eq!(of_name(SignInMethod::RecoveryCode), ThrottleKey::codes_of("ann").unwrap());
}
