//! Members, categories, and what members are to them, as records.

use diesel::{
    QueryableByName,
    sql_types::{BigInt, Bool, Nullable, Text as SqlText},
};
use kernel::{Ban, Timestamp, Visibility};

use super::markdown::markdown;
use crate::{Forum, Markup, Row, Text, Tie, TieKind, User};

/// An account that Discourse made for itself.
const SYSTEM_ACCOUNTS: std::ops::RangeInclusive<i64> = i64::MIN..=0;

pub(super) fn time(millis: i64) -> Timestamp {
    Timestamp::from_unix_millis(millis)
}

pub(super) fn author(id: Option<i64>) -> Option<String> {
    id.filter(|id| !SYSTEM_ACCOUNTS.contains(id)).map(|id| id.to_string())
}

pub(super) fn text(raw: &str) -> Text {
    Text { markup: Markup::Markdown, source: markdown(raw) }
}

#[derive(QueryableByName)]
pub(super) struct UserRow {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = SqlText)]
    name: String,
    #[diesel(sql_type = SqlText)]
    slug: String,
    #[diesel(sql_type = Bool)]
    admin: bool,
    #[diesel(sql_type = BigInt)]
    created_at: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    banned_until: Option<i64>,
    #[diesel(sql_type = Nullable<SqlText>)]
    ban_reason: Option<String>,
    #[diesel(sql_type = Nullable<SqlText>)]
    email: Option<String>,
    #[diesel(sql_type = Nullable<SqlText>)]
    about: Option<String>,
    #[diesel(sql_type = Nullable<SqlText>)]
    avatar: Option<String>,
    #[diesel(sql_type = Nullable<SqlText>)]
    password_hash: Option<String>,
}

pub(super) fn user(row: UserRow) -> Row<User> {
    let reason = row.ban_reason;
    Row::Record(User {
        id: row.id.to_string(),
        slug: Some(row.slug),
        name: row.name,
        password_hash: row.password_hash,
        email: row.email,
        avatar: row.avatar,
        about: row.about.as_deref().map(text),
        created_at: time(row.created_at),
        is_admin: row.admin,
        ban: row.banned_until.map(|until| Ban { until: Some(time(until)), reason }),
    })
}

#[derive(QueryableByName)]
pub(super) struct ForumRow {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = SqlText)]
    slug: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    parent: Option<i64>,
    #[diesel(sql_type = SqlText)]
    name: String,
    #[diesel(sql_type = Nullable<SqlText>)]
    description: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    author: Option<i64>,
    #[diesel(sql_type = BigInt)]
    created_at: i64,
    #[diesel(sql_type = Bool)]
    read_restricted: bool,
    #[diesel(sql_type = Bool)]
    for_members: bool,
}

pub(super) fn forum(row: ForumRow) -> Row<Forum> {
    let describe = |source| Text { markup: Markup::Html, source };
    Row::Record(Forum {
        id: row.id.to_string(),
        slug: Some(row.slug).filter(|slug| !slug.is_empty()),
        parent: row.parent.map(|id| id.to_string()),
        name: row.name,
        description: row.description.map(describe),
        author: author(row.author),
        created_at: time(row.created_at),
        visibility: match (row.read_restricted, row.for_members) {
            (false, _) => Visibility::Public,
            (true, true) => Visibility::Members,
            (true, false) => Visibility::Private,
        },
    })
}

#[derive(QueryableByName)]
pub(super) struct TieRow {
    #[diesel(sql_type = BigInt)]
    user_id: i64,
    #[diesel(sql_type = BigInt)]
    forum_id: i64,
    #[diesel(sql_type = Bool)]
    moderates: bool,
}

pub(super) fn tie(row: TieRow) -> Row<Tie> {
    Row::Record(Tie {
        user: row.user_id.to_string(),
        forum: row.forum_id.to_string(),
        kind: if row.moderates { TieKind::Moderator } else { TieKind::Member },
        since: None,
    })
}
