use database::{schema::forums, sql::round_up_limit};
use diesel::{
    AppearsOnTable, Expression, QueryResult, SelectableExpression,
    expression::{ValidGrouping, is_aggregate},
    pg::Pg,
    query_builder::{AstPass, QueryFragment, QueryId},
    sql_types::{BigInt, Bool},
};
use kernel::{ByTime, Reader};

use crate::readers::ReadableBy;

/// Selects forums among the newest `most`, or slightly more, that a reader may read after a position.
///
/// PostgreSQL evaluates an array first and then joins only those forums; otherwise it may join all of
/// them before the limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewestForumIds {
    readable: ReadableBy,
    /// Time and id.
    after: Option<(i64, i64)>,
    most: i64,
}

impl NewestForumIds {
    pub(super) fn new(reader: Reader, after: Option<ByTime>, most: i64) -> Self {
        let readable = ReadableBy::new("known.id", reader);
        Self { readable, after: after.map(|after| (after.at.unix_millis(), after.id)), most }
    }
}

impl Expression for NewestForumIds {
    type SqlType = Bool;
}

impl<GB> ValidGrouping<GB> for NewestForumIds {
    type IsAggregate = is_aggregate::No;
}

/// Statements are identified by their text.
impl QueryId for NewestForumIds {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<QS> AppearsOnTable<QS> for NewestForumIds where forums::id: AppearsOnTable<QS> {}

impl<QS> SelectableExpression<QS> for NewestForumIds where Self: AppearsOnTable<QS> {}

impl QueryFragment<Pg> for NewestForumIds {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("forums.id = ANY (ARRAY(SELECT known.id FROM forums AS known WHERE ");
        self.readable.push(&mut out)?;
        if let Some((at, id)) = &self.after {
            out.push_sql(" AND (known.created_at, known.id) < (");
            out.push_bind_param::<BigInt, _>(at)?;
            out.push_sql(", ");
            out.push_bind_param::<BigInt, _>(id)?;
            out.push_sql(")");
        }
        let limit = round_up_limit(self.most);
        out.push_sql(&format!(" ORDER BY known.created_at DESC, known.id DESC LIMIT {limit}))"));
        Ok(())
    }
}
