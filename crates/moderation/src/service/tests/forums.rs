use super::*;

/// What Max was found to be allowed to moderate.
const BY_MAX: ModeratedForum = ModeratedForum { forum: ForumId(1), by_admin: false };
const BY_ADA: ModeratedForum = ModeratedForum { forum: ForumId(1), by_admin: true };

#[test]
fn whoever_has_the_name_becomes_a_moderator_of_the_forum() {
    let mut repository = finding(ann());
    repository
        .expect_add_moderator()
        .withf(|forum, user| (*forum, *user) == (ForumId(1), ANN))
        .return_once(|_, _| Ok(true));
    assert_eq!(moderation(repository).promote(BY_MAX, "ANN").unwrap(), ann().profile);
}

#[test]
fn a_name_that_nobody_has_is_not_found() {
    let refused = moderation(finding(ann())).promote(BY_MAX, "Nobody").unwrap_err();
    assert!(matches!(refused, ModerationError::UnknownUsername(_)));
    assert_eq!(refused.to_string(), "Nobody not found.");
}

#[test]
fn a_banned_user_is_not_promoted() {
    let banned = AccountStatus { banned: true, ..ann() };
    let refused = moderation(finding(banned)).promote(BY_ADA, "ann");
    assert!(matches!(refused, Err(ModerationError::Banned)));
}

#[test]
fn a_forum_deleted_meanwhile_is_not_found() {
    let mut repository = finding(ann());
    repository.expect_add_moderator().return_once(|_, _| Ok(false));
    let refused = moderation(repository).promote(BY_MAX, "ann");
    assert!(matches!(refused, Err(ModerationError::NoSuchForum)));
}

/// Lets `by` remove Ann, who is the last moderator.
fn remove_the_last(by: ModeratedForum) -> Result<(), ModerationError> {
    let mut repository = MockModerationRepository::new();
    repository.expect_remove_moderator().withf(|_, user, _| *user == ANN).returning(
        |_, _, may_remove_last| {
            Ok(if may_remove_last { RemoveOutcome::Removed } else { RemoveOutcome::LastModerator })
        },
    );
    moderation(repository).remove(by, ExistingUser(ANN))
}

#[test]
fn the_last_moderator_is_removed_by_admins_alone() {
    assert!(matches!(remove_the_last(BY_MAX), Err(ModerationError::LastModerator)));
    assert!(remove_the_last(BY_ADA).is_ok());
}

#[test]
fn a_keyword_is_trimmed() {
    let mut repository = MockModerationRepository::new();
    let nobody = || Page { items: vec![], next: None };
    repository
        .expect_search_promotable()
        .withf(|_, part, _| part == "ann")
        .return_once(move |_, _, _| Ok(nobody()));
    let page = PageRequest::default();
    assert_eq!(moderation(repository).search_promotable(BY_MAX, " ann ", &page).unwrap(), nobody());
}

#[test]
fn a_list_is_that_of_the_forum_or_user_asked_for() {
    let mut repository = MockModerationRepository::new();
    repository
        .expect_moderators()
        .withf(|forum, _| *forum == ForumId(1))
        .return_once(|_, _| Ok(Page { items: vec![ann().profile], next: None }));
    repository
        .expect_access()
        .withf(|user, _| *user == ANN)
        .return_once(|_, _| Ok(Page { items: vec![ForumId(4)], next: None }));
    let moderation = moderation(repository);
    let moderators = moderation.moderators(GARDENING, &PageRequest::default()).unwrap();
    assert_eq!(moderators.items, [ann().profile]);
    let access = moderation.access(ReadableAccessList(ANN), &PageRequest::default()).unwrap();
    assert_eq!(access.items, [ForumId(4)]);
}
