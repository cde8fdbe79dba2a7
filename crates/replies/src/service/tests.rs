use std::{collections::BTreeSet, time::Duration};

use kernel::{
    BlockedWord, BrokenRule, ByTime, ForumRules, RepositoryError, Role, TextField, Timestamp,
};

use super::*;
use crate::{
    Position, Refusal, ReplyContent, ReplyNode, Sort, ThreadRequest,
    repository::MockReplyRepository,
};

mod held;
mod removal;

const NOW: Timestamp = Timestamp::from_unix_millis(1_000_000_000_000);
const POST: PostId = PostId(1);
const MIN_AGE: Duration = Duration::from_hours(1);
/// A post of forum 2.
const RULED: PostId = PostId(2);

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

/// Forum 2 blocks a word and members younger than [`NOW`], and holds links of new ones. Forum 1 asks nothing; there are no
/// other forums.
struct ForumTwoHasRules;

impl ForumRules for ForumTwoHasRules {
    fn writing_rules(
        &self,
        place: WritingPlace,
        _: UserId,
    ) -> Result<Option<WritingRules>, RepositoryError> {
        let nothing = WritingRules {
            forum: ForumId(1),
            account_since: NOW,
            min_account_age: Duration::ZERO,
            blocked_words: vec![],
            holds_links_of_new: false,
        };
        let casino = BlockedWord { word: "Casino".to_owned(), normalized: "casino".to_owned() };
        Ok(match place {
            WritingPlace::Post(POST) | WritingPlace::Forum(ForumId(1)) => Some(nothing),
            WritingPlace::Post(RULED) | WritingPlace::Forum(ForumId(2)) => Some(WritingRules {
                forum: ForumId(2),
                min_account_age: MIN_AGE,
                blocked_words: vec![casino],
                holds_links_of_new: true,
                ..nothing
            }),
            WritingPlace::Post(_) | WritingPlace::Forum(_) => None,
        })
    }

    fn normalize(&self, text: &str) -> String {
        text.to_lowercase()
    }

    fn normalize_markdown(&self, source: &str) -> Result<String, RepositoryError> {
        Ok(self.normalize(source))
    }

    fn links(&self, source: &str) -> BTreeSet<String> {
        let links = source.split(' ').filter(|word| word.starts_with("http://"));
        links.map(str::to_owned).collect()
    }
}

fn writing() -> WritingCheck {
    WritingCheck::new(Arc::new(ForumTwoHasRules), Arc::new(SevenModeratesOne))
}

fn replies(repository: MockReplyRepository) -> Replies {
    let moderators = Arc::new(SevenModeratesOne);
    Replies::new(Arc::new(repository), moderators, writing(), Arc::new(FixedClock))
}

fn actor(id: i64, role: Role) -> Actor {
    Actor { id: UserId(id), role }
}

fn reply(id: i64, responds_to: Option<i64>, child_count: usize) -> Reply {
    Reply {
        id: ReplyId(id),
        post: POST,
        responds_to: responds_to.map(ReplyId),
        depth: i16::from(responds_to.is_some()),
        content: Some(ReplyContent {
            description: "Well said".to_owned(),
            html: "<p>Well said</p>\n".to_owned(),
            username: "ann".to_owned(),
            user_image: "/images/avatars/default.svg".to_owned(),
            user_role: Role::User,
        }),
        created_at: NOW,
        edited_at: None,
        tally: Tally::default(),
        child_count,
        held: false,
    }
}

fn create(outcome: InsertOutcome) -> Result<Reply, ReplyError> {
    let mut repository = MockReplyRepository::new();
    repository
        .expect_insert()
        .withf(|reply| {
            reply.author == UserId(3)
                && reply.created_at == NOW
                && reply.post == POST
                && reply.responds_to == Some(ReplyId(4))
        })
        .return_once(|_| Ok(outcome));
    let description = Description::parse("Well said").unwrap();
    let replies = replies(repository);
    let author = actor(3, Role::User);
    let writable = replies.authorize_create(replies.place(POST, author.id)?, &author)?;
    replies.create(writable, Some(ReplyId(4)), description)
}

#[test]
fn an_account_too_young_for_the_forum_does_not_reply() {
    let replies = replies(MockReplyRepository::new());
    let author = actor(3, Role::User);
    let place = replies.place(RULED, author.id).unwrap();
    assert_eq!(place.forum(), ForumId(2));
    let refused = replies.authorize_create(place, &author).unwrap_err();
    let until = NOW.after(MIN_AGE);
    let ReplyError::BrokenRule(broken) = refused else { panic!("{refused}") };
    assert_eq!(broken, BrokenRule::AccountTooYoung { until });
}

