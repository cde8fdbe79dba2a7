use std::collections::HashMap;

use ::moderation::log::{ForumName, LogEntry, LogFilter, LoggedPerson, LoggedThing};
use ::users::Username;
use database::{
    DbConnection,
    schema::{forums, moderation_log, posts, users},
    sql::{literal_limit, padded_in},
};
use diesel::prelude::*;
use kernel::{ById, ForumId, Page, PageRequest, PostId, Reader, Timestamp, UserId, Visibility};

use super::codes::{action_code, action_of, kind_of};
use crate::readers::{self, ReadableBy};

#[derive(Queryable, Selectable)]
#[diesel(table_name = moderation_log)]
struct Row {
    id: i64,
    at: i64,
    action: i16,
    actor_id: Option<i64>,
    forum_id: Option<i64>,
    kind: Option<i16>,
    target_id: Option<i64>,
    post_id: Option<i64>,
    user_id: Option<i64>,
    reason: Option<String>,
    undone_at: Option<i64>,
    topic: Option<String>,
    texts: Option<i64>,
}

/// In which role a member is looked for.
#[derive(Clone, Copy)]
enum Role {
    Actor(i64),
    Target(i64),
}

pub(super) fn page(
    conn: &mut DbConnection,
    (filter, reader): (&LogFilter, Reader),
    page: &PageRequest<ById>,
) -> QueryResult<Page<LogEntry, ById>> {
    let ids = match &filter.username {
        None => ids(conn, (filter, reader), None, page)?,
        Some(name) => ids_of_member(conn, (filter, reader), name, page)?,
    };
    let Page { items, next } = Page::cut(ids, page.limit, |id| ById(*id));
    Ok(Page { items: load(conn, &items)?, next })
}

/// An index has the entries of each role of a member in order, and none has both.
fn ids_of_member(
    conn: &mut DbConnection,
    (filter, reader): (&LogFilter, Reader),
    name: &str,
    page: &PageRequest<ById>,
) -> QueryResult<Vec<i64>> {
    // Names have no other characters, and PostgreSQL rejects a NUL.
    if !Username::could_contain(name) {
        return Ok(vec![]);
    }
    let key = Username::key_of(name);
    let member = users::table.filter(users::username_key.eq(key)).select(users::id);
    let Some(member) = member.first(conn).optional()? else { return Ok(vec![]) };
    let mut found = ids(conn, (filter, reader), Some(Role::Actor(member)), page)?;
    found.extend(ids(conn, (filter, reader), Some(Role::Target(member)), page)?);
    found.sort_unstable_by(|one, other| other.cmp(one));
    found.dedup();
    found.truncate(page.limit.fetch_size() as usize);
    Ok(found)
}

fn ids(
    conn: &mut DbConnection,
    (filter, reader): (&LogFilter, Reader),
    role: Option<Role>,
    page: &PageRequest<ById>,
) -> QueryResult<Vec<i64>> {
    let ById(before) = page.after.unwrap_or(ById(i64::MAX));
    let mut query = moderation_log::table
        .filter(moderation_log::id.lt(before))
        .order(moderation_log::id.desc())
        .select(moderation_log::id)
        .filter(is_readable(reader))
        .into_boxed();
    if let Some(forum) = filter.forum {
        query = query.filter(moderation_log::forum_id.eq(forum.0));
    }
    if let Some(action) = filter.action {
        query = query.filter(moderation_log::action.eq(action_code(action)));
    }
    query = match role {
        None => query,
        Some(Role::Actor(member)) => query.filter(moderation_log::actor_id.eq(member)),
        Some(Role::Target(member)) => query.filter(moderation_log::user_id.eq(member)),
    };
    literal_limit(page.limit.fetch_size(), query).load(conn)
}

/// Selects entries that a reader may read.
pub(crate) const fn is_readable(reader: Reader) -> ReadableBy {
    ReadableBy::new("moderation_log.forum_id", reader).or_else("moderation_log.visibility")
}

