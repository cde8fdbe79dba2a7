use crate::{Timestamp, UserId};

/// What an account may do beyond its own things.
///
/// Being banned is not a role: the role held before comes back with the unban.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    User,
    /// Was promoted in at least one forum; which ones, the access list says.
    Moderator,
    /// May do everything everywhere.
    Admin,
}

/// Who holds a good token, banned or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    pub id: UserId,
    pub role: Role,
    pub banned: bool,
    /// When the account was created.
    pub since: Timestamp,
}

impl Member {
    /// The member as one who may command.
    ///
    /// # Errors
    /// [`Banned`] when the account is.
    pub fn active(&self) -> Result<Actor, Banned> {
        if self.banned {
            return Err(Banned);
        }
        Ok(Actor { id: self.id, role: self.role })
    }
}

/// The account is banned: it may read what is public, and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("You have been banned.")]
pub struct Banned;

/// A member who is not banned: the only one whom the use cases that change something accept.
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
