//! Members, what they are to forums, and their votes.

use ::import::{Rows, Target, Tie, TieKind, User, Vote};
use ::users::NO_PASSWORD;
use database::{
    Database,
    schema::{
        favorites, forum_bans, forum_members, forum_moderators, post_votes, reply_votes,
        user_emails, users,
    },
};
use diesel::prelude::*;
use kernel::{Role, Timestamp};

use super::{
    pages::{PAGE, pages},
    texts::markdown,
};
use crate::{bans::StoredBan, roles, votes};

#[derive(Queryable)]
struct UserRow {
    id: i64,
    name: String,
    password_hash: String,
    image: String,
    about: String,
    created_at: i64,
    role: i16,
    ban: StoredBan,
    email: Option<String>,
}

pub(super) fn users(database: &Database) -> Rows<'_, User> {
    let page = |conn: &mut _, after: i64| {
        users::table
            .left_join(user_emails::table)
            .filter(users::id.gt(after))
            .order(users::id)
            .limit(PAGE)
            .select((
                users::id,
                users::username,
                users::password_hash,
                users::image,
                users::about,
                users::created_at,
                users::role,
                (users::banned_until, users::ban_reason),
                user_emails::confirmed.nullable(),
            ))
            .load::<UserRow>(conn)
    };
    // The author of deleted accounts comes before all members.
    pages(database, 0, page, |row| row.id, user)
}

fn user(row: UserRow) -> User {
    User {
        id: row.id.to_string(),
        slug: None,
        name: row.name,
        password_hash: Some(row.password_hash).filter(|hash| hash != NO_PASSWORD),
        email: row.email,
        avatar: Some(row.image).filter(|image| !image.is_empty()),
        about: Some(row.about).filter(|about| !about.is_empty()).map(markdown),
        created_at: Timestamp::from_unix_millis(row.created_at),
        is_admin: roles::from_stored(row.role) == Role::Admin,
        ban: row.ban.ban(),
    }
}

/// Returns the rows of a table of members and forums, by both.
macro_rules! ties {
    ($database:expr, $table:ident, $columns:expr, $kind:expr, $since:expr) => {
        pages(
            $database,
            (0, 0),
            |conn: &mut _, (forum, user): (i64, i64)| {
                let in_forum = $table::forum_id.eq(forum).and($table::user_id.gt(user));
                $table::table
                    .filter($table::forum_id.gt(forum).or(in_forum))
                    .order(($table::forum_id, $table::user_id))
                    .limit(PAGE)
                    .select((($table::forum_id, $table::user_id), $columns))
                    .load(conn)
            },
            |row: &((i64, i64), _)| row.0,
            |((forum, user), rest)| Tie {
                forum: forum.to_string(),
                user: user.to_string(),
                since: $since(&rest),
                kind: $kind(rest),
            },
        )
    };
}

#[derive(Queryable)]
struct BanRow {
    ban: StoredBan,
    at: i64,
}

pub(super) fn ties(database: &Database) -> Rows<'_, Tie> {
    let moderators: Rows<'_, Tie> = ties!(
        database,
        forum_moderators,
        forum_moderators::forum_id,
        |_: i64| TieKind::Moderator,
        |_: &i64| None
    );
    let members: Rows<'_, Tie> = ties!(
        database,
        forum_members,
        forum_members::since,
        |_: i64| TieKind::Member,
        |at: &i64| Some(Timestamp::from_unix_millis(*at))
    );
    let favorites: Rows<'_, Tie> = ties!(
        database,
        favorites,
        favorites::created_at,
        |_: i64| TieKind::Favorite,
        |at: &i64| Some(Timestamp::from_unix_millis(*at))
    );
    let bans: Rows<'_, Tie> = ties!(
        database,
        forum_bans,
        ((forum_bans::banned_until, forum_bans::reason), forum_bans::at),
        |row: BanRow| TieKind::Banned(row.ban.ban().unwrap_or_default()),
        |row: &BanRow| Some(Timestamp::from_unix_millis(row.at))
    );
    Box::new(moderators.chain(members).chain(favorites).chain(bans))
}

/// Returns the votes of a table, by text and member.
macro_rules! votes {
    ($database:expr, $table:ident, $text:ident, $target:path) => {
        pages(
            $database,
            (0, 0),
            |conn: &mut _, (text, user): (i64, i64)| {
                let of_text = $table::$text.eq(text).and($table::user_id.gt(user));
                $table::table
                    .filter($table::$text.gt(text).or(of_text))
                    .order(($table::$text, $table::user_id))
                    .limit(PAGE)
                    .select((($table::$text, $table::user_id), $table::vote))
                    .load::<((i64, i64), i16)>(conn)
            },
            |row| row.0,
            |((text, user), vote)| Vote {
                on: $target(text.to_string()),
                by: user.to_string(),
                vote: votes::from_stored(vote).unwrap_or(kernel::Vote::Up),
            },
        )
    };
}

pub(super) fn votes(database: &Database) -> Rows<'_, Vote> {
    let on_posts: Rows<'_, Vote> = votes!(database, post_votes, post_id, Target::Post);
    let on_replies: Rows<'_, Vote> = votes!(database, reply_votes, reply_id, Target::Reply);
    Box::new(on_posts.chain(on_replies))
}
