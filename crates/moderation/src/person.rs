use kernel::{Role, UserId};

/// An account as others see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub id: UserId,
    pub username: String,
    pub image: String,
}

/// An account as admins see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub person: Person,
    /// The role that is held, or was before a ban.
    pub role: Role,
    pub banned: bool,
}
