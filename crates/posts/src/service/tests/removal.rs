use kernel::{HideOutcome, RemovalRetention, Revision};

use super::*;

/// The answer to whether a post of forum 1 is removed or shown.
fn with(is_removed: bool, is_shown: bool) -> MockPostRepository {
    let mut repository = MockPostRepository::new();
    let retention = RemovalRetention::at(NOW);
    repository
        .expect_find_removed()
        .withf(move |id, kept| *id == PostId(5) && *kept == retention)
        .returning(move |_, _| Ok(is_removed.then_some(ForumId(1))));
    repository.expect_find().returning(move |_| Ok(is_shown.then(|| post_in(1))));
    repository
}

#[test]
fn moderators_and_admins_may_restore_a_removed_post() {
    let posts = posts(with(true, false));
    for allowed in [actor(7, Role::Moderator), actor(8, Role::Admin)] {
        let proof = Removed { post: PostId(5), actor: allowed.id };
        assert_eq!(posts.authorize_restore(PostId(5), &allowed).unwrap(), proof);
        assert_eq!(posts.removed(PostId(5), &allowed).unwrap(), proof);
    }
}

#[test]
fn to_others_a_removed_post_is_not_there() {
    let posts = posts(with(true, false));
    for other in [actor(AUTHOR, Role::User), actor(4, Role::User), actor(4, Role::Moderator)] {
        let refused = posts.authorize_restore(PostId(5), &other);
        assert!(matches!(refused, Err(PostError::NotFound)), "{other:?}");
        assert!(matches!(posts.removed(PostId(5), &other), Err(PostError::NotFound)), "{other:?}");
    }
}

#[test]
fn only_others_are_refused_to_restore_a_post_that_is_shown() {
    let posts = posts(with(false, true));
    let refused = posts.authorize_restore(PostId(5), &actor(AUTHOR, Role::User));
    assert!(matches!(refused, Err(PostError::NotAModerator)));
    let refused = posts.authorize_restore(PostId(5), &actor(7, Role::Moderator));
    assert!(matches!(refused, Err(PostError::NotRemoved)));
}

#[test]
fn a_missing_post_is_not_restored() {
    let posts = posts(with(false, false));
    for anyone in [actor(AUTHOR, Role::User), actor(7, Role::Moderator)] {
        let refused = posts.authorize_restore(PostId(5), &anyone);
        assert!(matches!(refused, Err(PostError::NotFound)), "{anyone:?}");
    }
}

#[test]
fn a_restoration_is_the_actors_and_may_come_too_late() {
    let mut repository = with(true, false);
    repository.expect_restore().return_once(|id, act, retention| {
        assert_eq!((id, act.by, act.at), (PostId(5), Some(UserId(7)), NOW));
        assert_eq!(retention, RemovalRetention::at(NOW));
        Ok(None)
    });
    let posts = posts(repository);
    let proof = posts.authorize_restore(PostId(5), &actor(7, Role::Moderator)).unwrap();
    assert!(matches!(posts.restore(proof, None), Err(PostError::NotRemoved)));
}

#[test]
fn versions_of_a_removed_post_need_the_proof() {
    let mut repository = with(true, false);
    let revision = Revision {
        version: 1,
        at: NOW,
        username: "ann".to_owned(),
        title: Some("First seeds".to_owned()),
        description: "Sown today".to_owned(),
        hidden: false,
    };
    repository
        .expect_removed_revisions()
        .return_once(|_, _| Ok(Some(Page { items: vec![revision], next: None })));
    let posts = posts(repository);
    let proof = posts.removed(PostId(5), &actor(8, Role::Admin)).unwrap();
    assert_eq!(posts.removed_revisions(proof, &PageRequest::default()).unwrap().items.len(), 1);
}

#[test]
fn removed_posts_are_wiped_until_none_is_left() {
    let mut repository = MockPostRepository::new();
    let mut batches = [100, 3, 0].into_iter();
    repository.expect_wipe_removed().times(3).returning(move |_| Ok(batches.next().unwrap()));
    assert_eq!(posts(repository).wipe_removed().unwrap(), 103);
}