#[test]
fn a_blocked_word_is_refused_in_new_and_edited_replies() {
    let replies = replies(MockReplyRepository::new());
    let author = actor(3, Role::User);
    let ReplyPlace { rules, .. } = replies.place(RULED, author.id).unwrap();
    let text = Description::parse("To the casino").unwrap();
    let writable = Writable { post: RULED, actor: author, rules };
    let place = ReplyLocation { forum: ForumId(2), ..OWN };
    let editable = replies.authorize_edit(&place, &author).unwrap();
    for refused in [replies.create(writable, None, text.clone()), replies.edit(editable, &text)] {
        let Err(ReplyError::BrokenRule(broken)) = refused else { panic!("{refused:?}") };
        let word = "Casino".to_owned();
        assert_eq!(broken, BrokenRule::BlockedWord { field: TextField::Description, word });
    }
}

#[test]
fn a_new_reply_has_its_creator_as_author() {
    assert_eq!(
        create(InsertOutcome::Inserted(reply(5, Some(4), 0))).unwrap(),
        reply(5, Some(4), 0)
    );
}

#[test]
fn a_post_deleted_while_it_is_answered_is_not_found() {
    assert!(matches!(create(InsertOutcome::NoSuchPost), Err(ReplyError::NoSuchPost)));
}

#[test]
fn unanswerable_parents_are_refused() {
    for refusal in [Refusal::NotOfThisPost, Refusal::Removed, Refusal::TooDeep] {
        let refused = create(InsertOutcome::Refused(refusal));
        assert!(matches!(refused, Err(ReplyError::Refused(why)) if why == refusal));
    }
}

#[test]
fn a_missing_post_cannot_be_answered() {
    let mut repository = MockReplyRepository::new();
    repository.expect_has_post().returning(|post| Ok(post == POST));
    let replies = replies(repository);
    assert!(replies.require_post(POST).is_ok());
    assert!(matches!(replies.require_post(PostId(3)), Err(ReplyError::NoSuchPost)));
    assert!(matches!(replies.place(PostId(3), UserId(3)), Err(ReplyError::NoSuchPost)));
}

#[test]
fn a_thread_is_a_forest_of_at_most_1_000_replies() {
    let next = Some(Position::New(ByTime { at: NOW, id: 9 }));
    let mut repository = MockReplyRepository::new();
    repository
        .expect_thread()
        .withf(|post, viewer, request, limit| {
            *post == POST
                && *viewer == Some(UserId(3))
                && *request == ThreadRequest::First(Sort::New)
                && *limit == 1_000
        })
        .return_once(move |_, _, _, _| {
            Ok(Some(Page { items: vec![reply(1, None, 4), reply(2, Some(1), 0)], next }))
        });
    let thread =
        replies(repository).thread(POST, Some(UserId(3)), ThreadRequest::First(Sort::New)).unwrap();
    let answer = ReplyNode { reply: reply(2, Some(1), 0), replies: vec![], more_replies: 0 };
    let top = ReplyNode { reply: reply(1, None, 4), replies: vec![answer], more_replies: 3 };
    assert_eq!(thread, Page { items: vec![top], next });
}

#[test]
fn the_thread_of_a_missing_post_is_not_found() {
    let mut repository = MockReplyRepository::new();
    repository.expect_thread().return_once(|_, _, _, _| Ok(None));
    let thread = replies(repository).thread(POST, None, ThreadRequest::First(Sort::Old));
    assert!(matches!(thread, Err(ReplyError::NoSuchPost)));
}

#[test]
fn a_reply_comes_with_its_descendants() {
    let mut repository = MockReplyRepository::new();
    repository.expect_subtree().withf(|_, _, _, limit| *limit == 1_000).return_once(
        |_, _, _, _| {
            let below =
                Page { items: vec![reply(6, Some(5), 0), reply(7, Some(5), 0)], next: None };
            Ok(Some((Reply { depth: 0, ..reply(5, Some(4), 3) }, below)))
        },
    );
    let (branch, next) =
        replies(repository).subtree(ReplyId(5), None, ThreadRequest::First(Sort::Old)).unwrap();
    let answers: Vec<i64> = branch.replies.iter().map(|branch| branch.reply.id.0).collect();
    assert_eq!((branch.reply.id.0, answers, branch.more_replies, next), (5, vec![6, 7], 1, None));
}

#[test]
fn a_reply_has_up_to_three_ancestors_without_answers() {
    let mut repository = MockReplyRepository::new();
    repository
        .expect_lineage()
        .withf(|id, viewer, limit| (id.0, *viewer, *limit) == (4, Some(UserId(3)), 3))
        .return_once(|_, _, _| Ok(vec![reply(2, None, 2), reply(4, Some(2), 1)]));
    let ancestors = replies(repository).ancestors(&reply(5, Some(4), 0), Some(UserId(3))).unwrap();
    let shown: Vec<_> = ancestors
        .iter()
        .map(|node| (node.reply.id.0, node.replies.len(), node.more_replies))
        .collect();
    assert_eq!(shown, [(2, 0, 2), (4, 0, 1)]);
}

#[test]
fn a_reply_to_the_post_has_no_ancestors() {
    let replies = replies(MockReplyRepository::new());
    assert_eq!(replies.ancestors(&reply(5, None, 0), None).unwrap(), []);
}

