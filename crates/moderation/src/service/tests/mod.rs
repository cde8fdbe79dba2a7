mod accounts;
mod forums;

use kernel::{Ban, RepositoryError, Role, Timestamp, Visibility};

use super::*;
use crate::repository::MockModerationRepository;

const GARDENING: ExistingForum = ExistingForum(ForumId(1));
const BOATS: ExistingForum = ExistingForum(ForumId(2));

const ANN: UserId = UserId(3);
const MAX: UserId = UserId(7);
const ADA: UserId = UserId(8);

/// Max moderates Gardening.
struct MaxModeratesGardening;

impl Moderators for MaxModeratesGardening {
    fn moderates(&self, user: UserId, forum: ForumId) -> Result<bool, RepositoryError> {
        Ok(user == MAX && ExistingForum(forum) == GARDENING)
    }
}

/// Everybody reads Gardening, and only admins the private Boats; nobody belongs to it.
struct BoatsForAdmins;

impl ForumReaders for BoatsForAdmins {
    fn visibility(&self, forum: ForumId) -> Result<Option<Visibility>, RepositoryError> {
        Ok(match ExistingForum(forum) {
            GARDENING => Some(Visibility::Public),
            BOATS => Some(Visibility::Private),
            _ => None,
        })
    }

    fn belongs(&self, _: UserId, _: ForumId) -> Result<bool, RepositoryError> {
        Ok(false)
    }
}

const NOW: Timestamp = Timestamp::from_unix_millis(1_000_000_000_000);

struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        NOW
    }
}

fn by_ada() -> Act {
    Act { by: Some(ADA), reason: None, at: NOW }
}

fn by_operator() -> Act {
    Act { by: None, ..by_ada() }
}

fn moderation(repository: MockModerationRepository) -> Moderation {
    let (readers, moderators) = (Arc::new(BoatsForAdmins), Arc::new(MaxModeratesGardening));
    Moderation::new(Arc::new(repository), readers, moderators, Arc::new(FixedClock))
}

fn actor(id: UserId, role: Role) -> Actor {
    Actor { id, role }
}

fn ann() -> AccountStatus {
    let profile =
        Profile { id: ANN, username: "Ann".to_owned(), image: "/images/a.svg".to_owned() };
    AccountStatus { profile, role: Role::User, ban: None }
}

/// Finds Ann by her name, and by no other one.
fn finding(status: AccountStatus) -> MockModerationRepository {
    let mut repository = MockModerationRepository::new();
    repository
        .expect_find_by_name()
        .returning(move |name, _| Ok((name.eq_ignore_ascii_case("ann")).then(|| status.clone())));
    repository
}

#[test]
fn missing_forums_and_users_are_not_found() {
    let mut repository = MockModerationRepository::new();
    repository.expect_is_user().returning(|id| Ok(id == ANN));
    let moderation = moderation(repository);
    let forum = |id, reader| moderation.forum(ForumId(id), reader);
    assert_eq!(forum(1, Reader::Visitor).unwrap(), GARDENING);
    assert_eq!(forum(2, Reader::Admin).unwrap(), BOATS);
    for (id, reader) in [(2, Reader::Visitor), (2, Reader::Insider(ANN)), (3, Reader::Admin)] {
        assert!(matches!(forum(id, reader), Err(ModerationError::NoSuchForum)));
    }
    assert_eq!(moderation.user(ANN).unwrap(), ExistingUser(ANN));
    assert!(matches!(moderation.user(MAX), Err(ModerationError::NoSuchUser)));
}

#[test]
fn moderators_of_a_forum_and_admins_may_moderate_it() {
    let moderation = moderation(MockModerationRepository::new());
    let by_max = moderation.authorize_moderator(GARDENING, &actor(MAX, Role::Moderator)).unwrap();
    assert_eq!(by_max, ModeratedForum { forum: ForumId(1), actor: MAX, by_admin: false });
    let by_ada = moderation.authorize_moderator(BOATS, &actor(ADA, Role::Admin)).unwrap();
    assert_eq!(by_ada, ModeratedForum { forum: ForumId(2), actor: ADA, by_admin: true });
}

#[test]
fn other_users_may_not_moderate_a_forum() {
    let moderation = moderation(MockModerationRepository::new());
    for (forum, actor) in [
        (GARDENING, actor(ANN, Role::User)),
        (GARDENING, actor(ANN, Role::Moderator)),
        (BOATS, actor(MAX, Role::Moderator)),
    ] {
        let refused = moderation.authorize_moderator(forum, &actor);
        assert!(matches!(refused, Err(ModerationError::NotAModerator)));
    }
}
