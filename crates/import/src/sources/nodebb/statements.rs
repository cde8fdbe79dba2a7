//! Statements of `keyset` that read a sorted set, whose key is $3. Their `data` is the JSON of the object that a member
//! names, with what it needs of others.

/// The members alone.
pub(super) const MEMBERS: &str = "
SELECT z.value AS id, z.score::text AS score, '{}' AS data
FROM legacy_zset z
WHERE z._key = $3 AND (z.score, z.value) > ($1::numeric, $2)
ORDER BY z.score, z.value LIMIT 500";

/// The members of a set of who may read the topics of a category, as far as they see the category.
pub(super) const READERS: &str = "
SELECT z.value AS id, z.score::text AS score, '{}' AS data
FROM legacy_zset z
WHERE z._key = $3 AND (z.score, z.value) > ($1::numeric, $2) AND EXISTS (
    SELECT FROM legacy_zset s
    WHERE s._key = replace(z._key, ':topics:read:', ':read:') AND s.value = z.value)
ORDER BY z.score, z.value LIMIT 500";

/// The members of a set of watch states that watch (src/categories/watch.js).
pub(super) const WATCHERS: &str = "
SELECT z.value AS id, z.score::text AS score, '{}' AS data
FROM legacy_zset z
WHERE z._key = $3 AND z.score = 4 AND (z.score, z.value) > ($1::numeric, $2)
ORDER BY z.score, z.value LIMIT 500";

pub(super) const USERS: &str = "
SELECT z.value AS id, z.score::text AS score, (u.data || jsonb_build_object(
    'now', (extract(epoch FROM now()) * 1000)::bigint,
    'isAdmin', EXISTS (SELECT FROM legacy_zset a
        WHERE a._key = 'group:administrators:members' AND a.value = z.value)::int,
    'banReason', (SELECT b.data->>'reason' FROM legacy_zset s JOIN legacy_hash b ON b._key = s.value
        WHERE s._key = 'uid:' || z.value || ':bans:timestamp' ORDER BY s.score DESC LIMIT 1)))::text AS data
FROM legacy_zset z LEFT JOIN legacy_hash u ON u._key = 'user:' || z.value
WHERE z._key = $3 AND (z.score, z.value) > ($1::numeric, $2)
ORDER BY z.score, z.value LIMIT 500";

/// Who may read a category is told by two sets of names of groups. It has no time of its own, but its groups have one.
pub(super) const CATEGORIES: &str = "
SELECT z.value AS id, z.score::text AS score, (c.data || jsonb_build_object(
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
WHERE z._key = $3 AND (z.score, z.value) > ($1::numeric, $2)
ORDER BY z.score, z.value LIMIT 500";

/// Topics with their first posts.
pub(super) const TOPICS: &str = "
SELECT z.value AS id, z.score::text AS score, (t.data || jsonb_build_object(
    'content', p.data->>'content', 'edited', p.data->>'edited',
    'isHidden', '1' IN (t.data->>'deleted', p.data->>'deleted'),
    'isScheduled', EXISTS (SELECT FROM legacy_zset s
        WHERE s._key = 'topics:scheduled' AND s.value = z.value),
    'pinnedAt', (SELECT s.score::text FROM legacy_zset s
        WHERE s._key = 'cid:' || (t.data->>'cid') || ':tids:pinned' AND s.value = z.value)))::text AS data
FROM legacy_zset z LEFT JOIN legacy_hash t ON t._key = 'topic:' || z.value
LEFT JOIN legacy_hash p ON p._key = 'post:' || (t.data->>'mainPid')
WHERE z._key = $3 AND (z.score, z.value) > ($1::numeric, $2)
ORDER BY z.score, z.value LIMIT 500";

/// Posts but the first ones of topics.
pub(super) const REPLIES: &str = "
SELECT z.value AS id, z.score::text AS score, p.data::text AS data
FROM legacy_zset z LEFT JOIN legacy_hash p ON p._key = 'post:' || z.value
LEFT JOIN legacy_hash t ON t._key = 'topic:' || (p.data->>'tid')
WHERE z._key = $3 AND (z.score, z.value) > ($1::numeric, $2)
    AND t.data->>'mainPid' IS DISTINCT FROM z.value
ORDER BY z.score, z.value LIMIT 500";

/// The votes on posts: the id is that of a post and of who voted.
pub(super) const VOTES: &str = "
SELECT votes.id, z.score::text AS score,
    jsonb_build_object('isUp', v._key = 'pid:' || z.value || ':upvote', 'pid', z.value, 'uid', v.member)::text AS data
FROM legacy_zset z JOIN legacy_set v
    ON v._key IN ('pid:' || z.value || ':upvote', 'pid:' || z.value || ':downvote')
CROSS JOIN LATERAL (SELECT z.value || ' ' || v.member AS id) votes
WHERE z._key = $3 AND z.score >= $1::numeric AND (z.score, votes.id) > ($1::numeric, $2)
ORDER BY z.score, votes.id LIMIT 500";

/// Messages with the other members of their rooms. Of these, a room holds who has not read its last messages, and until
/// when they read.
pub(super) const MESSAGES: &str = "
SELECT z.value AS id, z.score::text AS score, (m.data || jsonb_build_object(
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
WHERE z._key = $3 AND (z.score, z.value) > ($1::numeric, $2)
ORDER BY z.score, z.value LIMIT 500";
