use std::sync::Arc;

use kernel::{
    Act, Actor, BannedFromForum, ById, ByTime, Clock, ForumId, InviteCode, InviteCodes, InviteId,
    MadeInvite, Page, PageRequest, UserId,
};

use super::{
    AddMemberOutcome, ForumInvite, ForumMember, ForumMemberRepository, Invitation, InviteDays,
    InviteOutcome, JoinOutcome, NewForumMember,
};
use crate::{ExistingUser, ModeratedForum, ModerationError};

/// The use cases of the members of private forums.
pub struct ForumMembers {
    repository: Arc<dyn ForumMemberRepository>,
    codes: Arc<dyn InviteCodes>,
    clock: Arc<dyn Clock>,
}

/// Proof that the actor may end a membership: the own one, or as a moderator of the forum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removable {
    forum: ForumId,
    user: UserId,
    actor: UserId,
}

impl Removable {
    /// Everybody may leave.
    #[must_use]
    pub fn own(forum: ForumId, actor: &Actor) -> Self {
        Self { forum, user: actor.id, actor: actor.id }
    }

    #[must_use]
    pub fn by_moderator(
        ModeratedForum { forum, actor, .. }: ModeratedForum,
        ExistingUser(user): ExistingUser,
    ) -> Self {
        Self { forum, user, actor }
    }
}

impl ForumMembers {
    pub fn new(
        repository: Arc<dyn ForumMemberRepository>,
        codes: Arc<dyn InviteCodes>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { repository, codes, clock }
    }

