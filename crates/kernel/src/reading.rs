use crate::{Actor, ForumId, Member, RepositoryError, Role, UserId};

/// Who may read a forum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    #[default]
    Public,
    /// Whoever is signed in.
    Members,
    /// Its members, its moderators and admins.
    Private,
}

/// Who reads, as far as it decides which forums exist for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reader {
    #[default]
    Visitor,
    /// A member who belongs to no private forum.
    Member,
    /// A member who may belong to private forums.
    Insider(UserId),
    Admin,
}

impl Visibility {
    pub const ALL: [Self; 3] = [Self::Public, Self::Members, Self::Private];

    /// Decides whether `reader` may read a forum of this visibility. `belongs` says whether a user is a member or a
    /// moderator of it.
    ///
    /// # Errors
    /// When `belongs` fails.
    pub fn admits<E>(
        self,
        reader: Reader,
        belongs: impl FnOnce(UserId) -> Result<bool, E>,
    ) -> Result<bool, E> {
        match (self, reader) {
            (Self::Public, _)
            | (_, Reader::Admin)
            | (Self::Members, Reader::Member | Reader::Insider(_)) => Ok(true),
            (Self::Private, Reader::Insider(user)) => belongs(user),
            (Self::Members, Reader::Visitor)
            | (Self::Private, Reader::Visitor | Reader::Member) => Ok(false),
        }
    }
}

impl Reader {
    const fn of(user: UserId, role: Role) -> Self {
        match role {
            Role::Admin => Self::Admin,
            Role::User | Role::Moderator => Self::Insider(user),
        }
    }
}

/// Banned members read what they read before.
impl From<&Member> for Reader {
    fn from(member: &Member) -> Self {
        Self::of(member.id, member.role)
    }
}

impl From<&Actor> for Reader {
    fn from(actor: &Actor) -> Self {
        Self::of(actor.id, actor.role)
    }
}

/// Knows who may read a forum.
pub trait ForumReaders: Send + Sync {
    /// Returns who may read `forum`; `None` if there is no such forum.
    ///
    /// # Errors
    /// When it cannot be read.
    fn visibility(&self, forum: ForumId) -> Result<Option<Visibility>, RepositoryError>;

    /// Returns whether `user` is a member or a moderator of `forum`.
    ///
    /// # Errors
    /// When the lists cannot be read.
    fn belongs(&self, user: UserId, forum: ForumId) -> Result<bool, RepositoryError>;

    /// Returns whether `reader` may read a forum of this visibility.
    ///
    /// # Errors
    /// When the lists cannot be read.
    fn may_read(
        &self,
        reader: Reader,
        forum: ForumId,
        visibility: Visibility,
    ) -> Result<bool, RepositoryError> {
        visibility.admits(reader, |user| self.belongs(user, forum))
    }

    /// Returns whether `forum` exists for `reader`.
    ///
    /// # Errors
    /// When it cannot be read.
    fn exists_for(&self, reader: Reader, forum: ForumId) -> Result<bool, RepositoryError> {
        match self.visibility(forum)? {
            Some(visibility) => self.may_read(reader, forum, visibility),
            None => Ok(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: UserId = UserId(1);
    const BOB: UserId = UserId(2);
    const READERS: [Reader; 5] = [
        Reader::Visitor,
        Reader::Member,
        Reader::Insider(ANN),
        Reader::Insider(BOB),
        Reader::Admin,
    ];

    struct OnlyAnn;

    impl ForumReaders for OnlyAnn {
        fn visibility(&self, forum: ForumId) -> Result<Option<Visibility>, RepositoryError> {
            Ok((forum == ForumId(7)).then_some(Visibility::Private))
        }

        fn belongs(&self, user: UserId, _: ForumId) -> Result<bool, RepositoryError> {
            Ok(user == ANN)
        }
    }

    #[test]
    fn visibility_decides_who_reads() {
        for (visibility, admitted) in [
            (Visibility::Public, [true; 5]),
            (Visibility::Members, [false, true, true, true, true]),
            (Visibility::Private, [false, false, true, false, true]),
        ] {
            let may =
                READERS.map(|reader| OnlyAnn.may_read(reader, ForumId(7), visibility).unwrap());
            assert_eq!(may, admitted, "{visibility:?}");
        }
    }

    #[test]
    fn a_forum_exists_for_those_who_may_read_it() {
        let exists = |forum, reader| OnlyAnn.exists_for(reader, ForumId(forum)).unwrap();
        assert_eq!(READERS.map(|reader| exists(7, reader)), [false, false, true, false, true]);
        assert_eq!(READERS.map(|reader| exists(8, reader)), [false; 5]);
    }

    #[test]
    fn only_a_private_forum_is_asked_who_belongs_to_it() {
        for visibility in [Visibility::Public, Visibility::Members] {
            for reader in READERS {
                visibility.admits(reader, |_| Err("asked")).unwrap();
            }
        }
        assert_eq!(
            Visibility::Private.admits(Reader::Insider(ANN), |_| Err("asked")),
            Err("asked")
        );
    }

    #[test]
    fn actor_reads_as_admin_or_as_insider() {
        let actor = |role| Actor { id: ANN, role };
        assert_eq!(Reader::from(&actor(Role::Admin)), Reader::Admin);
        for role in [Role::User, Role::Moderator] {
            assert_eq!(Reader::from(&actor(role)), Reader::Insider(ANN));
            let since = crate::Timestamp::from_unix_millis(0);
            let ban = Some(crate::Ban { until: None, reason: None });
            let banned = Member { id: ANN, role, ban, since };
            assert_eq!(Reader::from(&banned), Reader::Insider(ANN));
        }
    }
}