fn load(conn: &mut DbConnection, ids: &[i64]) -> QueryResult<Vec<LogEntry>> {
    if ids.is_empty() {
        return Ok(vec![]);
    }
    let rows: Vec<Row> = moderation_log::table
        .filter(padded_in(moderation_log::id, ids.iter().copied()))
        .order(moderation_log::id.desc())
        .select(Row::as_select())
        .load(conn)?;
    let named = Named::find(conn, &rows)?;
    Ok(rows.into_iter().filter_map(|row| named.entry(row)).collect())
}

/// The present names and titles in the entries of a page.
struct Named {
    people: HashMap<i64, LoggedPerson>,
    topics: HashMap<i64, (String, Visibility)>,
    titles: HashMap<i64, String>,
}

impl Named {
    fn find(conn: &mut DbConnection, rows: &[Row]) -> QueryResult<Self> {
        let of = |id: fn(&Row) -> Option<i64>| rows.iter().filter_map(id).collect::<Vec<_>>();
        let mut people = of(|row| row.actor_id);
        people.extend(of(|row| row.user_id));
        Ok(Self {
            people: people_of(conn, &people)?,
            topics: topics(conn, &of(|row| row.forum_id))?,
            titles: titles(conn, &of(|row| row.post_id))?,
        })
    }

    /// `None` for an action of a newer version.
    fn entry(&self, row: Row) -> Option<LogEntry> {
        let time = Timestamp::from_unix_millis;
        let forum = |id: i64| {
            let (topic, visibility) = match self.topics.get(&id) {
                Some((topic, visibility)) => (Some(topic), *visibility),
                None => (row.topic.as_ref(), Visibility::Public),
            };
            ForumName { id: ForumId(id), topic: topic.cloned(), visibility }
        };
        Some(LogEntry {
            id: row.id,
            at: time(row.at),
            action: action_of(row.action)?,
            by: row.actor_id.and_then(|id| self.people.get(&id).cloned()),
            forum: row.forum_id.map(forum),
            target: self.target(&row),
            texts: row.texts.map(|texts| texts as usize),
            reason: row.reason,
            undone_at: row.undone_at.map(time),
        })
    }

    fn target(&self, row: &Row) -> Option<LoggedThing> {
        let username = row.user_id.and_then(|id| self.people.get(&id));
        Some(LoggedThing {
            kind: kind_of(row.kind?)?,
            id: row.target_id?,
            post: row.post_id.map(PostId),
            title: row.post_id.and_then(|post| self.titles.get(&post).cloned()),
            username: username.map(|person| person.username.clone()),
        })
    }
}

fn people_of(conn: &mut DbConnection, ids: &[i64]) -> QueryResult<HashMap<i64, LoggedPerson>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let query = users::table.filter(padded_in(users::id, ids.iter().copied()));
    let rows: Vec<(i64, String, String)> =
        query.select((users::id, users::username, users::image)).load(conn)?;
    let person = |(id, username, image)| (id, LoggedPerson { id: UserId(id), username, image });
    Ok(rows.into_iter().map(person).collect())
}

/// Topics of forums, and who may read them.
fn topics(conn: &mut DbConnection, ids: &[i64]) -> QueryResult<HashMap<i64, (String, Visibility)>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let query = forums::table.filter(padded_in(forums::id, ids.iter().copied()));
    let rows: Vec<(i64, String, i16)> =
        query.select((forums::id, forums::topic, forums::visibility)).load(conn)?;
    let forum = |(id, topic, visibility)| (id, (topic, readers::from_stored(visibility)));
    Ok(rows.into_iter().map(forum).collect())
}

fn titles(conn: &mut DbConnection, ids: &[i64]) -> QueryResult<HashMap<i64, String>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let query = posts::table.filter(padded_in(posts::id, ids.iter().copied()));
    let rows: Vec<(i64, String)> = query.select((posts::id, posts::title)).load(conn)?;
    Ok(rows.into_iter().collect())
}