    /// Returns the members of a private forum, newest first. The caller may read it.
    pub fn list(
        &self,
        forum: ForumId,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<ForumMember, ByTime>, ModerationError> {
        self.repository.list(forum, page)?.ok_or(ModerationError::NotPrivate)
    }

    /// Adds a member; repeating it changes nothing.
    pub fn add(
        &self,
        ModeratedForum { forum, actor: by, .. }: ModeratedForum,
        ExistingUser(user): ExistingUser,
    ) -> Result<ForumMember, ModerationError> {
        let since = self.clock.now();
        match self.repository.add(&NewForumMember { forum, user, by, since })? {
            AddMemberOutcome::Added(member) => Ok(*member),
            AddMemberOutcome::Banned => Err(ModerationError::AddBanned),
            AddMemberOutcome::NotPrivate => Err(ModerationError::NotPrivate),
            AddMemberOutcome::NoForum => Err(ModerationError::NoSuchForum),
            AddMemberOutcome::NoUser => Err(ModerationError::NoSuchUser),
        }
    }

    /// Ends a membership. Without one it changes nothing.
    pub fn remove(
        &self,
        Removable { forum, user, actor }: Removable,
    ) -> Result<(), ModerationError> {
        Ok(self.repository.remove(forum, user, &self.act(actor))?)
    }

    /// Makes an invitation. Only its digest is stored.
    pub fn invite(
        &self,
        ModeratedForum { forum, actor, .. }: ModeratedForum,
        days: InviteDays,
    ) -> Result<ForumInvite, ModerationError> {
        let code = self.codes.generate();
        let act = self.act(actor);
        let until = act.at.after(days.span());
        match self.repository.insert_invite(&self.codes.digest(&code), forum, until, &act)? {
            InviteOutcome::Made => Ok(ForumInvite { code, until }),
            InviteOutcome::NotPrivate => Err(ModerationError::NotPrivate),
            InviteOutcome::NoForum => Err(ModerationError::NoSuchForum),
        }
    }

    /// Ends all invitations to a forum.
    pub fn end_invites(
        &self,
        ModeratedForum { forum, actor, .. }: ModeratedForum,
    ) -> Result<(), ModerationError> {
        Ok(self.repository.end_invites(forum, &self.act(actor))?)
    }

    /// Makes the actor a member of the forum of an invitation; repeating it changes nothing.
    pub fn join(&self, actor: &Actor, code: &str) -> Result<ForumId, ModerationError> {
        let code = InviteCode::parse(code).ok_or(ModerationError::NoSuchInvite)?;
        match self.repository.join(&self.codes.digest(&code), actor.id, self.clock.now())? {
            JoinOutcome::Joined(forum) => Ok(forum),
            JoinOutcome::Banned(ban) => Err(BannedFromForum(ban).into()),
            JoinOutcome::NoInvite => Err(ModerationError::NoSuchInvite),
        }
    }

    /// Returns the invitations to a forum that serve, the newest first.
    pub fn invites(
        &self,
        ModeratedForum { forum, .. }: ModeratedForum,
        page: &PageRequest<ById>,
    ) -> Result<Page<MadeInvite, ById>, ModerationError> {
        Ok(self.repository.invites(forum, self.clock.now(), page)?)
    }

    /// Ends one invitation.
    pub fn revoke_invite(
        &self,
        ModeratedForum { forum, actor, .. }: ModeratedForum,
        id: InviteId,
    ) -> Result<(), ModerationError> {
        let was_there = self.repository.revoke_invite(forum, id, &self.act(actor))?;
        if was_there { Ok(()) } else { Err(ModerationError::NoSuchInvite) }
    }

    /// Returns what an invitation is to.
    pub fn invitation(&self, code: &str) -> Result<Invitation, ModerationError> {
        let code = InviteCode::parse(code).ok_or(ModerationError::NoSuchInvite)?;
        let found = self.repository.invitation(&self.codes.digest(&code), self.clock.now())?;
        found.ok_or(ModerationError::NoSuchInvite)
    }

    fn act(&self, actor: UserId) -> Act {
        Act { by: Some(actor), reason: None, at: self.clock.now() }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use kernel::{Ban, Role, Timestamp};

    use super::{super::repository::MockForumMemberRepository, *};

    const NOW: Timestamp = Timestamp::from_unix_millis(1_000_000_000_000);
    const FORUM: ForumId = ForumId(1);
    const MODERATED: ModeratedForum =
        ModeratedForum { forum: FORUM, actor: UserId(7), by_admin: false };
    const ANN: ExistingUser = ExistingUser(UserId(3));
    const ACTOR: Actor = Actor { id: UserId(3), role: Role::User };

    struct FixedClock;

    impl Clock for FixedClock {
        fn now(&self) -> Timestamp {
            NOW
        }
    }

    struct FixedCodes;

    impl InviteCodes for FixedCodes {
        fn generate(&self) -> InviteCode {
            InviteCode::from_bits(7)
        }

        fn digest(&self, code: &InviteCode) -> String {
            format!("digest of {}", code.as_str())
        }
    }

    fn members(repository: MockForumMemberRepository) -> ForumMembers {
        ForumMembers::new(Arc::new(repository), Arc::new(FixedCodes), Arc::new(FixedClock))
    }

    #[test]
    fn each_reason_not_to_add_is_an_error_of_its_own() {
        let refused = |outcome| {
            let mut repository = MockForumMemberRepository::new();
            repository
                .expect_add()
                .withf(|new| (new.forum, new.user, new.by) == (FORUM, UserId(3), UserId(7)))
                .return_once(|_| Ok(outcome));
            members(repository).add(MODERATED, ANN).unwrap_err()
        };
        assert!(matches!(refused(AddMemberOutcome::Banned), ModerationError::AddBanned));
        assert!(matches!(refused(AddMemberOutcome::NotPrivate), ModerationError::NotPrivate));
        assert!(matches!(refused(AddMemberOutcome::NoForum), ModerationError::NoSuchForum));
        assert!(matches!(refused(AddMemberOutcome::NoUser), ModerationError::NoSuchUser));
    }

    #[test]
    fn an_invitation_serves_the_days_from_now() {
        let mut repository = MockForumMemberRepository::new();
        let until = NOW.after(Duration::from_hours(48));
        let digest = FixedCodes.digest(&InviteCode::from_bits(7));
        repository
            .expect_insert_invite()
            .withf(move |stored, forum, end, act| {
                (stored, *forum, *end, act.by) == (digest.as_str(), FORUM, until, Some(UserId(7)))
            })
            .return_once(|_, _, _, _| Ok(InviteOutcome::Made));
        let invite = members(repository).invite(MODERATED, InviteDays::new(2).unwrap()).unwrap();
        assert_eq!(invite, ForumInvite { code: InviteCode::from_bits(7), until });
    }

    #[test]
    fn only_private_forums_have_members_and_invitations() {
        let mut repository = MockForumMemberRepository::new();
        repository.expect_list().return_once(|_, _| Ok(None));
        repository.expect_insert_invite().return_once(|_, _, _, _| Ok(InviteOutcome::NotPrivate));
        let members = members(repository);
        let list = members.list(FORUM, &PageRequest::default());
        assert!(matches!(list, Err(ModerationError::NotPrivate)));
        let invite = members.invite(MODERATED, InviteDays::default());
        assert!(matches!(invite, Err(ModerationError::NotPrivate)));
    }

    fn join(code: &str, outcome: JoinOutcome) -> Result<ForumId, ModerationError> {
        let mut repository = MockForumMemberRepository::new();
        repository.expect_join().return_once(|_, _, _| Ok(outcome));
        members(repository).join(&ACTOR, code)
    }

    #[test]
    fn joining_tells_the_forum_or_the_ban() {
        let code = InviteCode::from_bits(7);
        assert_eq!(join(code.as_str(), JoinOutcome::Joined(FORUM)).unwrap(), FORUM);
        let ban = Ban { until: None, reason: None };
        let banned = join(code.as_str(), JoinOutcome::Banned(ban));
        assert!(matches!(banned, Err(ModerationError::BannedFromForum(_))));
        for code in [code.as_str(), "", "x"] {
            let unknown = join(code, JoinOutcome::NoInvite);
            assert!(matches!(unknown, Err(ModerationError::NoSuchInvite)));
        }
    }

    #[test]
    fn an_invitation_that_is_gone_is_not_revoked() {
        for was_there in [true, false] {
            let mut repository = MockForumMemberRepository::new();
            repository
                .expect_revoke_invite()
                .withf(|forum, id, act| {
                    (*forum, *id, act.by) == (FORUM, InviteId(5), Some(UserId(7)))
                })
                .return_once(move |_, _, _| Ok(was_there));
            let revoked = members(repository).revoke_invite(MODERATED, InviteId(5));
            assert_eq!(revoked.is_ok(), was_there);
        }
    }

    #[test]
    fn members_leave_and_moderators_remove() {
        for (removable, by) in
            [(Removable::own(FORUM, &ACTOR), 3), (Removable::by_moderator(MODERATED, ANN), 7)]
        {
            let mut repository = MockForumMemberRepository::new();
            repository
                .expect_remove()
                .withf(move |forum, user, act| {
                    (*forum, *user, act.by) == (FORUM, UserId(3), Some(UserId(by)))
                })
                .return_once(|_, _, _| Ok(()));
            members(repository).remove(removable).unwrap();
        }
    }
}
