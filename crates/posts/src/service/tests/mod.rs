use std::{collections::BTreeSet, time::Duration};

use kernel::{
    BlockedWord, BrokenRule, ForumRules, ImageUrl, RepositoryError, Role, TextField, Timestamp,
    Visibility, Vote, Votes,
};

use super::*;
use crate::{
    AfterPinned, Description, ImageDescription, Period, Selection, Title,
    repository::MockPostRepository,
};

mod held;
mod lists;
mod removal;
mod writing;

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

/// Forum 2 blocks a word and members younger than [`NOW`], and holds links of new ones.
struct ForumTwoHasRules;

impl ForumRules for ForumTwoHasRules {
    fn writing_rules(
        &self,
        place: WritingPlace,
        _: UserId,
        _: Reader,
    ) -> Result<Option<WritingRules>, RepositoryError> {
        let rules = WritingRules {
            forum: ForumId(2),
            account_since: NOW,
            min_account_age: MIN_AGE,
            blocked_words: vec![BlockedWord {
                word: "Casino".to_owned(),
                normalized: "casino".to_owned(),
            }],
            holds_links_of_new: true,
        };
        Ok((place == RULED).then_some(rules))
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

fn posts(repository: MockPostRepository) -> Posts {
    let (readers, moderators) = (Arc::new(NineBelongs), Arc::new(SevenModeratesOne));
    Posts::new(Arc::new(repository), readers, moderators, writing(), Arc::new(FixedClock))
}

fn actor(id: i64, role: Role) -> Actor {
    Actor { id: UserId(id), role }
}

fn content() -> PostContent {
    PostContent {
        title: Title::parse("First seeds").unwrap(),
        description: Description::parse("Sown today").unwrap(),
        image: ImageUrl::parse("https://example.org/a.png").unwrap(),
        image_description: None,
    }
}

/// A post of [`AUTHOR`].
fn post_in(forum: i64) -> Post {
    Post {
        id: PostId(5),
        forum: ForumId(forum),
        forum_topic: "Gardening".to_owned(),
        forum_visibility: Visibility::Public,
        author: UserId(AUTHOR),
        author_name: "ann".to_owned(),
        author_image: "/images/avatars/default.svg".to_owned(),
        author_role: Role::User,
        title: "First seeds".to_owned(),
        description: "Sown today".to_owned(),
        html: Some("<p>Sown today</p>\n".to_owned()),
        excerpt: "Sown today".to_owned(),
        image: Some("https://example.org/a.png".to_owned()),
        image_description: None,
        created_at: NOW,
        edited: false,
        edited_at: None,
        votes: Votes::default(),
        reply_count: 0,
        locked: false,
        lock_reason: None,
        pin: None,
        held: false,
    }
}
