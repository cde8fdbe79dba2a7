//! Ids of the source, and of what they became.

use std::collections::HashMap;

use ::import::{Beginning, Kind, ReplyPlace, System};
use database::{
    DbConnection, on_backend,
    schema::{forums, imported, messages, stored_posts, stored_replies, users},
};
use diesel::{
    dsl::{exists, select},
    prelude::*,
};
use kernel::{PostId, ReplyId, Role, Timestamp};

use crate::roles;

/// What an id of a source is of; the numbers are those of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    User = 0,
    Forum = 1,
    Post = 2,
    Reply = 3,
    Message = 4,
    Image = 5,
    Opening = 6,
    UserSlug = 7,
    ForumSlug = 8,
    /// No id: of the one row, that of here is the time when the import ended.
    End = 9,
}

const NO_ID: &str = "";

impl Stored {
    /// Votes and ties are known by what they are of.
    pub(super) fn of(kind: Kind) -> Option<Self> {
        match kind {
            Kind::User => Some(Self::User),
            Kind::Forum => Some(Self::Forum),
            Kind::Post => Some(Self::Post),
            Kind::Reply => Some(Self::Reply),
            Kind::Message => Some(Self::Message),
            Kind::File => Some(Self::Image),
            Kind::Tie | Kind::Vote => None,
        }
    }

    fn is_of_user(self) -> bool {
        matches!(self, Self::User | Self::UserSlug)
    }
}

pub(super) fn beginning(conn: &mut DbConnection, of: System) -> QueryResult<Beginning> {
    let of_others = imported::table.filter(imported::system.ne(of.name()));
    if select(exists(of_others)).get_result(conn)? {
        return Ok(Beginning::NotEmpty);
    }
    if let Some(at) = find(conn, of, Stored::End, &[NO_ID])?.remove(NO_ID) {
        return Ok(Beginning::Finished(Timestamp::from_unix_millis(at)));
    }
    if select(exists(imported::table.select(imported::kind))).get_result(conn)? {
        return Ok(Beginning::Continued);
    }
    let members =
        users::table.filter(users::id.gt(0)).filter(users::role.ne(roles::stored(Role::Admin)));
    let has_rows = select(exists(members)).get_result::<bool>(conn)?
        || select(exists(forums::table.select(forums::id))).get_result::<bool>(conn)?
        || select(exists(messages::table.select(messages::id))).get_result::<bool>(conn)?
        || select(exists(stored_posts::table.select(stored_posts::id))).get_result::<bool>(conn)?;
    Ok(if has_rows { Beginning::NotEmpty } else { Beginning::Empty })
}

pub(super) fn find(
    conn: &mut DbConnection,
    system: System,
    kind: Stored,
    ids: &[&str],
) -> QueryResult<HashMap<String, i64>> {
    let query = imported::table
        .filter(imported::system.eq(system.name()))
        .filter(imported::kind.eq(kind as i16))
        .filter(imported::source_id.eq_any(ids))
        .select((imported::source_id, imported::id, imported::user_id));
    let rows: Vec<(String, Option<i64>, Option<i64>)> =
        on_backend!(conn, conn => query.load(conn))?;
    Ok(rows.into_iter().filter_map(|(source, id, user)| Some((source, id.or(user)?))).collect())
}

pub(super) fn reply_places(
    conn: &mut DbConnection,
    system: System,
    ids: &[&str],
) -> QueryResult<HashMap<String, ReplyPlace>> {
    let query = imported::table
        .inner_join(stored_replies::table.on(imported::id.eq(stored_replies::id.nullable())))
        .filter(imported::system.eq(system.name()))
        .filter(imported::kind.eq(Stored::Reply as i16))
        .filter(imported::source_id.eq_any(ids))
        .select((
            imported::source_id,
            stored_replies::id,
            stored_replies::post_id,
            stored_replies::parent_id,
            stored_replies::depth,
        ));
    let rows: Vec<(String, i64, i64, i64, i16)> = on_backend!(conn, conn => query.load(conn))?;
    let place = |(source, id, post, parent, depth)| {
        let parent = (parent != 0).then_some(ReplyId(parent));
        (source, ReplyPlace { id: ReplyId(id), post: PostId(post), parent, depth })
    };
    Ok(rows.into_iter().map(place).collect())
}

pub(super) fn end(conn: &mut DbConnection, system: System, at: Timestamp) -> QueryResult<()> {
    remember(conn, system, &[(Stored::End, NO_ID.to_owned(), at.unix_millis())])
}

/// Stores what ids of the source became. Known ones keep what they are.
pub(super) fn remember(
    conn: &mut DbConnection,
    system: System,
    ids: &[(Stored, String, i64)],
) -> QueryResult<()> {
    let row = |(kind, source, id): &(Stored, String, i64)| {
        (
            imported::system.eq(system.name()),
            imported::kind.eq(*kind as i16),
            imported::source_id.eq(source.clone()),
            imported::id.eq((!kind.is_of_user()).then_some(*id)),
            imported::user_id.eq(kind.is_of_user().then_some(*id)),
        )
    };
    for some in ids.chunks(1_000) {
        let rows: Vec<_> = some.iter().map(row).collect();
        on_backend!(conn, conn => diesel::insert_into(imported::table)
            .values(rows)
            .on_conflict_do_nothing()
            .execute(conn))?;
    }
    Ok(())
}
