mod links;

use std::{collections::BTreeSet, sync::Arc, time::Duration};

pub use self::links::LinkingText;
use crate::{Actor, ForumId, Moderators, PostId, Reader, RepositoryError, Timestamp, UserId};

/// The place of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WritingPlace {
    Forum(ForumId),
    /// In the forum of this post.
    Post(PostId),
}

/// The rules of a forum for a member who does not moderate it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WritingRules {
    pub forum: ForumId,
    /// When the account of the member was created.
    pub account_since: Timestamp,
    /// Zero for any age.
    pub min_account_age: Duration,
    pub blocked_words: Vec<BlockedWord>,
    /// Whether texts with links by new accounts wait for approval.
    pub holds_links_of_new: bool,
}

/// A word or phrase that texts must not contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockedWord {
    /// As the moderator typed it.
    pub word: String,
    /// As [`ForumRules`] normalizes texts.
    pub normalized: String,
}

/// A part of what is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextField {
    Title,
    Description,
    Image,
    ImageDescription,
}

/// The rule of a forum that a write breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BrokenRule {
    #[error("Your account is too new to write in this forum. You can write here from {}.", until.to_rfc3339())]
    AccountTooYoung {
        /// The first moment at which the member may write there.
        until: Timestamp,
    },
    #[error("Must not contain “{word}”, which this forum does not allow.")]
    BlockedWord { field: TextField, word: String },
    #[error(
        "An edit cannot add a link while your account is new. Post it again instead; a moderator will review it."
    )]
    AddedLink { field: TextField },
}

impl WritingRules {
    /// Returns the first moment at which the account is old enough, unless that has come.
    #[must_use]
    pub fn young_until(&self, now: Timestamp) -> Option<Timestamp> {
        // The clock of the copy that stored the account may be ahead.
        if self.min_account_age.is_zero() {
            return None;
        }
        let until = self.account_since.after(self.min_account_age);
        (now < until).then_some(until)
    }

    /// Returns the first blocked word in a normalized text.
    #[must_use]
    pub fn blocked_in(&self, normalized: &str) -> Option<&str> {
        let text = format!(" {normalized} ");
        let is_in = |blocked: &&BlockedWord| {
            !blocked.normalized.is_empty() && text.contains(&format!(" {} ", blocked.normalized))
        };
        self.blocked_words.iter().find(is_in).map(|blocked| blocked.word.as_str())
    }
}

/// Knows the rules of forums, and how their words are compared.
///
/// A normalized text is its words with single spaces between them: only letters and digits, in one case, without
/// accents. In scripts without spaces each letter is a word.
pub trait ForumRules: Send + Sync {
    /// Returns what the forum of a place asks of a member, which may be nothing; `None` if `reader`, as whom the member
    /// reads, may not read it or it is missing.
    ///
    /// # Errors
    /// When the rules cannot be read.
    fn writing_rules(
        &self,
        place: WritingPlace,
        member: UserId,
        reader: Reader,
    ) -> Result<Option<WritingRules>, RepositoryError>;

    /// Normalizes a plain text.
    fn normalize(&self, text: &str) -> String;

    /// Normalizes what is typed in Markdown and what is shown of it: markup can split a word, and show none of an
    /// address. They are separated by more than a space, so that no phrase spans them.
    ///
    /// # Errors
    /// When the mentioned members cannot be read.
    fn normalize_markdown(&self, source: &str) -> Result<String, RepositoryError>;

    /// Returns the addresses outside this site to which a text in Markdown leads, or from which it shows images.
    fn links(&self, source: &str) -> BTreeSet<String>;
}

/// Checks what members write by the rules of forums; those who moderate the forum are exempt.
#[derive(Clone)]
pub struct WritingCheck {
    rules: Arc<dyn ForumRules>,
    moderators: Arc<dyn Moderators>,
}

impl WritingCheck {
    pub fn new(rules: Arc<dyn ForumRules>, moderators: Arc<dyn Moderators>) -> Self {
        Self { rules, moderators }
    }

    /// Returns what the forum of a place asks of a member, who reads as `reader`; `None` if the place does not exist
    /// for them.
    ///
    /// # Errors
    /// When the rules cannot be read.
    pub fn rules(
        &self,
        place: WritingPlace,
        member: UserId,
        reader: Reader,
    ) -> Result<Option<WritingRules>, RepositoryError> {
        self.rules.writing_rules(place, member, reader)
    }

    /// Checks that the account is old enough.
    ///
    /// # Errors
    /// When the moderators cannot be read; the inner error is the rule that the write breaks.
    pub fn check_age(
        &self,
        rules: Option<&WritingRules>,
        actor: &Actor,
        now: Timestamp,
    ) -> Result<Result<(), BrokenRule>, RepositoryError> {
        let young = rules.and_then(|rules| Some((rules.forum, rules.young_until(now)?)));
        let Some((forum, until)) = young else { return Ok(Ok(())) };
        self.refuse(forum, actor, BrokenRule::AccountTooYoung { until })
    }

