use kernel::{HideOutcome, RemovalRetention};

use super::*;

/// The answer to whether reply 5 of forum 1 is removed, with its text kept, or shown.
fn with(is_kept: bool, is_shown: bool) -> MockReplyRepository {
    let mut repository = MockReplyRepository::new();
    let retention = RemovalRetention::at(NOW);
    repository
        .expect_find_removed()
        .withf(move |id, kept| *id == ReplyId(5) && *kept == retention)
        .returning(move |_, _| Ok(is_kept.then_some(ForumId(1))));
    repository.expect_get().returning(move |_, _| {
        let found = reply(5, None, 0);
        let content = found.content.filter(|_| is_shown);
        Ok(Some(Reply { content, ..reply(5, None, 0) }))
    });
    repository.expect_find().returning(|_, _| Ok(Some(by_user_3(1))));
    repository
}

#[test]
fn moderators_and_admins_may_restore_a_removed_reply() {
    let replies = replies(with(true, false));
    for allowed in [actor(7, Role::Moderator), actor(8, Role::Admin)] {
        let proof = Removed { reply: ReplyId(5), actor: allowed.id };
        assert_eq!(replies.authorize_restore(ReplyId(5), &allowed).unwrap(), proof);
    }
}

#[test]
fn to_others_the_text_of_a_removed_reply_is_not_there() {
    let replies = replies(with(true, false));
    for other in [actor(3, Role::User), actor(4, Role::Moderator)] {
        let refused = replies.authorize_restore(ReplyId(5), &other);
        assert!(matches!(refused, Err(ReplyError::NotFound)), "{other:?}");
        let refused = replies.removed(ReplyId(5), &other);
        assert!(matches!(refused, Err(ReplyError::NotFound)), "{other:?}");
    }
}

#[test]
fn only_others_are_refused_to_restore_a_reply_that_is_shown() {
    let replies = replies(with(false, true));
    let refused = replies.authorize_restore(ReplyId(5), &actor(3, Role::User));
    assert!(matches!(refused, Err(ReplyError::NotAModerator)));
    let refused = replies.authorize_restore(ReplyId(5), &actor(8, Role::Admin));
    assert!(matches!(refused, Err(ReplyError::NotRemoved)));
}

#[test]
fn a_restoration_may_come_too_late() {
    let mut repository = with(true, false);
    repository.expect_restore().return_once(|_, _, _| Ok(None));
    let replies = replies(repository);
    let proof = replies.authorize_restore(ReplyId(5), &actor(7, Role::Moderator)).unwrap();
    assert!(matches!(replies.restore(proof, None), Err(ReplyError::NotRemoved)));
}

#[test]
fn hidden_texts_are_wiped_until_none_is_left() {
    let mut repository = MockReplyRepository::new();
    let mut batches = [100, 3, 0].into_iter();
    repository.expect_wipe_removed().times(3).returning(move |_| Ok(batches.next().unwrap()));
    assert_eq!(replies(repository).wipe_removed().unwrap(), 103);
}

fn by_user_3(forum: i64) -> ReplyLocation {
    ReplyLocation { reply: ReplyId(5), forum: ForumId(forum), author: UserId(3) }
}

#[test]
fn authors_moderators_and_admins_may_remove_a_reply() {
    let replies = replies(MockReplyRepository::new());
    for actor in [actor(3, Role::User), actor(7, Role::Moderator), actor(8, Role::Admin)] {
        let removable = Removable { reply: ReplyId(5), actor: actor.id };
        assert_eq!(replies.authorize_remove(&by_user_3(1), &actor).unwrap(), removable);
    }
}

#[test]
fn other_users_may_not_remove_a_reply() {
    let replies = replies(MockReplyRepository::new());
    for (forum, actor) in
        [(1, actor(8, Role::User)), (1, actor(8, Role::Moderator)), (2, actor(7, Role::Moderator))]
    {
        let refused = replies.authorize_remove(&by_user_3(forum), &actor);
        assert!(matches!(refused, Err(ReplyError::MayNotRemove)));
    }
}

#[test]
fn a_concurrently_deleted_reply_is_not_found() {
    let mut repository = MockReplyRepository::new();
    repository.expect_remove().return_once(|_, _| Ok(false));
    let removable = Removable { reply: ReplyId(5), actor: UserId(3) };
    let removed = replies(repository).remove(removable, None);
    assert!(matches!(removed, Err(ReplyError::NotFound)));
}

#[test]
fn a_removed_reply_shows_placeholders() {
    let ReplyContent { description, html, username, user_image, user_role } =
        ReplyContent::removed();
    assert_eq!(html, "<p>removed</p>\n");
    assert_eq!((description.as_str(), username.as_str()), ("removed", "removed"));
    assert_eq!((user_image.as_str(), user_role), ("/images/avatars/removed.svg", Role::User));
}

#[test]
fn what_others_do_not_see_is_removed_by_its_author_alone() {
    for (is_theirs, who) in [(true, actor(3, Role::User)), (false, actor(8, Role::Admin))] {
        let mut repository = MockReplyRepository::new();
        repository.expect_find_held().returning(|_| Ok(None));
        repository.expect_remove_under_removed().return_once(move |id, _, act| {
            assert_eq!((id, act.by, act.at), (ReplyId(5), Some(who.id), NOW));
            Ok(is_theirs)
        });
        let removed = replies(repository).remove_unseen(ReplyId(5), &who);
        assert_eq!(removed.is_ok(), is_theirs);
        assert!(is_theirs || matches!(removed, Err(ReplyError::NotFound)));
    }
}

#[test]
fn authors_moderators_and_admins_may_hide_a_version() {
    for (who, may) in [
        (actor(3, Role::User), true),
        (actor(7, Role::Moderator), true),
        (actor(8, Role::Admin), true),
        (actor(4, Role::Moderator), false),
    ] {
        let replies = replies(MockReplyRepository::new());
        let authorized = replies.authorize_hide_revision(&by_user_3(1), &who);
        assert_eq!(authorized.is_ok(), may, "{who:?}");
    }
}

#[test]
fn the_present_version_and_a_missing_one_are_not_hidden() {
    for (outcome, is_hidden) in
        [(HideOutcome::Hidden, true), (HideOutcome::Present, false), (HideOutcome::NotFound, false)]
    {
        let mut repository = MockReplyRepository::new();
        repository.expect_hide_revision().return_once(move |_, _, _| Ok(outcome));
        let replies = replies(repository);
        let author = actor(3, Role::User);
        let revisable = replies.authorize_hide_revision(&by_user_3(1), &author).unwrap();
        assert_eq!(replies.hide_revision(revisable, 2).is_ok(), is_hidden);
    }
}
