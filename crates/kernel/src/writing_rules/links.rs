//! Links of new accounts: a forum may hold the texts that have some until a moderator approves them.

use std::{collections::BTreeSet, time::Duration};

use super::{BrokenRule, TextField, WritingCheck, WritingRules};
use crate::{Actor, RepositoryError, Timestamp};

/// An account is new until it has this age.
const NEW_ACCOUNT: Duration = Duration::from_hours(7 * 24);

/// What a member writes, as far as it can lead elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct LinkingText<'a> {
    /// `None` of a text without a title.
    pub title: Option<&'a str>,
    /// In Markdown.
    pub description: &'a str,
    /// The address of the picture of a post.
    pub image: Option<&'a str>,
}

impl WritingRules {
    /// Returns whether texts of the member that have links wait for approval at `now`.
    #[must_use]
    pub fn holds_links_at(&self, now: Timestamp) -> bool {
        self.holds_links_of_new && now < self.account_since.after(NEW_ACCOUNT)
    }
}

impl WritingCheck {
    /// Returns whether texts of the actor that have links wait for approval.
    ///
    /// # Errors
    /// When the moderators cannot be read.
    pub fn holds_links(
        &self,
        rules: Option<&WritingRules>,
        actor: &Actor,
        now: Timestamp,
    ) -> Result<bool, RepositoryError> {
        match rules.filter(|rules| rules.holds_links_at(now)) {
            Some(rules) => Ok(!self.moderators.may_moderate(actor, rules.forum)?),
            None => Ok(false),
        }
    }

    /// Returns whether a text leads elsewhere by a link or a picture.
    #[must_use]
    pub fn has_links(&self, text: LinkingText<'_>) -> bool {
        self.links(text).iter().any(|(_, links)| !links.is_empty())
    }

    /// Checks that an edit leads nowhere where the text before did not.
    ///
    /// # Errors
    /// The rule that the edit breaks.
    pub fn check_added_links(
        &self,
        before: LinkingText<'_>,
        after: LinkingText<'_>,
    ) -> Result<(), BrokenRule> {
        let known: BTreeSet<String> =
            self.links(before).into_iter().flat_map(|(_, links)| links).collect();
        let links = self.links(after);
        let added = links.iter().find(|(_, links)| !links.is_subset(&known));
        added.map_or(Ok(()), |&(field, _)| Err(BrokenRule::AddedLink { field }))
    }

    /// A title is read as readers may: an address in it counts, though it is no link.
    fn links(&self, text: LinkingText<'_>) -> [(TextField, BTreeSet<String>); 3] {
        let image = text.image.filter(|url| !url.starts_with('/')).map(str::to_owned);
        [
            (TextField::Title, self.rules.links(text.title.unwrap_or_default())),
            (TextField::Description, self.rules.links(text.description)),
            (TextField::Image, image.into_iter().collect()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{ADMIN, MEMBER, MODERATOR, SINCE, check, rules},
        *,
    };

    const TEXT: LinkingText<'_> =
        LinkingText { title: Some("Tea"), description: "Green", image: Some("/images/u/a.webp") };

    #[test]
    fn an_account_is_new_for_exactly_seven_days() {
        let end = SINCE.after(Duration::from_hours(168));
        let rules = WritingRules { holds_links_of_new: true, ..rules() };
        assert!(rules.holds_links_at(SINCE));
        assert!(rules.holds_links_at(end.before(Duration::from_millis(1))));
        assert!(!rules.holds_links_at(end));
        let open = WritingRules { holds_links_of_new: false, ..rules };
        assert!(!open.holds_links_at(SINCE));
    }

    #[test]
    fn links_of_moderators_and_admins_are_not_held() {
        let rules = WritingRules { holds_links_of_new: true, ..rules() };
        for (actor, is_held) in [(MEMBER, true), (MODERATOR, false), (ADMIN, false)] {
            assert_eq!(check().holds_links(Some(&rules), &actor, SINCE).unwrap(), is_held);
        }
        assert!(!check().holds_links(None, &MEMBER, SINCE).unwrap());
    }

    #[test]
    fn links_are_found_in_title_text_and_picture() {
        assert!(!check().has_links(TEXT));
        for text in [
            LinkingText { title: Some("See http://a"), ..TEXT },
            LinkingText { description: "See http://a", ..TEXT },
            LinkingText { image: Some("https://a.example/b.png"), ..TEXT },
        ] {
            assert!(check().has_links(text), "{text:?}");
        }
    }

    #[test]
    fn an_edit_keeps_links_and_adds_none() {
        let before = LinkingText { description: "See http://a and http://b", ..TEXT };
        let kept = LinkingText { title: Some("http://b"), description: "http://a", ..before };
        assert_eq!(check().check_added_links(before, kept), Ok(()));
        let (title, description) = (Some("http://c"), "http://c");
        for (after, field) in [
            (LinkingText { title, ..before }, TextField::Title),
            (LinkingText { description, ..before }, TextField::Description),
            (LinkingText { image: Some("http://c"), ..before }, TextField::Image),
        ] {
            let broken = BrokenRule::AddedLink { field };
            assert_eq!(check().check_added_links(before, after), Err(broken));
        }
    }
}
