//! Stored counters: recounted after a bulk load, compared by `postup check`.
//!
//! The same SQL on both databases.

/// A column of a table with an `id`, and the expression that counts what it is to be.
pub(crate) struct Counter {
    pub(crate) column: &'static str,
    pub(crate) counted: &'static str,
}

pub(crate) const OF_FORUMS: [Counter; 4] = [
    Counter {
        column: "post_count",
        counted: "(SELECT count(*) FROM shown_posts p WHERE p.forum_id = forums.id)",
    },
    Counter {
        column: "latest_id",
        counted: "(SELECT p.id FROM shown_posts p WHERE p.forum_id = forums.id
            ORDER BY p.created_at DESC, p.id DESC LIMIT 1)",
    },
    Counter {
        column: "latest_at",
        counted: "(SELECT p.created_at FROM shown_posts p WHERE p.forum_id = forums.id
            ORDER BY p.created_at DESC, p.id DESC LIMIT 1)",
    },
    Counter {
        column: "latest_title",
        counted: "(SELECT p.title FROM shown_posts p WHERE p.forum_id = forums.id
            ORDER BY p.created_at DESC, p.id DESC LIMIT 1)",
    },
];

pub(crate) const OF_POSTS: [Counter; 5] = [
    Counter {
        column: "upvotes",
        counted: "(SELECT count(*) FROM post_votes v WHERE v.post_id = posts.id AND v.vote = 1)",
    },
    Counter {
        column: "downvotes",
        counted: "(SELECT count(*) FROM post_votes v WHERE v.post_id = posts.id AND v.vote = -1)",
    },
    Counter {
        column: "score",
        counted: "(SELECT coalesce(sum(v.vote), 0) FROM post_votes v WHERE v.post_id = posts.id)",
    },
    Counter {
        column: "reply_count",
        counted: "(SELECT count(*) FROM replies r
            WHERE r.post_id = posts.id AND NOT r.removed AND NOT r.held)",
    },
    Counter {
        column: "active_at",
        counted: "(SELECT max(things.at) FROM (
            SELECT posts.created_at AS at
            UNION ALL
            SELECT r.created_at FROM replies r
                WHERE r.post_id = posts.id AND NOT r.removed AND NOT r.held) AS things)",
    },
];

pub(crate) const OF_REPLIES: [Counter; 4] = [
    Counter {
        column: "upvotes",
        counted: "(SELECT count(*) FROM reply_votes v
            WHERE v.reply_id = replies.id AND v.vote = 1)",
    },
    Counter {
        column: "downvotes",
        counted: "(SELECT count(*) FROM reply_votes v
            WHERE v.reply_id = replies.id AND v.vote = -1)",
    },
    Counter {
        column: "score",
        counted: "(SELECT coalesce(sum(v.vote), 0) FROM reply_votes v
            WHERE v.reply_id = replies.id)",
    },
    Counter {
        column: "child_count",
        counted: "(SELECT count(*) FROM replies c
            WHERE c.post_id = replies.post_id AND c.parent_id = replies.id AND NOT c.held)",
    },
];

/// Of members; the author of content of deleted accounts has none.
pub(crate) const OF_USERS: [Counter; 3] = [
    Counter {
        column: "post_count",
        counted: "(SELECT count(*) FROM counted_posts p WHERE p.author_id = users.id AND users.id > 0)",
    },
    Counter {
        column: "reply_count",
        counted: "(SELECT count(*) FROM counted_replies r
            WHERE r.author_id = users.id AND users.id > 0)",
    },
    Counter {
        column: "score",
        counted: "(SELECT CAST(coalesce(sum(things.score), 0) AS BIGINT) FROM (
            SELECT p.score FROM counted_posts p WHERE p.author_id = users.id AND users.id > 0
            UNION ALL
            SELECT r.score FROM counted_replies r
                WHERE r.author_id = users.id AND users.id > 0) AS things)",
    },
];

/// `forum_id`, `day`, `activity`: the rows of `forum_weeks` with activity, from a week before the last
/// day on which something was written in a forum; older ones are deleted.
pub(crate) const FORUM_WEEKS: &str = "
    WITH days AS (
        SELECT forum_id, day, count(*) AS activity FROM (
            SELECT forum_id, day FROM shown_posts
            UNION ALL
            SELECT p.forum_id, r.created_at / 86400000 FROM shown_replies r
                JOIN shown_posts p ON p.id = r.post_id WHERE NOT r.removed
        ) AS things GROUP BY forum_id, day),
    last AS (SELECT forum_id, max(day) AS day FROM days GROUP BY forum_id),
    around (days) AS (VALUES (-7), (-6), (-5), (-4), (-3), (-2), (-1), (0), (1), (2), (3), (4), (5), (6))
    SELECT d.forum_id, last.day + around.days AS day, CAST(sum(d.activity) AS BIGINT) AS activity
    FROM last CROSS JOIN around
    JOIN days d ON d.forum_id = last.forum_id
        AND d.day > last.day + around.days - 7 AND d.day <= last.day + around.days
    GROUP BY d.forum_id, last.day, around.days";

/// `owner_id`, `peer_id`, `unread`, `total`, `latest_at`: the rows of `contacts`.
pub(crate) const CONTACTS: &str = "
    SELECT owner_id, peer_id, sum(unread) AS unread, count(*) AS total, max(sent_at) AS latest_at
    FROM (
        SELECT sender_id AS owner_id, recipient_id AS peer_id, 0 AS unread, sent_at FROM messages
        UNION ALL
        SELECT recipient_id, sender_id, CASE WHEN read THEN 0 ELSE 1 END, sent_at FROM messages
    ) AS sides GROUP BY owner_id, peer_id";
