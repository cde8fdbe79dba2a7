//! The role of an author in the forum of a text: a moderator of that forum, which its founder is without having the
//! role, or an admin. Roles are stored as by [`crate::roles::stored`].

use diesel::{
    QueryResult,
    backend::Backend,
    expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate},
    query_builder::{AstPass, QueryFragment, QueryId},
    serialize::ToSql,
    sql_types::{BigInt, HasSqlType, SmallInt},
};
use kernel::PostId;

/// In a query of posts with their authors.
#[derive(Clone, Copy, Debug, QueryId)]
pub(crate) struct RoleOfPoster;

/// In a query of held posts with their authors, or of held replies with their posts and authors.
#[derive(Clone, Copy, Debug, QueryId)]
pub(crate) struct RoleOfHeldAuthor;

/// In a query of replies with their authors.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RoleOfReplier {
    /// All replies are to this post, so that the moderators of its forum are read once.
    ToPost(i64),
    /// The replies are to several posts.
    ToAny,
}

impl RoleOfReplier {
    pub(crate) fn in_thread_of(post: PostId) -> Self {
        Self::ToPost(post.0)
    }
}

impl QueryId for RoleOfReplier {
    type QueryId = ();
    // Its variants are different statements.
    const HAS_STATIC_QUERY_ID: bool = false;
}

macro_rules! stored_role {
    ($name:ident) => {
        impl Expression for $name {
            type SqlType = SmallInt;
        }

        impl<GB> ValidGrouping<GB> for $name {
            type IsAggregate = is_aggregate::No;
        }

        impl<QS> AppearsOnTable<QS> for $name {}

        impl<QS> SelectableExpression<QS> for $name {}
    };
}

stored_role!(RoleOfPoster);
stored_role!(RoleOfHeldAuthor);
stored_role!(RoleOfReplier);

impl<DB: Backend> QueryFragment<DB> for RoleOfPoster {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        push_role(out, "shown_posts");
        Ok(())
    }
}

impl<DB: Backend> QueryFragment<DB> for RoleOfHeldAuthor {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        push_role(out, "posts");
        Ok(())
    }
}

/// Adds the role of `users` in the forum of `posts`, a table of the query.
fn push_role<DB: Backend>(mut out: AstPass<'_, '_, DB>, posts: &str) {
    out.push_sql(
        "CAST(CASE WHEN users.role = 2 THEN 2 WHEN EXISTS (SELECT 1 FROM forum_moderators \
         WHERE forum_moderators.forum_id = ",
    );
    out.push_sql(posts);
    out.push_sql(
        ".forum_id AND forum_moderators.user_id = users.id) THEN 1 ELSE 0 END AS SMALLINT)",
    );
}

impl<DB> QueryFragment<DB> for RoleOfReplier
where
    DB: Backend + HasSqlType<BigInt>,
    i64: ToSql<BigInt, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        out.push_sql("CAST(CASE WHEN users.role = 2 THEN 2 WHEN ");
        match self {
            Self::ToPost(post) => {
                out.push_sql(
                    "users.id IN (SELECT forum_moderators.user_id FROM forum_moderators \
                     WHERE forum_moderators.forum_id = \
                     (SELECT shown_posts.forum_id FROM shown_posts WHERE shown_posts.id = ",
                );
                out.push_bind_param::<BigInt, _>(post)?;
                out.push_sql("))");
            }
            Self::ToAny => out.push_sql(
                "EXISTS (SELECT 1 FROM forum_moderators WHERE forum_moderators.forum_id = \
                 (SELECT shown_posts.forum_id FROM shown_posts WHERE shown_posts.id = shown_replies.post_id) \
                 AND forum_moderators.user_id = users.id)",
            ),
        }
        out.push_sql(" THEN 1 ELSE 0 END AS SMALLINT)");
        Ok(())
    }
}
