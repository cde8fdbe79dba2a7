//! The role of an author in the forum of a text: a moderator of that forum, which its founder is without having the
//! role, or an admin.

use diesel::{
    QueryResult,
    backend::Backend,
    expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate},
    query_builder::{AstPass, QueryFragment, QueryId},
    sql_types::SmallInt,
};

/// In a query of posts with their authors.
#[derive(Clone, Copy, Debug, QueryId)]
pub(crate) struct RoleOfPoster;

/// In a query of replies with their authors.
#[derive(Clone, Copy, Debug, QueryId)]
pub(crate) struct RoleOfReplier;

/// Roles are stored as by [`crate::roles::stored`].
macro_rules! role_in_forum {
    ($name:ident, $forum:literal) => {
        impl Expression for $name {
            type SqlType = SmallInt;
        }

        impl<GB> ValidGrouping<GB> for $name {
            type IsAggregate = is_aggregate::No;
        }

        impl<QS> AppearsOnTable<QS> for $name {}

        impl<QS> SelectableExpression<QS> for $name {}

        impl<DB: Backend> QueryFragment<DB> for $name {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
                out.push_sql(concat!(
                    "CAST(CASE WHEN users.role = 2 THEN 2 WHEN EXISTS (SELECT 1 FROM forum_moderators \
                     WHERE forum_moderators.forum_id = ",
                    $forum,
                    " AND forum_moderators.user_id = users.id) THEN 1 ELSE 0 END AS SMALLINT)"
                ));
                Ok(())
            }
        }
    };
}

role_in_forum!(RoleOfPoster, "shown_posts.forum_id");
role_in_forum!(
    RoleOfReplier,
    "(SELECT shown_posts.forum_id FROM shown_posts WHERE shown_posts.id = shown_replies.post_id)"
);
