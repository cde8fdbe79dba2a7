use kernel::{RepositoryError, Role, Timestamp};

use super::*;
use crate::{ClosedForums, WritingLimits, repository::MockForumRepository};

const NOW: Timestamp = Timestamp::from_unix_millis(1_000_000_000_000);

struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        NOW
    }
}

/// User 7 moderates forum 1.
struct SevenModeratesOne;

impl Moderators for SevenModeratesOne {
    fn moderates(&self, user: UserId, forum: ForumId) -> Result<bool, RepositoryError> {
        Ok(user == UserId(7) && forum == ForumId(1))
    }
}

/// User 9 belongs to every forum.
struct NineBelongs;

impl ForumReaders for NineBelongs {
    fn visibility(&self, _: ForumId) -> Result<Option<Visibility>, RepositoryError> {
        Ok(Some(Visibility::Public))
    }

    fn belongs(&self, user: UserId, _: ForumId) -> Result<bool, RepositoryError> {
        Ok(user == UserId(9))
    }
}

fn forums(repository: MockForumRepository) -> Forums {
    let (readers, moderators) = (Arc::new(NineBelongs), Arc::new(SevenModeratesOne));
    Forums::new(Arc::new(repository), readers, moderators, Arc::new(FixedClock))
}

fn actor(id: i64, role: Role) -> Actor {
    Actor { id: UserId(id), role }
}

fn forum() -> Forum {
    Forum {
        id: ForumId(1),
        topic: "Gardening".to_owned(),
        description: "Soil and seeds".to_owned(),
        html: Some("<p>Soil and seeds</p>\n".to_owned()),
        author: "ann".to_owned(),
        visibility: Visibility::Public,
        created_at: NOW,
        post_count: 0,
        activity: 0,
        latest: None,
    }
}

fn create(outcome: SaveOutcome) -> Result<Forum, ForumError> {
    let mut repository = MockForumRepository::new();
    repository
        .expect_insert()
        .withf(|forum| forum.author == UserId(3) && forum.created_at == NOW)
        .return_once(|_| Ok(outcome));
    forums(repository).create(
        &actor(3, Role::User),
        Topic::parse("Gardening").unwrap(),
        Description::parse("Soil and seeds").unwrap(),
        Visibility::Public,
    )
}

#[test]
fn a_new_forum_has_its_creator_as_author() {
    assert_eq!(create(SaveOutcome::Saved(forum())).unwrap(), forum());
}

#[test]
fn a_taken_topic_is_refused() {
    assert!(matches!(create(SaveOutcome::TopicTaken), Err(ForumError::TopicTaken)));
}

#[test]
fn a_missing_forum_is_not_found() {
    let mut repository = MockForumRepository::new();
    repository.expect_find().return_once(|_, _| Ok(None));
    assert!(matches!(forums(repository).get(ForumId(1), Reader::Admin), Err(ForumError::NotFound)));
}

#[test]
fn a_forum_is_not_found_by_those_who_may_not_read_it() {
    for (visibility, readers) in [
        (Visibility::Public, [true; 5]),
        (Visibility::Members, [false, true, true, true, true]),
        (Visibility::Private, [false, false, false, true, true]),
    ] {
        let insider = |id| Reader::Insider(UserId(id));
        let all = [Reader::Visitor, Reader::Member, insider(8), insider(9), Reader::Admin];
        for (reader, may) in all.into_iter().zip(readers) {
            let mut repository = MockForumRepository::new();
            repository
                .expect_find()
                .return_once(move |_, _| Ok(Some(Forum { visibility, ..forum() })));
            let found = forums(repository).get(ForumId(1), reader);
            assert_eq!(found.is_ok(), may, "{visibility:?} {reader:?}");
            assert!(may || matches!(found, Err(ForumError::NotFound)));
        }
    }
}

#[test]
fn members_read_as_all_do_who_read_the_same() {
    let reads = |role, for_members, own, private| {
        let mut repository = MockForumRepository::new();
        let closed = ClosedForums { for_members, own, private };
        repository.expect_reads_closed().return_once(move |_| Ok(closed));
        let member = Member { id: UserId(3), role, ban: None, since: NOW };
        forums(repository).reader(&member).unwrap()
    };
    for role in [Role::User, Role::Moderator] {
        assert_eq!(reads(role, false, false, true), Reader::Visitor);
        assert_eq!(reads(role, true, false, true), Reader::Member);
        assert_eq!(reads(role, false, true, true), Reader::Insider(UserId(3)));
    }
    assert_eq!(reads(Role::Admin, false, false, false), Reader::Visitor);
    assert_eq!(reads(Role::Admin, true, false, false), Reader::Member);
    assert_eq!(reads(Role::Admin, false, false, true), Reader::Admin);
}

