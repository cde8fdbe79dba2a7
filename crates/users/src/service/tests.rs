use std::{sync::Arc, time::Duration};

use kernel::{Ban, Role, SecondStepPolicy};
use mockall::predicate::eq;

use super::*;
use crate::{
    ApiGrant, KeptSession, RecoveryCode, Scope, Scopes, SignInMethod,
    api_tokens::MockApiTokenRepository,
    fixtures::{LIFETIME, NOW, account, ann, password, ports},
    repository::MockUserRepository,
    sessions::MockSessionRepository,
};

fn users(repository: MockUserRepository) -> Users {
    Users::new(ports(repository))
}

fn register(
    image: Option<ImageUrl>,
    stored_image: &'static str,
    outcome: Option<Account>,
) -> Result<Account, UserError> {
    let mut repository = MockUserRepository::new();
    repository
        .expect_insert()
        .withf(move |new| {
            new.password_hash == "(long enough)"
                && new.image.as_str() == stored_image
                && new.created_at == NOW
                && new.code_digests.is_empty()
        })
        .return_once(|_| Ok(outcome));
    let name = Username::parse("Ann").unwrap();
    let registered = register_with(&users(repository), name, "long enough", image, false);
    registered.map(|registered| registered.account)
}

fn register_with(
    users: &Users,
    username: Username,
    text: &str,
    image: Option<ImageUrl>,
    with_codes: bool,
) -> Result<Registration, UserError> {
    let password = password(text);
    users.register(users.screen(RegistrationForm { username, password, image, with_codes })?)
}

#[test]
fn a_new_account_without_image_has_the_default_avatar() {
    assert!(register(None, "/images/avatars/default.svg", Some(account())).is_ok());
}

#[test]
fn a_new_account_keeps_its_image() {
    let image = ImageUrl::parse("https://example.org/a.png").unwrap();
    assert!(register(image, "https://example.org/a.png", Some(account())).is_ok());
}

#[test]
fn a_taken_name_is_refused() {
    let refused = register(None, "/images/avatars/default.svg", None).unwrap_err();
    assert_eq!(refused.to_string(), "User already exists");
}

#[test]
fn a_common_password_is_refused() {
    let name = Username::parse("Ann").unwrap();
    let refused = register_with(&users(MockUserRepository::new()), name, "password", None, false);
    assert!(matches!(refused, Err(UserError::CommonPassword(_))));
}

#[test]
fn recovery_codes_are_returned_once_and_stored_hashed() {
    let mut repository = MockUserRepository::new();
    repository
        .expect_insert()
        .withf(|new| new.code_digests == vec!["(0000000000000000)"; RecoveryCode::COUNT])
        .return_once(|_| Ok(Some(account())));
    let name = Username::parse("Ann").unwrap();
    let registered = register_with(&users(repository), name, "long enough", None, true).unwrap();
    assert_eq!(registered.recovery_codes, vec![RecoveryCode::from_bits([0; 10]); 10]);
}

#[test]
fn the_first_admin_is_a_new_account() {
    let mut repository = MockUserRepository::new();
    repository
        .expect_insert_first_admin()
        .withf(|new| new.username.as_str() == "Ann" && new.password_hash == "(long enough)")
        .return_once(|_| Ok(FirstAdminOutcome::AdminExists));
    let users = users(repository);
    let (username, password) = (Username::parse("Ann").unwrap(), password("long enough"));
    let form = RegistrationForm { username, password, image: None, with_codes: false };
    let outcome = users.create_first_admin(users.screen(form).unwrap()).unwrap();
    assert_eq!(outcome, FirstAdminOutcome::AdminExists);
}

fn session() -> Session {
    Session { user: UserId(3), id: SessionId(7), version: 2, issued_at: NOW, api: None }
}

fn with_sessions(sessions: MockSessionRepository) -> Users {
    let sessions = Arc::new(sessions);
    Users::new(UserPorts { sessions, ..ports(MockUserRepository::new()) })
}

