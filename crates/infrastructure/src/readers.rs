//! Which forums a reader may read: [`kernel::Visibility::admits`], as stored and as SQL.

use ::forums::ClosedForums;
use database::{
    Database, DbConnection, on_backend,
    schema::{forum_members, forum_moderators, forums},
    sql::prepared::{Prepared, Value, prepared},
};
use diesel::{
    backend::Backend,
    dsl::{exists, select},
    expression::{AppearsOnTable, ValidGrouping, is_aggregate},
    prelude::*,
    query_builder::{AstPass, QueryFragment, QueryId},
    serialize::ToSql,
    sql_types::{BigInt, Bool, HasSqlType},
};
use kernel::{ForumId, ForumReaders, Reader, RepositoryError, Role, UserId, Visibility};

use crate::{moderation::may_moderate, roles};

/// Who belongs to forums, in the database.
pub struct DbForumReaders(pub Database);

impl ForumReaders for DbForumReaders {
    fn visibility(&self, forum: ForumId) -> Result<Option<Visibility>, RepositoryError> {
        self.0.read(|conn| visibility(conn, forum))
    }

    fn belongs(&self, user: UserId, forum: ForumId) -> Result<bool, RepositoryError> {
        self.0.read(|conn| belongs(conn, user, forum))
    }
}

/// Returns who may read a forum; `None` if there is no such forum.
pub(crate) fn visibility(
    conn: &mut DbConnection,
    forum: ForumId,
) -> QueryResult<Option<Visibility>> {
    let query = forums::table.find(forum.0).select(forums::visibility);
    let found: Option<i16> = on_backend!(conn, conn => query.first(conn)).optional()?;
    Ok(found.map(from_stored))
}

/// Returns whether a user is a member or a moderator of a forum.
pub(crate) fn belongs(conn: &mut DbConnection, user: UserId, forum: ForumId) -> QueryResult<bool> {
    let is_member = exists(forum_members::table.find((forum.0, user.0)));
    let is_moderator = exists(forum_moderators::table.find((forum.0, user.0)));
    let query = select(is_member.or(is_moderator));
    on_backend!(conn, conn => query.get_result(conn))
}

/// With the numbers of [`stored`]. The condition of the index is literal: with a parameter no plan uses it.
const CLOSED: &str = "SELECT
    EXISTS (SELECT 1 FROM forums WHERE visibility > 0 AND visibility = 1),
    EXISTS (SELECT 1 FROM forum_members l JOIN forums f ON f.id = l.forum_id
        WHERE l.user_id = ? AND f.visibility = 2)
    OR EXISTS (SELECT 1 FROM forum_moderators l JOIN forums f ON f.id = l.forum_id
        WHERE l.user_id = ? AND f.visibility = 2),
    EXISTS (SELECT 1 FROM forums WHERE visibility > 0 AND visibility = 2)
    OR EXISTS (SELECT 1 FROM moderation_log WHERE visibility > 0)";

/// Returns whether there are closed forums that a user may read.
pub(crate) fn closed_forums(conn: &mut DbConnection, user: UserId) -> QueryResult<ClosedForums> {
    let query = prepared::<(Bool, Bool, Bool)>(CLOSED).bind(user.0).bind(user.0);
    let (for_members, own, private): (bool, bool, bool) =
        on_backend!(conn, conn => query.get_result(conn))?;
    Ok(ClosedForums { for_members, own, private })
}

/// Selects rows of forums that a reader may read.
///
/// Who may read it is looked up for each row, so that planners do not start with the forums and sort all their posts
/// instead of using index order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadableBy {
    /// The id of the row's forum, in SQL.
    forum: &'static str,
    /// The visibility of a row without a forum, in SQL. Without it admins alone read such a row.
    otherwise: Option<&'static str>,
    reader: Reader,
}

impl ReadableBy {
    pub(crate) const fn new(forum: &'static str, reader: Reader) -> Self {
        Self { forum, otherwise: None, reader }
    }

    /// Rows without a forum, or whose forum is gone, have this visibility.
    pub(crate) const fn or_else(self, otherwise: &'static str) -> Self {
        Self { otherwise: Some(otherwise), ..self }
    }

    /// The same for rows whose forum has another id.
    pub(crate) const fn of(self, forum: &'static str) -> Self {
        Self { forum, ..self }
    }

