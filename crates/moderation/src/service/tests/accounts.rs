use std::time::Duration;

use super::*;

const BY_ADA: Administrator = Administrator(ADA);

#[test]
fn an_admin_promotes_a_user_to_admin() {
    let admin = AccountStatus { role: Role::Admin, ..ann() };
    let mut repository = MockModerationRepository::new();
    let stored = admin.clone();
    repository
        .expect_make_admin()
        .withf(|user, act| (*user, act) == (ANN, &by_ada()))
        .return_once(move |_, _| Ok(ChangeOutcome::Changed(stored)));
    let promoted = moderation(repository).promote_to_admin(BY_ADA, ExistingUser(ANN));
    assert_eq!(promoted.unwrap(), admin);
}

#[test]
fn an_admin_demotes_an_admin() {
    let mut repository = MockModerationRepository::new();
    repository
        .expect_demote()
        .withf(|user, act| (*user, act) == (ANN, &by_ada()))
        .return_once(|_, _| Ok(ChangeOutcome::Changed(ann())));
    let demoted = moderation(repository).demote_admin(BY_ADA, ExistingUser(ANN));
    assert_eq!(demoted.unwrap(), ann());
}

#[test]
fn a_banned_user_is_not_made_an_admin() {
    let mut repository = MockModerationRepository::new();
    repository.expect_make_admin().return_once(|_, _| Ok(ChangeOutcome::Banned));
    let refused = moderation(repository).promote_to_admin(BY_ADA, ExistingUser(ANN));
    assert!(matches!(refused, Err(ModerationError::Banned)));
}

#[test]
fn a_banned_user_keeps_the_role_for_the_unban() {
    let mut repository = MockModerationRepository::new();
    let moderator = AccountStatus { role: Role::Moderator, ..ann() };
    let banned = AccountStatus { ban: Some(Ban::default()), ..moderator.clone() };
    let (before, after) = (banned.clone(), moderator.clone());
    repository
        .expect_ban()
        .withf(|user, until, act| (*user, *until, act) == (ANN, None, &by_ada()))
        .return_once(move |_, _, _| Ok(ChangeOutcome::Changed(before)));
    repository
        .expect_unban()
        .withf(|user, act| (*user, act) == (ANN, &by_ada()))
        .return_once(move |_, _| Ok(ChangeOutcome::Changed(after)));
    let moderation = moderation(repository);
    assert_eq!(moderation.ban(BY_ADA, ExistingUser(ANN), None, None).unwrap(), banned);
    assert_eq!(moderation.unban(BY_ADA, ExistingUser(ANN)).unwrap(), moderator);
}

#[test]
fn days_of_a_ban_count_from_now() {
    let mut repository = MockModerationRepository::new();
    let reason = Reason::parse("Spam").unwrap();
    let act = Act { reason: Some(reason.clone()), ..by_ada() };
    let end = NOW.after(Duration::from_hours(7 * 24));
    repository
        .expect_ban()
        .withf(move |user, until, by| (*user, *until, by) == (ANN, Some(end), &act))
        .return_once(|_, _, _| Ok(ChangeOutcome::Changed(ann())));
    let days = Some(BanDays::new(7).unwrap());
    moderation(repository).ban(BY_ADA, ExistingUser(ANN), days, Some(reason)).unwrap();
}

#[test]
fn banning_oneself_is_refused() {
    let moderation = moderation(MockModerationRepository::new());
    let refused = moderation.ban(BY_ADA, ExistingUser(ADA), None, None);
    assert!(matches!(refused, Err(ModerationError::BanSelf)));
}

#[test]
fn the_last_admin_is_neither_banned_nor_demoted() {
    let mut repository = finding(ann());
    repository.expect_ban().return_once(|_, _, _| Ok(ChangeOutcome::LastAdmin));
    repository.expect_demote().return_once(|_, _| Ok(ChangeOutcome::LastAdmin));
    let moderation = moderation(repository);
    let banned = moderation.ban(BY_ADA, ExistingUser(ANN), None, None);
    assert!(matches!(banned, Err(ModerationError::LastAdmin)));
    assert!(matches!(moderation.demote("ann"), Err(ModerationError::LastAdmin)));
}

#[test]
fn a_concurrently_deleted_account_is_not_found() {
    let mut repository = MockModerationRepository::new();
    repository.expect_unban().return_once(|_, _| Ok(ChangeOutcome::NotFound));
    let refused = moderation(repository).unban(BY_ADA, ExistingUser(ANN));
    assert!(matches!(refused, Err(ModerationError::NoSuchUser)));
}

#[test]
fn operators_promote_and_demote_admins_by_name() {
    let mut repository = finding(ann());
    let admin = AccountStatus { role: Role::Admin, ..ann() };
    let stored = admin.clone();
    repository
        .expect_make_admin()
        .withf(|user, act| (*user, act) == (ANN, &by_operator()))
        .return_once(move |_, _| Ok(ChangeOutcome::Changed(stored)));
    repository
        .expect_demote()
        .withf(|user, act| (*user, act) == (ANN, &by_operator()))
        .return_once(|_, _| Ok(ChangeOutcome::Changed(ann())));
    let moderation = moderation(repository);
    assert_eq!(moderation.make_admin("ann").unwrap(), admin);
    assert_eq!(moderation.demote("Ann").unwrap(), ann());
    for refused in [moderation.make_admin("bob"), moderation.demote("bob")] {
        assert_eq!(refused.unwrap_err().to_string(), "bob not found.");
    }
}

#[test]
fn operators_ban_and_unban_by_name() {
    let mut repository = finding(ann());
    let banned = AccountStatus { ban: Some(Ban::default()), ..ann() };
    let stored = banned.clone();
    repository
        .expect_ban()
        .withf(|user, until, act| (*user, *until, act) == (ANN, None, &by_operator()))
        .return_once(move |_, _, _| Ok(ChangeOutcome::Changed(stored)));
    repository
        .expect_unban()
        .withf(|user, act| (*user, act) == (ANN, &by_operator()))
        .return_once(|_, _| Ok(ChangeOutcome::Changed(ann())));
    let moderation = moderation(repository);
    assert_eq!(moderation.ban_by_name("ANN", None, None).unwrap(), banned);
    assert_eq!(moderation.unban_by_name("Ann").unwrap(), ann());
    for refused in [moderation.ban_by_name("bob", None, None), moderation.unban_by_name("bob")] {
        assert_eq!(refused.unwrap_err().to_string(), "bob not found.");
    }
}

#[test]
fn the_last_admin_is_not_banned_by_name() {
    let mut repository = finding(ann());
    repository.expect_ban().return_once(|_, _, _| Ok(ChangeOutcome::LastAdmin));
    let refused = moderation(repository).ban_by_name("ann", None, None);
    assert!(matches!(refused, Err(ModerationError::LastAdmin)));
}

#[test]
fn user_search_trims_the_keyword() {
    let mut repository = MockModerationRepository::new();
    repository
        .expect_search_non_admins()
        .withf(|part, now, _| part.is_empty() && *now == NOW)
        .return_once(|_, _, _| Ok(Page { items: vec![ann()], next: None }));
    repository
        .expect_search_admins()
        .withf(|part, now, _| part == "an" && *now == NOW)
        .return_once(|_, _, _| Ok(Page { items: vec![ann()], next: None }));
    let (moderation, page) = (moderation(repository), PageRequest::default());
    assert_eq!(moderation.search_users(BY_ADA, "  ", &page).unwrap().items, [ann()]);
    assert_eq!(moderation.search_admins(BY_ADA, " an ", &page).unwrap().items, [ann()]);
}
