//! Fixtures of the use case tests.

use std::{sync::Arc, time::Duration};

use kernel::{Actor, Clock, Role, SessionId, Timestamp, UserId};

use crate::{
    Account, Credentials, Device, OpenSession, Password, RecoveryCode, Session, SignInMethod,
    UserPorts,
    api_tokens::{MockApiTokenRepository, MockApiTokenTexts},
    email::MockEmailRepository,
    export::MockExportRepository,
    identities::{MockIdentityProviders, MockIdentityRepository},
    passkeys::{MockPasskeyCeremonies, MockPasskeyRepository},
    ports::{
        MockCommonPasswords, MockPasswordHasher, MockRecoveryCodes, MockTicketTexts, MockTokens,
        MockTotp,
    },
    repository::MockUserRepository,
    second_step::MockSecondStepRepository,
    sessions::MockSessionRepository,
};

pub(crate) const NOW: Timestamp = Timestamp::from_unix_millis(1_000_000_000_000);

pub(crate) const LIFETIME: Duration = Duration::from_hours(24);

pub(crate) struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        NOW
    }
}

/// The hash of a password is the password in brackets.
fn hasher() -> MockPasswordHasher {
    let mut hasher = MockPasswordHasher::new();
    hasher.expect_dummy_hash().return_const("dummy_hash".to_owned());
    hasher.expect_hash().returning(|password| Ok(format!("({})", password.as_str())));
    hasher.expect_verify().returning(|password, hash| {
        hash == format!("({password})") || hash == format!("old {password}")
    });
    hasher
        .expect_renewed()
        .returning(|password, hash| Ok(hash.starts_with("old ").then(|| format!("({password})"))));
    hasher
}

/// A token is `user/session/version`, or `appeal of user`.
fn tokens() -> MockTokens {
    let mut tokens = MockTokens::new();
    tokens.expect_issue().returning(|session| {
        let Session { user, id, version, .. } = session;
        Ok(format!("{user}/{id}/{version}"))
    });
    tokens.expect_lifetime().return_const(LIFETIME);
    tokens.expect_issue_appeal().returning(|pass| Ok(format!("appeal of {}", pass.user)));
    tokens
}

/// Everybody has the same recovery code, whose digest is itself in brackets.
fn recovery_codes() -> MockRecoveryCodes {
    let mut codes = MockRecoveryCodes::new();
    codes.expect_generate().returning(|| RecoveryCode::from_bits([0; 10]));
    codes.expect_digest().returning(|code| format!("({})", code.as_str()));
    codes
}

/// Every session that is opened has the number 5.
fn sessions() -> MockSessionRepository {
    let mut sessions = MockSessionRepository::new();
    sessions.expect_open().returning(|session| {
        assert_eq!((session.opened_at, session.ends_at), (NOW, NOW.after(LIFETIME)));
        Ok(Some(SessionId(5)))
    });
    sessions.expect_list().returning(|_, _| Ok(vec![open_session(SignInMethod::Password)]));
    sessions
}

/// The session with the number 5.
pub(crate) fn open_session(method: SignInMethod) -> OpenSession {
    let (id, device) = (SessionId(5), Device::default());
    OpenSession { id, method, device, opened_at: NOW, last_used_at: NOW }
}

/// Nobody has one.
fn second_steps() -> MockSecondStepRepository {
    let mut second_steps = MockSecondStepRepository::new();
    second_steps.expect_find().returning(|_| Ok(None));
    second_steps
}

/// The site has none.
fn providers() -> MockIdentityProviders {
    let mut providers = MockIdentityProviders::new();
    providers.expect_list().returning(Vec::new);
    providers
}

pub(crate) fn ports(repository: MockUserRepository) -> UserPorts {
    let mut common_passwords = MockCommonPasswords::new();
    common_passwords.expect_contains().returning(|password| password.as_str() == "password");
    UserPorts {
        repository: Arc::new(repository),
        sessions: Arc::new(sessions()),
        api_tokens: Arc::new(MockApiTokenRepository::new()),
        api_token_texts: Arc::new(MockApiTokenTexts::new()),
        emails: Arc::new(MockEmailRepository::new()),
        exports: Arc::new(MockExportRepository::new()),
        hasher: Arc::new(hasher()),
        tokens: Arc::new(tokens()),
        common_passwords: Arc::new(common_passwords),
        recovery_codes: Arc::new(recovery_codes()),
        second_steps: Arc::new(second_steps()),
        totp: Arc::new(MockTotp::new()),
        ticket_texts: Arc::new(MockTicketTexts::new()),
        passkeys: Arc::new(MockPasskeyRepository::new()),
        ceremonies: Arc::new(MockPasskeyCeremonies::new()),
        identities: Arc::new(MockIdentityRepository::new()),
        providers: Arc::new(providers()),
        clock: Arc::new(FixedClock),
    }
}

pub(crate) fn account() -> Account {
    Account {
        id: UserId(3),
        username: "Ann".to_owned(),
        image: "/images/avatars/avatar-1.svg".to_owned(),
        role: Role::User,
        ban: None,
        session_version: 2,
        created_at: NOW,
    }
}

/// Belongs to an account whose password is `correct`.
pub(crate) fn credentials(account: Account) -> Credentials {
    Credentials { account, password_hash: "(correct)".to_owned() }
}

pub(crate) fn ann() -> Actor {
    Actor { id: UserId(3), role: Role::User }
}

pub(crate) fn password(text: &str) -> Password {
    Password::parse(text, text).unwrap()
}
