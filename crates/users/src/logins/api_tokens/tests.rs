use std::sync::Arc;

use kernel::Timestamp;
use mockall::predicate::eq;

use super::*;
use crate::{
    CredentialName, Scope, Scopes, SecondStep, TokenDays, TotpSecret,
    api_tokens::{MockApiTokenRepository, MockApiTokenTexts},
    fixtures::{NOW, open_session, ports},
    ports::MockTotp,
    repository::MockUserRepository,
    second_step::MockSecondStepRepository,
    sessions::MockSessionRepository,
};

const ANN: UserId = UserId(3);
const ID: SessionId = SessionId(70);
const CODE: &str = "123456";

fn owner() -> Reauthenticated {
    Reauthenticated { user: ANN, hash: "(correct)".to_owned() }
}

fn asked(code: &str) -> TokenRequest {
    TokenRequest {
        session: SessionId(5),
        code: code.to_owned(),
        name: CredentialName::parse("Archive").unwrap(),
        scopes: Scopes::from_iter([Scope::Read]),
        days: TokenDays::new(7).unwrap(),
    }
}

fn ends_at() -> Timestamp {
    NOW.after(TokenDays::new(7).unwrap().span())
}

fn made() -> ApiToken {
    let (name, scopes) = ("Archive".to_owned(), Scopes::from_iter([Scope::Read]));
    let last_used_at = None;
    ApiToken { id: ID, name, scopes, created_at: NOW, ends_at: ends_at(), last_used_at }
}

/// Whoever asks is in a session of this method, and the token `text` is stored as `digest`.
fn logins(api_tokens: MockApiTokenRepository, method: SignInMethod, is_protected: bool) -> Logins {
    let mut texts = MockApiTokenTexts::new();
    texts.expect_generate().returning(|| ("text".to_owned(), "digest".to_owned()));
    let mut sessions = MockSessionRepository::new();
    sessions.expect_list().returning(move |_, _| Ok(vec![open_session(method)]));
    let mut second_steps = MockSecondStepRepository::new();
    let in_force = SecondStep {
        secret: TotpSecret([7; 20]),
        begun_at: NOW,
        active_since: Some(NOW),
        last_step: 0,
    };
    second_steps.expect_find().returning(move |_| Ok(is_protected.then(|| in_force.clone())));
    second_steps.expect_use_step().returning(|_, _| Ok(true));
    let mut totp = MockTotp::new();
    totp.expect_step_of().returning(|_, code, _| (code == CODE).then_some(40));
    let ports = UserPorts {
        api_tokens: Arc::new(api_tokens),
        api_token_texts: Arc::new(texts),
        sessions: Arc::new(sessions),
        second_steps: Arc::new(second_steps),
        totp: Arc::new(totp),
        ..ports(MockUserRepository::new())
    };
    Logins::new(ports, None)
}

/// Expects one token, of whoever signed in so.
fn adding(outcome: AddApiTokenOutcome, method: SignInMethod) -> MockApiTokenRepository {
    let mut api_tokens = MockApiTokenRepository::new();
    let wanted = NewApiToken {
        user: ANN,
        name: CredentialName::parse("Archive").unwrap(),
        digest: "digest".to_owned(),
        scopes: Scopes::from_iter([Scope::Read]),
        method,
        created_at: NOW,
        ends_at: ends_at(),
    };
    api_tokens.expect_add().with(eq(wanted)).once().return_once(|_| Ok(outcome));
    api_tokens
}

#[test]
fn a_new_token_is_shown_and_its_hash_stored() {
    let method = SignInMethod::Password;
    let api_tokens = adding(AddApiTokenOutcome::Added(made()), method);
    let added = logins(api_tokens, method, false).add_api_token(&owner(), asked(""));
    assert_eq!(added.unwrap(), (made(), "text".to_owned()));
}

#[test]
fn an_account_has_no_more_than_enough() {
    let method = SignInMethod::Password;
    let api_tokens = adding(AddApiTokenOutcome::TooMany, method);
    let refused = logins(api_tokens, method, false).add_api_token(&owner(), asked(""));
    assert!(matches!(refused, Err(UserError::TooManyApiTokens)));
}

#[test]
fn a_second_step_takes_a_code_unless_a_passkey_opened_the_session() {
    for (method, code) in [(SignInMethod::Oidc, CODE), (SignInMethod::Passkey, "")] {
        let api_tokens = adding(AddApiTokenOutcome::Added(made()), method);
        assert!(logins(api_tokens, method, true).add_api_token(&owner(), asked(code)).is_ok());
    }
    let logins = logins(MockApiTokenRepository::new(), SignInMethod::Password, true);
    for code in ["", "000000"] {
        let refused = logins.add_api_token(&owner(), asked(code));
        assert!(matches!(refused, Err(UserError::WrongCode(_))), "{refused:?}");
    }
}

#[test]
fn a_session_that_ended_meanwhile_makes_no_token() {
    let logins = logins(MockApiTokenRepository::new(), SignInMethod::Password, false);
    let refused = logins.add_api_token(&owner(), TokenRequest { session: ID, ..asked("") });
    assert!(matches!(refused, Err(UserError::SessionEnded)));
}

#[test]
fn what_is_revoked_is_the_members_own() {
    let mut api_tokens = MockApiTokenRepository::new();
    api_tokens.expect_remove().returning(|user, token, now| {
        assert_eq!((user, now), (ANN, NOW));
        Ok(token == ID)
    });
    let logins = logins(api_tokens, SignInMethod::Password, false);
    assert!(logins.remove_api_token(ANN, ID).is_ok());
    let refused = logins.remove_api_token(ANN, SessionId(71));
    assert!(matches!(refused, Err(UserError::NoApiToken)));
}
