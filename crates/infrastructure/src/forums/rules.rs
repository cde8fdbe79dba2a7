//! The rules of forums, and what follows from them for those who write there.

use std::{collections::BTreeSet, time::Duration};

use ::forums::{AccountAge, BlockedWords, NewRules, Rules, WritingLimits};
use ::search::phrases;
use database::{
    Database, DbConnection, Events, locks, on_backend,
    schema::{forum_rules, forums, posts, users},
};
use diesel::{dsl::exists, prelude::*};
use kernel::{
    Act, BlockedWord, Event, ForumId, ForumRules, Reader, RepositoryError, Timestamp, UserId,
    WritingPlace, WritingRules,
};
use markup::Rendered;

use crate::{
    images::references::{self, Referrer},
    moderation_log,
    readers::ReadableBy,
    texts,
};

const SECONDS_PER_HOUR: u64 = 60 * 60;
/// No word has it, so no phrase spans two texts.
const BETWEEN_TEXTS: &str = " \n ";

/// The rules of forums, for those who check what is written.
pub struct DbForumRules(pub Database);

impl ForumRules for DbForumRules {
    fn writing_rules(
        &self,
        place: WritingPlace,
        member: UserId,
        reader: Reader,
    ) -> Result<Option<WritingRules>, RepositoryError> {
        self.0.read(|conn| writing_rules(conn, place, member, reader))
    }

    fn normalize(&self, text: &str) -> String {
        phrases(text).join(BETWEEN_TEXTS)
    }

    fn normalize_markdown(&self, source: &str) -> Result<String, RepositoryError> {
        let shown = texts::render(&self.0, source)?.plain;
        Ok([self.normalize(source), self.normalize(&shown)].join(BETWEEN_TEXTS))
    }

    fn links(&self, source: &str) -> BTreeSet<String> {
        markup::links(source)
    }
}

/// The forum of a place, when the account was created, and the forum's limits, if it has any.
#[derive(Queryable)]
struct ForumLimits {
    forum: i64,
    account_since: Option<i64>,
    limits: Option<(i32, String, bool)>,
}

fn writing_rules(
    conn: &mut DbConnection,
    place: WritingPlace,
    member: UserId,
    reader: Reader,
) -> QueryResult<Option<WritingRules>> {
    let since = users::table.find(member.0).select(users::created_at).single_value();
    let limits =
        (forum_rules::min_account_age, forum_rules::blocked_words, forum_rules::hold_links_of_new)
            .nullable();
    let place: Option<ForumLimits> = match place {
        WritingPlace::Forum(forum) => {
            let query = forums::table
                .left_join(forum_rules::table.on(forum_rules::forum_id.eq(forums::id)))
                .filter(forums::id.eq(forum.0))
                .filter(ReadableBy::new("forums.id", reader))
                .select((forums::id, since, limits));
            on_backend!(conn, conn => query.first(conn)).optional()?
        }
        WritingPlace::Post(post) => {
            let query = posts::table
                .left_join(forum_rules::table.on(forum_rules::forum_id.eq(posts::forum_id)))
                .filter(posts::id.eq(post.0))
                .filter(ReadableBy::new("shown_posts.forum_id", reader))
                .select((posts::forum_id, since, limits));
            on_backend!(conn, conn => query.first(conn)).optional()?
        }
    };
    Ok(place.map(WritingRules::from))
}

impl From<ForumLimits> for WritingRules {
    fn from(ForumLimits { forum, account_since, limits }: ForumLimits) -> Self {
        let (hours, words, holds_links_of_new) = limits.unwrap_or_default();
        let hours = u64::try_from(hours).unwrap_or_default();
        let spellings = |word: &str| {
            let blocked = |normalized| BlockedWord { word: word.to_owned(), normalized };
            phrases(word).into_iter().map(blocked).collect::<Vec<_>>()
        };
        Self {
            forum: ForumId(forum),
            account_since: Timestamp::from_unix_millis(account_since.unwrap_or_default()),
            min_account_age: Duration::from_secs(hours * SECONDS_PER_HOUR),
            blocked_words: words.lines().flat_map(spellings).collect(),
            holds_links_of_new,
        }
    }
}

