//! The queries, of the schemas of Flarum 1.2 and later and of the extensions that come with it.

/// Returns a column as a time in milliseconds.
macro_rules! millis {
    ($column:literal) => {
        concat!("TIMESTAMPDIFF(SECOND, '1970-01-01', ", $column, ") * 1000")
    };
}

/// The permission to do something with the tag `$tag`.
macro_rules! permission {
    ($tag:literal, $name:literal) => {
        concat!(
            "IF(",
            $tag,
            ".is_restricted, CONCAT('tag', ",
            $tag,
            ".id, '.",
            $name,
            "'), '",
            $name,
            "')"
        )
    };
}

/// Tags with who may read them, all apart from those around: 0 everybody, 1 members, 2 some groups. Of groups, 1 are
/// admins, 2 guests, 3 members.
macro_rules! tags {
    () => {
        concat!(
            "(SELECT t.id, t.parent_id, t.position, CASE
                WHEN EXISTS (SELECT 1 FROM #group_permission g
                    WHERE g.group_id = 2 AND g.permission = ",
            permission!("t", "viewForum"),
            ") THEN 0
                WHEN EXISTS (SELECT 1 FROM #group_permission g
                    WHERE g.group_id = 3 AND g.permission = ",
            permission!("t", "viewForum"),
            ") THEN 1
                ELSE 2 END AS level FROM #tags t)"
        )
    };
}

/// Whether the member `u` is in a group with the permission to read the tag `$tag`.
macro_rules! reads {
    ($tag:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM #group_permission g WHERE g.permission = ",
            permission!($tag, "viewForum"),
            " AND (g.group_id IN (2, 3) OR g.group_id IN
                (SELECT m.group_id FROM #group_user m WHERE m.user_id = u.id)))"
        )
    };
}

/// The id of a text: the number in its discussion, as in addresses.
macro_rules! text_id {
    ($post:literal) => {
        concat!(
            "CONCAT(",
            $post,
            ".discussion_id, '/', COALESCE(",
            $post,
            ".number, CONCAT('p', ",
            $post,
            ".id)))"
        )
    };
}

/// Discussions without tags.
macro_rules! untagged {
    () => {
        "#discussions d WHERE NOT EXISTS (SELECT 1 FROM #discussion_tag x WHERE x.discussion_id = d.id)"
    };
}

pub(super) const USERS: &str = concat!(
    "SELECT u.id, u.username AS name, u.email, u.is_email_confirmed AS isConfirmed, u.password,
        u.avatar_url AS avatar, ?users.u.bio AS about, ",
    millis!("u.joined_at"),
    " AS joinedAt,
        ",
    millis!("?users.u.suspended_until"),
    " AS bannedUntil, ?users.u.suspend_reason AS banReason,
        UNIX_TIMESTAMP() * 1000 AS now,
        EXISTS (SELECT 1 FROM #group_user g WHERE g.user_id = u.id AND g.group_id = 1) AS isAdmin
    FROM #users u ORDER BY u.joined_at, u.id"
);

/// Tags, and one for discussions without a tag.
pub(super) const FORUMS: &str = concat!(
    "SELECT t.id, t.slug, t.name, t.description, t.parent_id AS parent, ",
    millis!(
        "COALESCE(?tags.t.created_at,
            (SELECT MIN(d.created_at) FROM #discussion_tag x JOIN #discussions d
                ON d.id = x.discussion_id WHERE x.tag_id = t.id),
            (SELECT MIN(u.joined_at) FROM #users u))"
    ),
    " AS createdAt, GREATEST(l.level, COALESCE(p.level, 0)) AS level
    FROM #tags t JOIN ",
    tags!(),
    " l ON l.id = t.id LEFT JOIN ",
    tags!(),
    " p ON p.id = t.parent_id
    UNION ALL SELECT 0, NULL, 'Discussions', NULL, NULL, ",
    millis!("MIN(d.created_at)"),
    ",
        CASE MIN(g.group_id) WHEN 2 THEN 0 WHEN 3 THEN 1 ELSE 2 END
    FROM (SELECT d.created_at FROM ",
    untagged!(),
    ") d LEFT JOIN #group_permission g
        ON g.permission = 'viewForum' AND g.group_id IN (2, 3)
    HAVING COUNT(*) > 0
    ORDER BY createdAt, id"
);

/// Moderators may hide texts of others. Who may read a tag must read those around it, too. Followers are those of
/// `fof/follow-tags`.
pub(super) const TIES: &str = concat!(
    "SELECT m.user_id AS id, t.id AS forum, 'moderator' AS kind
    FROM #tags t JOIN #group_permission g ON g.permission = ",
    permission!("t", "discussion.hidePosts"),
    "
    JOIN #group_user m ON m.group_id = g.group_id
    UNION SELECT m.user_id, 0, 'moderator' FROM #group_permission g
    JOIN #group_user m ON m.group_id = g.group_id
    WHERE g.permission = 'discussion.hidePosts' AND EXISTS (SELECT 1 FROM ",
    untagged!(),
    ")
    UNION SELECT u.id, t.id, 'member' FROM #tags t
    JOIN ",
    tags!(),
    " l ON l.id = t.id LEFT JOIN ",
    tags!(),
    " q ON q.id = t.parent_id
    LEFT JOIN #tags p ON p.id = t.parent_id
    JOIN #users u ON ",
    reads!("t"),
    " AND (p.id IS NULL OR ",
    reads!("p"),
    ")
    WHERE GREATEST(l.level, COALESCE(q.level, 0)) = 2
    UNION SELECT u.id, 0, 'member' FROM #users u JOIN #group_user m ON m.user_id = u.id
    JOIN #group_permission g ON g.group_id = m.group_id AND g.permission = 'viewForum'
    WHERE NOT EXISTS (SELECT 1 FROM #group_permission o
            WHERE o.group_id IN (2, 3) AND o.permission = 'viewForum')
        AND EXISTS (SELECT 1 FROM ",
    untagged!(),
    ")
    UNION SELECT s.user_id, s.tag_id, 'favorite' FROM #tag_user s
    WHERE ?tag_user.s.subscription IN ('follow', 'lurk')
    ORDER BY forum, id, kind"
);

/// With the tags: id, who may read it, the one around it, whether it is a primary one. What is private waits for approval,
/// or an extension shows it to some.
pub(super) const DISCUSSIONS: &str = concat!(
    "SELECT d.id, d.title, d.user_id AS author, LEFT(p.content, 400000) AS content,
        ",
    text_id!("p"),
    " AS opening, ",
    millis!("d.created_at"),
    " AS createdAt,
        ",
    millis!("p.edited_at"),
    " AS editedAt, ?discussions.d.is_locked AS isLocked,
        ?discussions.d.is_sticky AS isSticky, d.is_private AS isPrivate,
        ?discussions.d.is_approved AS isApproved,
        d.hidden_at IS NOT NULL OR p.hidden_at IS NOT NULL AS isHidden,
        (SELECT GROUP_CONCAT(CONCAT_WS(':', l.id, GREATEST(l.level, COALESCE(q.level, 0)),
                COALESCE(l.parent_id, 0), l.position IS NOT NULL) ORDER BY l.id SEPARATOR ' ')
            FROM #discussion_tag x JOIN ",
    tags!(),
    " l ON l.id = x.tag_id
            LEFT JOIN ",
    tags!(),
    " q ON q.id = l.parent_id WHERE x.discussion_id = d.id) AS tags
    FROM #discussions d LEFT JOIN #posts p ON p.id = d.first_post_id
    ORDER BY d.created_at, d.id"
);

/// The other types of posts tell what was done to a discussion.
pub(super) const REPLIES: &str = concat!(
    "SELECT ",
    text_id!("p"),
    " AS id, p.discussion_id AS discussion, p.user_id AS author,
        LEFT(p.content, 400000) AS content, ",
    millis!("p.created_at"),
    " AS createdAt,
        ",
    millis!("p.edited_at"),
    " AS editedAt, p.hidden_at IS NOT NULL AS isHidden,
        p.is_private AS isPrivate, ?posts.p.is_approved AS isApproved
    FROM #posts p JOIN #discussions d ON d.id = p.discussion_id
    WHERE p.type = 'comment' AND NOT p.id <=> d.first_post_id ORDER BY p.created_at, p.id"
);

pub(super) const LIKES: &str = concat!(
    "SELECT ",
    text_id!("p"),
    " AS id, l.user_id AS liker
    FROM #post_likes l JOIN #posts p ON p.id = l.post_id
    WHERE p.type = 'comment' ORDER BY p.id, l.user_id"
);

/// With another member, and how many there are.
pub(super) const MESSAGES: &str = concat!(
    "SELECT m.id, m.user_id AS author, MIN(o.user_id) AS other, COUNT(o.user_id) AS others,
        LEFT(m.content, 400000) AS content, ",
    millis!("m.created_at"),
    " AS sentAt,
        MAX(o.last_read_message_id) >= m.id AS isRead
    FROM #dialog_messages m
    LEFT JOIN #dialog_user o ON o.dialog_id = m.dialog_id AND o.user_id <> m.user_id
    GROUP BY m.id ORDER BY m.created_at, m.id"
);
