use std::time::Duration;

use kernel::{
    BlockedWord, BrokenRule, ForumRules, ImageUrl, RepositoryError, Role, TextField, Timestamp,
    Vote,
};

use super::*;
use crate::{AfterPinned, Description, Period, Selection, Title, repository::MockPostRepository};

mod removal;

const NOW: Timestamp = Timestamp::from_unix_millis(1_000_000_000_000);

const AUTHOR: i64 = 3;
const MIN_AGE: Duration = Duration::from_hours(1);
const RULED: WritingPlace = WritingPlace::Forum(ForumId(2));

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

/// Forum 2 blocks a word, and members younger than [`NOW`].
struct ForumTwoHasRules;

impl ForumRules for ForumTwoHasRules {
    fn writing_rules(
        &self,
        place: WritingPlace,
        _: UserId,
    ) -> Result<Option<WritingRules>, RepositoryError> {
        let rules = WritingRules {
            forum: ForumId(2),
            account_since: NOW,
            min_account_age: MIN_AGE,
            blocked_words: vec![BlockedWord {
                word: "Casino".to_owned(),
                normalized: "casino".to_owned(),
            }],
        };
        Ok((place == RULED).then_some(rules))
    }

    fn normalize(&self, text: &str) -> String {
        text.to_lowercase()
    }

    fn normalize_markdown(&self, source: &str) -> Result<String, RepositoryError> {
        Ok(self.normalize(source))
    }
}

fn writing() -> WritingCheck {
    WritingCheck::new(Arc::new(ForumTwoHasRules), Arc::new(SevenModeratesOne))
}

fn posts(repository: MockPostRepository) -> Posts {
    let moderators = Arc::new(SevenModeratesOne);
    Posts::new(Arc::new(repository), moderators, writing(), Arc::new(FixedClock))
}

fn actor(id: i64, role: Role) -> Actor {
    Actor { id: UserId(id), role }
}

fn content() -> PostContent {
    PostContent {
        title: Title::parse("First seeds").unwrap(),
        description: Description::parse("Sown today").unwrap(),
        image: ImageUrl::parse("https://example.org/a.png").unwrap(),
    }
}

/// A post of [`AUTHOR`].
fn post_in(forum: i64) -> Post {
    Post {
        id: PostId(5),
        forum: ForumId(forum),
        forum_topic: "Gardening".to_owned(),
        author: UserId(AUTHOR),
        author_name: "ann".to_owned(),
        author_image: "/images/avatars/default.svg".to_owned(),
        author_role: Role::User,
        title: "First seeds".to_owned(),
        description: "Sown today".to_owned(),
        html: Some("<p>Sown today</p>\n".to_owned()),
        excerpt: "Sown today".to_owned(),
        image: Some("https://example.org/a.png".to_owned()),
        created_at: NOW,
        edited: false,
        edited_at: None,
        tally: Tally::default(),
        reply_count: 0,
        locked: false,
        lock_reason: None,
        pin: None,
    }
}

fn create(outcome: InsertOutcome) -> Result<Post, PostError> {
    let mut repository = MockPostRepository::new();
    let expected =
        NewPost { forum: ForumId(1), author: UserId(AUTHOR), content: content(), created_at: NOW };
    repository.expect_insert().withf(move |post| *post == expected).return_once(|_| Ok(outcome));
    let posts = posts(repository);
    let writable = posts.authorize_create(ForumId(1), &actor(AUTHOR, Role::User))?;
    posts.create(writable, content())
}

#[test]
fn an_account_too_young_for_the_forum_writes_no_post() {
    let posts = posts(MockPostRepository::new());
    let refused = posts.authorize_create(ForumId(2), &actor(AUTHOR, Role::User)).unwrap_err();
    let until = NOW.after(MIN_AGE);
    let PostError::BrokenRule(broken) = refused else { panic!("{refused}") };
    assert_eq!(broken, BrokenRule::AccountTooYoung { until });
}

#[test]
fn a_blocked_word_is_refused_in_new_and_edited_posts() {
    let posts = posts(MockPostRepository::new());
    let author = actor(AUTHOR, Role::User);
    let rules = posts.writing.rules(RULED, author.id).unwrap();
    let blocked = PostContent { title: Title::parse("A casino").unwrap(), ..content() };
    let writable = Writable { forum: ForumId(2), actor: author, rules };
    let editable = posts.authorize_edit(&post_in(2), &author).unwrap();
    for refused in [posts.create(writable, blocked.clone()), posts.edit(editable, &blocked)] {
        let Err(PostError::BrokenRule(broken)) = refused else { panic!("{refused:?}") };
        let word = "Casino".to_owned();
        assert_eq!(broken, BrokenRule::BlockedWord { field: TextField::Title, word });
    }
}