#[derive(Queryable)]
struct Row {
    hold_links_of_new: bool,
    min_account_age: i32,
    blocked_words: String,
    rules: String,
    renderer: i32,
    html: String,
}

impl From<Row> for Rules {
    fn from(row: Row) -> Self {
        let words = row.blocked_words.lines().map(str::to_owned).collect();
        let age = AccountAge::from_hours(row.min_account_age.into());
        let limits = WritingLimits {
            blocked_words: BlockedWords::from_stored(words),
            hold_links_of_new: row.hold_links_of_new,
            min_account_age: age.unwrap_or_default(),
        };
        let html = texts::html(row.renderer, row.html, &row.rules);
        Self { text: row.rules, html, limits: Some(limits) }
    }
}

/// Returns `None` if there is no such forum; one without a row has no rules.
pub(super) fn find(conn: &mut DbConnection, id: ForumId) -> QueryResult<Option<Rules>> {
    let query = forum_rules::table.find(id.0).select((
        forum_rules::hold_links_of_new,
        forum_rules::min_account_age,
        forum_rules::blocked_words,
        forum_rules::rules,
        forum_rules::renderer,
        forum_rules::html,
    ));
    let row: Option<Row> = on_backend!(conn, conn => query.first(conn)).optional()?;
    if let Some(row) = row {
        return Ok(Some(row.into()));
    }
    let is_there = diesel::select(exists(forums::table.find(id.0))).get_result::<bool>(conn)?;
    let nothing = || Rules { limits: Some(WritingLimits::default()), ..Rules::default() };
    Ok(is_there.then(nothing))
}

/// Replaces the rules, unless they are the same. `text` is what they look like.
pub(super) fn set(
    conn: &mut DbConnection,
    events: &mut Events,
    id: ForumId,
    (rules, text): (&NewRules, &Rendered),
    act: &Act,
) -> QueryResult<Option<Rules>> {
    // An edit of the description takes the same lock, so that neither misses the other's images.
    locks::lock_moderators(conn, id)?;
    let forum: Option<(i64, String)> = forums::table
        .find(id.0)
        .select((forums::author_id, forums::description))
        .first(conn)
        .optional()?;
    let Some((author, description)) = forum else { return Ok(None) };
    let source = rules.text.as_ref().map_or("", |text| text.as_str());
    let stored = find(conn, id)?;
    let is_same =
        |stored: &Rules| stored.text == source && stored.limits.as_ref() == Some(&rules.limits);
    if stored.as_ref().is_some_and(is_same) {
        return Ok(stored);
    }
    let values = (
        forum_rules::hold_links_of_new.eq(rules.limits.hold_links_of_new),
        forum_rules::min_account_age.eq(i32::from(rules.limits.min_account_age.hours())),
        forum_rules::blocked_words.eq(rules.limits.blocked_words.as_slice().join("\n")),
        forum_rules::rules.eq(source),
        forum_rules::renderer.eq(markup::VERSION),
        forum_rules::html.eq(&text.html),
    );
    on_backend!(conn, conn => diesel::insert_into(forum_rules::table)
        .values((forum_rules::forum_id.eq(id.0), values.clone()))
        .on_conflict(forum_rules::forum_id)
        .do_update()
        .set(values)
        .execute(conn))?;
    let event = Event::ForumRulesChanged { forum: id, author: UserId(author), by: act.by };
    moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
    references::replace(conn, Referrer::Forum(id.0), &[&description, source])?;
    find(conn, id)
}

/// Returns the rules as they were typed; empty if there are none.
pub(super) fn source(conn: &mut DbConnection, id: ForumId) -> QueryResult<String> {
    let query = forum_rules::table.find(id.0).select(forum_rules::rules);
    Ok(query.first(conn).optional()?.unwrap_or_default())
}
