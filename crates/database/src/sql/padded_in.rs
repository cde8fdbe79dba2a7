//! `id IN (?, ?, …)` with a few fixed lengths, so that statements are prepared once: diesel's own is
//! compiled each time on SQLite, because its text depends on the number of ids. PostgreSQL takes an array.

use diesel::{
    AppearsOnTable, Expression, QueryResult, SelectableExpression,
    backend::Backend,
    expression::{ValidGrouping, is_aggregate},
    pg::Pg,
    query_builder::{AstPass, QueryFragment, QueryId},
    serialize::ToSql,
    sql_types::{Array, BigInt, Bool, HasSqlType},
    sqlite::Sqlite,
};

use crate::connection::Db;

/// The lengths of the lists; shorter lists are padded with their last id.
const PLACES: [usize; 5] = [1, 10, 50, 100, 1_000];

/// Selects rows whose `column` is one of these ids, at least one.
pub fn padded_in<C>(column: C, ids: impl IntoIterator<Item = i64>) -> PaddedIn<C> {
    let mut ids: Vec<i64> = ids.into_iter().collect();
    let count = ids.len();
    let places = PLACES.into_iter().find(|&places| ids.len() <= places).unwrap_or(ids.len());
    ids.resize(places, ids.last().copied().unwrap_or_default());
    PaddedIn { column, ids, count }
}

#[derive(Clone, Debug)]
pub struct PaddedIn<C> {
    column: C,
    /// Padded.
    ids: Vec<i64>,
    /// The number of ids before the padding.
    count: usize,
}

/// What differs between the SQL dialects.
pub trait IdList: Backend {
    /// Appends that what precedes is one of the first `count` of these ids.
    fn push_ids<'b>(
        ids: &'b [i64],
        count: usize,
        out: &mut AstPass<'_, 'b, Self>,
    ) -> QueryResult<()>;
}

impl IdList for Pg {
    fn push_ids<'b>(
        ids: &'b [i64],
        count: usize,
        out: &mut AstPass<'_, 'b, Self>,
    ) -> QueryResult<()> {
        out.push_sql(" = ANY (");
        out.push_bind_param::<Array<BigInt>, _>(&ids[..count])?;
        out.push_sql(")");
        Ok(())
    }
}

impl IdList for Sqlite {
    fn push_ids<'b>(ids: &'b [i64], _: usize, out: &mut AstPass<'_, 'b, Self>) -> QueryResult<()> {
        push_padded(ids, out)
    }
}

/// The common language of both.
impl IdList for Db {
    fn push_ids<'b>(ids: &'b [i64], _: usize, out: &mut AstPass<'_, 'b, Self>) -> QueryResult<()> {
        push_padded(ids, out)
    }
}

fn push_padded<'b, DB>(ids: &'b [i64], out: &mut AstPass<'_, 'b, DB>) -> QueryResult<()>
where
    DB: Backend + HasSqlType<BigInt>,
    i64: ToSql<BigInt, DB>,
{
    for (place, id) in ids.iter().enumerate() {
        out.push_sql(if place == 0 { " IN (" } else { ", " });
        out.push_bind_param::<BigInt, _>(id)?;
    }
    out.push_sql(")");
    Ok(())
}

/// Statements are identified by their text.
impl<C> QueryId for PaddedIn<C> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<C: Expression> Expression for PaddedIn<C> {
    type SqlType = Bool;
}

impl<C, GB> ValidGrouping<GB> for PaddedIn<C> {
    type IsAggregate = is_aggregate::No;
}

impl<C, QS> AppearsOnTable<QS> for PaddedIn<C>
where
    Self: Expression,
    C: AppearsOnTable<QS>,
{
}

impl<C, QS> SelectableExpression<QS> for PaddedIn<C>
where
    Self: AppearsOnTable<QS>,
    C: SelectableExpression<QS>,
{
}

impl<C, DB> QueryFragment<DB> for PaddedIn<C>
where
    DB: IdList,
    C: QueryFragment<DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        self.column.walk_ast(out.reborrow())?;
        DB::push_ids(&self.ids, self.count, &mut out)
    }
}