#[test]
fn a_missing_reply_is_not_found() {
    let mut repository = MockReplyRepository::new();
    repository.expect_find().return_once(|_| Ok(None));
    repository.expect_subtree().return_once(|_, _, _, _| Ok(None));
    let replies = replies(repository);
    assert!(matches!(replies.find(ReplyId(9)), Err(ReplyError::NotFound)));
    let subtree = replies.subtree(ReplyId(9), None, ThreadRequest::First(Sort::Old));
    assert!(matches!(subtree, Err(ReplyError::NotFound)));
}

fn by_user_3(forum: i64) -> ReplyLocation {
    ReplyLocation { reply: ReplyId(5), forum: ForumId(forum), author: UserId(3) }
}

#[test]
fn authors_moderators_and_admins_may_remove_a_reply() {
    let replies = replies(MockReplyRepository::new());
    for actor in [actor(3, Role::User), actor(7, Role::Moderator), actor(8, Role::Admin)] {
        let removable = Removable { reply: ReplyId(5), actor: actor.id };
        assert_eq!(replies.authorize_remove(&by_user_3(1), &actor).unwrap(), removable);
    }
}

#[test]
fn other_users_may_not_remove_a_reply() {
    let replies = replies(MockReplyRepository::new());
    for (forum, actor) in
        [(1, actor(8, Role::User)), (1, actor(8, Role::Moderator)), (2, actor(7, Role::Moderator))]
    {
        let refused = replies.authorize_remove(&by_user_3(forum), &actor);
        assert!(matches!(refused, Err(ReplyError::MayNotRemove)));
    }
}

#[test]
fn a_concurrently_deleted_reply_is_not_found() {
    let mut repository = MockReplyRepository::new();
    repository.expect_remove().return_once(|_, _| Ok(false));
    let removable = Removable { reply: ReplyId(5), actor: UserId(3) };
    let removed = replies(repository).remove(removable, None);
    assert!(matches!(removed, Err(ReplyError::NotFound)));
}

fn vote(outcome: VoteOutcome) -> Result<Tally, ReplyError> {
    let mut repository = MockReplyRepository::new();
    repository
        .expect_vote()
        .withf(|id, user, command, _| {
            *id == ReplyId(5) && *user == UserId(3) && *command == VoteCommand::Downvote
        })
        .return_once(move |_, _, _, _| Ok(outcome));
    replies(repository).vote(ReplyId(5), &actor(3, Role::User), VoteCommand::Downvote)
}

#[test]
fn a_vote_answers_the_tally() {
    let tally = Tally { upvotes: 2, downvotes: 1, own_vote: Some(kernel::Vote::Down) };
    assert_eq!(vote(VoteOutcome::Counted(tally)).unwrap(), tally);
}

#[test]
fn a_removed_reply_takes_no_votes() {
    assert!(matches!(vote(VoteOutcome::ReplyRemoved), Err(ReplyError::Removed)));
}

#[test]
fn a_vote_on_a_missing_reply_is_not_found() {
    assert!(matches!(vote(VoteOutcome::NotFound), Err(ReplyError::NotFound)));
}

const OWN: ReplyLocation =
    ReplyLocation { reply: ReplyId(5), forum: ForumId(1), author: UserId(3) };

fn edit(outcome: EditOutcome) -> Result<Reply, ReplyError> {
    let mut repository = MockReplyRepository::new();
    repository
        .expect_update()
        .withf(|id, text, viewer, at| {
            (*id, text.as_str(), *viewer, *at) == (ReplyId(5), "Well put", UserId(3), NOW)
        })
        .return_once(|_, _, _, _| Ok(outcome));
    let replies = replies(repository);
    let editable = replies.authorize_edit(&OWN, &actor(3, Role::User)).unwrap();
    replies.edit(editable, &Description::parse("Well put").unwrap())
}

#[test]
fn only_its_author_may_edit_a_reply() {
    let replies = replies(MockReplyRepository::new());
    for other in [actor(4, Role::User), actor(7, Role::Moderator), actor(8, Role::Admin)] {
        let refused = replies.authorize_edit(&OWN, &other);
        assert!(matches!(refused, Err(ReplyError::NotTheAuthor)));
    }
}

#[test]
fn an_edit_of_a_reply_needs_one_that_is_there() {
    assert!(edit(EditOutcome::Edited(reply(5, None, 0))).is_ok());
    assert!(matches!(edit(EditOutcome::NotFound), Err(ReplyError::NotFound)));
    assert!(matches!(edit(EditOutcome::ReplyRemoved), Err(ReplyError::RemovedTakesNoEdit)));
}

#[test]
fn a_removed_reply_shows_placeholders() {
    let ReplyContent { description, html, username, user_image, user_role } =
        ReplyContent::removed();
    assert_eq!(html, "<p>removed</p>\n");
    assert_eq!((description.as_str(), username.as_str()), ("removed", "removed"));
    assert_eq!((user_image.as_str(), user_role), ("/images/avatars/removed.svg", Role::User));
}