    /// Appends the condition.
    pub(crate) fn push<'b, DB>(&'b self, out: &mut AstPass<'_, 'b, DB>) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<BigInt>,
        i64: ToSql<BigInt, DB>,
    {
        for (nth, part) in self.sql().split('?').enumerate() {
            if let (1.., Reader::Insider(UserId(user))) = (nth, &self.reader) {
                out.push_bind_param::<BigInt, _>(user)?;
            }
            out.push_sql(part);
        }
        Ok(())
    }

    /// The condition, for a statement that [`Self::bind`] gives its values.
    pub(crate) fn sql(&self) -> String {
        let Self { forum, otherwise, reader } = self;
        let Some(closed) = closed_from(*reader) else { return "1 = 1".to_owned() };
        let belongs = match reader {
            Reader::Insider(_) => format!(" OR {}", belongs_sql(forum, "?")),
            Reader::Visitor | Reader::Member | Reader::Admin => String::new(),
        };
        let of_forum = format!("(SELECT f.visibility FROM forums AS f WHERE f.id = {forum})");
        let visibility = match otherwise {
            Some(otherwise) => format!("COALESCE({of_forum}, {otherwise})"),
            None => of_forum,
        };
        format!("({visibility} < {closed}{belongs})")
    }

    /// The same for a statement that reads many rows, each of which has a forum: looked up for none where no forum is
    /// closed to the reader.
    pub(crate) fn sql_of_many(&self) -> String {
        let Some(closed) = closed_from(self.reader) else { return self.sql() };
        // The first condition is that of the index.
        let any = format!("SELECT 1 FROM forums WHERE visibility > 0 AND visibility >= {closed}");
        format!("(NOT EXISTS ({any}) OR {})", self.sql())
    }

    /// Binds the values of the condition.
    pub(crate) fn bind<ST>(&self, query: Prepared<ST>) -> Prepared<ST> {
        match self.reader {
            Reader::Insider(UserId(user)) => query.bind(user).bind(user),
            Reader::Visitor | Reader::Member | Reader::Admin => query,
        }
    }
}

impl Expression for ReadableBy {
    type SqlType = Bool;
}

impl<GB> ValidGrouping<GB> for ReadableBy {
    type IsAggregate = is_aggregate::No;
}

/// Statements are identified by their text.
impl QueryId for ReadableBy {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<QS> AppearsOnTable<QS> for ReadableBy {}

impl<QS> SelectableExpression<QS> for ReadableBy {}

impl<DB> QueryFragment<DB> for ReadableBy
where
    DB: Backend + HasSqlType<BigInt>,
    i64: ToSql<BigInt, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        self.push(&mut out)
    }
}

/// The first stored visibility that is closed to a reader who does not belong; `None` if nothing is.
fn closed_from(reader: Reader) -> Option<i16> {
    match reader {
        Reader::Admin => None,
        Reader::Visitor => Some(stored(Visibility::Members)),
        Reader::Member | Reader::Insider(_) => Some(stored(Visibility::Private)),
    }
}

fn belongs_sql(forum: &str, user: &str) -> String {
    let listed = |list| {
        format!(
            "EXISTS (SELECT 1 FROM {list} AS l WHERE l.forum_id = {forum} AND l.user_id = {user})"
        )
    };
    ["forum_members", "forum_moderators"].map(listed).join(" OR ")
}

/// The condition that the user of a row may read its forum, in SQL.
pub(crate) fn may_user_read(user: &str, forum: &str) -> String {
    let (private, admin) = (stored(Visibility::Private), roles::stored(Role::Admin));
    let belongs = belongs_sql(forum, user);
    format!(
        "((SELECT f.visibility FROM forums AS f WHERE f.id = {forum}) < {private} OR {belongs}
        OR EXISTS (SELECT 1 FROM users AS u WHERE u.id = {user} AND u.role = {admin}))"
    )
}

/// Returns which of these users may read a forum, by rising id.
pub(crate) fn readers_among(
    conn: &mut DbConnection,
    forum: ForumId,
    users: &[i64],
) -> QueryResult<Vec<i64>> {
    let may_read = may_user_read("among.value", "place.id");
    let query = prepared::<(BigInt,)>(format!(
        "SELECT among.value FROM ? AS among JOIN forums AS place ON place.id = ?
        WHERE {may_read} ORDER BY among.value"
    ));
    let query = query.bind(users.iter().copied().collect::<Value>()).bind(forum.0);
    let rows: Vec<(i64,)> = on_backend!(conn, conn => query.load(conn))?;
    Ok(rows.into_iter().map(|(user,)| user).collect())
}

/// Returns whether a member may read a forum of this stored visibility, within a transaction.
pub(crate) fn may_read(
    conn: &mut DbConnection,
    member: UserId,
    forum: ForumId,
    visibility: i16,
) -> QueryResult<bool> {
    let is_insider = |user| Ok(belongs(conn, user, forum)? || may_moderate(conn, user, forum)?);
    from_stored(visibility).admits(Reader::Insider(member), is_insider)
}

/// Returns whether a forum exists for a member, within a transaction.
pub(crate) fn exists_for(
    conn: &mut DbConnection,
    member: UserId,
    forum: ForumId,
) -> QueryResult<bool> {
    match visibility(conn, forum)? {
        Some(visibility) => may_read(conn, member, forum, stored(visibility)),
        None => Ok(false),
    }
}

/// The stored form of a visibility.
pub(crate) const fn stored(visibility: Visibility) -> i16 {
    match visibility {
        Visibility::Public => 0,
        Visibility::Members => 1,
        Visibility::Private => 2,
    }
}

/// The stored visibility; a number that none has reads as the narrowest.
pub(crate) const fn from_stored(visibility: i16) -> Visibility {
    match visibility {
        0 => Visibility::Public,
        1 => Visibility::Members,
        _ => Visibility::Private,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visibility_is_read_as_it_was_stored() {
        for visibility in Visibility::ALL {
            assert_eq!(from_stored(stored(visibility)), visibility);
        }
        assert_eq!(from_stored(9), Visibility::Private);
    }
}