#[test]
fn a_new_post_has_its_creator_as_author() {
    assert_eq!(create(InsertOutcome::Inserted(Box::new(post_in(1)))).unwrap(), post_in(1));
}

#[test]
fn a_post_in_a_missing_forum_is_not_created() {
    assert!(matches!(create(InsertOutcome::NoSuchForum), Err(PostError::NoSuchForum)));
}

#[test]
fn a_member_banned_from_the_forum_writes_no_post() {
    let ban = kernel::Ban::default();
    let refused = create(InsertOutcome::Banned(ban.clone())).unwrap_err();
    assert!(matches!(refused, PostError::Banned(BannedFromForum(found)) if found == ban));
}

#[test]
fn a_missing_post_is_not_found() {
    let mut repository = MockPostRepository::new();
    repository.expect_find().return_once(|_, _| Ok(None));
    assert!(matches!(posts(repository).get(PostId(5), None), Err(PostError::NotFound)));
}

#[test]
fn authors_may_edit_their_posts() {
    let mut repository = MockPostRepository::new();
    repository
        .expect_update()
        .withf(|id, edit, viewer, at| {
            (*id, edit, *viewer, *at) == (PostId(5), &content(), UserId(AUTHOR), NOW)
        })
        .return_once(|_, _, _, _| Ok(WriteOutcome::Done(Post { edited: true, ..post_in(1) })));
    let posts = posts(repository);
    let editable = posts.authorize_edit(&post_in(1), &actor(AUTHOR, Role::User)).unwrap();
    assert!(posts.edit(editable, &content()).unwrap().edited);
}

#[test]
fn other_users_may_not_edit_a_post_in_any_role() {
    let posts = posts(MockPostRepository::new());
    for other in [actor(4, Role::User), actor(7, Role::Moderator), actor(8, Role::Admin)] {
        let refused = posts.authorize_edit(&post_in(1), &other);
        assert!(matches!(refused, Err(PostError::NotTheAuthor)), "{other:?}");
    }
}

#[test]
fn a_post_deleted_while_it_is_edited_is_not_found() {
    let mut repository = MockPostRepository::new();
    repository.expect_update().return_once(|_, _, _, _| Ok(WriteOutcome::NotFound));
    let posts = posts(repository);
    let editable = posts.authorize_edit(&post_in(1), &actor(AUTHOR, Role::User)).unwrap();
    assert!(matches!(posts.edit(editable, &content()), Err(PostError::NotFound)));
}

#[test]
fn authors_moderators_and_admins_may_delete_a_post() {
    let posts = posts(MockPostRepository::new());
    for allowed in [actor(AUTHOR, Role::User), actor(7, Role::Moderator), actor(8, Role::Admin)] {
        let deletable = posts.authorize_delete(&post_in(1), &allowed).unwrap();
        assert_eq!(deletable, Deletable { post: PostId(5), actor: allowed.id }, "{allowed:?}");
    }
}

#[test]
fn other_users_may_not_delete_a_post() {
    let posts = posts(MockPostRepository::new());
    for (forum, other) in
        [(1, actor(4, Role::User)), (1, actor(4, Role::Moderator)), (2, actor(7, Role::Moderator))]
    {
        let refused = posts.authorize_delete(&post_in(forum), &other);
        assert!(matches!(refused, Err(PostError::MayNotDelete)), "{forum} {other:?}");
    }
}

#[test]
fn a_concurrently_deleted_post_is_not_found() {
    let mut repository = MockPostRepository::new();
    repository.expect_delete().withf(|id, _| *id == PostId(5)).return_once(|_, _| Ok(false));
    let posts = posts(repository);
    let deletable = posts.authorize_delete(&post_in(1), &actor(AUTHOR, Role::User)).unwrap();
    assert!(matches!(posts.delete(deletable, None), Err(PostError::NotFound)));
}

#[test]
fn a_vote_belongs_to_the_actor() {
    let mut repository = MockPostRepository::new();
    let tally = Tally { upvotes: 1, downvotes: 0, own_vote: Some(Vote::Up) };
    repository
        .expect_vote()
        .withf(|id, voter, command, now| {
            (*id, *voter, *command, *now) == (PostId(5), UserId(4), VoteCommand::Upvote, NOW)
        })
        .return_once(move |_, _, _, _| Ok(WriteOutcome::Done(tally)));
    let answer = posts(repository).vote(PostId(5), &actor(4, Role::User), VoteCommand::Upvote);
    assert_eq!(answer.unwrap(), tally);
}

