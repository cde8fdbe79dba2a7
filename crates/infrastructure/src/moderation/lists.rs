use ::moderation::{AccountStatus, Candidates, Profile};
use ::users::Username;
use database::{
    Db, DbConnection,
    schema::{forum_bans, forum_moderators, users},
    sql::literal_limit,
};
use diesel::{
    dsl::{exists, not},
    prelude::*,
};
use kernel::{ById, ByName, ForumId, Page, PageRequest, Role, Timestamp, UserId};

use crate::{
    bans::{is_banned, is_not_banned},
    moderation::row::{ACCOUNT_STATUS, AccountStatusRow, PROFILE, ProfileRow},
    roles,
    usernames::named,
};

pub(super) fn moderators(
    conn: &mut DbConnection,
    forum: ForumId,
    page: &PageRequest<ByName>,
) -> QueryResult<Page<Profile, ByName>> {
    let mut query = forum_moderators::table
        .inner_join(users::table)
        .select(PROFILE)
        .filter(forum_moderators::forum_id.eq(forum.0))
        .order(users::username_key)
        .limit(page.limit.fetch_size())
        .into_boxed::<Db>();
    if let Some(ByName(after)) = &page.after {
        query = query.filter(users::username_key.gt(after));
    }
    let rows: Vec<ProfileRow> = query.load(conn)?;
    Ok(people(rows, page))
}

/// Returns who neither moderates the forum nor is banned at `now`, by name.
pub(super) fn candidates(
    conn: &mut DbConnection,
    forum: ForumId,
    candidates: Candidates,
    part: &str,
    now: Timestamp,
    page: &PageRequest<ByName>,
) -> QueryResult<Page<Profile, ByName>> {
    let entry = forum_moderators::table
        .filter(forum_moderators::forum_id.eq(forum.0))
        .filter(forum_moderators::user_id.eq(users::id));
    let ban = forum_bans::table
        .filter(forum_bans::forum_id.eq(forum.0))
        .filter(forum_bans::user_id.eq(users::id))
        .filter(forum_bans::banned_until.gt(now.unix_millis()));
    let mut query = named(part, page)
        .filter(is_not_banned(now))
        .filter(not(exists(entry)))
        .filter(not(exists(ban)))
        .select(PROFILE)
        .into_boxed();
    if candidates == Candidates::Bannable {
        query = query.filter(not(roles::is_admin()));
    }
    let rows: Vec<ProfileRow> = literal_limit(page.limit.fetch_size(), query).load(conn)?;
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
        .limit(page.limit.fetch_size())
        .load(conn)?;
    Ok(Page::cut(ids, page.limit, |id| ById(*id)).map(ForumId))
}

pub(super) fn search_non_admins(
    conn: &mut DbConnection,
    part: &str,
    now: Timestamp,
    page: &PageRequest<ByName>,
) -> QueryResult<Page<AccountStatus, ByName>> {
    let query = named(part, page)
        .filter(users::role.ne(roles::stored(Role::Admin)).or(is_banned(now)))
        .select(ACCOUNT_STATUS);
    let rows: Vec<AccountStatusRow> = literal_limit(page.limit.fetch_size(), query).load(conn)?;
    Ok(statuses(rows, now, page))
}

/// Reads the index of admins, who are few: it looks into each name.
pub(super) fn search_admins(
    conn: &mut DbConnection,
    part: &str,
    now: Timestamp,
    page: &PageRequest<ByName>,
) -> QueryResult<Page<AccountStatus, ByName>> {
    let after = page.after.as_ref().map_or("", |ByName(after)| after.as_str());
    let pattern = format!("%{}%", Username::key_of(part).replace('_', "\\_"));
    let query = users::table
        .filter(roles::is_admin())
        .filter(users::username_key.gt(after))
        .filter(users::username_key.like(pattern).escape('\\'))
        .filter(is_not_banned(now))
        .order(users::username_key)
        .select(ACCOUNT_STATUS);
    let rows: Vec<AccountStatusRow> = literal_limit(page.limit.fetch_size(), query).load(conn)?;
    Ok(statuses(rows, now, page))
}

fn statuses(
    rows: Vec<AccountStatusRow>,
    now: Timestamp,
    page: &PageRequest<ByName>,
) -> Page<AccountStatus, ByName> {
    let statuses = rows.into_iter().map(|row| row.at(now)).collect();
    Page::cut(statuses, page.limit, |status: &AccountStatus| position(&status.profile))
}

fn people(rows: Vec<ProfileRow>, page: &PageRequest<ByName>) -> Page<Profile, ByName> {
    Page::cut(rows.into_iter().map(Profile::from).collect(), page.limit, position)
}

fn position(profile: &Profile) -> ByName {
    ByName(Username::key_of(&profile.username))
}
