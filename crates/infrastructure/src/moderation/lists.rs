use ::moderation::{Person, Standing};
use ::users::Username;
use diesel::{
    dsl::{exists, not},
    prelude::*,
};
use kernel::{ById, ByName, ForumId, Page, PageRequest, Role, UserId};

use crate::{
    at_most::at_most,
    connection::{Db, DbConnection},
    moderation::row::{PERSON, PersonRow, STANDING, StandingRow},
    roles,
    schema::{forum_moderators, users},
    users::named,
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
    let query =
        named(part, page).filter(users::banned.eq(false)).filter(not(exists(entry))).select(PERSON);
    let rows: Vec<PersonRow> = at_most(page.limit.and_one_more(), query).load(conn)?;
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
    let query = named(part, page)
        .filter(users::role.ne(roles::stored(Role::Admin)).or(users::banned))
        .select(STANDING);
    let rows: Vec<StandingRow> = at_most(page.limit.and_one_more(), query).load(conn)?;
    let standings = rows.into_iter().map(Standing::from).collect();
    Ok(Page::cut(standings, page.limit, |standing: &Standing| position(&standing.person)))
}

fn people(rows: Vec<PersonRow>, page: &PageRequest<ByName>) -> Page<Person, ByName> {
    Page::cut(rows.into_iter().map(Person::from).collect(), page.limit, position)
}

fn position(person: &Person) -> ByName {
    ByName(Username::key_of(&person.username))
}