    /// Checks that none of the texts contains a blocked word. Descriptions are Markdown.
    ///
    /// # Errors
    /// When members or moderators cannot be read; the inner error is the rule that the write breaks.
    pub fn check_words(
        &self,
        rules: Option<&WritingRules>,
        actor: &Actor,
        texts: &[(TextField, &str)],
    ) -> Result<Result<(), BrokenRule>, RepositoryError> {
        let Some(rules) = rules.filter(|rules| !rules.blocked_words.is_empty()) else {
            return Ok(Ok(()));
        };
        for &(field, text) in texts {
            let normalized = match field {
                TextField::Description => self.rules.normalize_markdown(text)?,
                TextField::Title | TextField::Image | TextField::ImageDescription => {
                    self.rules.normalize(text)
                }
            };
            if let Some(word) = rules.blocked_in(&normalized).map(str::to_owned) {
                return self.refuse(rules.forum, actor, BrokenRule::BlockedWord { field, word });
            }
        }
        Ok(Ok(()))
    }

    fn refuse(
        &self,
        forum: ForumId,
        actor: &Actor,
        broken: BrokenRule,
    ) -> Result<Result<(), BrokenRule>, RepositoryError> {
        let is_exempt = self.moderators.may_moderate(actor, forum)?;
        Ok(if is_exempt { Ok(()) } else { Err(broken) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;

    pub(super) const SINCE: Timestamp = Timestamp::from_unix_millis(1_000_000);
    const DAY: Duration = Duration::from_hours(24);

    pub(super) fn rules() -> WritingRules {
        let word = |word: &str, normalized: &str| BlockedWord {
            word: word.to_owned(),
            normalized: normalized.to_owned(),
        };
        WritingRules {
            forum: ForumId(1),
            account_since: SINCE,
            min_account_age: DAY,
            blocked_words: vec![word("Café", "cafe"), word("Buy now", "buy now"), word("?", "")],
            holds_links_of_new: false,
        }
    }

    struct Fixed;

    impl ForumRules for Fixed {
        fn writing_rules(
            &self,
            place: WritingPlace,
            _: UserId,
            _: Reader,
        ) -> Result<Option<WritingRules>, RepositoryError> {
            Ok((place == WritingPlace::Forum(ForumId(1))).then(rules))
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

    /// User 7 moderates forum 1.
    impl Moderators for Fixed {
        fn moderates(&self, user: UserId, forum: ForumId) -> Result<bool, RepositoryError> {
            Ok(user == UserId(7) && forum == ForumId(1))
        }
    }

    pub(super) fn check() -> WritingCheck {
        WritingCheck::new(Arc::new(Fixed), Arc::new(Fixed))
    }

    pub(super) const MEMBER: Actor = Actor { id: UserId(3), role: Role::User };
    pub(super) const MODERATOR: Actor = Actor { id: UserId(7), role: Role::Moderator };
    pub(super) const ADMIN: Actor = Actor { id: UserId(8), role: Role::Admin };

    #[test]
    fn an_account_is_old_enough_exactly_at_the_age() {
        let end = SINCE.after(DAY);
        assert_eq!(rules().young_until(SINCE), Some(end));
        assert_eq!(rules().young_until(end.before(Duration::from_millis(1))), Some(end));
        assert_eq!(rules().young_until(end), None);
    }

    #[test]
    fn without_a_minimum_age_no_account_is_too_young() {
        let any_age = WritingRules { min_account_age: Duration::ZERO, ..rules() };
        assert_eq!(any_age.young_until(SINCE.before(DAY)), None);
    }

    #[test]
    fn blocked_words_match_whole_words_and_phrases_only() {
        for (text, found) in [
            ("a cafe here", Some("Café")),
            ("cafe", Some("Café")),
            ("cafes", None),
            ("decafe", None),
            ("please buy now", Some("Buy now")),
            ("buy it now", None),
            ("", None),
        ] {
            assert_eq!(rules().blocked_in(text), found, "{text}");
        }
    }

    #[test]
    fn the_first_broken_rule_names_field_and_word() {
        let rules = Some(rules());
        let words = |texts: &[(TextField, &str)]| {
            check().check_words(rules.as_ref(), &MEMBER, texts).unwrap()
        };
        let blocked = |field| Err(BrokenRule::BlockedWord { field, word: "Café".to_owned() });
        let title = |text| (TextField::Title, text);
        let description = |text| (TextField::Description, text);
        let image = (TextField::ImageDescription, "a cafe");
        assert_eq!(words(&[title("cafe"), description("cafe")]), blocked(TextField::Title));
        assert_eq!(words(&[title("tea"), description("a cafe")]), blocked(TextField::Description));
        assert_eq!(words(&[description("tea"), image]), blocked(TextField::ImageDescription));
        assert_eq!(words(&[title("tea"), description("tea")]), Ok(()));
        assert_eq!(check().check_words(None, &MEMBER, &[title("cafe")]).unwrap(), Ok(()));
    }

    #[test]
    fn moderators_of_the_forum_and_admins_are_exempt() {
        let rules =
            check().rules(WritingPlace::Forum(ForumId(1)), MEMBER.id, Reader::Member).unwrap();
        for (actor, is_exempt) in [(MEMBER, false), (MODERATOR, true), (ADMIN, true)] {
            let age = check().check_age(rules.as_ref(), &actor, SINCE).unwrap();
            assert_eq!(age.is_ok(), is_exempt);
            let words = check()
                .check_words(rules.as_ref(), &actor, &[(TextField::Description, "cafe")])
                .unwrap();
            assert_eq!(words.is_ok(), is_exempt);
        }
    }
}