#[test]
fn moderators_of_a_forum_and_admins_may_edit_it() {
    let forums = forums(MockForumRepository::new());
    assert!(forums.authorize_edit(ForumId(1), &actor(7, Role::User)).is_ok());
    assert!(forums.authorize_edit(ForumId(1), &actor(8, Role::Admin)).is_ok());
}

#[test]
fn other_users_may_not_edit_a_forum() {
    let forums = forums(MockForumRepository::new());
    for (forum, actor) in
        [(1, actor(8, Role::User)), (1, actor(8, Role::Moderator)), (2, actor(7, Role::Moderator))]
    {
        assert!(matches!(
            forums.authorize_edit(ForumId(forum), &actor),
            Err(ForumError::NotAModerator)
        ));
    }
}

#[test]
fn a_forum_deleted_while_it_is_edited_is_not_found() {
    let mut repository = MockForumRepository::new();
    repository.expect_update().return_once(|_, _, _| Ok(SaveOutcome::NotFound));
    let forums = forums(repository);
    let editable = forums.authorize_edit(ForumId(1), &actor(7, Role::User)).unwrap();
    let edit = ForumEdit {
        topic: Topic::parse("Seeds").unwrap(),
        description: Description::parse("Only seeds").unwrap(),
        visibility: None,
    };
    let edited = forums.edit(editable, &edit);
    assert!(matches!(edited, Err(ForumError::NotFound)));
}

#[test]
fn only_admins_delete_a_forum() {
    let mut repository = MockForumRepository::new();
    repository.expect_delete().once().return_once(|_, _| Ok(true));
    let forums = forums(repository);
    for other in [actor(7, Role::Moderator), actor(3, Role::User)] {
        let refused = forums.authorize_delete(ForumId(1), &other);
        assert!(matches!(refused, Err(ForumError::NotAnAdmin)));
    }
    let deletable = forums.authorize_delete(ForumId(1), &actor(8, Role::Admin)).unwrap();
    assert!(forums.delete(deletable, None).is_ok());
}

#[test]
fn lists_of_forums_use_the_current_time() {
    let mut repository = MockForumRepository::new();
    repository
        .expect_most_active()
        .withf(|reader, now, _| (*reader, *now) == (Reader::Member, NOW))
        .return_once(|_, _, _| Ok(Page { items: vec![], next: None }));
    let page = forums(repository).most_active(Reader::Member, &PageRequest::default()).unwrap();
    assert_eq!(page.items, []);
}

#[test]
fn topics_are_searched_case_insensitively() {
    let mut repository = MockForumRepository::new();
    repository
        .expect_with_topic()
        .withf(|reader, _, key, _| *reader == Reader::Member && key == "ärger")
        .return_once(|_, _, _, _| Ok(Page { items: vec![], next: None }));
    forums(repository).with_topic(Reader::Member, " ÄRGER", &PageRequest::default()).unwrap();
}

#[test]
fn a_favorite_of_a_missing_forum_is_not_found() {
    let mut repository = MockForumRepository::new();
    repository.expect_add_favorite().return_once(|_, _, _| Ok(false));
    repository.expect_remove_favorite().return_once(|_, _| Ok(false));
    let forums = forums(repository);
    let ann = actor(3, Role::User);
    assert!(matches!(forums.add_favorite(ForumId(9), &ann), Err(ForumError::NotFound)));
    assert!(matches!(forums.remove_favorite(ForumId(9), &ann), Err(ForumError::NotFound)));
}

fn stored_rules() -> Rules {
    Rules { text: "Be kind".to_owned(), limits: Some(WritingLimits::default()), ..Rules::default() }
}

#[test]
fn only_moderators_read_what_is_enforced() {
    for (reader, sees) in [
        (None, false),
        (Some(actor(3, Role::User)), false),
        (Some(actor(7, Role::Moderator)), true),
        (Some(actor(8, Role::Admin)), true),
    ] {
        let mut repository = MockForumRepository::new();
        repository.expect_rules().return_once(|_| Ok(Some(stored_rules())));
        let rules = forums(repository).rules(ForumId(1), Reader::Visitor, reader.as_ref()).unwrap();
        assert_eq!((rules.text.as_str(), rules.limits.is_some()), ("Be kind", sees), "{reader:?}");
    }
}

#[test]
fn the_rules_of_a_missing_forum_are_not_found() {
    let mut repository = MockForumRepository::new();
    repository.expect_rules().return_once(|_| Ok(None));
    assert!(matches!(
        forums(repository).rules(ForumId(1), Reader::Visitor, None),
        Err(ForumError::NotFound)
    ));
}
