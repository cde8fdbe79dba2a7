//! Queries of what `Fields` hold. Tables have rows of communities of all instances; those of other ones are left out.

/// Accounts of this instance, and of others who wrote in its communities. Lemmy stores a changed e-mail address at
/// once and leaves `email_verified` set. Unless registration is open, applicants cannot sign in before an admin accepts them.
pub(super) const PEOPLE: &str = "
SELECT p.id::text AS id, jsonb_build_object(
    'name', p.name, 'avatar', p.avatar, 'bio', p.bio, 'isDeleted', p.deleted,
    'published', (extract(epoch FROM p.published) * 1000)::bigint,
    'password', u.password_encrypted,
    'email', CASE WHEN u.email_verified AND NOT EXISTS (SELECT FROM email_verification v
        WHERE v.local_user_id = u.id AND lower(v.email) = lower(u.email)) THEN u.email END,
    'isRefused', NOT u.accepted_application AND NOT u.admin
        AND EXISTS (SELECT FROM registration_application a WHERE a.local_user_id = u.id)
        AND EXISTS (SELECT FROM local_site l WHERE l.registration_mode <> 'Open'),
    'isAdmin', coalesce(u.admin, FALSE), 'isLocal', p.local,
    'isBanned', p.banned AND coalesce(p.ban_expires > now(), TRUE),
    'bannedUntil', (extract(epoch FROM p.ban_expires) * 1000)::bigint,
    'banReason', CASE WHEN p.banned THEN (SELECT b.reason FROM mod_ban b
        WHERE b.other_person_id = p.id AND b.banned ORDER BY b.id DESC LIMIT 1) END)::text AS data
FROM person p LEFT JOIN local_user u ON u.person_id = p.id
WHERE p.local
    OR EXISTS (SELECT FROM post o JOIN community m ON m.id = o.community_id
        WHERE o.creator_id = p.id AND m.local)
    OR EXISTS (SELECT FROM comment c JOIN post o ON o.id = c.post_id
        JOIN community m ON m.id = o.community_id WHERE c.creator_id = p.id AND m.local)
ORDER BY p.id";

pub(super) const COMMUNITIES: &str = "
SELECT m.id::text AS id, jsonb_build_object(
    'name', m.name, 'title', m.title, 'description', m.description, 'isLocal', m.local,
    'published', (extract(epoch FROM m.published) * 1000)::bigint,
    'isHidden', m.removed OR m.deleted, 'isForMembers', m.visibility = 'LocalOnly')::text AS data
FROM community m
ORDER BY m.id";

pub(super) const TIES: &str = "
WITH ties AS (
    SELECT community_id, person_id, published, 'moderator' AS kind, NULL::timestamptz AS until
    FROM community_moderator
    UNION ALL
    SELECT community_id, person_id, published, 'banned', expires
    FROM community_person_ban WHERE coalesce(expires > now(), TRUE)
    UNION ALL
    SELECT community_id, person_id, published, 'favorite', NULL
    FROM community_follower WHERE NOT pending
)
SELECT t.person_id::text AS id, jsonb_build_object(
    'kind', t.kind, 'community', t.community_id,
    'since', (extract(epoch FROM t.published) * 1000)::bigint,
    'until', (extract(epoch FROM t.until) * 1000)::bigint,
    'reason', CASE t.kind WHEN 'banned' THEN (SELECT b.reason FROM mod_ban_from_community b
        WHERE b.other_person_id = t.person_id AND b.community_id = t.community_id AND b.banned
        ORDER BY b.id DESC LIMIT 1) END)::text AS data
FROM ties t JOIN community m ON m.id = t.community_id
WHERE m.local
ORDER BY t.community_id, t.person_id, t.kind";

pub(super) const POSTS: &str = "
SELECT o.id::text AS id, jsonb_build_object(
    'community', o.community_id, 'creator', o.creator_id, 'name', o.name, 'url', o.url, 'body', o.body,
    'altText', o.alt_text, 'isPicture', o.url_content_type LIKE 'image/%',
    'isLocked', o.locked, 'isHidden', o.removed OR o.deleted,
    'published', (extract(epoch FROM o.published) * 1000)::bigint,
    'updated', (extract(epoch FROM o.updated) * 1000)::bigint,
    'isPinned', o.featured_community,
    'pinned', CASE WHEN o.featured_community THEN (SELECT (extract(epoch FROM f.when_) * 1000)::bigint
        FROM mod_feature_post f WHERE f.post_id = o.id AND f.is_featured_community
        ORDER BY f.id DESC LIMIT 1) END)::text AS data
FROM post o JOIN community m ON m.id = o.community_id
WHERE m.local
ORDER BY o.id";

/// A path has the ids of a comment and of those above it, below 0.
pub(super) const COMMENTS: &str = "
SELECT c.id::text AS id, jsonb_build_object(
    'post', c.post_id, 'creator', c.creator_id, 'content', c.content,
    'parent', CASE WHEN nlevel(c.path) > 2 THEN subpath(c.path, -2, 1)::text END,
    'published', (extract(epoch FROM c.published) * 1000)::bigint,
    'updated', (extract(epoch FROM c.updated) * 1000)::bigint,
    'isHidden', c.removed OR c.deleted)::text AS data
FROM comment c JOIN post o ON o.id = c.post_id JOIN community m ON m.id = o.community_id
WHERE m.local
ORDER BY c.id";

pub(super) const LIKES: &str = "
WITH likes AS (
    SELECT post_id, NULL::int AS comment_id, person_id, score FROM post_like
    UNION ALL
    SELECT post_id, comment_id, person_id, score FROM comment_like
)
SELECT l.person_id::text AS id, jsonb_build_object(
    'post', l.post_id, 'comment', l.comment_id, 'isUp', l.score > 0)::text AS data
FROM likes l JOIN post o ON o.id = l.post_id JOIN community m ON m.id = o.community_id
WHERE m.local AND l.score <> 0
ORDER BY l.post_id, l.comment_id, l.person_id";

pub(super) const MESSAGES: &str = "
SELECT p.id::text AS id, jsonb_build_object(
    'from', p.creator_id, 'to', p.recipient_id, 'content', p.content, 'isRead', p.read,
    'isHidden', p.deleted OR p.removed,
    'published', (extract(epoch FROM p.published) * 1000)::bigint)::text AS data
FROM private_message p
ORDER BY p.id";
