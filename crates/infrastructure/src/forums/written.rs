//! What is stored of a forum's texts, and who may read it.

use ::forums::{Description, ForumEdit, NewForum, SaveOutcome, Topic};
use database::{
    DbConnection, Events, locks,
    schema::{forum_moderators, forums},
};
use diesel::{prelude::*, sql_types::Bool};
use kernel::{Act, Event, ForumId, UserId, Visibility};
use markup::Rendered;

use super::{found, rules};
use crate::{
    author_counts::{self, OF_FORUM},
    images::references::{self, Referrer},
    moderation_log, readers,
    search::{normalize, stored},
};

/// Ends the key of a private forum's topic before the forum's id: no topic holds it.
const PRIVATE: char = '\u{1}';

/// The columns of a forum that follow from its texts.
type TextColumns = (
    diesel::dsl::Eq<forums::topic, String>,
    diesel::dsl::Eq<forums::description, String>,
    diesel::dsl::Eq<forums::search_topic, String>,
    diesel::dsl::Eq<forums::search_text, String>,
    diesel::dsl::Eq<forums::renderer, i32>,
    diesel::dsl::Eq<forums::html, String>,
);

fn columns_of(topic: &Topic, description: &Description, text: &Rendered) -> TextColumns {
    let (search_topic, search_text) = search_texts(topic.as_str(), &text.plain);
    (
        forums::topic.eq(topic.as_str().to_owned()),
        forums::description.eq(description.as_str().to_owned()),
        forums::search_topic.eq(search_topic),
        forums::search_text.eq(search_text),
        forums::renderer.eq(markup::VERSION),
        forums::html.eq(text.html.clone()),
    )
}

/// Returns the search words of the topic, and of topic and the plain text of the description.
pub(crate) fn search_texts(topic: &str, plain: &str) -> (String, String) {
    (stored(&normalize(topic)), stored(&normalize(&format!("{topic} {plain}"))))
}

/// Returns the stored key of a topic: a private forum takes it from nobody.
pub(crate) fn topic_key(topic: &str, visibility: Visibility, id: i64) -> String {
    let key = Topic::key_of(topic);
    match visibility {
        Visibility::Public | Visibility::Members => key,
        Visibility::Private => format!("{key}{PRIVATE}{id}"),
    }
}

fn skeleton(topic: &Topic, visibility: Visibility) -> Option<String> {
    (visibility != Visibility::Private).then(|| topic.skeleton())
}

pub(super) fn insert(
    conn: &mut DbConnection,
    events: &mut Events,
    forum: &NewForum,
    text: &Rendered,
) -> QueryResult<SaveOutcome> {
    let NewForum { topic, description, visibility, author, created_at } = forum;
    // Ids start at 1; the own one is known only afterwards.
    let key = topic_key(topic.as_str(), *visibility, 0);
    let id: i64 = diesel::insert_into(forums::table)
        .values((
            columns_of(topic, description, text),
            forums::topic_key.eq(key),
            forums::topic_skeleton.eq(skeleton(topic, *visibility)),
            forums::visibility.eq(readers::stored(*visibility)),
            forums::author_id.eq(author.0),
            forums::created_at.eq(created_at.unix_millis()),
        ))
        .returning(forums::id)
        .get_result(conn)?;
    if *visibility == Visibility::Private {
        let key = forums::topic_key.eq(topic_key(topic.as_str(), *visibility, id));
        diesel::update(forums::table.find(id)).set(key).execute(conn)?;
    }
    events.record(Event::ForumCreated { forum: ForumId(id) });
    let first_moderator =
        (forum_moderators::forum_id.eq(id), forum_moderators::user_id.eq(author.0));
    diesel::insert_into(forum_moderators::table).values(first_moderator).execute(conn)?;
    references::insert(conn, Referrer::Forum(id), &[description.as_str()])?;
    found(conn, ForumId(id), *created_at)
}

/// Returns the outcome, and whether visitors may read it no longer.
pub(super) fn update(
    conn: &mut DbConnection,
    events: &mut Events,
    id: ForumId,
    edit: &ForumEdit,
    (text, act): (&Rendered, &Act),
) -> QueryResult<(SaveOutcome, bool)> {
    let ForumEdit { topic, description, visibility } = edit;
    let Some(before) = lock_visibility(conn, id, visibility.is_some())? else {
        return Ok((SaveOutcome::NotFound, false));
    };
    let visibility = visibility.unwrap_or(before);
    // A forum that looks like an older one can still be edited.
    let moves = (before == Visibility::Private) != (visibility == Visibility::Private);
    let is_other = forums::topic.ne(topic.as_str()).or(moves.into_sql::<Bool>());
    diesel::update(forums::table.find(id.0).filter(is_other))
        .set(forums::topic_skeleton.eq(skeleton(topic, visibility)))
        .execute(conn)?;
    let author: i64 = diesel::update(forums::table.find(id.0))
        .set((
            columns_of(topic, description, text),
            forums::topic_key.eq(topic_key(topic.as_str(), visibility, id.0)),
        ))
        .returning(forums::author_id)
        .get_result(conn)?;
    let author = UserId(author);
    if visibility != before {
        set_visibility(conn, events, (id, author), (before, visibility), act)?;
    }
    let event = Event::ForumEdited { forum: id, author, by: act.by };
    moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
    let texts = [description.as_str(), &rules::source(conn, id)?];
    references::replace(conn, Referrer::Forum(id.0), &texts)?;
    let is_closed = before == Visibility::Public && visibility != before;
    Ok((found(conn, id, act.at)?, is_closed))
}

/// Returns who may read a forum. If that changes, nobody writes there meanwhile.
fn lock_visibility(
    conn: &mut DbConnection,
    id: ForumId,
    changes: bool,
) -> QueryResult<Option<Visibility>> {
    if changes {
        locks::lock_for_deletion(conn, id)?;
    } else {
        locks::lock_moderators(conn, id)?;
    }
    readers::visibility(conn, id)
}

/// Profiles count what is in public forums.
fn set_visibility(
    conn: &mut DbConnection,
    events: &mut Events,
    (id, author): (ForumId, UserId),
    (before, after): (Visibility, Visibility),
    act: &Act,
) -> QueryResult<()> {
    if before == Visibility::Public {
        author_counts::subtract(conn, &OF_FORUM, id.0)?;
    }
    diesel::update(forums::table.find(id.0))
        .set(forums::visibility.eq(readers::stored(after)))
        .execute(conn)?;
    if after == Visibility::Public {
        author_counts::add_back(conn, &OF_FORUM, id.0)?;
    }
    let event = Event::ForumVisibilityChanged { forum: id, author, by: act.by };
    moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
    Ok(())
}
