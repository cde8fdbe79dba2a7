//! The most active forums, found without a look at most of the others.
//!
//! `forum_weeks` has one row of each forum: the last day on which something was written in it, and the
//! activity of that day and the six before. In the week that ends today, a forum of today has just
//! that; one that rests since has no more, as days only fall out. So a few of each day are enough,
//! those with the most, unless the list they make could be surpassed by one that was not looked at.

use std::cmp::Reverse;

use diesel::{
    QueryResult, RunQueryDsl,
    backend::Backend,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    serialize::ToSql,
    sql_types::{BigInt, HasSqlType, Integer},
};

use crate::{activity::A_WEEK, connection::DbConnection};

/// The `limit` forums with the most activity on `today` and the six days before, if they have any; of
/// equally active ones the newest, which has the highest id.
pub(super) fn ids(conn: &mut DbConnection, today: i32, limit: usize) -> QueryResult<Vec<i64>> {
    if limit == 0 {
        return Ok(vec![]);
    }
    let mut leaders = Leaders { today, limit, of_a_day: limit, least: 1 };
    loop {
        let found: Vec<Leader> = leaders.load(conn)?;
        let ranks = found.iter().map(|&(forum, _, _, activity)| (activity, forum));
        let mut ranks: Vec<Rank> = ranks.filter(|(activity, _)| *activity > 0).collect();
        ranks.sort_unstable_by_key(|rank| Reverse(*rank));
        ranks.truncate(limit);
        let lowest = ranks.get(limit - 1).copied();
        if !leaders.may_be_surpassed(&found, lowest) {
            return Ok(ranks.into_iter().map(|(_, forum)| forum).collect());
        }
        let least = lowest.map_or(1, |(activity, _)| activity);
        leaders = Leaders { of_a_day: leaders.of_a_day * 10, least, ..leaders };
    }
}

/// Activity and forum: the order of the list.
type Rank = (i64, i64);

/// A forum, the last day on which something was written in it, the most that its activity can be,
/// and what it is.
type Leader = (i64, i32, i64, i64);

/// Asks for the forums of each day that have the most activity.
#[derive(Clone, Copy, Debug)]
struct Leaders {
    today: i32,
    /// How many of today: their activity is known.
    limit: usize,
    /// How many of each other day.
    of_a_day: usize,
    /// What a forum needs to be in the list, as far as that is known.
    least: i64,
}

impl Leaders {
    /// Whether a forum that was not found could come before the `lowest` of the list.
    fn may_be_surpassed(&self, found: &[Leader], lowest: Option<Rank>) -> bool {
        let mut days = (self.today - A_WEEK + 1..self.today).chain([self.today + 1]);
        days.any(|day| {
            let of_day = found.iter().filter(|leader| leader.1 == day);
            let ranks: Vec<Rank> = of_day.map(|&(forum, _, most, _)| (most, forum)).collect();
            ranks.len() == self.of_a_day && ranks.into_iter().min() > lowest
        })
    }
}

impl Query for Leaders {
    type SqlType = (BigInt, Integer, BigInt, BigInt);
}

impl RunQueryDsl<DbConnection> for Leaders {}

/// Known by its text.
impl QueryId for Leaders {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<DB> QueryFragment<DB> for Leaders
where
    DB: Backend + HasSqlType<BigInt> + HasSqlType<Integer>,
    i32: ToSql<Integer, DB>,
    i64: ToSql<BigInt, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        self.walk_today(out.reborrow())?;
        for ago in 1..A_WEEK {
            out.push_sql(" UNION ALL SELECT forum_id, day, activity, ");
            self.walk_activity(out.reborrow())?;
            out.push_sql(" FROM (SELECT forum_id, day, activity FROM forum_weeks WHERE day = ");
            out.push_bind_param::<Integer, _>(&self.today)?;
            out.push_sql(&format!(
                " - {ago} AND activity >= (SELECT activity FROM few_least)
                ORDER BY activity DESC, forum_id DESC LIMIT {}) AS few",
                self.of_a_day
            ));
        }
        self.walk_tomorrow(out)
    }
}

impl Leaders {
    /// The last of today's says what those of other days need at least.
    fn walk_today<'b, DB>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<BigInt> + HasSqlType<Integer>,
        i32: ToSql<Integer, DB>,
        i64: ToSql<BigInt, DB>,
    {
        out.push_sql(
            "WITH few_today AS MATERIALIZED (
                SELECT forum_id, day, activity FROM forum_weeks WHERE day = ",
        );
        out.push_bind_param::<Integer, _>(&self.today)?;
        out.push_sql(&format!(
            " ORDER BY activity DESC, forum_id DESC LIMIT {limit}),
            few_least AS MATERIALIZED (SELECT CASE count(*) WHEN {limit} THEN min(activity) ELSE ",
            limit = self.limit
        ));
        out.push_bind_param::<BigInt, _>(&self.least)?;
        out.push_sql(" END AS activity FROM few_today WHERE activity > ");
        out.push_bind_param::<BigInt, _>(&self.least)?;
        out.push_sql(") SELECT forum_id, day, activity, activity FROM few_today");
        Ok(())
    }

    /// Those that were written in after a midnight of just now, or by a clock that is ahead: their
    /// weeks do not say what they can have in this one.
    fn walk_tomorrow<'b, DB>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<Integer>,
        i32: ToSql<Integer, DB>,
    {
        out.push_sql(" UNION ALL SELECT forum_id, ");
        out.push_bind_param::<Integer, _>(&self.today)?;
        out.push_sql(&format!(" + 1, {}, ", i64::MAX));
        self.walk_activity(out.reborrow())?;
        out.push_sql(" FROM (SELECT forum_id FROM forum_weeks WHERE day > ");
        out.push_bind_param::<Integer, _>(&self.today)?;
        out.push_sql(&format!(
            " ORDER BY day, activity DESC, forum_id DESC LIMIT {}) AS few",
            self.of_a_day
        ));
        Ok(())
    }

    fn walk_activity<'b, DB>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<Integer>,
        i32: ToSql<Integer, DB>,
    {
        out.push_sql(
            "(SELECT CAST(coalesce(sum(d.activity), 0) AS BIGINT) FROM forum_days d
                WHERE d.forum_id = few.forum_id AND d.day > ",
        );
        out.push_bind_param::<Integer, _>(&self.today)?;
        out.push_sql(&format!(" - {A_WEEK} AND d.day <= "));
        out.push_bind_param::<Integer, _>(&self.today)?;
        out.push_sql(")");
        Ok(())
    }
}