#[test]
fn authors_moderators_and_admins_may_delete_a_post() {
    let posts = posts(MockPostRepository::new());
    for allowed in [actor(AUTHOR, Role::User), actor(7, Role::Moderator), actor(8, Role::Admin)] {
        let deletable = posts.authorize_delete(&post_in(1), &allowed).unwrap();
        assert_eq!(deletable, Deletable { post: PostId(5), actor: allowed.id }, "{allowed:?}");
    }
}

#[test]
fn other_users_may_not_delete_a_post() {
    let posts = posts(MockPostRepository::new());
    for (forum, other) in
        [(1, actor(4, Role::User)), (1, actor(4, Role::Moderator)), (2, actor(7, Role::Moderator))]
    {
        let refused = posts.authorize_delete(&post_in(forum), &other);
        assert!(matches!(refused, Err(PostError::MayNotDelete)), "{forum} {other:?}");
    }
}

#[test]
fn a_concurrently_deleted_post_is_not_found() {
    let mut repository = MockPostRepository::new();
    repository.expect_delete().withf(|id, _| *id == PostId(5)).return_once(|_, _| Ok(false));
    let posts = posts(repository);
    let deletable = posts.authorize_delete(&post_in(1), &actor(AUTHOR, Role::User)).unwrap();
    assert!(matches!(posts.delete(deletable, None), Err(PostError::NotFound)));
}

#[test]
fn what_others_do_not_see_is_deleted_by_its_author_alone() {
    for (is_theirs, who) in [(true, actor(AUTHOR, Role::User)), (false, actor(8, Role::Admin))] {
        let mut repository = MockPostRepository::new();
        repository.expect_find_held().returning(|_| Ok(None));
        repository.expect_delete_removed().return_once(move |id, _, act| {
            assert_eq!((id, act.by, act.at), (PostId(5), Some(who.id), NOW));
            Ok(is_theirs)
        });
        let deleted = posts(repository).delete_unseen(PostId(5), &who);
        assert_eq!(deleted.is_ok(), is_theirs);
        assert!(is_theirs || matches!(deleted, Err(PostError::NotFound)));
    }
}

#[test]
fn authors_moderators_and_admins_may_hide_a_version() {
    for (who, may) in [
        (actor(AUTHOR, Role::User), true),
        (actor(7, Role::Moderator), true),
        (actor(8, Role::Admin), true),
        (actor(4, Role::Moderator), false),
    ] {
        let posts = posts(MockPostRepository::new());
        let authorized = posts.authorize_hide_revision(&post_in(1), &who);
        assert_eq!(authorized.is_ok(), may, "{who:?}");
    }
}

#[test]
fn the_present_version_and_a_missing_one_are_not_hidden() {
    for (outcome, is_hidden) in
        [(HideOutcome::Hidden, true), (HideOutcome::Present, false), (HideOutcome::NotFound, false)]
    {
        let mut repository = MockPostRepository::new();
        repository.expect_hide_revision().return_once(move |id, version, act| {
            assert_eq!((id, version, act.by, act.at), (PostId(5), 2, Some(UserId(AUTHOR)), NOW));
            Ok(outcome)
        });
        let posts = posts(repository);
        let author = actor(AUTHOR, Role::User);
        let revisable = posts.authorize_hide_revision(&post_in(1), &author).unwrap();
        assert_eq!(posts.hide_revision(revisable, 2).is_ok(), is_hidden);
    }
}

#[test]
fn only_moderators_see_hidden_versions() {
    for (who, sees) in [
        (None, false),
        (Some(actor(AUTHOR, Role::User)), false),
        (Some(actor(7, Role::Moderator)), true),
        (Some(actor(8, Role::Admin)), true),
    ] {
        let mut repository = MockPostRepository::new();
        repository
            .expect_revisions()
            .withf(move |_, with_hidden, _| *with_hidden == sees)
            .return_once(|_, _, _| Ok(Some(Page { items: vec![], next: None })));
        let page = PageRequest::default();
        assert!(posts(repository).revisions(&post_in(1), who.as_ref(), &page).is_ok());
    }
}
