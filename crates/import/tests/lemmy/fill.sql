-- Fills the schema of Lemmy 0.19.20 (its migrations and replaceable_schema) with rows as its code writes them.
-- The password of every account is "Lemmy-pass-1".
ALTER SEQUENCE instance_id_seq RESTART;
ALTER SEQUENCE site_id_seq RESTART;
ALTER SEQUENCE person_id_seq RESTART;
ALTER SEQUENCE community_id_seq RESTART;
INSERT INTO instance (domain, software, version, published) VALUES
    ('lemmy.example', 'lemmy', '0.19.20', '2024-01-01'), ('far.example', 'lemmy', '0.19.20', '2024-01-01');
INSERT INTO site (name, actor_id, instance_id, inbox_url, published)
    VALUES ('Lemmy', 'https://lemmy.example/', 1, 'https://lemmy.example/inbox', '2024-01-01');
INSERT INTO local_site (site_id, site_setup, published) VALUES (1, TRUE, '2024-01-01');
INSERT INTO person (name, display_name, actor_id, inbox_url, public_key, instance_id, local, published, bio, avatar)
SELECT name, display, 'https://' || domain || '/u/' || name, 'https://' || domain || '/u/' || name || '/inbox', '',
    CASE domain WHEN 'lemmy.example' THEN 1 ELSE 2 END, domain = 'lemmy.example',
    timestamptz '2024-01-01 08:00:00.5+00' + number * interval '1 day', bio, avatar
FROM (VALUES
    (1, 'root', NULL, 'lemmy.example', NULL, NULL),
    (2, 'Lena', 'Lena 🐁', 'lemmy.example', 'I keep **mice**.', 'https://lemmy.example/pictrs/image/5f4c1e8a.png'),
    (3, 'moritz_m', NULL, 'lemmy.example', NULL, NULL),
    (4, 'troll', NULL, 'lemmy.example', NULL, NULL),
    (5, 'resting', NULL, 'lemmy.example', NULL, NULL),
    (6, 'left', NULL, 'lemmy.example', NULL, NULL),
    (7, 'forgiven', NULL, 'lemmy.example', NULL, NULL),
    (8, 'lena', NULL, 'far.example', NULL, NULL),
    (9, 'stranger', NULL, 'far.example', NULL, NULL)) AS people (number, name, display, domain, bio, avatar)
ORDER BY number;
INSERT INTO local_user (person_id, password_encrypted, email, email_verified, admin, accepted_application)
SELECT id, '$2b$12$dVzu4fI7wTIiXHZvOvJ0xu9Sz5wumbHtT6z.cnGaCzCtMR1wJ25dm', name || '@example.org', name = 'Lena', name = 'root', TRUE
FROM person WHERE local;
UPDATE person SET banned = TRUE WHERE name = 'troll';
UPDATE person SET banned = TRUE, ban_expires = '2125-01-01' WHERE name = 'resting';
UPDATE person SET banned = TRUE, ban_expires = '2024-03-01' WHERE name = 'forgiven';
INSERT INTO mod_ban (mod_person_id, other_person_id, reason, expires)
    VALUES (1, 4, 'Trolls everybody', NULL), (1, 5, 'Needs a rest', '2125-01-01'), (1, 7, 'Long ago', '2024-03-01');
INSERT INTO community (name, title, description, actor_id, inbox_url, followers_url, public_key, instance_id, local, published)
SELECT name, title, 'About ' || name, 'https://' || domain || '/c/' || name, 'https://' || domain || '/c/' || name || '/inbox',
    'https://' || domain || '/c/' || name || '/followers', '', CASE domain WHEN 'lemmy.example' THEN 1 ELSE 2 END,
    domain = 'lemmy.example', timestamptz '2024-02-01 00:00+00' + number * interval '1 day'
FROM (VALUES (1, 'mice', 'Mice & men', 'lemmy.example'), (2, 'inside', 'Only for us', 'lemmy.example'),
    (3, 'shut', 'Shut by the admins', 'lemmy.example'), (4, 'mice', 'Mice elsewhere', 'far.example'))
    AS communities (number, name, title, domain)
ORDER BY number;
UPDATE community SET visibility = 'LocalOnly' WHERE name = 'inside';
UPDATE community SET removed = TRUE WHERE name = 'shut';
INSERT INTO community_moderator (community_id, person_id, published) VALUES (1, 3, '2024-02-03'), (2, 2, '2024-02-03');
INSERT INTO community_person_ban (community_id, person_id, published, expires)
    VALUES (1, 7, '2024-02-03', NULL), (2, 7, '2024-02-03', '2024-02-10');
INSERT INTO mod_ban_from_community (mod_person_id, other_person_id, community_id, reason)
    VALUES (3, 7, 1, 'Feeds the mice cheese');
INSERT INTO community_follower (community_id, person_id, published, pending)
    VALUES (1, 2, '2024-02-04', FALSE), (1, 3, '2024-02-04', TRUE);
INSERT INTO local_image (local_user_id, pictrs_alias, pictrs_delete_token, published)
    VALUES (2, '5f4c1e8a.png', '', '2024-02-05'), (2, '77aa0b1c.png', '', '2024-02-05');
