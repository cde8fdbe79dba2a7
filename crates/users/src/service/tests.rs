use kernel::{Role, Timestamp};

use super::*;
use crate::{
    export::MockExportRepository,
    ports::{MockPasswordHasher, MockTokens},
    repository::MockUserRepository,
};

const NOW: Timestamp = Timestamp::from_unix_millis(1_000_000_000_000);

struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        NOW
    }
}

/// The hash of a password is the password in brackets.
fn hasher() -> MockPasswordHasher {
    let mut hasher = MockPasswordHasher::new();
    hasher.expect_unfitting().return_const("unfitting".to_owned());
    hasher.expect_hash().returning(|password| Ok(format!("({})", password.as_str())));
    hasher.expect_verify().returning(|password, hash| hash == format!("({password})"));
    hasher
}

/// A token is `user/version`.
fn tokens() -> MockTokens {
    let mut tokens = MockTokens::new();
    tokens
        .expect_issue()
        .returning(|session, _| Ok(format!("{}/{}", session.user, session.version)));
    tokens
}

fn users(repository: MockUserRepository) -> Users {
    Users::new(
        Arc::new(repository),
        Arc::new(MockExportRepository::new()),
        Arc::new(hasher()),
        Arc::new(tokens()),
        Arc::new(FixedClock),
    )
}

fn account() -> Account {
    Account {
        id: UserId(3),
        username: "Ann".to_owned(),
        image: "/images/avatars/avatar-1.svg".to_owned(),
        role: Role::User,
        banned: false,
        session_version: 2,
        created_at: NOW,
    }
}

fn ann() -> Actor {
    Actor { id: UserId(3), role: Role::User }
}

fn password(text: &str) -> Password {
    Password::parse(text, text).unwrap()
}

fn login_as(account: Option<Account>, name: &str, password: &str) -> Result<Login, LoginError> {
    let mut repository = MockUserRepository::new();
    repository.expect_credentials_by_name().withf(|key| key == "ann").return_once(|_| {
        Ok(account.map(|account| Credentials { account, password_hash: "(correct)".to_owned() }))
    });
    users(repository).login(name, password)
}

#[test]
fn login_without_regard_to_the_case_of_the_name_gives_a_token() {
    let login = login_as(Some(account()), "ANN", "correct").unwrap();
    assert_eq!(login, Login { token: "3/2".to_owned(), account: account() });
}

#[test]
fn a_wrong_password_and_an_unknown_name_are_refused_alike() {
    assert!(matches!(login_as(Some(account()), "ann", "wrong"), Err(LoginError::Invalid)));
    assert!(matches!(login_as(None, "ann", "correct"), Err(LoginError::Invalid)));
}

#[test]
fn an_unknown_name_costs_a_comparison_too() {
    let mut repository = MockUserRepository::new();
    repository.expect_credentials_by_name().return_once(|_| Ok(None));
    let mut hasher = MockPasswordHasher::new();
    hasher.expect_unfitting().return_const("unfitting".to_owned());
    hasher.expect_verify().withf(|_, hash| hash == "unfitting").once().return_const(false);
    let users = Users::new(
        Arc::new(repository),
        Arc::new(MockExportRepository::new()),
        Arc::new(hasher),
        Arc::new(tokens()),
        Arc::new(FixedClock),
    );
    assert!(users.login("nobody", "whatever").is_err());
}

#[test]
fn a_ban_is_told_only_to_who_knows_the_password() {
    let banned = Account { banned: true, ..account() };
    assert!(matches!(login_as(Some(banned.clone()), "ann", "correct"), Err(LoginError::Banned)));
    assert!(matches!(login_as(Some(banned), "ann", "wrong"), Err(LoginError::Invalid)));
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
        })
        .return_once(|_| Ok(outcome));
    users(repository).register(Username::parse("Ann").unwrap(), &password("long enough"), image)
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

fn member(account: Option<Account>) -> Result<Member, UserError> {
    let mut repository = MockUserRepository::new();
    repository.expect_find().return_once(|_| Ok(account));
    users(repository).member(&Session { user: UserId(3), version: 2 })
}

