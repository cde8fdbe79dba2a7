//! Proofs of lookups and permission checks, which use cases require.

use kernel::{Actor, ForumId, UserId};

use crate::ModerationError;

/// Proof that the forum exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExistingForum(pub(crate) ForumId);

/// Proof that the account exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExistingUser(pub(crate) UserId);

/// Proof that the actor may moderate the forum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModeratedForum {
    pub(crate) forum: ForumId,
    pub(crate) actor: UserId,
    pub(crate) by_admin: bool,
}

/// Proof that the actor may see the account's access list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadableAccessList(pub(crate) UserId);

/// Proof that the actor is an admin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Administrator(pub(crate) UserId);

impl ExistingUser {
    /// Checks that the actor is the user or an admin.
    pub fn authorize_access_list(
        self,
        actor: &Actor,
    ) -> Result<ReadableAccessList, ModerationError> {
        if actor.id == self.0 || actor.is_admin() {
            Ok(ReadableAccessList(self.0))
        } else {
            Err(ModerationError::NotTheOwner)
        }
    }
}

impl Administrator {
    /// Checks that the actor is an admin.
    pub fn authorize(actor: &Actor) -> Result<Self, ModerationError> {
        if actor.is_admin() { Ok(Self(actor.id)) } else { Err(ModerationError::NotAnAdmin) }
    }
}

#[cfg(test)]
mod tests {
    use kernel::Role;

    use super::*;

    fn actor(id: i64, role: Role) -> Actor {
        Actor { id: UserId(id), role }
    }

    #[test]
    fn an_access_list_is_for_its_owner_and_admins() {
        let ann = ExistingUser(UserId(1));
        for allowed in [actor(1, Role::User), actor(1, Role::Moderator), actor(2, Role::Admin)] {
            assert_eq!(ann.authorize_access_list(&allowed).unwrap(), ReadableAccessList(UserId(1)));
        }
        for other in [actor(2, Role::User), actor(2, Role::Moderator)] {
            assert!(matches!(ann.authorize_access_list(&other), Err(ModerationError::NotTheOwner)));
        }
    }

    #[test]
    fn only_admins_are_administrators() {
        assert!(Administrator::authorize(&actor(1, Role::Admin)).is_ok());
        for other in [Role::User, Role::Moderator] {
            let refused = Administrator::authorize(&actor(1, other));
            assert!(matches!(refused, Err(ModerationError::NotAnAdmin)));
        }
    }
}
