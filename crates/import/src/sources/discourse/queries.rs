//! The queries, of the schema of Discourse 3.4 and later.

/// System accounts have ids below 1. Passwords have a table of their own since 3.4.
pub(super) const USERS: &str = "
    SELECT u.id::bigint AS id, u.username::text AS name, u.username_lower::text AS slug, u.admin,
        floor(extract(epoch FROM u.created_at) * 1000)::bigint AS created_at,
        CASE WHEN u.suspended_till > now()
            THEN floor(extract(epoch FROM least(u.suspended_till, '9000-01-01')) * 1000)::bigint
        END AS banned_until,
        (SELECT h.details FROM user_histories h
            WHERE h.target_user_id = u.id AND h.action = 10 ORDER BY h.id DESC LIMIT 1) AS ban_reason,
        (SELECT e.email::text FROM user_emails e
            WHERE e.user_id = u.id AND e.\"primary\" AND u.active LIMIT 1) AS email,
        (SELECT p.bio_raw FROM user_profiles p WHERE p.user_id = u.id LIMIT 1) AS about,
        (SELECT f.url::text FROM uploads f WHERE f.id = u.uploaded_avatar_id) AS avatar,
        (SELECT p.password_algorithm || p.password_salt || '$' || p.password_hash
            FROM user_passwords p WHERE p.user_id = u.id LIMIT 1) AS password_hash
    FROM users u WHERE u.id > 0 ORDER BY u.created_at, u.id";

/// The groups 10 to 14 are the trust levels: everybody who is signed in is in the first.
pub(super) const FORUMS: &str = "
    SELECT c.id::bigint AS id, c.slug::text AS slug, c.parent_category_id::bigint AS parent,
        c.name::text AS name, c.description, c.user_id::bigint AS author,
        floor(extract(epoch FROM c.created_at) * 1000)::bigint AS created_at, c.read_restricted,
        EXISTS (SELECT 1 FROM category_groups g
            WHERE g.category_id = c.id AND g.group_id = 10) AS for_members
    FROM categories c ORDER BY c.created_at, c.id";

/// Moderators of all of Discourse moderate each forum. Members are those of private forums; the groups 1 to 3 are admins,
/// moderators and both.
pub(super) const TIES: &str = "
    SELECT u.id::bigint AS user_id, c.id::bigint AS forum_id, TRUE AS moderates
        FROM users u CROSS JOIN categories c WHERE u.id > 0 AND u.moderator
    UNION SELECT m.user_id, g.category_id, TRUE
        FROM category_moderation_groups g JOIN group_users m ON m.group_id = g.group_id
        WHERE m.user_id > 0
    UNION SELECT m.user_id, g.category_id, FALSE
        FROM category_groups g JOIN group_users m ON m.group_id = g.group_id
        JOIN categories c ON c.id = g.category_id
        WHERE m.user_id > 0 AND c.read_restricted
            AND NOT EXISTS (SELECT 1 FROM category_groups a
                WHERE a.category_id = c.id AND a.group_id = 10)
    ORDER BY 1, 2, 3";

pub(super) const POSTS: &str = "
    SELECT t.id::bigint AS id, t.category_id::bigint AS forum, t.user_id::bigint AS author,
        t.title::text AS title, coalesce(p.raw, '') AS raw,
        floor(extract(epoch FROM t.created_at) * 1000)::bigint AS created_at,
        CASE WHEN p.version > 1 THEN floor(extract(epoch FROM p.last_version_at) * 1000)::bigint
        END AS edited_at,
        t.closed OR t.archived AS locked,
        floor(extract(epoch FROM t.pinned_at) * 1000)::bigint AS pinned_at,
        floor(extract(epoch FROM least(t.pinned_until, '9000-01-01')) * 1000)::bigint AS pinned_until,
        t.deleted_at IS NOT NULL OR NOT t.visible OR coalesce(p.hidden, FALSE) AS hidden,
        EXISTS (SELECT 1 FROM categories c WHERE c.topic_id = t.id) AS describes_forum
    FROM topics t LEFT JOIN posts p ON p.topic_id = t.id AND p.post_number = 1
    WHERE t.archetype = 'regular' ORDER BY t.created_at, t.id";

/// Of the types of posts 1 are texts, 2 texts of moderators.
pub(super) const REPLIES: &str = "
    SELECT p.topic_id::bigint AS topic, p.post_number::bigint AS number,
        p.reply_to_post_number::bigint AS answered, p.user_id::bigint AS author, p.raw,
        floor(extract(epoch FROM p.created_at) * 1000)::bigint AS created_at,
        CASE WHEN p.version > 1 THEN floor(extract(epoch FROM p.last_version_at) * 1000)::bigint
        END AS edited_at,
        p.deleted_at IS NOT NULL OR p.hidden AS hidden, p.post_type::bigint AS kind
    FROM posts p JOIN topics t ON t.id = p.topic_id
    WHERE t.archetype = 'regular' AND p.post_number > 1 ORDER BY p.created_at, p.id";

pub(super) const VOTES: &str = "
    SELECT p.topic_id::bigint AS topic, p.post_number::bigint AS number, a.user_id::bigint AS voter
    FROM post_actions a JOIN posts p ON p.id = a.post_id JOIN topics t ON t.id = p.topic_id
    WHERE a.post_action_type_id = 2 AND a.deleted_at IS NULL AND t.archetype = 'regular'
        AND p.post_type IN (1, 2)
    ORDER BY a.id";

/// With the other member, if the conversation is of two.
pub(super) const MESSAGES: &str = "
    SELECT p.id::bigint AS id, p.user_id::bigint AS author, p.raw,
        floor(extract(epoch FROM p.created_at) * 1000)::bigint AS sent_at,
        (SELECT min(a.user_id)::bigint FROM topic_allowed_users a
            WHERE a.topic_id = t.id AND a.user_id <> p.user_id
            HAVING count(*) = 1 AND NOT EXISTS
                (SELECT 1 FROM topic_allowed_groups g WHERE g.topic_id = t.id)) AS other
    FROM posts p JOIN topics t ON t.id = p.topic_id
    WHERE t.archetype = 'private_message' AND t.deleted_at IS NULL AND p.deleted_at IS NULL
        AND p.post_type IN (1, 2)
    ORDER BY p.created_at, p.id";
