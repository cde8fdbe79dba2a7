use forums::ForumRepository;
use infrastructure::DbForums;
use kernel::{Role, UserId};
use moderation::{AddOutcome, ModerationRepository, RemoveOutcome};

use super::{moderation, role};
use crate::support::{ACT, TestDb, contract, sixteen_at_once};

contract! {
    sixteen_admins_banning_each_other_leave_one,
    two_admins_banning_each_other_leave_one,
    concurrent_bans_and_demotions_leave_one_admin,
    concurrent_bans_of_one_user_ban_once,
    concurrent_removals_leave_one_moderator,
    concurrent_promotions_promote_once,
    concurrent_promotions_and_removals_keep_the_role_right,
    concurrent_forum_deletions_keep_roles_right,
    promotions_in_a_deleted_forum_leave_no_role,
    concurrent_promotions_and_demotions_keep_roles_right,
}

const ADMINS: &str = "SELECT count(*) AS n FROM users WHERE role = 2 AND banned_until = 0";

fn sixteen_admins(db: &TestDb) -> Vec<UserId> {
    let admins: Vec<UserId> =
        (0..16).map(|number| db.add_user(&format!("admin-{number}"))).collect();
    for admin in &admins {
        moderation(db).make_admin(*admin, &ACT).unwrap();
    }
    admins
}

/// Checks that exactly the members who moderate a forum have the role of a moderator, admins aside.
fn assert_true_roles(db: &TestDb) {
    let wrong = "
        SELECT count(*) AS n FROM users u WHERE u.role < 2 AND u.role <>
            CASE WHEN EXISTS (SELECT 1 FROM forum_moderators m WHERE m.user_id = u.id)
                THEN 1 ELSE 0 END";
    assert_eq!(db.number(wrong), 0);
}

fn sixteen_admins_banning_each_other_leave_one(db: &TestDb) {
    let admins = sixteen_admins(db);
    let moderation = moderation(db);
    sixteen_at_once(|number| {
        moderation.ban(admins[(number as usize + 1) % 16], None, &ACT).unwrap()
    });
    assert_eq!(db.number(ADMINS), 1);
}

fn two_admins_banning_each_other_leave_one(db: &TestDb) {
    let admins = ["ada", "alf"].map(|name| db.add_user(name));
    let moderation = moderation(db);
    for _ in 0..4 {
        for admin in admins {
            moderation.unban(admin, &ACT).unwrap();
            moderation.make_admin(admin, &ACT).unwrap();
        }
        sixteen_at_once(|number| moderation.ban(admins[number as usize % 2], None, &ACT).unwrap());
        assert_eq!(db.number(ADMINS), 1);
    }
}

fn concurrent_bans_and_demotions_leave_one_admin(db: &TestDb) {
    let admins = sixteen_admins(db);
    let moderation = moderation(db);
    sixteen_at_once(|number| {
        let admin = admins[number as usize];
        if number % 2 == 0 {
            moderation.ban(admin, None, &ACT)
        } else {
            moderation.demote(admin, &ACT)
        }
        .unwrap();
    });
    assert_eq!(db.number(ADMINS), 1);
}

fn concurrent_bans_of_one_user_ban_once(db: &TestDb) {
    let ann = db.add_user("ann");
    let moderation = moderation(db);
    let outcomes = sixteen_at_once(|_| moderation.ban(ann, None, &ACT).unwrap());
    assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]));
}

fn concurrent_removals_leave_one_moderator(db: &TestDb) {
    let people: Vec<UserId> =
        (0..16).map(|number| db.add_user(&format!("user-{number}"))).collect();
    let forum = db.add_forum(people[0], "Gardening");
    let moderation = moderation(db);
    for person in &people {
        moderation.add_moderator(forum, *person, &ACT).unwrap();
    }
    let outcomes = sixteen_at_once(|number| {
        moderation.remove_moderator(forum, people[number as usize], false, &ACT).unwrap()
    });
    assert_eq!(
        outcomes.into_iter().filter(|outcome| *outcome == RemoveOutcome::LastModerator).count(),
        1
    );
    assert_eq!(db.number("SELECT count(*) AS n FROM forum_moderators"), 1);
    assert_true_roles(db);
}

