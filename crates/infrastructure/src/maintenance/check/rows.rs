use database::DbConnection;
use diesel::QueryResult;
use replies::MAX_DEPTH;

use super::{Finding, found};
use crate::maintenance::introspection;

/// An invalid state of a row; `wrong` and `problem` are SQL.
struct Rule {
    table: &'static str,
    id: &'static str,
    wrong: &'static str,
    problem: &'static str,
}

const RULES: [Rule; 28] = [
    Rule {
        table: "blocks",
        id: "owner_id || '/' || peer_id",
        wrong: "owner_id = peer_id",
        problem: "'is of somebody towards themselves'",
    },
    Rule {
        table: "users",
        id: "CAST(id AS TEXT)",
        wrong: "role NOT IN (0, 1, 2)",
        problem: "'role is ' || role || ', which there is not'",
    },
    Rule {
        table: "users",
        id: "CAST(id AS TEXT)",
        wrong: "role = 1 AND NOT EXISTS
            (SELECT 1 FROM forum_moderators m WHERE m.user_id = users.id)",
        problem: "'has the role of a moderator, but no forum to moderate'",
    },
    Rule {
        table: "posts",
        id: "CAST(id AS TEXT)",
        wrong: "day <> created_at / 86400000",
        problem: "'day is ' || day || ', but it was created on day ' || (created_at / 86400000)",
    },
    Rule {
        table: "posts",
        id: "CAST(id AS TEXT)",
        wrong: "month <> created_at / 2592000000",
        problem: "'month is ' || month || ', but it was created in ' || (created_at / 2592000000)",
    },
    Rule {
        table: "post_votes",
        id: "user_id || '/' || post_id",
        wrong: "vote NOT IN (-1, 1)",
        problem: "'vote is ' || vote || ', which is none'",
    },
    Rule {
        table: "reply_votes",
        id: "user_id || '/' || reply_id",
        wrong: "vote NOT IN (-1, 1)",
        problem: "'vote is ' || vote || ', which is none'",
    },
    Rule {
        table: "replies",
        id: "CAST(id AS TEXT)",
        wrong: "removed AND (description <> '' OR html <> '' OR excerpt <> ''
            OR EXISTS (SELECT 1 FROM reply_mentions m WHERE m.reply_id = replies.id))",
        problem: "'is removed, but what it said is still there'",
    },
    Rule {
        table: "replies",
        id: "CAST(id AS TEXT)",
        wrong: "parent_id = 0 AND depth <> 0",
        problem: "'depth is ' || depth || ', but it answers the post'",
    },
    Rule {
        table: "replies",
        id: "CAST(id AS TEXT)",
        wrong: "parent_id <> 0 AND NOT EXISTS (SELECT 1 FROM replies p
            WHERE p.id = replies.parent_id AND p.post_id = replies.post_id
                AND p.depth = replies.depth - 1)",
        problem: "'answers ' || parent_id || ', which is no reply to its post one level above'",
    },
    Rule {
        table: "posts",
        id: "CAST(id AS TEXT)",
        wrong: "version <> 1 + (SELECT count(*) FROM post_revisions v WHERE v.post_id = posts.id
            AND v.version BETWEEN 1 AND posts.version - 1)",
        problem: "'version is ' || version || ', but some before it are missing'",
    },
    Rule {
        table: "replies",
        id: "CAST(id AS TEXT)",
        wrong: "NOT removed AND version <> 1 + (SELECT count(*) FROM reply_revisions v
            WHERE v.reply_id = replies.id AND v.version BETWEEN 1 AND replies.version - 1)
            OR removed AND EXISTS (SELECT 1 FROM reply_revisions v WHERE v.reply_id = replies.id)
                AND NOT EXISTS (SELECT 1 FROM removed_replies t WHERE t.reply_id = replies.id)",
        problem: "'version is ' || version || ', but its versions are not those before it'",
    },
    Rule {
        table: "replies",
        id: "CAST(id AS TEXT)",
        wrong: "hidden <> (held OR EXISTS (SELECT 1 FROM posts p
            WHERE p.id = replies.post_id AND p.hidden_at IS NOT NULL))",
        problem: "'is hidden or shown, but its post is not'",
    },
    Rule {
        table: "replies",
        id: "CAST(id AS TEXT)",
        wrong: "held AND (removed OR EXISTS (SELECT 1 FROM replies c
            WHERE c.post_id = replies.post_id AND c.parent_id = replies.id))",
        problem: "'waits for approval, but is removed or has answers'",
    },
    Rule {
        table: "replies",
        id: "CAST(id AS TEXT)",
        wrong: "held AND NOT EXISTS (SELECT 1 FROM reports r
            WHERE r.kind = 1 AND r.target_id = replies.id AND r.held AND r.state < 2)",
        problem: "'waits for approval, but nobody is asked for it'",
    },
    Rule {
        table: "posts",
        id: "CAST(id AS TEXT)",
        wrong: "held AND (hidden_at IS NULL OR NOT EXISTS (SELECT 1 FROM reports r
            WHERE r.kind = 0 AND r.target_id = posts.id AND r.held AND r.state < 2))",
        problem: "'waits for approval, but is shown, or nobody is asked for it'",
    },
    Rule {
        table: "reports",
        id: "CAST(id AS TEXT)",
        wrong: "held AND state < 2 AND (EXISTS (SELECT 1 FROM posts p
                WHERE reports.kind = 0 AND p.id = reports.target_id AND NOT p.held)
            OR EXISTS (SELECT 1 FROM replies r
                WHERE reports.kind = 1 AND r.id = reports.target_id AND NOT r.held))",
        problem: "'asks for the approval of what does not wait for it'",
    },
    Rule {
        table: "removed_replies",
        id: "CAST(reply_id AS TEXT)",
        wrong: "NOT (SELECT r.removed FROM replies r WHERE r.id = reply_id)",
        problem: "'is kept, but the reply is not removed'",
    },
    Rule {
        table: "notifications",
        id: "CAST(id AS TEXT)",
        wrong: "EXISTS (SELECT 1 FROM posts p WHERE p.id = post_id AND p.hidden_at IS NOT NULL)",
        problem: "'is about a post that is hidden'",
    },
    Rule {
        table: "messages",
        id: "CAST(id AS TEXT)",
        wrong: "sender_id = recipient_id",
        problem: "'is from ' || sender_id || ' to the same person'",
    },
    Rule {
        table: "images",
        id: "CAST(id AS TEXT)",
        wrong: "width NOT BETWEEN 1 AND 2048 OR height NOT BETWEEN 1 AND 2048",
        problem: "'is ' || width || ' by ' || height || ' pixels, which none is'",
    },
    Rule {
        table: "images",
        id: "CAST(id AS TEXT)",
        wrong: "marked AND EXISTS (SELECT 1 FROM image_references r WHERE r.name = images.name)",
        problem: "'is being deleted, but something refers to it'",
    },
    Rule {
        table: "image_references",
        id: "CAST(id AS TEXT)",
        wrong: "NOT coalesce(
            (SELECT u.image || ' ' || u.about FROM users u WHERE u.id = user_id),
            (SELECT f.description || ' ' || coalesce(
                (SELECT o.rules FROM forum_rules o WHERE o.forum_id = f.id), '')
                FROM forums f WHERE f.id = image_references.forum_id),
            (SELECT p.description || ' ' || coalesce(p.image, '') FROM posts p WHERE p.id = post_id),
            (SELECT coalesce(t.description, r.description) FROM replies r
                LEFT JOIN removed_replies t ON t.reply_id = r.id WHERE r.id = image_references.reply_id),
            (SELECT m.message FROM messages m WHERE m.id = message_id),
            (SELECT d.data FROM drafts d WHERE d.id = draft_id), '')
            LIKE '%/images/u/' || name || '%'
            AND NOT EXISTS (SELECT 1 FROM post_revisions v WHERE v.post_id = image_references.post_id
                AND v.description LIKE '%/images/u/' || image_references.name || '%')
            AND NOT EXISTS (SELECT 1 FROM reply_revisions v WHERE v.reply_id = image_references.reply_id
                AND v.description LIKE '%/images/u/' || image_references.name || '%')",
        problem: "'is to ' || name || ', which no version of its text contains'",
    },
    Rule {
        table: "forum_rules",
        id: "CAST(forum_id AS TEXT)",
        wrong: "min_account_age NOT BETWEEN 0 AND 8760",
        problem: "'min_account_age is ' || min_account_age || ', the most is 8760'",
    },
    Rule {
        table: "site",
        id: "CAST(id AS TEXT)",
        wrong: "registration NOT BETWEEN 0 AND 2 OR name = ''",
        problem: "'has no name, or registration is ' || registration || ', which none is'",
    },
    Rule {
        table: "site_pages",
        id: "slug",
        wrong: "title = '' OR text = ''",
        problem: "'has no title or no text'",
    },
    Rule {
        table: "site_days",
        id: "CAST(day AS TEXT)",
        wrong: "registrations < 0 OR active_members < 0 OR posts < 0 OR replies < 0 OR messages < 0
            OR reports < 0",
        problem: "'a figure is negative'",
    },
    Rule {
        table: "drafts",
        id: "CAST(id AS TEXT)",
        wrong: "version < 1",
        problem: "'version is ' || version || ', which no write gives'",
    },
];

pub(super) fn all(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let mut findings = vec![];
    for Rule { table, id, wrong, problem } in &RULES {
        let query = format!("SELECT {id} AS id, {problem} AS problem FROM {table} WHERE {wrong}");
        findings.extend(found(conn, table, &query)?);
    }
    let too_deep = format!(
        "SELECT CAST(id AS TEXT) AS id, 'depth is ' || depth || ', the most is {MAX_DEPTH}' AS problem
            FROM replies WHERE depth > {MAX_DEPTH}"
    );
    findings.extend(found(conn, "replies", &too_deep)?);
    findings.extend(ids(conn)?);
    Ok(findings)
}

/// An id that the database has yet to give must be no row's.
fn ids(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let mut findings = vec![];
    for table in introspection::tables(conn)? {
        if !table.gives_ids(conn)? {
            continue;
        }
        let last = table.last_id(conn)?.unwrap_or(0);
        let query = format!(
            "SELECT CAST(id AS TEXT) AS id,
                    'the last id given is said to be {last}, so this one may come again' AS problem
                FROM {} WHERE id > {last}",
            table.name
        );
        findings.extend(found(conn, table.name, &query)?);
    }
    Ok(findings)
}
