//! Queries of what `Fields` hold: the objects that the members of a sorted set name, with what they need of others.

pub(super) const USERS: &str = "
SELECT z.value AS id, (u.data || jsonb_build_object(
    'now', (extract(epoch FROM now()) * 1000)::bigint,
    'isAdmin', EXISTS (SELECT FROM legacy_zset a
        WHERE a._key = 'group:administrators:members' AND a.value = z.value)::int,
    'banReason', (SELECT b.data->>'reason' FROM legacy_zset s JOIN legacy_hash b ON b._key = s.value
        WHERE s._key = 'uid:' || z.value || ':bans:timestamp' ORDER BY s.score DESC LIMIT 1)))::text AS data
FROM legacy_zset z LEFT JOIN legacy_hash u ON u._key = 'user:' || z.value
WHERE z._key = 'users:joindate'
ORDER BY z.score, z.value";

/// Who may read a category is told by two sets of names of groups. It has no time of its own, but its groups have one.
pub(super) const CATEGORIES: &str = "
SELECT z.value AS id, (c.data || jsonb_build_object(
    'createtime', coalesce((SELECT g.data->>'createtime' FROM legacy_hash g
        WHERE g._key = 'group:cid:' || z.value || ':privileges:groups:find'),
        (SELECT min(u.score)::text FROM legacy_zset u WHERE u._key = 'users:joindate')),
    'guests', readers.guests, 'registered', readers.registered))::text AS data
FROM legacy_zset z LEFT JOIN legacy_hash c ON c._key = 'category:' || z.value
CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE r.value = 'guests') AS guests,
        count(*) FILTER (WHERE r.value = 'registered-users') AS registered
    FROM legacy_zset r WHERE r.value IN ('guests', 'registered-users') AND r._key IN (
        'group:cid:' || z.value || ':privileges:groups:read:members',
        'group:cid:' || z.value || ':privileges:groups:topics:read:members')) readers
WHERE z._key = 'categories:cid'
ORDER BY z.score, z.value";

/// Moderators, also global ones and those by a group; watchers, whose state is 4 (src/categories/watch.js); and who may
/// read categories that are not for all members. Scores are times, but those of watchers.
pub(super) const TIES: &str = "
WITH categories AS (
    SELECT z.value AS cid, 'group:cid:' || z.value || ':privileges:' AS prefix,
        c.data->>'disabled' IS DISTINCT FROM '1' AND NOT EXISTS (SELECT FROM legacy_zset s
            JOIN legacy_zset r ON r.value = s.value
            WHERE s._key = 'group:cid:' || z.value || ':privileges:groups:read:members'
                AND r._key = 'group:cid:' || z.value || ':privileges:groups:topics:read:members'
                AND s.value IN ('guests', 'registered-users')) AS is_closed
    FROM legacy_zset z JOIN legacy_hash c ON c._key = 'category:' || z.value
    WHERE z._key = 'categories:cid' AND coalesce(c.data->>'link', '') = ''
), ties AS (
    SELECT cid, m.value AS uid, 'moderator' AS kind, m.score AS since
    FROM categories JOIN legacy_zset m
        ON m._key IN ('group:Global Moderators:members', prefix || 'moderate:members')
    UNION ALL
    SELECT cid, m.value, 'moderator', m.score
    FROM categories JOIN legacy_zset g ON g._key = prefix || 'groups:moderate:members'
    JOIN legacy_zset m ON m._key = 'group:' || g.value || ':members'
    UNION ALL
    SELECT cid, m.value, 'favorite', NULL
    FROM categories JOIN legacy_zset m ON m._key = 'cid:' || cid || ':uid:watch:state' AND m.score = 4
    UNION ALL
    SELECT cid, m.value, 'member', m.score
    FROM categories JOIN legacy_zset s ON s._key = prefix || 'groups:read:members'
    JOIN legacy_zset g ON g._key = prefix || 'groups:topics:read:members' AND g.value = s.value
    JOIN legacy_zset m ON m._key = 'group:' || g.value || ':members'
    WHERE is_closed AND g.value NOT IN ('spiders', 'fediverse', 'administrators', 'Global Moderators')
    UNION ALL
    SELECT cid, m.value, 'member', m.score
    FROM categories JOIN legacy_zset s ON s._key = prefix || 'read:members'
    JOIN legacy_zset m ON m._key = prefix || 'topics:read:members' AND m.value = s.value
    WHERE is_closed
)
SELECT uid AS id, jsonb_build_object('cid', cid, 'kind', kind, 'since', min(since)::text)::text AS data
FROM ties GROUP BY cid, uid, kind ORDER BY cid, uid, kind";