fn concurrent_promotions_promote_once(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Gardening");
    let moderation = moderation(db);
    assert!(
        sixteen_at_once(|_| moderation.add_moderator(forum, bob, &ACT).unwrap())
            .into_iter()
            .all(|outcome| outcome == AddOutcome::Added)
    );
    assert_eq!(db.number("SELECT count(*) AS n FROM forum_moderators"), 2);
    assert_eq!(role(db, bob), Role::Moderator);
}

fn concurrent_promotions_and_removals_keep_the_role_right(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forums: Vec<_> = (0..16).map(|n| db.add_forum(ann, &format!("Forum {n}"))).collect();
    let moderation = moderation(db);
    for round in 0..4 {
        sixteen_at_once(|number| {
            let forum = forums[number as usize];
            if (number + round) % 2 == 0 {
                moderation.add_moderator(forum, bob, &ACT).unwrap();
            } else {
                moderation.remove_moderator(forum, bob, false, &ACT).unwrap();
            }
        });
        assert_eq!(role(db, bob), Role::Moderator);
    }
    sixteen_at_once(|number| {
        moderation.remove_moderator(forums[number as usize], bob, false, &ACT)
    });
    assert_eq!(role(db, bob), Role::User);
}

fn concurrent_forum_deletions_keep_roles_right(db: &TestDb) {
    let ann = db.add_user("ann");
    moderation(db).make_admin(ann, &ACT).unwrap();
    let people = ["bob", "eve", "joe", "kim"].map(|name| db.add_user(name));
    let (moderation, all_forums) = (moderation(db), DbForums(db.database.clone()));
    for round in 0..3 {
        let forums: Vec<_> =
            (0..4).map(|n| db.add_forum(ann, &format!("Forum {round} {n}"))).collect();
        sixteen_at_once(|number| {
            let (forum, person) = (forums[number as usize % 4], people[number as usize / 4]);
            moderation.add_moderator(forum, person, &ACT).unwrap();
            match number {
                0..2 => assert!(all_forums.delete(forum, &ACT).unwrap()),
                2..9 => assert_eq!(
                    moderation.remove_moderator(forum, person, false, &ACT).unwrap(),
                    RemoveOutcome::Removed
                ),
                _ => {}
            }
        });
        assert_true_roles(db);
    }
}

fn promotions_in_a_deleted_forum_leave_no_role(db: &TestDb) {
    let people: Vec<UserId> =
        (0..16).map(|number| db.add_user(&format!("user-{number}"))).collect();
    let (moderation, forums) = (moderation(db), DbForums(db.database.clone()));
    for round in 0..4 {
        let forum = db.add_forum(people[0], &format!("Forum {round}"));
        sixteen_at_once(|number| {
            if number == 8 {
                assert!(forums.delete(forum, &ACT).unwrap());
            } else {
                moderation.add_moderator(forum, people[number as usize], &ACT).unwrap();
            }
        });
        assert_true_roles(db);
    }
}

fn concurrent_promotions_and_demotions_keep_roles_right(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let moderation = moderation(db);
    moderation.make_admin(ann, &ACT).unwrap();
    for round in 0..4 {
        moderation.make_admin(bob, &ACT).unwrap();
        let forum = db.add_forum(ann, &format!("Forum {round}"));
        sixteen_at_once(|number| {
            if number == 0 {
                moderation.demote(bob, &ACT).unwrap();
            } else {
                moderation.add_moderator(forum, bob, &ACT).unwrap();
            }
        });
        assert_eq!(role(db, bob), Role::Moderator);
        moderation.remove_moderator(forum, bob, false, &ACT).unwrap();
    }
}
