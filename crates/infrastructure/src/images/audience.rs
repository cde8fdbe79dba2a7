//! Who sees an image: it is shown as long as a text is that names it.

use ::images::{Asker, ImageName};
use database::{DbConnection, on_backend};
use diesel::{
    QueryResult, QueryableByName, RunQueryDsl, sql_query,
    sql_types::{BigInt, Bool, Text},
};

/// Profiles, forums and messages are shown as long as they exist, what the site itself shows always.
const SHOWN: &str = "
    SELECT EXISTS (SELECT 1 FROM image_references r WHERE r.name = $1 AND (
            r.user_id IS NOT NULL OR r.forum_id IS NOT NULL OR r.message_id IS NOT NULL
            OR EXISTS (SELECT 1 FROM shown_posts p WHERE p.id = r.post_id)
            OR EXISTS (SELECT 1 FROM shown_replies a WHERE a.id = r.reply_id AND NOT a.removed)))
        OR EXISTS (SELECT 1 FROM site_texts WHERE text LIKE '%/images/u/' || $1 || '%') AS found";

/// What somebody uploaded lately or keeps in a draft, what waits for approval for its author, and what is hidden for
/// those who moderate the forum.
const SHOWN_TO: &str = "
    SELECT EXISTS (SELECT 1 FROM image_uploads u
            WHERE u.name = $1 AND u.user_id = $2 AND u.uploaded_at > $3)
        OR EXISTS (SELECT 1 FROM image_references r JOIN drafts d ON d.id = r.draft_id
            WHERE r.name = $1 AND d.user_id = $2)
        OR EXISTS (SELECT 1 FROM image_references r
            LEFT JOIN replies a ON a.id = r.reply_id
            JOIN posts p ON p.id = coalesce(r.post_id, a.post_id)
            WHERE r.name = $1 AND ($4
                OR (p.held AND p.author_id = $2) OR (a.held AND a.author_id = $2)
                OR EXISTS (SELECT 1 FROM forum_moderators m
                    WHERE m.forum_id = p.forum_id AND m.user_id = $2))) AS found";

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = Bool)]
    found: bool,
}

pub(super) fn is_shown(conn: &mut DbConnection, name: &ImageName) -> QueryResult<bool> {
    let query = sql_query(SHOWN).bind::<Text, _>(name.as_str());
    let Found { found } = on_backend!(conn, conn => query.get_result(conn))?;
    Ok(found)
}

pub(super) fn is_shown_to(
    conn: &mut DbConnection,
    name: &ImageName,
    asker: &Asker,
) -> QueryResult<bool> {
    let query = sql_query(SHOWN_TO)
        .bind::<Text, _>(name.as_str())
        .bind::<BigInt, _>(asker.actor.id.0)
        .bind::<BigInt, _>(asker.uploaded_after.unix_millis())
        .bind::<Bool, _>(asker.actor.is_admin());
    let Found { found } = on_backend!(conn, conn => query.get_result(conn))?;
    Ok(found)
}
