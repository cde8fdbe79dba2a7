//! What is stored although rows say it: counted anew after a bulk load, compared by a check.
//!
//! The same SQL on both databases.

/// A column of a table with an `id`, and the expression that counts what it is to be.
pub(crate) struct Counter {
    pub(crate) column: &'static str,
    pub(crate) counted: &'static str,
}

pub(crate) const OF_POSTS: [Counter; 4] = [
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
        counted: "(SELECT count(*) FROM replies r WHERE r.post_id = posts.id AND NOT r.removed)",
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
            WHERE c.post_id = replies.post_id AND c.parent_id = replies.id)",
    },
];

/// `forum_id`, `day`, `activity`: the rows of `forum_days`, but for days on which nothing remains.
pub(crate) const FORUM_DAYS: &str = "
    SELECT forum_id, day, count(*) AS activity FROM (
        SELECT forum_id, day FROM posts
        UNION ALL
        SELECT p.forum_id, r.created_at / 86400000 FROM replies r
            JOIN posts p ON p.id = r.post_id WHERE NOT r.removed
    ) AS things GROUP BY forum_id, day";

/// `forum_id`, `day`, `activity`: the rows of `forum_weeks`, counted from those of `forum_days`.
pub(crate) const FORUM_WEEKS: &str = "
    SELECT last.forum_id, last.day, CAST(sum(d.activity) AS BIGINT) AS activity
    FROM (SELECT forum_id, max(day) AS day FROM forum_days GROUP BY forum_id) AS last
    JOIN forum_days d ON d.forum_id = last.forum_id AND d.day > last.day - 7
    GROUP BY last.forum_id, last.day";

/// `owner_id`, `peer_id`, `unread`, `total`, `latest_at`: the rows of `contacts`.
pub(crate) const CONTACTS: &str = "
    SELECT owner_id, peer_id, sum(unread) AS unread, count(*) AS total, max(sent_at) AS latest_at
    FROM (
        SELECT sender_id AS owner_id, recipient_id AS peer_id, 0 AS unread, sent_at FROM messages
        UNION ALL
        SELECT recipient_id, sender_id, CASE WHEN read THEN 0 ELSE 1 END, sent_at FROM messages
    ) AS sides GROUP BY owner_id, peer_id";