fn held_by(account: Option<Account>) -> MockSessionRepository {
    let mut sessions = MockSessionRepository::new();
    sessions
        .expect_admission()
        .withf(|user, session| (*user, *session) == (UserId(3), SessionId(7)))
        .return_once(move |_, _| Ok(account.map(without_second_step)));
    sessions
}

/// Nobody needs one.
fn without_second_step(account: Account) -> Admission {
    let (policy, method) = (SecondStepPolicy::Nobody, SignInMethod::Password);
    Admission { account, policy, has_second_step: false, method }
}

fn member(account: Option<Account>) -> Result<Member, UserError> {
    with_sessions(held_by(account)).member(&session())
}

#[test]
fn a_session_older_than_its_account_is_invalid() {
    let made = |after| Account { created_at: NOW.after(Duration::from_secs(after)), ..account() };
    assert!(member(Some(made(60))).is_ok(), "clocks differ");
    assert!(matches!(member(Some(made(61))), Err(UserError::SessionEnded)));
}

#[test]
fn a_session_has_the_current_role_and_ban() {
    let promoted = Account { role: Role::Admin, ban: Some(Ban::default()), ..account() };
    assert_eq!(
        member(Some(promoted)).unwrap(),
        Member { id: UserId(3), role: Role::Admin, ban: Some(Ban::default()), since: NOW }
    );
}

#[test]
fn a_session_has_no_ban_from_its_end_on() {
    let until = |until| {
        let ban = Ban { until: Some(until), reason: None };
        member(Some(Account { ban: Some(ban), ..account() })).unwrap().active().is_ok()
    };
    assert!(!until(NOW.after(Duration::from_millis(1))));
    assert!(until(NOW));
}

#[test]
fn a_session_from_before_a_password_change_has_ended() {
    let changed = Account { session_version: 3, ..account() };
    assert!(matches!(member(Some(changed)), Err(UserError::SessionEnded)));
}

#[test]
fn a_session_of_a_deleted_account_has_ended() {
    assert!(matches!(member(None), Err(UserError::SessionEnded)));
}

/// Ann moderates.
fn admitted(policy: SecondStepPolicy, has_second_step: bool, ban: Option<Ban>) -> Users {
    admitted_by(SignInMethod::Password, policy, has_second_step, ban)
}

fn admitted_by(
    method: SignInMethod,
    policy: SecondStepPolicy,
    has_second_step: bool,
    ban: Option<Ban>,
) -> Users {
    let account = Account { role: Role::Moderator, ban, ..account() };
    let admission = Admission { account: account.clone(), policy, has_second_step, method };
    let mut sessions = MockSessionRepository::new();
    sessions.expect_admission().returning(move |_, _| Ok(Some(admission.clone())));
    sessions.expect_holder().returning(move |_, _| Ok(Some(account.clone())));
    with_sessions(sessions)
}

#[test]
fn who_lacks_a_needed_second_step_is_signed_in_alone() {
    let refused = admitted(SecondStepPolicy::Moderators, false, None);
    assert!(matches!(refused.member(&session()), Err(UserError::SecondStepNeeded)));
    assert_eq!(refused.signed_in(&session()).unwrap().id, UserId(3));
    let passkey = admitted_by(SignInMethod::Passkey, SecondStepPolicy::Everyone, false, None);
    assert!(passkey.member(&session()).is_ok());
    let has_one = admitted(SecondStepPolicy::Everyone, true, None);
    assert!(has_one.member(&session()).is_ok());
    assert!(admitted(SecondStepPolicy::Nobody, false, None).member(&session()).is_ok());
}

#[test]
fn a_ban_is_told_before_a_needed_second_step() {
    let banned = admitted(SecondStepPolicy::Everyone, false, Some(Ban::default()));
    assert!(banned.member(&session()).unwrap().active().is_err());
}