INSERT INTO post (name, url, body, creator_id, community_id, published, updated, ap_id, alt_text)
SELECT name, url, body, creator, community, timestamptz '2024-03-01 12:00:00.25+00' + number * interval '1 hour',
    CASE WHEN number = 2 THEN timestamptz '2024-04-01 12:00+00' END, 'https://lemmy.example/post/' || number, alt
FROM (VALUES
    (1, 'A mouse of mine', 'https://lemmy.example/pictrs/image/77aa0b1c.png', NULL, 2, 1, 'A grey mouse'),
    (2, 'Cheese is no food', 'https://example.org/cheese?for=mice', E'They **like** it, but ![see](https://lemmy.example/pictrs/image/77aa0b1c.png)', 3, 1, NULL),
    (3, 'Rules', NULL, 'Be kind to mice.', 3, 1, NULL),
    (4, 'Nothing more to say', NULL, 'This one is locked.', 2, 1, NULL),
    (5, 'Taken back', NULL, 'I regret this.', 2, 1, NULL),
    (6, 'Removed by a moderator', NULL, 'Cats are better than mice.', 4, 1, NULL),
    (7, 'Members read this', NULL, 'A text for accounts of this instance.', 2, 2, NULL),
    (8, 'From a community that is shut', NULL, 'Nobody reads this any more.', 5, 3, NULL),
    (9, 'From far away', NULL, 'A post of another instance in our community.', 8, 1, NULL),
    (10, 'Elsewhere', NULL, 'A post in a community of another instance.', 9, 4, NULL),
    (11, 'Of somebody who left', NULL, 'My words remain.', 6, 1, NULL),
    (12, 'العناوين العربية', NULL, E'> اقتباس\n\nنص من اليمين إلى اليسار 🐭\n\n::: spoiler Surprise\nA mouse\n:::', 2, 1, NULL))
    AS posts (number, name, url, body, creator, community, alt)
ORDER BY number;
UPDATE post SET featured_community = TRUE WHERE id = 3;
INSERT INTO mod_feature_post (mod_person_id, post_id, when_) VALUES (3, 3, '2024-03-02');
UPDATE post SET locked = TRUE WHERE id = 4;
UPDATE post SET deleted = TRUE WHERE id = 5;
UPDATE post SET removed = TRUE WHERE id = 6;
-- Ten nested comments, then others.
INSERT INTO comment (creator_id, post_id, content, published, ap_id, path)
SELECT 1 + number % 3, 1, 'Level ' || number, timestamptz '2024-03-05 12:00+00' + number * interval '1 minute',
    'https://lemmy.example/comment/' || number,
    ('0.' || (SELECT string_agg(upper::text, '.' ORDER BY upper) FROM generate_series(1, number) upper))::ltree
FROM generate_series(1, 10) number;
INSERT INTO comment (creator_id, post_id, content, published, updated, ap_id, path)
SELECT creator, post, content, timestamptz '2024-03-06 12:00+00' + number * interval '1 minute',
    CASE WHEN number = 11 THEN timestamptz '2024-03-07 12:00+00' END, 'https://lemmy.example/comment/' || number, path::ltree
FROM (VALUES
    (11, 2, 1, 'Another branch, [@moritz_m@lemmy.example](https://lemmy.example/u/moritz_m)', '0.1.11'),
    (12, 6, 1, '*Permanently Deleted*', '0.12'),
    (13, 8, 1, 'Hello from *far* away', '0.12.13'),
    (14, 4, 2, 'You are all wrong.', '0.14'),
    (15, 3, 2, 'He is gone.', '0.14.15'),
    (16, 9, 10, 'In another community', '0.16')) AS comments (number, creator, post, content, path)
ORDER BY number;
UPDATE comment SET deleted = TRUE WHERE id = 12;
UPDATE comment SET removed = TRUE WHERE id = 14;
INSERT INTO post_like (post_id, person_id, score, published)
    VALUES (1, 2, 1, '2024-03-02'), (1, 3, 1, '2024-03-02'), (1, 7, -1, '2024-03-02'), (1, 9, 1, '2024-03-02');
INSERT INTO comment_like (comment_id, post_id, person_id, score, published)
    VALUES (1, 1, 2, 1, '2024-03-06'), (11, 1, 3, -1, '2024-03-07'), (16, 10, 2, 1, '2024-03-07');
INSERT INTO private_message (creator_id, recipient_id, content, published, ap_id, read, deleted)
SELECT creator, recipient, content, timestamptz '2024-03-08 12:00+00' + number * interval '1 minute',
    'https://lemmy.example/private_message/' || number, is_read, deleted
FROM (VALUES
    (1, 2, 3, 'A *private* word?', TRUE, FALSE), (2, 3, 2, 'Of course.', FALSE, FALSE),
    (3, 2, 3, 'Taken back', TRUE, TRUE), (4, 9, 2, 'Hello from far away', FALSE, FALSE),
    (5, 6, 2, 'Good-bye', TRUE, FALSE)) AS messages (number, creator, recipient, content, is_read, deleted)
ORDER BY number;
UPDATE person SET deleted = TRUE, display_name = NULL WHERE name = 'left';
