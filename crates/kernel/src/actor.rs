use crate::{Timestamp, UserId};

/// The role of an account.
///
/// A ban is not a role: an unban restores the role held before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    User,
    /// Moderates at least one forum; the access list says which.
    Moderator,
    /// May do everything everywhere.
    Admin,
}

/// The holder of a valid token, banned or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    pub id: UserId,
    pub role: Role,
    pub banned: bool,
    /// When the account was created.
    pub since: Timestamp,
}

impl Member {
    /// Returns the member as an actor.
    ///
    /// # Errors
    /// [`Banned`] when the account is banned.
    pub fn active(&self) -> Result<Actor, Banned> {
        if self.banned {
            return Err(Banned);
        }
        Ok(Actor { id: self.id, role: self.role })
    }
}

/// The account is banned: it may only read public content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("You have been banned.")]
pub struct Banned;

/// A member who is not banned. Use cases that change something require one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Actor {
    pub id: UserId,
    pub role: Role,
}

impl Actor {
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.role == Role::Admin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SINCE: Timestamp = Timestamp::from_unix_millis(0);

    #[test]
    fn a_banned_member_may_not_act() {
        let member = Member { id: UserId(1), role: Role::Admin, banned: true, since: SINCE };
        assert_eq!(member.active(), Err(Banned));
    }

    #[test]
    fn an_actor_keeps_the_role_of_the_member() {
        let member = Member { id: UserId(1), role: Role::Moderator, banned: false, since: SINCE };
        assert_eq!(member.active(), Ok(Actor { id: UserId(1), role: Role::Moderator }));
    }
}
