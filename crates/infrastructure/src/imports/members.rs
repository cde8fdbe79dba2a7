//! Members, what they are to forums, and their votes.

use std::collections::HashSet;

use ::import::{NewTie, NewUser, NewVote, System, TieKind, VotedText};
use ::users::{EmailAddress, NO_PASSWORD, default_avatar};
use database::{
    DbConnection, on_backend,
    schema::{
        favorites, former_names as former_rows, forum_bans, forum_members, forum_moderators,
        post_votes, reply_votes, user_emails, users,
    },
};
use diesel::{
    dsl::max,
    prelude::*,
    sql_types::{Nullable, Text},
};
use kernel::Role;

use super::{
    former,
    known::{Stored, remember},
};
use crate::{
    bans::stored_end,
    images::references::{self, Referrer},
    maintenance::{BulkRow as _, BulkUser},
    member_data::DELETED_USER_ID,
    roles, votes,
};

#[diesel::declare_sql_function]
extern "SQL" {
    /// The expression that the addresses have an index on.
    fn lower(text: Nullable<Text>) -> Nullable<Text>;
}

pub(super) fn taken_names(
    conn: &mut DbConnection,
    keys: &[String],
) -> QueryResult<HashSet<String>> {
    let query = users::table.filter(users::username_key.eq_any(keys)).select(users::username_key);
    let mut taken: HashSet<String> =
        on_backend!(conn, conn => query.load::<String>(conn))?.into_iter().collect();
    let hashes = keys.iter().map(|key| former(key));
    let query = former_rows::table
        .filter(former_rows::name_hash.eq_any(hashes))
        .select(former_rows::name_hash);
    let hashes: HashSet<String> =
        on_backend!(conn, conn => query.load::<String>(conn))?.into_iter().collect();
    taken.extend(keys.iter().filter(|key| hashes.contains(&former(key))).cloned());
    Ok(taken)
}

pub(super) fn taken_emails(
    conn: &mut DbConnection,
    keys: &[String],
) -> QueryResult<HashSet<String>> {
    let query = user_emails::table
        .filter(lower(user_emails::confirmed).eq_any(keys))
        .select(user_emails::confirmed);
    let found: Vec<Option<String>> = on_backend!(conn, conn => query.load(conn))?;
    Ok(found.into_iter().flatten().map(|email| EmailAddress::key_of(&email)).collect())
}

pub(super) fn insert(conn: &mut DbConnection, system: System, new: &[NewUser]) -> QueryResult<()> {
    if new.is_empty() {
        return Ok(());
    }
    let last: Option<i64> = users::table.select(max(users::id)).first(conn)?;
    let first = last.unwrap_or(0).max(0) + 1;
    let rows: Vec<BulkUser> = (first..).zip(new).map(|(id, user)| row(id, user)).collect();
    BulkUser::insert(conn, &rows.iter().collect::<Vec<_>>())?;
    let mut ids = vec![];
    for (id, user) in (first..).zip(new) {
        ids.push((Stored::User, user.source_id.clone(), id));
        ids.extend(user.slug.iter().map(|slug| (Stored::UserSlug, slug.clone(), id)));
        describe(conn, id, user)?;
    }
    remember(conn, system, &ids)
}

fn row(id: i64, user: &NewUser) -> BulkUser {
    BulkUser {
        id,
        username: user.username.as_str().to_owned(),
        password_hash: user.password_hash.clone().unwrap_or_else(|| NO_PASSWORD.to_owned()),
        image: user.image.clone().unwrap_or_else(default_avatar).as_str().to_owned(),
        role: if user.is_admin { Role::Admin } else { Role::User },
        banned: false,
        created_at: user.created_at,
    }
}

