//! Stores rendered texts, each unless it changed meanwhile. Each function returns whether it stored the text.

use database::{
    DbConnection, Events,
    schema::{forum_rules, forums, messages, post_words, site, stored_posts, stored_replies},
};
use diesel::prelude::*;
use kernel::{Event, ForumId, PostId, ReplyId};
use markup::Rendered;

use super::Outdated;
use crate::{
    forums::search_texts,
    posts::words,
    search::index_reply_later,
    texts::{set_post_mentions, set_reply_mentions},
};

pub(super) fn site_rules(
    conn: &mut DbConnection,
    events: &mut Events,
    outdated: &Outdated,
    text: &Rendered,
) -> QueryResult<bool> {
    let unchanged = site::table
        .find(outdated.id)
        .filter(site::rules.eq(&outdated.source))
        .filter(site::renderer.lt(markup::VERSION));
    let changed = diesel::update(unchanged)
        .set((site::renderer.eq(markup::VERSION), site::html.eq(&text.html)))
        .execute(conn)?;
    if changed == 1 {
        events.record(Event::SiteRendered);
    }
    Ok(changed == 1)
}

pub(super) fn forum(
    conn: &mut DbConnection,
    events: &mut Events,
    outdated: &Outdated,
    text: &Rendered,
) -> QueryResult<bool> {
    let (search_topic, search_text) = search_texts(&outdated.title, &text.plain);
    let unchanged = forums::table
        .find(outdated.id)
        .filter(forums::topic.eq(&outdated.title))
        .filter(forums::description.eq(&outdated.source))
        .filter(forums::renderer.lt(markup::VERSION));
    let changed = diesel::update(unchanged)
        .set((
            forums::renderer.eq(markup::VERSION),
            forums::html.eq(&text.html),
            forums::search_topic.eq(search_topic),
            forums::search_text.eq(search_text),
        ))
        .execute(conn)?;
    if changed == 1 {
        events.record(Event::ForumRendered { forum: ForumId(outdated.id) });
    }
    Ok(changed == 1)
}

pub(super) fn rules(
    conn: &mut DbConnection,
    events: &mut Events,
    outdated: &Outdated,
    text: &Rendered,
) -> QueryResult<bool> {
    let unchanged = forum_rules::table
        .find(outdated.id)
        .filter(forum_rules::rules.eq(&outdated.source))
        .filter(forum_rules::renderer.lt(markup::VERSION));
    let changed = diesel::update(unchanged)
        .set((forum_rules::renderer.eq(markup::VERSION), forum_rules::html.eq(&text.html)))
        .execute(conn)?;
    if changed == 1 {
        events.record(Event::ForumRendered { forum: ForumId(outdated.id) });
    }
    Ok(changed == 1)
}

pub(super) fn post(
    conn: &mut DbConnection,
    events: &mut Events,
    outdated: &Outdated,
    text: &Rendered,
) -> QueryResult<bool> {
    let unchanged = stored_posts::table
        .find(outdated.id)
        .filter(stored_posts::title.eq(&outdated.title))
        .filter(stored_posts::description.eq(&outdated.source))
        .filter(stored_posts::renderer.lt(markup::VERSION));
    let changed = diesel::update(unchanged)
        .set((
            stored_posts::renderer.eq(markup::VERSION),
            stored_posts::excerpt.eq(&text.excerpt),
            stored_posts::html.eq(&text.html),
        ))
        .execute(conn)?;
    if changed == 0 {
        return Ok(false);
    }
    let words = words(&outdated.title, &text.plain);
    let other = post_words::table.find(outdated.id).filter(post_words::search_text.ne(&words));
    diesel::update(other).set(post_words::search_text.eq(&words)).execute(conn)?;
    set_post_mentions(conn, PostId(outdated.id), &text.mentions)?;
    record(events, outdated);
    Ok(true)
}

pub(super) fn reply(
    conn: &mut DbConnection,
    events: &mut Events,
    outdated: &Outdated,
    text: &Rendered,
) -> QueryResult<bool> {
    let unchanged = stored_replies::table
        .find(outdated.id)
        .filter(stored_replies::description.eq(&outdated.source))
        .filter(stored_replies::renderer.lt(markup::VERSION));
    let changed = diesel::update(unchanged)
        .set((
            stored_replies::renderer.eq(markup::VERSION),
            stored_replies::excerpt.eq(&text.excerpt),
            stored_replies::html.eq(&text.html),
        ))
        .execute(conn)?;
    if changed == 0 {
        return Ok(false);
    }
    index_reply_later(conn, outdated.id)?;
    set_reply_mentions(conn, ReplyId(outdated.id), &text.mentions)?;
    record(events, outdated);
    Ok(true)
}

pub(super) fn message(
    conn: &mut DbConnection,
    outdated: &Outdated,
    text: &Rendered,
) -> QueryResult<bool> {
    let unchanged = messages::table
        .find(outdated.id)
        .filter(messages::message.eq(&outdated.source))
        .filter(messages::renderer.lt(markup::VERSION));
    let changed = diesel::update(unchanged)
        .set((messages::renderer.eq(markup::VERSION), messages::html.eq(&text.html)))
        .execute(conn)?;
    Ok(changed == 1)
}

fn record(events: &mut Events, outdated: &Outdated) {
    let (post, forum) = (PostId(outdated.post), ForumId(outdated.forum));
    events.record(Event::PostRendered { post, forum });
}
