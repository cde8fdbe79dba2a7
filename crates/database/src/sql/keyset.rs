//! Row comparison: `(score, id) < (?, ?)`, which both databases execute as one index seek.

use std::marker::PhantomData;

use diesel::{
    AppearsOnTable, Expression, QueryResult, SelectableExpression,
    expression::{ValidGrouping, is_aggregate},
    query_builder::{AstPass, QueryFragment, QueryId},
    sql_types::Bool,
};

/// Selects the rows after `key` in descending order.
pub fn below<C, K>(columns: C, key: K) -> RowComparison<Below, C, K> {
    RowComparison { columns, key, operator: PhantomData }
}

/// Selects the rows after `key` in ascending order.
pub fn above<C, K>(columns: C, key: K) -> RowComparison<Above, C, K> {
    RowComparison { columns, key, operator: PhantomData }
}

#[derive(Clone, Copy, Debug, QueryId)]
pub struct RowComparison<O, C, K> {
    columns: C,
    key: K,
    operator: PhantomData<O>,
}

#[derive(Clone, Copy, Debug, QueryId)]
pub struct Below;

#[derive(Clone, Copy, Debug, QueryId)]
pub struct Above;

/// A comparison operator between two rows.
pub trait Operator {
    const SQL: &str;
}

impl Operator for Below {
    const SQL: &str = ") < (";
}

impl Operator for Above {
    const SQL: &str = ") > (";
}

impl<O, C: Expression, K: Expression> Expression for RowComparison<O, C, K> {
    type SqlType = Bool;
}

impl<O, C, K, GB> ValidGrouping<GB> for RowComparison<O, C, K> {
    type IsAggregate = is_aggregate::No;
}

impl<O, C, K, QS> AppearsOnTable<QS> for RowComparison<O, C, K>
where
    Self: Expression,
    C: AppearsOnTable<QS>,
    K: AppearsOnTable<QS>,
{
}

impl<O, C, K, QS> SelectableExpression<QS> for RowComparison<O, C, K>
where
    Self: AppearsOnTable<QS>,
    C: SelectableExpression<QS>,
    K: SelectableExpression<QS>,
{
}

impl<O, C, K, DB> QueryFragment<DB> for RowComparison<O, C, K>
where
    DB: diesel::backend::Backend,
    O: Operator,
    C: QueryFragment<DB>,
    K: QueryFragment<DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        out.push_sql("(");
        self.columns.walk_ast(out.reborrow())?;
        out.push_sql(O::SQL);
        self.key.walk_ast(out.reborrow())?;
        out.push_sql(")");
        Ok(())
    }
}