#[test]
fn a_session_counts_with_the_role_and_the_ban_of_now() {
    let promoted = Account { role: Role::Admin, banned: true, ..account() };
    assert_eq!(
        member(Some(promoted)).unwrap(),
        Member { id: UserId(3), role: Role::Admin, banned: true, since: NOW }
    );
}

#[test]
fn a_session_from_before_a_password_change_has_ended() {
    let changed = Account { session_version: 3, ..account() };
    assert!(matches!(member(Some(changed)), Err(UserError::SessionEnded)));
}

#[test]
fn a_session_of_an_account_that_is_gone_has_ended() {
    assert!(matches!(member(None), Err(UserError::SessionEnded)));
}

#[test]
fn an_account_is_shown_to_its_owner_alone() {
    let account_for = |asker| {
        let mut repository = MockUserRepository::new();
        repository.expect_find().return_once(|_| Ok(Some(account())));
        users(repository).account(UserId(3), UserId(asker))
    };
    assert!(account_for(3).is_ok());
    assert!(matches!(account_for(4), Err(UserError::NotTheOwner)));
}

#[test]
fn taking_the_image_away_brings_the_default_avatar_back() {
    let mut repository = MockUserRepository::new();
    repository
        .expect_set_image()
        .withf(|id, image| *id == UserId(3) && *image == default_avatar())
        .return_once(|_, _| Ok(Some(account())));
    assert!(users(repository).set_image(&ann(), None).is_ok());
}

fn change_password(current: &str, stored: Option<Account>) -> Result<String, UserError> {
    let mut repository = MockUserRepository::new();
    repository.expect_credentials().return_once(|_| {
        Ok(Some(Credentials { account: account(), password_hash: "(correct)".to_owned() }))
    });
    repository
        .expect_set_password()
        .withf(|_, old, new| old == "(correct)" && new == "(long enough)")
        .return_once(|_, _, _| Ok(stored));
    users(repository).set_password(&ann(), current, &password("long enough"))
}

#[test]
fn a_password_change_answers_a_token_of_the_new_session() {
    let changed = Account { session_version: 3, ..account() };
    assert_eq!(change_password("correct", Some(changed)).unwrap(), "3/3");
}

#[test]
fn a_password_change_needs_the_current_password() {
    assert!(matches!(change_password("wrong", None), Err(UserError::WrongPassword)));
}

#[test]
fn of_two_password_changes_at_once_one_is_refused() {
    assert!(matches!(change_password("correct", None), Err(UserError::WrongPassword)));
}

#[test]
fn people_are_looked_for_without_regard_to_case() {
    let mut repository = MockUserRepository::new();
    repository
        .expect_others()
        .withf(|except, part, _| *except == UserId(3) && part == "mar")
        .return_once(|_, _, _| Ok(Page { items: vec![], next: None }));
    users(repository).others(&ann(), "MAR", &PageRequest::default()).unwrap();
}

#[test]
fn a_part_that_no_name_can_hold_finds_nobody() {
    let nobody = users(MockUserRepository::new()).others(&ann(), "%", &PageRequest::default());
    assert_eq!(nobody.unwrap().items, []);
}

fn deleting(left: Option<Left>, current: &str) -> Result<(), UserError> {
    let mut repository = MockUserRepository::new();
    repository.expect_credentials().return_once(|_| {
        Ok(Some(Credentials { account: account(), password_hash: "(correct)".to_owned() }))
    });
    if let Some(left) = left {
        repository
            .expect_delete()
            .withf(|id, hash| (*id, hash) == (UserId(3), "(correct)"))
            .return_once(move |_, _| Ok(left));
    }
    users(repository).delete(&ann(), current)
}

#[test]
fn an_account_goes_with_its_password_alone() {
    assert!(deleting(Some(Left::Done), "correct").is_ok());
    assert!(matches!(deleting(None, "wrong"), Err(UserError::WrongPassword)));
}

#[test]
fn the_last_admin_stays_and_so_does_an_account_whose_password_changes_meanwhile() {
    assert!(matches!(deleting(Some(Left::LastAdmin), "correct"), Err(UserError::LastAdmin)));
    assert!(matches!(deleting(Some(Left::Changed), "correct"), Err(UserError::WrongPassword)));
}