#[test]
fn refused_sessions_are_found_with_one_read() {
    let mut sessions = MockSessionRepository::new();
    sessions
        .expect_admissions()
        .withf(|ids| *ids == [SessionId(7), SessionId(8), SessionId(9)])
        .times(1)
        .return_once(|_| {
            let lacking = without_second_step(account());
            let lacking = Admission { policy: SecondStepPolicy::Everyone, ..lacking };
            Ok(vec![(SessionId(7), without_second_step(account())), (SessionId(9), lacking)])
        });
    let other = Session { version: session().version + 1, ..session() };
    let gone = Session { id: SessionId(8), ..session() };
    let of_another = Session { user: UserId(4), ..session() };
    let lacking = Session { id: SessionId(9), ..session() };
    let all = vec![
        ('a', session()),
        ('b', other),
        ('c', gone),
        ('d', session()),
        ('e', of_another),
        ('f', lacking),
    ];
    let refused = with_sessions(sessions).refused_sessions(all).unwrap();
    let refused: Vec<_> = refused.into_iter().map(|(name, _, refusal)| (name, refusal)).collect();
    let ended = |name| (name, SessionRefusal::Ended);
    let lacks = ('f', SessionRefusal::SecondStepNeeded);
    assert_eq!(refused, [ended('b'), ended('c'), ended('e'), lacks]);
}

/// That of an API token, which outlives passwords.
fn program() -> Session {
    let scopes = Scopes::from_iter([Scope::Read]);
    let ends_at = NOW.after(Duration::from_mins(1));
    Session { version: 0, api: Some(ApiGrant { scopes, ends_at }), ..session() }
}

fn with_api_tokens(api_tokens: MockApiTokenRepository) -> Users {
    let api_tokens = Arc::new(api_tokens);
    Users::new(UserPorts { api_tokens, ..ports(MockUserRepository::new()) })
}

#[test]
fn an_api_token_represents_its_member_after_a_password_change_too() {
    for (account, is_admitted) in [(Some(account()), true), (None, false)] {
        let mut api_tokens = MockApiTokenRepository::new();
        let admission = account.map(without_second_step);
        api_tokens
            .expect_admission()
            .withf(|user, token| (*user, *token) == (UserId(3), SessionId(7)))
            .returning(move |_, _| Ok(admission.clone()));
        let users = with_api_tokens(api_tokens);
        assert_eq!(users.member(&program()).is_ok(), is_admitted);
        assert_eq!(users.signed_in(&program()).is_ok(), is_admitted);
    }
}

#[test]
fn an_api_token_is_marked_and_ends_as_such() {
    let mut api_tokens = MockApiTokenRepository::new();
    api_tokens.expect_mark_used().with(eq(SessionId(7)), eq(NOW)).returning(|_, _| Ok(()));
    let users = with_api_tokens(api_tokens);
    users.mark_used(&program()).unwrap();
    assert_eq!(users.time_left(&program(), "token"), Duration::from_mins(1));
}

#[test]
fn refused_api_tokens_are_found_beside_sessions() {
    let (mut sessions, mut api_tokens) =
        (MockSessionRepository::new(), MockApiTokenRepository::new());
    sessions.expect_admissions().with(eq([SessionId(8)])).once().return_once(|_| Ok(vec![]));
    let stored = || (SessionId(7), without_second_step(account()));
    api_tokens.expect_admissions().once().return_once(move |ids| {
        assert_eq!(ids, [SessionId(7), SessionId(9)]);
        Ok(vec![stored()])
    });
    let ports = UserPorts {
        sessions: Arc::new(sessions),
        api_tokens: Arc::new(api_tokens),
        ..ports(MockUserRepository::new())
    };
    let gone = Session { id: SessionId(9), ..program() };
    let ended = Session { id: SessionId(8), ..session() };
    let all = vec![('a', program()), ('b', gone), ('c', ended)];
    let refused = Users::new(ports).refused_sessions(all).unwrap();
    let refused: Vec<_> = refused.into_iter().map(|(name, _, refusal)| (name, refusal)).collect();
    assert_eq!(refused, [('b', SessionRefusal::Ended), ('c', SessionRefusal::Ended)]);
}

