//! Forums, and what members are to them.

use std::collections::{HashMap, HashSet};

use forums::{Description, Topic};
use kernel::{ForumId, UserId, Visibility};

use super::{Forums, Import, ImportError, accounts::shown, texts::Of};
use crate::{
    Forum, Kind, Markup, NewForum, NewTie, Row, Text, Tie, TieKind,
    convert::{numbered_topic, valid_topic},
};

/// How many forums may be inside of one another. Also ends circles.
const MAX_NESTING: usize = 20;

impl Import<'_> {
    pub(super) fn forums(&mut self) -> Result<(), ImportError> {
        let mut forums = vec![];
        for row in self.source.forums()? {
            match row? {
                Row::Record(forum) => forums.push(forum),
                Row::Unreadable { id, reason } => self.lose(Kind::Forum, reason, &id),
            }
        }
        let names: HashMap<String, (String, Option<String>)> = forums
            .iter()
            .map(|forum| (forum.id.clone(), (forum.name.clone(), forum.parent.clone())))
            .collect();
        let mut taken = HashSet::new();
        let total = forums.len() as u64;
        for some in forums.chunks(super::BATCH) {
            self.store_forums(some, &names, &mut taken)?;
        }
        (self.on_progress)(Kind::Forum, total, total);
        Ok(())
    }

    fn store_forums(
        &mut self,
        forums: &[Forum],
        names: &HashMap<String, (String, Option<String>)>,
        taken: &mut HashSet<String>,
    ) -> Result<(), ImportError> {
        let ids: Vec<&str> = forums.iter().map(|forum| forum.id.as_str()).collect();
        let known = self.destination.known(Kind::Forum, &ids)?;
        let members = self.members(forums.iter().filter_map(|forum| forum.author.as_ref()))?;
        let mut new = vec![];
        for forum in forums {
            let full = full_name(&forum.id, names);
            let Some(topic) = self.free_topic(forum, &full, taken) else {
                self.lose(Kind::Forum, "no name can be made for it", &forum.id);
                continue;
            };
            self.report.carried(Kind::Forum);
            if known.contains_key(&forum.id) {
                continue;
            }
            let author = forum.author.as_ref().and_then(|author| members.find(author));
            new.extend(self.new_forum(forum, full, topic, author)?);
        }
        Ok(self.destination.insert_forums(&new)?)
    }

    /// Returns a forum as it is stored; `None` if its description cannot be.
    fn new_forum(
        &mut self,
        forum: &Forum,
        full_name: String,
        topic: Topic,
        author: Option<UserId>,
    ) -> Result<Option<NewForum>, ImportError> {
        let created_at = self.time(Kind::Forum, &forum.id, forum.created_at);
        let of = Of { kind: Kind::Forum, id: &forum.id, author, at: created_at };
        let described = forum.description.clone();
        let described = described
            .filter(|text| !kernel::is_blank(&text.source))
            .unwrap_or(Text { markup: Markup::Markdown, source: full_name });
        let text = self.text(of, &described, Description::MAX_CHARS)?;
        let Ok(description) = Description::parse(&text) else {
            self.lose(Kind::Forum, "the description cannot be stored", &forum.id);
            return Ok(None);
        };
        Ok(Some(NewForum {
            source_id: forum.id.clone(),
            slug: forum.slug.as_ref().map(|slug| slug.to_lowercase()),
            topic,
            description,
            author,
            created_at,
            visibility: forum.visibility,
        }))
    }

    /// Names of private forums are taken for nobody else.
    fn free_topic(
        &mut self,
        forum: &Forum,
        name: &str,
        taken: &mut HashSet<String>,
    ) -> Option<Topic> {
        let wanted = valid_topic(name).or_else(|| valid_topic(&format!("Forum {}", forum.id)))?;
        let numbered = (2..).map_while(|number| numbered_topic(&wanted, number));
        let mut tries = std::iter::once(wanted.clone()).chain(numbered);
        let topic = tries
            .find(|topic| forum.visibility == Visibility::Private || taken.insert(topic.key()))?;
        if topic.as_str() != name {
            let example = format!("{name} → {}", topic.as_str());
            self.change(Kind::Forum, "has another name here", &example);
        }
        Some(topic)
    }

    pub(super) fn ties(&mut self) -> Result<(), ImportError> {
        self.in_batches(Kind::Tie, self.source.ties()?, Self::store_ties)
    }

    fn store_ties(&mut self, ties: Vec<Tie>) -> Result<(), ImportError> {
        let members = self.members(ties.iter().map(|tie| &tie.user))?;
        let forums = self.known_forums(ties.iter().map(|tie| &tie.forum))?;
        let mut new = vec![];
        for tie in ties {
            let found = (members.find(&tie.user), forums.find(&tie.forum));
            let (Some(user), Some(forum)) = found else {
                let id = format!("{} in {}", tie.user, tie.forum);
                self.lose(Kind::Tie, "the member or the forum is gone", &id);
                continue;
            };
            let kind = match tie.kind {
                TieKind::Banned(ban) if !ban.is_active(self.now) => continue,
                TieKind::Banned(ban) => TieKind::Banned(shown(ban)),
                other => other,
            };
            self.report.carried(Kind::Tie);
            let since = tie.since.map_or(self.now, |since| self.time(Kind::Tie, &tie.user, since));
            new.push(NewTie { user, forum, kind, since });
        }
        Ok(self.destination.insert_ties(&new)?)
    }

    pub(super) fn known_forums<'i>(
        &self,
        ids: impl Iterator<Item = &'i String>,
    ) -> Result<Forums, ImportError> {
        let mut ids: Vec<&str> = ids.map(String::as_str).collect();
        ids.sort_unstable();
        ids.dedup();
        Ok(Forums(self.destination.known(Kind::Forum, &ids)?))
    }

    /// Counts a pin and returns whether the forum has room for it.
    pub(super) fn may_pin(&mut self, forum: ForumId) -> bool {
        let pins = self.pins.entry(forum.0).or_default();
        *pins += 1;
        *pins <= posts::MAX_PINNED
    }
}

/// Returns the name with those of the forums around it: `A › B`.
fn full_name(id: &str, names: &HashMap<String, (String, Option<String>)>) -> String {
    let mut parts = vec![];
    let mut next = Some(id);
    while let Some((name, parent)) = next.and_then(|id| names.get(id)) {
        parts.push(name.trim());
        next = parent.as_deref().filter(|_| parts.len() < MAX_NESTING);
        if next == Some(id) {
            break;
        }
    }
    parts.reverse();
    parts.join(" › ")
}
