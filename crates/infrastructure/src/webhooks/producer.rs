use ::webhooks::{EventType, Subject};
use database::{
    Consumed, DbConnection, EventConsumer, Events, StoredEvent, locks, on_backend,
    schema::{reports, webhooks},
};
use diesel::{
    dsl::{exists, select},
    prelude::*,
};
use kernel::{Event, ForumId, PostId, ReplyId, ReportId, Visibility, WebhookId};

use super::queue::{Told, store};
use crate::readers;

/// Stores events for webhooks, as a consumer of the outbox.
pub struct WebhookProducer;

impl EventConsumer for WebhookProducer {
    fn name(&self) -> &'static str {
        "webhooks"
    }

    fn wants(&self, event: &Event) -> bool {
        event_of(event).is_some()
    }

    fn is_active(&self, conn: &mut DbConnection) -> QueryResult<bool> {
        let any_active = select(exists(webhooks::table.filter(webhooks::active)));
        on_backend!(conn, conn => any_active.get_result(conn))
    }

    fn consume(
        &self,
        conn: &mut DbConnection,
        _: &mut Events,
        stored: &StoredEvent,
    ) -> QueryResult<Consumed> {
        let Some(told) = told(conn, stored)? else { return Ok(Consumed::Entirely) };
        let forum = told.subject.forum();
        // Before the webhooks, as a deletion does, which takes them along.
        if let Some(forum) = forum
            && !locks::lock_forum_shared(conn, forum)?
        {
            return Ok(Consumed::Entirely);
        }
        for webhook in told_of(conn, &told)? {
            store(conn, webhook, &told, stored.created_at)?;
        }
        Ok(Consumed::Entirely)
    }
}

fn post((post, forum): (PostId, ForumId), event: EventType) -> (EventType, Subject, String) {
    (event, Subject::Post { post, forum }, format!("p{post}"))
}

fn reply(
    (reply, post, forum): (ReplyId, PostId, ForumId),
    event: EventType,
) -> (EventType, Subject, String) {
    (event, Subject::Reply { reply, forum }, format!("p{post}"))
}

fn report(report: ReportId, event: EventType) -> (EventType, Subject, String) {
    (event, Subject::Report { report, forum: None }, format!("r{report}"))
}

/// Returns what webhooks receive of an event: its type, its subject, that of a report without its forum, and the thing
/// whose events are sent in order.
fn event_of(event: &Event) -> Option<(EventType, Subject, String)> {
    Some(match *event {
        Event::PostCreated { post: id, forum } | Event::PostRestored { post: id, forum, .. } => {
            post((id, forum), EventType::PostCreated)
        }
        Event::PostEdited { post: id, forum, .. } => post((id, forum), EventType::PostEdited),
        Event::PostDeleted { post: id, forum, .. } | Event::PostHeld { post: id, forum } => {
            post((id, forum), EventType::PostDeleted)
        }
        Event::ReplyCreated { reply: id, post, forum }
        | Event::ReplyRestored { reply: id, post, forum, .. } => {
            reply((id, post, forum), EventType::ReplyCreated)
        }
        Event::ReplyEdited { reply: id, post, forum } => {
            reply((id, post, forum), EventType::ReplyEdited)
        }
        Event::ReplyRemoved { reply: id, post, forum, .. }
        | Event::ReplyHeld { reply: id, post, forum, was_shown: true } => {
            reply((id, post, forum), EventType::ReplyDeleted)
        }
        Event::AccountCreated { user } => {
            (EventType::UserRegistered, Subject::User(user), format!("u{user}"))
        }
        Event::ReportOpened { report: id } | Event::ReportReopened { report: id, .. } => {
            report(id, EventType::ReportOpened)
        }
        Event::ReportDecided { report: id, .. } | Event::ReportClosed { report: id, .. } => {
            report(id, EventType::ReportDecided)
        }
        _ => return None,
    })
}

/// `None` if webhooks receive nothing of it, or a report is gone.
fn told(conn: &mut DbConnection, stored: &StoredEvent) -> QueryResult<Option<Told>> {
    let Some((event, mut subject, thing)) = event_of(&stored.event) else { return Ok(None) };
    if let Subject::Report { report, .. } = subject {
        let query = reports::table.find(report.0).select(reports::forum_id);
        let found: Option<Option<i64>> = on_backend!(conn, conn => query.first(conn)).optional()?;
        let Some(forum) = found else { return Ok(None) };
        subject = Subject::Report { report, forum: forum.map(ForumId) };
    }
    Ok(Some(Told { event, subject, thing, at: stored.created_at }))
}

/// Locks and returns the webhooks that are told of it: those of the forum and, if visitors may read it, of the site, but
/// for those that are younger.
fn told_of(conn: &mut DbConnection, told: &Told) -> QueryResult<Vec<WebhookId>> {
    let forum = told.subject.forum();
    let is_public = match forum {
        Some(forum) => readers::visibility(conn, forum)? == Some(Visibility::Public),
        None => true,
    };
    // No forum has the id 0.
    let of_forum = webhooks::forum_id.eq(forum.map_or(0, |forum| forum.0));
    let of_site = webhooks::forum_id.is_null().and(is_public.into_sql::<diesel::sql_types::Bool>());
    let query = webhooks::table
        .filter(webhooks::active.and(of_site.or(of_forum)))
        .filter(webhooks::created_at.le(told.at.unix_millis()))
        .order(webhooks::id)
        .select((webhooks::id, webhooks::events));
    let found: Vec<(i64, String)> = match conn {
        DbConnection::Postgres(conn) => query.for_no_key_update().load(conn)?,
        DbConnection::Sqlite(conn) => query.load(conn)?,
    };
    let wants = |events: &str| events.split(' ').any(|name| name == told.event.name());
    let found = found.into_iter().filter(|(_, events)| wants(events));
    Ok(found.map(|(id, _)| WebhookId(id)).collect())
}
