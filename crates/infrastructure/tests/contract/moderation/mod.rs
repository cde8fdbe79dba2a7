mod accounts;
mod appeals;
mod bans;
mod concurrency;
mod forum_appeals;
mod forum_ban_races;
mod forum_bans;
mod forum_members;
mod lists;

use forums::ForumRepository;
use infrastructure::{DbForums, DbModeration, DbModerators, DbUsers};
use kernel::{ForumId, Moderators, Role, UserId};
use moderation::{AddOutcome, ModerationRepository, RemoveOutcome};
use users::UserRepository;

use crate::support::{ACT, TestDb, contract};

contract! {
    existing_users_are_recognized,
    a_promoted_user_moderates_the_forum_and_has_the_role,
    promoting_again_changes_nothing,
    a_promoted_admin_stays_an_admin,
    a_deleted_forum_takes_no_moderators,
    a_banned_user_is_not_added,
    the_moderator_role_ends_with_the_last_forum,
    removing_again_changes_nothing,
    a_removed_admin_stays_an_admin,
    the_last_moderator_is_removed_on_request_only,
    a_banned_moderator_keeps_the_forum,
    a_promotion_without_its_role_is_rolled_back,
    a_removal_without_its_role_is_rolled_back,
}

pub(super) fn moderation(db: &TestDb) -> DbModeration {
    DbModeration(db.database.clone())
}

pub(super) fn role(db: &TestDb, user: UserId) -> Role {
    DbUsers(db.database.clone()).find(user).unwrap().unwrap().role
}

fn moderates(db: &TestDb, user: UserId, forum: ForumId) -> bool {
    DbModerators(db.database.clone()).moderates(user, forum).unwrap()
}

fn existing_users_are_recognized(db: &TestDb) {
    let ann = db.add_user("ann");
    let moderation = moderation(db);
    assert!(moderation.is_user(ann).unwrap());
    assert!(!moderation.is_user(UserId(ann.0 + 1)).unwrap());
}

fn a_promoted_user_moderates_the_forum_and_has_the_role(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let (forum, other) = (db.add_forum(ann, "Gardening"), db.add_forum(ann, "Boats"));
    assert_eq!(moderation(db).add_moderator(forum, bob, &ACT).unwrap(), AddOutcome::Added);
    assert!(moderates(db, bob, forum));
    assert!(!moderates(db, bob, other));
    assert_eq!((role(db, ann), role(db, bob)), (Role::User, Role::Moderator));
}

fn promoting_again_changes_nothing(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Gardening");
    for _ in 0..2 {
        assert_eq!(moderation(db).add_moderator(forum, bob, &ACT).unwrap(), AddOutcome::Added);
        assert_eq!(role(db, bob), Role::Moderator);
    }
    assert_eq!(db.number("SELECT count(*) AS n FROM forum_moderators"), 2);
}

fn a_promoted_admin_stays_an_admin(db: &TestDb) {
    let (ann, ada) = (db.add_user("ann"), db.add_user("ada"));
    let forum = db.add_forum(ann, "Gardening");
    moderation(db).make_admin(ada, &ACT).unwrap();
    assert_eq!(moderation(db).add_moderator(forum, ada, &ACT).unwrap(), AddOutcome::Added);
    assert_eq!(role(db, ada), Role::Admin);
    assert!(moderates(db, ada, forum));
}

/// The service looks first; a ban may come after that.
fn a_banned_user_is_not_added(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Gardening");
    moderation(db).ban(bob, None, &ACT).unwrap();
    assert_eq!(moderation(db).add_moderator(forum, bob, &ACT).unwrap(), AddOutcome::Banned);
    assert!(!moderates(db, bob, forum));
    assert_eq!(role(db, bob), Role::User);
}

fn a_deleted_forum_takes_no_moderators(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Gardening");
    DbForums(db.database.clone()).delete(forum, &ACT).unwrap();
    assert_eq!(moderation(db).add_moderator(forum, bob, &ACT).unwrap(), AddOutcome::NoForum);
    assert_eq!(role(db, bob), Role::User);
}

fn the_moderator_role_ends_with_the_last_forum(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forums = ["Gardening", "Boats"].map(|topic| db.add_forum(ann, topic));
    for forum in forums {
        moderation(db).add_moderator(forum, bob, &ACT).unwrap();
    }
    for (forum, left) in [(forums[0], Role::Moderator), (forums[1], Role::User)] {
        assert_eq!(
            moderation(db).remove_moderator(forum, bob, false, &ACT).unwrap(),
            RemoveOutcome::Removed
        );
        assert!(!moderates(db, bob, forum));
        assert_eq!(role(db, bob), left);
    }
}

fn removing_again_changes_nothing(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let (forum, other) = (db.add_forum(ann, "Gardening"), db.add_forum(bob, "Boats"));
    moderation(db).add_moderator(other, ann, &ACT).unwrap();
    // Bob never moderated Gardening, whose last moderator is Ann.
    for _ in 0..2 {
        assert_eq!(
            moderation(db).remove_moderator(forum, bob, false, &ACT).unwrap(),
            RemoveOutcome::Removed
        );
    }
    assert!(moderates(db, ann, forum) && moderates(db, bob, other));
    assert_eq!(role(db, ann), Role::Moderator);
}

fn a_removed_admin_stays_an_admin(db: &TestDb) {
    let (ann, ada) = (db.add_user("ann"), db.add_user("ada"));
    let forum = db.add_forum(ann, "Gardening");
    moderation(db).make_admin(ada, &ACT).unwrap();
    moderation(db).add_moderator(forum, ada, &ACT).unwrap();
    moderation(db).remove_moderator(forum, ada, false, &ACT).unwrap();
    assert_eq!(role(db, ada), Role::Admin);
}

fn the_last_moderator_is_removed_on_request_only(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    assert_eq!(
        moderation(db).remove_moderator(forum, ann, false, &ACT).unwrap(),
        RemoveOutcome::LastModerator
    );
    assert!(moderates(db, ann, forum));
    assert_eq!(
        moderation(db).remove_moderator(forum, ann, true, &ACT).unwrap(),
        RemoveOutcome::Removed
    );
    assert!(!moderates(db, ann, forum));
}

fn a_banned_moderator_keeps_the_forum(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Gardening");
    moderation(db).add_moderator(forum, bob, &ACT).unwrap();
    moderation(db).ban(bob, None, &ACT).unwrap();
    moderation(db).unban(bob, &ACT).unwrap();
    assert!(moderates(db, bob, forum));
    assert_eq!(role(db, bob), Role::Moderator);
}

fn a_promotion_without_its_role_is_rolled_back(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Gardening");
    db.break_updates("users");
    assert!(moderation(db).add_moderator(forum, bob, &ACT).is_err());
    assert!(!moderates(db, bob, forum));
}

fn a_removal_without_its_role_is_rolled_back(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Gardening");
    moderation(db).add_moderator(forum, bob, &ACT).unwrap();
    db.break_updates("users");
    assert!(moderation(db).remove_moderator(forum, bob, false, &ACT).is_err());
    assert!(moderates(db, bob, forum));
}
