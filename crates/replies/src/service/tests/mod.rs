use std::{collections::BTreeSet, time::Duration};

use kernel::{
    BlockedWord, BrokenRule, ByTime, ForumRules, RepositoryError, Role, TextField, Timestamp,
    Visibility, Votes,
};

use super::*;
use crate::{
    Position, Refusal, ReplyContent, ReplyNode, Sort, ThreadRequest,
    repository::MockReplyRepository,
};

mod held;
mod removal;
mod thread;
mod writing;

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

/// Forum 3 is private, and nobody belongs to it.
struct ThreeIsClosed;

impl ForumReaders for ThreeIsClosed {
    fn visibility(&self, forum: ForumId) -> Result<Option<Visibility>, RepositoryError> {
        Ok(Some(if forum == ForumId(3) { Visibility::Private } else { Visibility::Public }))
    }

    fn belongs(&self, _: UserId, _: ForumId) -> Result<bool, RepositoryError> {
        Ok(false)
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
        _: Reader,
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
    let (readers, moderators) = (Arc::new(ThreeIsClosed), Arc::new(SevenModeratesOne));
    Replies::new(Arc::new(repository), readers, moderators, writing(), Arc::new(FixedClock))
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
        votes: Votes::default(),
        child_count,
        held: false,
    }
}

const OWN: ReplyLocation =
    ReplyLocation { reply: ReplyId(5), forum: ForumId(1), author: UserId(3) };
