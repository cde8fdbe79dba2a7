use crate::{Actor, ForumId, RepositoryError, UserId};

/// Knows which users moderate a forum.
pub trait Moderators: Send + Sync {
    /// Returns whether `user` is in the access list of `forum`.
    ///
    /// # Errors
    /// When the list cannot be read.
    fn moderates(&self, user: UserId, forum: ForumId) -> Result<bool, RepositoryError>;

    /// Returns whether `actor` may moderate `forum`: its moderators and all admins may.
    ///
    /// # Errors
    /// When the list cannot be read.
    fn may_moderate(&self, actor: &Actor, forum: ForumId) -> Result<bool, RepositoryError> {
        Ok(actor.is_admin() || self.moderates(actor.id, forum)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;

    struct ForumOneByUserOne;

    impl Moderators for ForumOneByUserOne {
        fn moderates(&self, user: UserId, forum: ForumId) -> Result<bool, RepositoryError> {
            Ok(user == UserId(1) && forum == ForumId(1))
        }
    }

    fn may(user: i64, role: Role, forum: i64) -> bool {
        let actor = Actor { id: UserId(user), role };
        ForumOneByUserOne.may_moderate(&actor, ForumId(forum)).unwrap()
    }

    #[test]
    fn a_moderator_may_moderate_the_own_forum_only() {
        assert!(may(1, Role::Moderator, 1));
        assert!(!may(1, Role::Moderator, 2));
    }

    #[test]
    fn the_role_alone_moderates_nothing() {
        assert!(!may(2, Role::Moderator, 1));
    }

    #[test]
    fn an_admin_may_moderate_every_forum() {
        assert!(may(2, Role::Admin, 7));
    }
}