/// Topics with their first posts.
pub(super) const TOPICS: &str = "
SELECT z.value AS id, (t.data || jsonb_build_object(
    'content', p.data->>'content', 'edited', p.data->>'edited',
    'isHidden', '1' IN (t.data->>'deleted', p.data->>'deleted'),
    'isScheduled', EXISTS (SELECT FROM legacy_zset s
        WHERE s._key = 'topics:scheduled' AND s.value = z.value),
    'pinnedAt', (SELECT s.score::text FROM legacy_zset s
        WHERE s._key = 'cid:' || (t.data->>'cid') || ':tids:pinned' AND s.value = z.value)))::text AS data
FROM legacy_zset z LEFT JOIN legacy_hash t ON t._key = 'topic:' || z.value
LEFT JOIN legacy_hash p ON p._key = 'post:' || (t.data->>'mainPid')
WHERE z._key = 'topics:tid'
ORDER BY z.score, z.value";

/// Posts but the first ones of topics. Those of other servers have addresses as ids.
pub(super) const REPLIES: &str = "
SELECT z.value AS id, p.data::text AS data
FROM legacy_zset z LEFT JOIN legacy_hash p ON p._key = 'post:' || z.value
LEFT JOIN legacy_hash t ON t._key = 'topic:' || (p.data->>'tid')
WHERE z._key IN ('posts:pid', 'postsRemote:pid')
    AND t.data->>'mainPid' IS DISTINCT FROM z.value
ORDER BY z.score, z.value";

pub(super) const VOTES: &str = "
SELECT z.value || ' of ' || v.member AS id, jsonb_build_object(
    'isUp', v._key = 'pid:' || z.value || ':upvote', 'pid', z.value, 'uid', v.member)::text AS data
FROM legacy_zset z JOIN legacy_set v
    ON v._key IN ('pid:' || z.value || ':upvote', 'pid:' || z.value || ':downvote')
WHERE z._key = 'posts:pid'
ORDER BY z.score, z.value, v.member";

/// Messages with the other members of their rooms. Of these, a room holds who has not read its last messages, and until
/// when they read.
pub(super) const MESSAGES: &str = "
SELECT z.value AS id, (m.data || jsonb_build_object(
    'isGroup', '1' IN (r.data->>'groupChat', r.data->>'public') OR others.number > 1,
    'to', others.uid,
    'isUnread', EXISTS (SELECT FROM legacy_zset u
        WHERE u._key = 'uid:' || others.uid || ':chat:rooms:unread' AND u.value = r.data->>'roomId'),
    'readUntil', (SELECT h.data->>(r.data->>'roomId') FROM legacy_hash h
        WHERE h._key = 'uid:' || others.uid || ':chat:rooms:read')))::text AS data
FROM legacy_zset z LEFT JOIN legacy_hash m ON m._key = 'message:' || z.value
LEFT JOIN legacy_hash r ON r._key = 'chat:room:' || (m.data->>'roomId')
CROSS JOIN LATERAL (
    SELECT count(*) AS number, min(o.value) AS uid FROM legacy_zset o
    WHERE o._key = 'chat:room:' || (m.data->>'roomId') || ':uids' AND o.value <> m.data->>'fromuid') others
WHERE z._key = 'messages:mid'
ORDER BY z.score, z.value";