#[test]
fn an_account_is_shown_to_its_owner_only() {
    let account_for = |asker| {
        let mut repository = MockUserRepository::new();
        repository.expect_find().return_once(|_| Ok(Some(account())));
        users(repository).account(UserId(3), UserId(asker))
    };
    assert!(account_for(3).is_ok());
    assert!(matches!(account_for(4), Err(UserError::NotTheOwner)));
}

#[test]
fn removing_the_image_restores_the_default_avatar() {
    let mut repository = MockUserRepository::new();
    repository
        .expect_set_image()
        .withf(|id, image| *id == UserId(3) && *image == default_avatar())
        .return_once(|_, _| Ok(Some(account())));
    assert!(users(repository).set_image(&ann(), None).is_ok());
}

fn kept() -> KeptSession {
    KeptSession { id: SessionId(7), renewed_at: NOW, ends_at: NOW.after(LIFETIME) }
}

#[test]
fn signing_out_everywhere_returns_a_new_token() {
    let mut sessions = MockSessionRepository::new();
    let ended = Account { session_version: 3, ..account() };
    sessions
        .expect_end_tokens()
        .withf(|id, version, spared| (*id, *version, spared) == (UserId(3), 2, &kept()))
        .return_once(|_, _, _| Ok(Some(ended)));
    assert_eq!(with_sessions(sessions).end_sessions(&session()).unwrap(), "3/7/3");
}

#[test]
fn signing_out_everywhere_needs_a_session_that_has_not_ended() {
    let mut sessions = MockSessionRepository::new();
    sessions.expect_end_tokens().return_once(|_, _, _| Ok(None));
    let ended = with_sessions(sessions).end_sessions(&session());
    assert!(matches!(ended, Err(UserError::SessionEnded)));
}

#[test]
fn the_own_token_outlives_the_end_of_the_other_sessions() {
    let mut sessions = MockSessionRepository::new();
    sessions
        .expect_end_others()
        .withf(|id, spared| (*id, spared) == (UserId(3), &kept()))
        .return_once(|_, _| Ok(true));
    let token = with_sessions(sessions).end_other_sessions(&session(), &account()).unwrap();
    assert_eq!(token, "3/7/2");
}

#[test]
fn a_session_that_ended_meanwhile_ends_no_others() {
    let mut sessions = MockSessionRepository::new();
    sessions.expect_end_others().return_once(|_, _| Ok(false));
    let ended = with_sessions(sessions).end_other_sessions(&session(), &account());
    assert!(matches!(ended, Err(UserError::SessionEnded)));
}

#[test]
fn a_session_is_ended_once() {
    for (is_open, ended) in [(true, true), (false, false)] {
        let mut sessions = MockSessionRepository::new();
        sessions
            .expect_end()
            .withf(|id, session| (*id, *session) == (UserId(3), SessionId(8)))
            .return_once(move |_, _| Ok(is_open));
        let outcome = with_sessions(sessions).end_session(UserId(3), SessionId(8));
        assert_eq!(outcome.is_ok(), ended);
    }
}

#[test]
fn user_search_ignores_case() {
    let mut repository = MockUserRepository::new();
    repository
        .expect_search_users()
        .withf(|except, part, _| *except == UserId(3) && part == "mar")
        .return_once(|_, _, _| Ok(Page { items: vec![], next: None }));
    users(repository).search_users(&ann(), "MAR", &PageRequest::default()).unwrap();
}

#[test]
fn an_impossible_part_of_a_name_matches_no_member() {
    let nobody =
        users(MockUserRepository::new()).search_users(&ann(), "%", &PageRequest::default());
    assert_eq!(nobody.unwrap().items, []);
}
