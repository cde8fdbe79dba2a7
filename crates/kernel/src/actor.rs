use crate::{Ban, Timestamp, UserId};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub id: UserId,
    pub role: Role,
    /// The ban that holds now.
    pub ban: Option<Ban>,
    /// When the account was created.
    pub since: Timestamp,
}

impl Member {
    /// Returns the member as an actor.
    ///
    /// # Errors
    /// [`Banned`] when the account is banned.
    pub fn active(&self) -> Result<Actor, Banned> {
        match &self.ban {
            Some(ban) => Err(Banned(ban.clone())),
            None => Ok(Actor { id: self.id, role: self.role }),
        }
    }
}

/// The account is banned: it may only read public content.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("You have been banned.")]
pub struct Banned(pub Ban);

/// The member is banned from this forum: there, it may only read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("You have been banned from this forum.")]
pub struct BannedFromForum(pub Ban);

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
        let ban = Ban { until: Some(SINCE), reason: Some("Spam".to_owned()) };
        let banned = Some(ban.clone());
        let member = Member { id: UserId(1), role: Role::Admin, ban: banned, since: SINCE };
        assert_eq!(member.active(), Err(Banned(ban)));
    }

    #[test]
    fn an_actor_keeps_the_role_of_the_member() {
        let member = Member { id: UserId(1), role: Role::Moderator, ban: None, since: SINCE };
        assert_eq!(member.active(), Ok(Actor { id: UserId(1), role: Role::Moderator }));
    }
}