#[test]
fn a_vote_on_a_missing_post_is_not_found() {
    let mut repository = MockPostRepository::new();
    repository.expect_vote().return_once(|_, _, _, _| Ok(WriteOutcome::NotFound));
    let answer = posts(repository).vote(PostId(5), &actor(4, Role::User), VoteCommand::Downvote);
    assert!(matches!(answer, Err(PostError::NotFound)));
}

#[test]
fn both_feeds_use_the_selection_of_now() {
    let feed = Feed {
        forum: Some(ForumId(1)),
        period: Some(Period::Day),
        keyword: Some("seeds".to_owned()),
    };
    let asked = |selection: &Selection| {
        selection.forum == Some(ForumId(1))
            && selection.since.is_some_and(|since| since.day() == NOW.day() - 1)
            && selection.keyword.as_deref() == Some("seeds")
    };
    let mut repository = MockPostRepository::new();
    repository
        .expect_newest()
        .withf(move |_, selection, _| asked(selection))
        .return_once(|_, _, _| Ok(Page { items: vec![post_in(1)], next: None }));
    repository
        .expect_most_popular()
        .withf(move |_, selection, _| asked(selection))
        .return_once(|_, _, _| Ok(Page { items: vec![post_in(1)], next: None }));
    let posts = posts(repository);
    let (by_time, by_score) = (PageRequest::default(), PageRequest::default());
    assert_eq!(posts.newest(None, &feed, &by_time).unwrap().items, [post_in(1)]);
    assert_eq!(posts.most_popular(None, &feed, &by_score).unwrap().items, [post_in(1)]);
}

#[test]
fn only_moderators_and_admins_lock_and_pin() {
    let posts = posts(MockPostRepository::new());
    for (actor, may) in [
        (actor(AUTHOR, Role::User), false),
        (actor(4, Role::Moderator), false),
        (actor(7, Role::Moderator), true),
        (actor(8, Role::Admin), true),
    ] {
        assert_eq!(posts.authorize_moderation(&post_in(1), &actor).is_ok(), may, "{actor:?}");
    }
}

#[test]
fn a_pin_must_end_in_the_future() {
    let posts = posts(MockPostRepository::new());
    let moderated = posts.authorize_moderation(&post_in(1), &actor(8, Role::Admin)).unwrap();
    let refused = posts.set_pin(moderated, Some(Pin { until: Some(NOW) }));
    assert!(matches!(refused, Err(PostError::PinIsOver)));
}

#[test]
fn a_pin_that_is_over_is_not_shown() {
    for (until, shown) in [(None, true), (Some(NOW.after(SECOND)), true), (Some(NOW), false)] {
        let mut repository = MockPostRepository::new();
        let post = Post { pin: Some(Pin { until }), ..post_in(1) };
        repository.expect_find().return_once(|_, _| Ok(Some(post)));
        let found = posts(repository).get(PostId(5), None).unwrap();
        assert_eq!(found.pin.is_some(), shown, "{until:?}");
    }
}

const SECOND: std::time::Duration = std::time::Duration::from_secs(1);

fn numbered(id: i64) -> Post {
    Post { id: PostId(id), ..post_in(1) }
}

/// Ten posts, of which 2 and 5 are pinned.
fn ten_posts() -> MockPostRepository {
    let mut repository = MockPostRepository::new();
    repository.expect_pinned().returning(|_, _, _| Ok(vec![numbered(2), numbered(5)]));
    repository.expect_newest().returning(|_, selection, page| {
        let last = page.after.map_or(11, |after| after.id);
        let ids = (1..last).rev().filter(|id| !selection.without.contains(&PostId(*id)));
        let by_time = |post: &Post| ByTime { at: NOW, id: post.id.0 };
        Ok(Page::cut(ids.map(numbered).collect(), page.limit, by_time))
    });
    repository
}

#[test]
fn pages_of_a_forum_start_with_pinned_posts_and_repeat_none() {
    for limit in 1..=11 {
        let posts = posts(ten_posts());
        let limit = kernel::Limit::new(limit).unwrap();
        let mut page = PageRequest::<AfterPinned<ByTime>> { limit, after: None };
        let mut ids = vec![];
        loop {
            let Page { items, next } = posts.newest_in(None, ForumId(1), &page).unwrap();
            assert!(items.len() <= limit.get());
            ids.extend(items.into_iter().map(|post| post.id.0));
            page.after = next;
            if page.after.is_none() {
                break;
            }
        }
        let wanted: &[i64] = if limit.get() == 1 {
            // The page has room for one of the pinned ones.
            &[2, 10, 9, 8, 7, 6, 5, 4, 3, 1]
        } else {
            &[2, 5, 10, 9, 8, 7, 6, 4, 3, 1]
        };
        assert_eq!(ids, wanted, "{limit:?}");
    }
}
