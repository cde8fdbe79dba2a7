use super::*;

/// What Max was found to be allowed to moderate.
const BY_MAX: ModeratedForum = ModeratedForum { forum: ForumId(1), actor: MAX, by_admin: false };
const BY_ADA: ModeratedForum = ModeratedForum { forum: ForumId(1), actor: ADA, by_admin: true };

#[test]
fn a_promotion_by_name_adds_a_moderator() {
    let mut repository = finding(ann());
    repository
        .expect_add_moderator()
        .withf(|forum, user, act| (*forum, *user, act.by) == (ForumId(1), ANN, Some(MAX)))
        .return_once(|_, _, _| Ok(AddOutcome::Added));
    assert_eq!(moderation(repository).promote(BY_MAX, "ANN").unwrap(), ann().profile);
}

#[test]
fn an_unknown_name_is_not_found() {
    let refused = moderation(finding(ann())).promote(BY_MAX, "Nobody").unwrap_err();
    assert!(matches!(refused, ModerationError::UnknownUsername(_)));
    assert_eq!(refused.to_string(), "Nobody not found.");
}

#[test]
fn a_banned_user_is_not_promoted() {
    let banned = AccountStatus { ban: Some(Ban::default()), ..ann() };
    let refused = moderation(finding(banned)).promote(BY_ADA, "ann");
    assert!(matches!(refused, Err(ModerationError::Banned)));
}

#[test]
fn a_concurrently_deleted_forum_is_not_found() {
    let mut repository = finding(ann());
    repository.expect_add_moderator().return_once(|_, _, _| Ok(AddOutcome::NoForum));
    let refused = moderation(repository).promote(BY_MAX, "ann");
    assert!(matches!(refused, Err(ModerationError::NoSuchForum)));
}

#[test]
fn a_concurrently_banned_user_is_not_promoted() {
    let mut repository = finding(ann());
    repository.expect_add_moderator().return_once(|_, _, _| Ok(AddOutcome::Banned));
    let refused = moderation(repository).promote(BY_MAX, "ann");
    assert!(matches!(refused, Err(ModerationError::Banned)));
}

/// Lets `by` remove Ann, who is the last moderator.
fn remove_the_last(by: ModeratedForum) -> Result<(), ModerationError> {
    let mut repository = MockModerationRepository::new();
    repository.expect_remove_moderator().withf(|_, user, _, _| *user == ANN).returning(
        |_, _, may_remove_last, _| {
            Ok(if may_remove_last { RemoveOutcome::Removed } else { RemoveOutcome::LastModerator })
        },
    );
    moderation(repository).remove(by, ExistingUser(ANN))
}

#[test]
fn only_admins_remove_the_last_moderator() {
    assert!(matches!(remove_the_last(BY_MAX), Err(ModerationError::LastModerator)));
    assert!(remove_the_last(BY_ADA).is_ok());
}

#[test]
fn a_keyword_is_trimmed() {
    let mut repository = MockModerationRepository::new();
    let nobody = || Page { items: vec![], next: None };
    repository
        .expect_search_candidates()
        .withf(|_, kind, part, now, _| (*kind, part, *now) == (Candidates::Bannable, "ann", NOW))
        .return_once(move |_, _, _, _, _| Ok(nobody()));
    let (moderation, page) = (moderation(repository), PageRequest::default());
    let found = moderation.search_candidates(BY_MAX, Candidates::Bannable, " ann ", &page);
    assert_eq!(found.unwrap(), nobody());
}

#[test]
fn lists_belong_to_the_requested_forum_or_user() {
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
