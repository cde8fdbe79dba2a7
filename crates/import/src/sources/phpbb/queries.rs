//! The queries, of the schema of `phpBB` 3.2 and 3.3.

/// Settings of a permission: rows of groups or of users, each for itself or in a role. 1 allows, 0 forbids whatever others
/// allow. Forum 0 is all of them.
macro_rules! settings {
    ($of:literal, $option:literal) => {
        concat!(
            "SELECT a.",
            $of,
            "_id, a.forum_id, COALESCE(r.auth_setting, a.auth_setting) AS setting
            FROM #acl_",
            $of,
            "s a JOIN #acl_options o ON o.auth_option = '",
            $option,
            "'
            LEFT JOIN #acl_roles_data r
                ON r.role_id = a.auth_role_id AND r.auth_option_id = o.auth_option_id
            WHERE r.role_id IS NOT NULL
                OR a.auth_role_id = 0 AND a.auth_option_id = o.auth_option_id"
        )
    };
}

/// Members with a permission in a forum: themselves or by their groups.
macro_rules! allowed {
    ($option:literal) => {
        concat!(
            "(SELECT user_id, forum_id FROM (",
            settings!("user", $option),
            "
                UNION ALL SELECT m.user_id, s.forum_id, s.setting FROM (",
            settings!("group", $option),
            ") s
                JOIN #user_group m ON m.group_id = s.group_id AND m.user_pending = 0) s
            GROUP BY user_id, forum_id HAVING MIN(setting) = 1)"
        )
    };
}

/// Forums that a group of the system may read.
macro_rules! readable {
    ($group:literal) => {
        concat!(
            "(SELECT s.forum_id FROM (",
            settings!("group", "f_read"),
            ") s
            JOIN #groups g ON g.group_id = s.group_id AND g.group_name = '",
            $group,
            "' AND g.group_type = 3
            GROUP BY s.forum_id HAVING MIN(s.setting) = 1)"
        )
    };
}

/// Forums that not all members may read.
macro_rules! closed {
    () => {
        concat!(
            "(f.forum_password <> '' OR f.forum_id NOT IN ",
            readable!("GUESTS"),
            " AND f.forum_id NOT IN ",
            readable!("REGISTERED"),
            ")"
        )
    };
}

/// The files of a text, the newest first, as marks in texts number them: their names on the disk, and those to show.
macro_rules! files {
    ($text:literal, $in_message:literal) => {
        concat!(
            "(SELECT GROUP_CONCAT(a.physical_filename, '/', a.real_filename
                ORDER BY a.attach_id DESC SEPARATOR '\\n')
            FROM #attachments a WHERE a.post_msg_id = ",
            $text,
            " AND a.in_message = ",
            $in_message,
            "
                AND a.is_orphan = 0)"
        )
    };
}

/// Without bots and the account of visitors, which have the type 2. An inactive account of the reason 3 was shut by an
/// admin.
pub(super) const USERS: &str = "
    SELECT u.user_id AS id, u.username AS name, u.user_password AS password, u.user_email AS email,
        u.user_regdate AS joinedAt, u.user_avatar AS avatar, u.user_avatar_type AS avatarType,
        (SELECT c.config_value FROM #config c WHERE c.config_name = 'avatar_salt') AS avatarSalt,
        u.user_type = 1 AS isInactive, u.user_type = 1 AND u.user_inactive_reason = 3 AS isShut,
        u.user_type = 3 OR EXISTS (SELECT 1 FROM #user_group m JOIN #groups g
            ON g.group_id = m.group_id AND g.group_name = 'ADMINISTRATORS' AND g.group_type = 3
            WHERE m.user_id = u.user_id AND m.user_pending = 0) AS isAdmin,
        b.ban_id IS NOT NULL AS isBanned, b.ban_end AS bannedUntil,
        COALESCE(NULLIF(b.ban_give_reason, ''), b.ban_reason) AS banReason
    FROM #users u LEFT JOIN #banlist b ON b.ban_id = (SELECT MAX(c.ban_id) FROM #banlist c
        WHERE c.ban_userid = u.user_id AND c.ban_exclude = 0
            AND (c.ban_end = 0 OR c.ban_end > UNIX_TIMESTAMP()))
    WHERE u.user_type <> 2 ORDER BY u.user_regdate, u.user_id";

