//! The rules of roles, which adapters apply to what they read under lock.

use kernel::{Role, UserId};

/// Returns the role of a user added to a forum's moderators.
#[must_use]
pub const fn role_after_promotion(role: Role) -> Role {
    match role {
        Role::User => Role::Moderator,
        Role::Moderator | Role::Admin => role,
    }
}

/// Returns the role of a user removed from a forum's moderators.
#[must_use]
pub const fn role_after_removal(role: Role, moderates_a_forum: bool) -> Role {
    match role {
        Role::Moderator if !moderates_a_forum => Role::User,
        Role::User | Role::Moderator | Role::Admin => role,
    }
}

/// Returns the role of a demoted admin.
#[must_use]
pub const fn role_after_demotion(moderates_a_forum: bool) -> Role {
    role_after_removal(Role::Moderator, moderates_a_forum)
}

/// Returns whether `user` may be removed from these moderators of a forum: the last one only by an admin.
#[must_use]
pub fn may_remove_moderator(moderators: &[UserId], user: UserId, by_admin: bool) -> bool {
    by_admin || moderators != [user]
}

/// Returns whether the forum would have no active admin without this account.
#[must_use]
pub const fn is_last_admin(role: Role, banned: bool, other_active_admins: bool) -> bool {
    matches!(role, Role::Admin) && !banned && !other_active_admins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_users_change_by_promotion() {
        assert_eq!(role_after_promotion(Role::User), Role::Moderator);
        assert_eq!(role_after_promotion(Role::Moderator), Role::Moderator);
        assert_eq!(role_after_promotion(Role::Admin), Role::Admin);
    }

    #[test]
    fn moderators_without_a_forum_become_users() {
        assert_eq!(role_after_removal(Role::Moderator, false), Role::User);
        assert_eq!(role_after_removal(Role::Moderator, true), Role::Moderator);
        assert_eq!(role_after_removal(Role::Admin, false), Role::Admin);
        assert_eq!(role_after_removal(Role::User, false), Role::User);
    }

    #[test]
    fn demoted_admins_keep_their_forums() {
        assert_eq!(role_after_demotion(true), Role::Moderator);
        assert_eq!(role_after_demotion(false), Role::User);
    }

    #[test]
    fn the_last_moderator_is_removed_by_admins_only() {
        let (ann, bob) = (UserId(1), UserId(2));
        assert!(!may_remove_moderator(&[ann], ann, false));
        assert!(may_remove_moderator(&[ann], ann, true));
        assert!(may_remove_moderator(&[ann, bob], ann, false));
        assert!(may_remove_moderator(&[ann], bob, false));
    }

    #[test]
    fn the_last_admin_is_active_and_alone() {
        assert!(is_last_admin(Role::Admin, false, false));
        assert!(!is_last_admin(Role::Admin, false, true));
        assert!(!is_last_admin(Role::Admin, true, false));
        assert!(!is_last_admin(Role::Moderator, false, false));
    }
}