/// Stores what few members have.
fn describe(conn: &mut DbConnection, id: i64, user: &NewUser) -> QueryResult<()> {
    if let Some(about) = &user.about {
        diesel::update(users::table.find(id)).set(users::about.eq(about.as_str())).execute(conn)?;
    }
    if let Some(ban) = &user.ban {
        let set =
            (users::banned_until.eq(stored_end(ban.until)), users::ban_reason.eq(&ban.reason));
        diesel::update(users::table.find(id)).set(set).execute(conn)?;
    }
    if let Some(email) = &user.email {
        let row = (user_emails::user_id.eq(id), user_emails::confirmed.eq(email.as_str()));
        diesel::insert_into(user_emails::table).values(row).execute(conn)?;
    }
    let image = user.image.as_ref().map_or("", |image| image.as_str());
    let about = user.about.as_ref().map_or("", |about| about.as_str());
    references::insert(conn, Referrer::User(id), &[image, about])
}

/// Inserts rows of which known ones stay as they are.
macro_rules! insert_new {
    ($conn:expr, $table:ident, $rows:expr) => {{
        let rows: Vec<_> = $rows;
        on_backend!($conn, conn => diesel::insert_into($table::table)
            .values(rows)
            .on_conflict_do_nothing()
            .execute(conn))?;
    }};
}

pub(super) fn insert_ties(conn: &mut DbConnection, ties: &[NewTie]) -> QueryResult<()> {
    for tie in ties {
        insert_tie(conn, tie)?;
    }
    let moderators = forum_moderators::table.select(forum_moderators::user_id);
    let plain = users::role.eq(roles::stored(Role::User));
    diesel::update(users::table.filter(plain).filter(users::id.eq_any(moderators)))
        .set(users::role.eq(roles::stored(Role::Moderator)))
        .execute(conn)?;
    Ok(())
}

fn insert_tie(conn: &mut DbConnection, tie: &NewTie) -> QueryResult<()> {
    let NewTie { user, forum, kind, since } = tie;
    let at = since.unix_millis();
    match kind {
        TieKind::Moderator => insert_new!(
            conn,
            forum_moderators,
            vec![(forum_moderators::forum_id.eq(forum.0), forum_moderators::user_id.eq(user.0),)]
        ),
        TieKind::Member => insert_new!(
            conn,
            forum_members,
            vec![(
                forum_members::forum_id.eq(forum.0),
                forum_members::user_id.eq(user.0),
                forum_members::since.eq(at),
                forum_members::by_id.eq(DELETED_USER_ID),
            )]
        ),
        TieKind::Favorite => insert_new!(
            conn,
            favorites,
            vec![(
                favorites::user_id.eq(user.0),
                favorites::forum_id.eq(forum.0),
                favorites::created_at.eq(at),
            )]
        ),
        TieKind::Banned(ban) => insert_new!(
            conn,
            forum_bans,
            vec![(
                forum_bans::forum_id.eq(forum.0),
                forum_bans::user_id.eq(user.0),
                forum_bans::banned_until.eq(stored_end(ban.until)),
                forum_bans::reason.eq(ban.reason.clone()),
                forum_bans::by_id.eq(DELETED_USER_ID),
                forum_bans::at.eq(at),
            )]
        ),
    }
    Ok(())
}

pub(super) fn insert_votes(conn: &mut DbConnection, new: &[NewVote]) -> QueryResult<()> {
    let (mut on_posts, mut on_replies) = (vec![], vec![]);
    for NewVote { on, by, vote } in new {
        match on {
            VotedText::Post(post) => on_posts.push((
                post_votes::post_id.eq(post.0),
                post_votes::user_id.eq(by.0),
                post_votes::vote.eq(votes::stored(*vote)),
            )),
            VotedText::Reply(reply) => on_replies.push((
                reply_votes::reply_id.eq(reply.0),
                reply_votes::user_id.eq(by.0),
                reply_votes::vote.eq(votes::stored(*vote)),
            )),
        }
    }
    insert_new!(conn, post_votes, on_posts);
    insert_new!(conn, reply_votes, on_replies);
    Ok(())
}