/// Forums have no time of their own.
pub(super) const FORUMS: &str = concat!(
    "SELECT f.forum_id AS id, f.parent_id AS parent, f.forum_name AS name, f.forum_desc AS description,
        f.forum_desc_uid AS uid, f.forum_type = 2 AS isLink, ", closed!(), " AS isClosed,
        f.forum_id IN ", readable!("GUESTS"), " AS isPublic,
        COALESCE((SELECT MIN(t.topic_time) FROM #topics t WHERE t.forum_id = f.forum_id),
            (SELECT MIN(u.user_regdate) FROM #users u WHERE u.user_type <> 2)) AS createdAt
    FROM #forums f ORDER BY f.left_id, f.forum_id"
);

pub(super) const TIES: &str = concat!(
    "SELECT m.user_id AS id, f.forum_id AS forum, 'moderator' AS kind
    FROM ",
    allowed!("m_"),
    " m JOIN #forums f ON m.forum_id IN (0, f.forum_id)
    JOIN #users u ON u.user_id = m.user_id AND u.user_type <> 2
    UNION SELECT m.user_id, f.forum_id, 'member'
    FROM ",
    allowed!("f_read"),
    " m JOIN #forums f ON f.forum_id = m.forum_id AND ",
    closed!(),
    "
    JOIN #users u ON u.user_id = m.user_id AND u.user_type <> 2
    WHERE f.forum_password = ''
    UNION SELECT w.user_id, w.forum_id, 'favorite' FROM #forums_watch w
    ORDER BY forum, id, kind"
);

/// A topic of the status 2 was moved: it leads to the one that is left. Of the visibilities, 1 is shown, 2 deleted, the
/// others wait for approval. Types above 0 stand at the top.
pub(super) const TOPICS: &str = concat!(
    "SELECT t.topic_id AS id, t.forum_id AS forum, t.topic_title AS title, t.topic_poster AS author,
        t.topic_time AS createdAt, t.topic_status = 2 AS isMoved, t.topic_status = 1 AS isLocked,
        t.topic_type > 0 AS isPinned, t.topic_visibility <> 1 AS isHidden,
        t.topic_first_post_id AS opening, LEFT(p.post_text, 400000) AS content, p.bbcode_uid AS uid,
        p.post_edit_time AS editedAt, ", files!("p.post_id", "0"), " AS files
    FROM #topics t LEFT JOIN #posts p ON p.post_id = t.topic_first_post_id
    ORDER BY t.topic_time, t.topic_id"
);

pub(super) const REPLIES: &str =
    concat!(
    "SELECT p.post_id AS id, p.topic_id AS topic, p.poster_id AS author, p.post_time AS createdAt,
        p.post_visibility <> 1 AS isHidden, LEFT(p.post_text, 400000) AS content,
        p.bbcode_uid AS uid, p.post_edit_time AS editedAt, ", files!("p.post_id", "0"), " AS files
    FROM #posts p LEFT JOIN #topics t ON t.topic_id = p.topic_id
    WHERE NOT p.post_id <=> t.topic_first_post_id ORDER BY p.post_time, p.post_id"
);

/// The recipients of a message are stored as `u_3:g_5`.
pub(super) const MESSAGES: &str =
    concat!(
    "SELECT m.msg_id AS id, m.author_id AS author, m.to_address AS reader, m.bcc_address AS others,
        m.message_subject AS subject, LEFT(m.message_text, 400000) AS content, m.bbcode_uid AS uid,
        m.message_time AS sentAt, ", files!("m.msg_id", "1"), " AS files,
        NOT EXISTS (SELECT 1 FROM #privmsgs_to r WHERE r.msg_id = m.msg_id AND r.pm_unread = 1
            AND m.to_address = CONCAT('u_', r.user_id)) AS isRead
    FROM #privmsgs m ORDER BY m.message_time, m.msg_id"
);
