use ::moderation::{Person, Standing};
use ::users::Username;
use diesel::{
    dsl::{exists, not},
    prelude::*,
};
use kernel::{ById, ByName, ForumId, Page, PageRequest, Role, UserId};

use crate::{
    connection::{Db, DbConnection},
    moderation::row::{PERSON, PersonRow, STANDING, StandingRow},
    roles,
    schema::{forum_moderators, users},
    users::{NOBODY, named},
};

pub(super) fn moderators(
    conn: &mut DbConnection,
    forum: ForumId,
    page: &PageRequest<ByName>,
) -> QueryResult<Page<Person, ByName>> {
    let mut query = forum_moderators::table
        .inner_join(users::table)
        .select(PERSON)
        .filter(forum_moderators::forum_id.eq(forum.0))
        .order(users::username_key)
        .limit(page.limit.and_one_more())
        .into_boxed::<Db>();
    if let Some(ByName(after)) = &page.after {
        query = query.filter(users::username_key.gt(after));
    }
    let rows: Vec<PersonRow> = query.load(conn)?;
    Ok(people(rows, page))
}

pub(super) fn promotable(
    conn: &mut DbConnection,
    forum: ForumId,
    part: &str,
    page: &PageRequest<ByName>,
) -> QueryResult<Page<Person, ByName>> {
    let entry = forum_moderators::table
        .filter(forum_moderators::forum_id.eq(forum.0))
        .filter(forum_moderators::user_id.eq(users::id));
    let rows: Vec<PersonRow> = by_name(part, page)
        .filter(users::banned.eq(false))
        .filter(not(exists(entry)))
        .select(PERSON)
        .load(conn)?;
    Ok(people(rows, page))
}

pub(super) fn access(
    conn: &mut DbConnection,
    user: UserId,
    page: &PageRequest<ById>,
) -> QueryResult<Page<ForumId, ById>> {
    let ids: Vec<i64> = forum_moderators::table
        .select(forum_moderators::forum_id)
        .filter(forum_moderators::user_id.eq(user.0))
        .filter(forum_moderators::forum_id.gt(page.after.map_or(0, |after| after.0)))
        .order(forum_moderators::forum_id)
        .limit(page.limit.and_one_more())
        .load(conn)?;
    Ok(Page::cut(ids, page.limit, |id| ById(*id)).map(ForumId))
}

pub(super) fn all_but_admins(
    conn: &mut DbConnection,
    part: &str,
    page: &PageRequest<ByName>,
) -> QueryResult<Page<Standing, ByName>> {
    let rows: Vec<StandingRow> = by_name(part, page)
        .filter(users::role.ne(roles::stored(Role::Admin)).or(users::banned))
        .select(STANDING)
        .load(conn)?;
    let standings = rows.into_iter().map(Standing::from).collect();
    Ok(Page::cut(standings, page.limit, |standing: &Standing| position(&standing.person)))
}

/// Users whose name contains `part`, without regard to case.
fn by_name<'a>(part: &str, page: &'a PageRequest<ByName>) -> users::BoxedQuery<'a, Db> {
    let mut query =
        users::table.order(users::username_key).limit(page.limit.and_one_more()).into_boxed::<Db>();
    query = query.filter(users::id.ne(NOBODY));
    if !part.is_empty() {
        query = query.filter(users::id.eq_any(named(&Username::key_of(part))));
    }
    if let Some(ByName(after)) = &page.after {
        query = query.filter(users::username_key.gt(after));
    }
    query
}

fn people(rows: Vec<PersonRow>, page: &PageRequest<ByName>) -> Page<Person, ByName> {
    Page::cut(rows.into_iter().map(Person::from).collect(), page.limit, position)
}

fn position(person: &Person) -> ByName {
    ByName(Username::key_of(&person.username))
}
