use std::sync::Arc;

use kernel::{Language, UserId};
use mockall::predicate::eq;

use super::*;
use crate::{
    CountOutcome, Reauthenticated, ThrottleKey, UserError, UserPorts,
    fixtures::{NOW, ann, password, ports},
    ports::MockLoginFailures,
    repository::MockUserRepository,
};

/// The token of a seed is the seed in angle brackets, its digest is itself in round ones.
fn tokens() -> MockLinkTokens {
    let mut tokens = MockLinkTokens::new();
    tokens
        .expect_generate()
        .returning(|| NewLink { seed: "seed".to_owned(), digest: "(<seed>)".to_owned() });
    tokens.expect_digest().returning(|token| format!("({token})"));
    tokens
}

fn emails(repository: MockEmailRepository) -> Emails {
    throttled(repository, None)
}

fn throttled(repository: MockEmailRepository, failures: Option<MockLoginFailures>) -> Emails {
    let failures = failures.map(|failures| Arc::new(failures) as _);
    let ports = UserPorts { emails: Arc::new(repository), ..ports(MockUserRepository::new()) };
    Emails::new(ports, Arc::new(tokens()), failures)
}

fn owner() -> Reauthenticated {
    Reauthenticated { user: UserId(3), hash: "(correct)".to_owned() }
}

fn begun(outcome: BeginEmailOutcome) -> Result<Email, UserError> {
    let mut repository = MockEmailRepository::new();
    repository.expect_begin().return_once(move |user, hash, address, link, language, now| {
        assert_eq!((user, hash, address.as_str()), (UserId(3), "(correct)", "ann@x.org"));
        assert_eq!(
            (link.digest.as_str(), language, now),
            ("(<seed>)", Some(Language::ENGLISH), NOW)
        );
        Ok(outcome)
    });
    let address = EmailAddress::parse("ann@X.org").unwrap();
    emails(repository).begin(&owner(), &address, Some(Language::ENGLISH))
}

#[test]
fn an_address_waits_for_its_confirmation() {
    let waits = Email { pending: Some("ann@x.org".to_owned()), ..Email::default() };
    assert_eq!(begun(BeginEmailOutcome::Begun(waits.clone())).unwrap(), waits);
    let changed = begun(BeginEmailOutcome::PasswordChanged);
    assert!(matches!(changed, Err(UserError::WrongPassword)));
}

#[test]
fn the_sixth_mail_to_confirm_waits_for_the_end_of_a_day() {
    let first = NOW.before(Duration::from_hours(23));
    let refused = begun(BeginEmailOutcome::TooMany { first });
    assert!(matches!(refused, Err(UserError::TooManyConfirmations { wait_seconds: 3_600 })));
}

#[test]
fn an_address_is_removed_by_its_member() {
    let mut repository = MockEmailRepository::new();
    repository.expect_remove().with(eq(UserId(3)), eq(NOW)).return_once(|_, _| Ok(()));
    emails(repository).remove(&ann()).unwrap();
}

#[test]
fn a_link_confirms_once() {
    let confirmed = |found: Option<&'static str>| {
        let mut repository = MockEmailRepository::new();
        let found = found.map(str::to_owned);
        repository.expect_confirm().with(eq("(<t>)"), eq(NOW)).return_once(|_, _| Ok(found));
        emails(repository).confirm("<t>")
    };
    assert_eq!(confirmed(Some("ann@x.org")).unwrap(), "ann@x.org");
    assert!(matches!(confirmed(None), Err(UserError::LinkEnded)));
}

#[test]
fn a_forgotten_password_counts_as_a_failure_of_the_name_or_address() {
    for (name, key) in [
        (" Ann ", ThrottleKey::password_of("ann").unwrap()),
        ("Ann@X.org", ThrottleKey::email(&EmailAddress::parse("ann@x.org").unwrap())),
    ] {
        let mut failures = MockLoginFailures::new();
        let network = ThrottleKey::address([192, 0, 2, 1].into());
        failures.expect_count().return_once(|keys, _| {
            assert_eq!(keys, [network, key]);
            Ok(CountOutcome::Done(vec![]))
        });
        let mut repository = MockEmailRepository::new();
        repository.expect_request_reset().with(eq(name.trim()), eq(NOW)).return_once(|_, _| Ok(()));
        let attempt =
            ForgottenAttempt { name: name.to_owned(), address: Some([192, 0, 2, 1].into()) };
        throttled(repository, Some(failures)).request_reset(&attempt).unwrap();
    }
}

#[test]
fn a_locked_name_is_sent_nothing() {
    let mut failures = MockLoginFailures::new();
    let until = NOW.after(Duration::from_mins(1));
    failures.expect_count().return_once(move |_, _| Ok(CountOutcome::Locked(until)));
    let attempt = ForgottenAttempt { name: "ann".to_owned(), address: None };
    let refused = throttled(MockEmailRepository::new(), Some(failures)).request_reset(&attempt);
    assert!(matches!(refused, Err(UserError::TooMany(_))));
}

#[test]
fn a_name_that_nobody_can_have_is_not_looked_for() {
    let attempt = ForgottenAttempt { name: "no such @ name".to_owned(), address: None };
    emails(MockEmailRepository::new()).request_reset(&attempt).unwrap();
}

#[test]
fn a_link_sets_a_password_once() {
    for is_open in [true, false] {
        let mut repository = MockEmailRepository::new();
        repository.expect_may_reset().with(eq("(<t>)"), eq(NOW)).returning(move |_, _| Ok(is_open));
        repository
            .expect_reset()
            .with(eq("(<t>)"), eq("(a new one)"), eq(NOW))
            .returning(move |_, _, _| Ok(is_open));
        let (emails, new) = (emails(repository), password("a new one"));
        assert_eq!(emails.check_reset("<t>", &new).is_ok(), is_open);
        let reset = emails.reset("<t>", &new);
        assert!(if is_open { reset.is_ok() } else { matches!(reset, Err(UserError::LinkEnded)) });
    }
}

#[test]
fn a_common_password_keeps_the_link() {
    let refused = emails(MockEmailRepository::new()).check_reset("<t>", &password("password"));
    assert!(matches!(refused, Err(UserError::CommonPassword(_))));
}
