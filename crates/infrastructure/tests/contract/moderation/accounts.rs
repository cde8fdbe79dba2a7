use infrastructure::DbUsers;
use kernel::{Ban, Role, UserId};
use moderation::{AccountStatus, ChangeOutcome, ModerationRepository, Profile};
use users::UserRepository;

use super::{moderation, role};
use crate::support::{ACT, T0, TestDb, contract};

contract! {
    users_are_found_by_name_case_insensitively,
    a_promoted_admin_is_an_admin,
    a_banned_user_is_not_made_an_admin,
    an_unban_restores_the_role,
    banning_and_unbanning_again_changes_nothing,
    the_last_admin_is_not_banned,
    a_banned_admin_does_not_count_as_remaining,
    a_demoted_admin_keeps_moderated_forums,
    the_last_admin_is_not_demoted,
    a_banned_admin_can_be_demoted,
    a_missing_account_is_not_changed,
}

fn status(id: UserId, name: &str, role: Role, banned: bool) -> AccountStatus {
    let image = "/images/avatars/default.svg".to_owned();
    let profile = Profile { id, username: name.to_owned(), image };
    AccountStatus { profile, role, ban: banned.then(Ban::default) }
}

fn add_admin(db: &TestDb, name: &str) -> UserId {
    let id = db.add_user(name);
    moderation(db).make_admin(id, &ACT).unwrap();
    id
}

fn is_banned(db: &TestDb, user: UserId) -> bool {
    DbUsers(db.database.clone()).find(user).unwrap().unwrap().ban.is_some()
}

fn users_are_found_by_name_case_insensitively(db: &TestDb) {
    let ann = db.add_user("Ann");
    let found = moderation(db).find_by_name("aNN", T0).unwrap();
    assert_eq!(found, Some(status(ann, "Ann", Role::User, false)));
    assert_eq!(moderation(db).find_by_name("bob", T0).unwrap(), None);
}

fn a_promoted_admin_is_an_admin(db: &TestDb) {
    let ann = db.add_user("ann");
    for _ in 0..2 {
        let made = moderation(db).make_admin(ann, &ACT).unwrap();
        assert_eq!(made, ChangeOutcome::Changed(status(ann, "ann", Role::Admin, false)));
    }
    assert_eq!(role(db, ann), Role::Admin);
}

fn a_banned_user_is_not_made_an_admin(db: &TestDb) {
    let ann = db.add_user("ann");
    moderation(db).ban(ann, None, &ACT).unwrap();
    assert_eq!(moderation(db).make_admin(ann, &ACT).unwrap(), ChangeOutcome::Banned);
    assert_eq!(role(db, ann), Role::User);
}

fn an_unban_restores_the_role(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    moderation(db).add_moderator(db.add_forum(ann, "Gardening"), bob, &ACT).unwrap();
    let banned = moderation(db).ban(bob, None, &ACT).unwrap();
    assert_eq!(banned, ChangeOutcome::Changed(status(bob, "bob", Role::Moderator, true)));
    assert_eq!((is_banned(db, ann), is_banned(db, bob)), (false, true));
    let unbanned = moderation(db).unban(bob, &ACT).unwrap();
    assert_eq!(unbanned, ChangeOutcome::Changed(status(bob, "bob", Role::Moderator, false)));
    assert!(!is_banned(db, bob));
}

fn banning_and_unbanning_again_changes_nothing(db: &TestDb) {
    let ann = db.add_user("ann");
    for _ in 0..2 {
        let unbanned = moderation(db).unban(ann, &ACT).unwrap();
        assert_eq!(unbanned, ChangeOutcome::Changed(status(ann, "ann", Role::User, false)));
    }
    for _ in 0..2 {
        let banned = moderation(db).ban(ann, None, &ACT).unwrap();
        assert_eq!(banned, ChangeOutcome::Changed(status(ann, "ann", Role::User, true)));
    }
}

fn the_last_admin_is_not_banned(db: &TestDb) {
    let (ada, alf) = (add_admin(db, "ada"), add_admin(db, "alf"));
    assert!(matches!(moderation(db).ban(alf, None, &ACT).unwrap(), ChangeOutcome::Changed(_)));
    assert_eq!(moderation(db).ban(ada, None, &ACT).unwrap(), ChangeOutcome::LastAdmin);
    assert!(!is_banned(db, ada));
}

fn a_banned_admin_does_not_count_as_remaining(db: &TestDb) {
    let (ada, alf) = (add_admin(db, "ada"), add_admin(db, "alf"));
    moderation(db).ban(alf, None, &ACT).unwrap();
    assert_eq!(moderation(db).demote(ada, &ACT).unwrap(), ChangeOutcome::LastAdmin);
    // Banning him again, or anybody else, takes no admin away.
    assert!(matches!(moderation(db).ban(alf, None, &ACT).unwrap(), ChangeOutcome::Changed(_)));
    assert!(matches!(
        moderation(db).ban(db.add_user("bob"), None, &ACT).unwrap(),
        ChangeOutcome::Changed(_)
    ));
    moderation(db).unban(alf, &ACT).unwrap();
    assert!(matches!(moderation(db).ban(ada, None, &ACT).unwrap(), ChangeOutcome::Changed(_)));
}

fn a_demoted_admin_keeps_moderated_forums(db: &TestDb) {
    let [_, alf, amy] = ["ada", "alf", "amy"].map(|name| add_admin(db, name));
    db.add_forum(alf, "Gardening");
    for _ in 0..2 {
        let demoted = moderation(db).demote(alf, &ACT).unwrap();
        assert_eq!(demoted, ChangeOutcome::Changed(status(alf, "alf", Role::Moderator, false)));
        let demoted = moderation(db).demote(amy, &ACT).unwrap();
        assert_eq!(demoted, ChangeOutcome::Changed(status(amy, "amy", Role::User, false)));
    }
}

fn the_last_admin_is_not_demoted(db: &TestDb) {
    let (ada, alf) = (add_admin(db, "ada"), add_admin(db, "alf"));
    assert!(matches!(moderation(db).demote(ada, &ACT).unwrap(), ChangeOutcome::Changed(_)));
    assert_eq!(moderation(db).demote(alf, &ACT).unwrap(), ChangeOutcome::LastAdmin);
    assert_eq!(role(db, alf), Role::Admin);
}

fn a_banned_admin_can_be_demoted(db: &TestDb) {
    let (_, alf) = (add_admin(db, "ada"), add_admin(db, "alf"));
    moderation(db).ban(alf, None, &ACT).unwrap();
    let demoted = moderation(db).demote(alf, &ACT).unwrap();
    assert_eq!(demoted, ChangeOutcome::Changed(status(alf, "alf", Role::User, true)));
}

fn a_missing_account_is_not_changed(db: &TestDb) {
    let nobody = UserId(db.add_user("ann").0 + 1);
    let moderation = moderation(db);
    for changed in [
        moderation.make_admin(nobody, &ACT),
        moderation.demote(nobody, &ACT),
        moderation.ban(nobody, None, &ACT),
        moderation.unban(nobody, &ACT),
    ] {
        assert_eq!(changed.unwrap(), ChangeOutcome::NotFound);
    }
}
