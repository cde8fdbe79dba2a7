-- The columns that are read, of the tables of Discourse (its models end with their schemas), with a small community.
CREATE TABLE users (
    id INTEGER PRIMARY KEY, username VARCHAR(60) NOT NULL, username_lower VARCHAR(60) NOT NULL,
    created_at TIMESTAMP NOT NULL, admin BOOLEAN NOT NULL DEFAULT FALSE, moderator BOOLEAN DEFAULT FALSE,
    active BOOLEAN NOT NULL DEFAULT TRUE, suspended_till TIMESTAMP, uploaded_avatar_id INTEGER);
CREATE TABLE user_passwords (
    user_id INTEGER NOT NULL, password_hash VARCHAR(64) NOT NULL, password_salt VARCHAR(32) NOT NULL,
    password_algorithm VARCHAR(64) NOT NULL);
CREATE TABLE user_emails (user_id INTEGER NOT NULL, email VARCHAR(513) NOT NULL, "primary" BOOLEAN NOT NULL);
CREATE TABLE user_profiles (user_id INTEGER NOT NULL, bio_raw TEXT);
CREATE TABLE user_histories (
    id SERIAL PRIMARY KEY, action INTEGER NOT NULL, target_user_id INTEGER, details TEXT);
CREATE TABLE uploads (id INTEGER PRIMARY KEY, url VARCHAR NOT NULL, sha1 VARCHAR(40));
CREATE TABLE categories (
    id INTEGER PRIMARY KEY, name VARCHAR(50) NOT NULL, slug VARCHAR NOT NULL, description TEXT, topic_id INTEGER,
    user_id INTEGER NOT NULL, parent_category_id INTEGER, created_at TIMESTAMP NOT NULL,
    read_restricted BOOLEAN NOT NULL DEFAULT FALSE);
CREATE TABLE category_groups (category_id INTEGER NOT NULL, group_id INTEGER NOT NULL, permission_type INTEGER);
CREATE TABLE category_moderation_groups (category_id INTEGER, group_id INTEGER);
CREATE TABLE group_users (group_id INTEGER NOT NULL, user_id INTEGER NOT NULL);
CREATE TABLE topics (
    id INTEGER PRIMARY KEY, title VARCHAR NOT NULL, created_at TIMESTAMP NOT NULL, user_id INTEGER,
    category_id INTEGER, archetype VARCHAR NOT NULL DEFAULT 'regular', deleted_at TIMESTAMP,
    visible BOOLEAN NOT NULL DEFAULT TRUE, closed BOOLEAN NOT NULL DEFAULT FALSE,
    archived BOOLEAN NOT NULL DEFAULT FALSE, pinned_at TIMESTAMP, pinned_until TIMESTAMP);
CREATE TABLE posts (
    id INTEGER PRIMARY KEY, user_id INTEGER, topic_id INTEGER NOT NULL, post_number INTEGER NOT NULL,
    raw TEXT NOT NULL, created_at TIMESTAMP NOT NULL, last_version_at TIMESTAMP NOT NULL DEFAULT '2020-02-01',
    version INTEGER NOT NULL DEFAULT 1, deleted_at TIMESTAMP, hidden BOOLEAN NOT NULL DEFAULT FALSE,
    reply_to_post_number INTEGER, post_type INTEGER NOT NULL DEFAULT 1);
CREATE TABLE post_actions (
    id INTEGER PRIMARY KEY, post_id INTEGER NOT NULL, user_id INTEGER NOT NULL,
    post_action_type_id INTEGER NOT NULL, deleted_at TIMESTAMP);
CREATE TABLE topic_allowed_users (topic_id INTEGER NOT NULL, user_id INTEGER NOT NULL);
CREATE TABLE topic_allowed_groups (topic_id INTEGER NOT NULL, group_id INTEGER NOT NULL);

INSERT INTO users (id, username, username_lower, created_at, admin, moderator, active, suspended_till, uploaded_avatar_id)
VALUES
    (-1, 'system', 'system', '2019-01-01', TRUE, TRUE, TRUE, NULL, NULL),
    (1, 'Ann', 'ann', '2020-01-01 10:00:00.5', TRUE, FALSE, TRUE, NULL, 1),
    (2, 'bob', 'bob', '2020-01-02', FALSE, TRUE, FALSE, NULL, NULL),
    (3, 'eve', 'eve', '2020-01-03', FALSE, FALSE, TRUE, '3020-01-01', NULL),
    (4, 'müller', 'müller', '2020-01-04', FALSE, FALSE, TRUE, NULL, NULL);
INSERT INTO user_passwords VALUES
    (1, 'c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a', 'salt', '$pbkdf2-sha256$i=4096,l=32$');
INSERT INTO user_emails VALUES (1, 'ann@x.org', TRUE), (1, 'old@x.org', FALSE), (2, 'bob@x.org', TRUE);
INSERT INTO user_profiles VALUES (1, 'I like <b>tea</b>');
INSERT INTO user_histories (action, target_user_id, details) VALUES (10, 3, 'spam'), (2, 3, 'other');
INSERT INTO uploads VALUES
    (1, '/uploads/default/original/1X/0000000000000000000000000000000000000001.png',
        '0000000000000000000000000000000000000001'),
    (2, '/uploads/default/original/1X/../../../../../etc/passwd', '000000000000000000000000000000000000003e');
INSERT INTO categories VALUES
    (5, 'Tea', 'tea', 'All about <em>tea</em>', 10, 1, NULL, '2020-01-05', FALSE),
    (6, 'Green', 'green', NULL, NULL, -1, 5, '2020-01-06', FALSE),
    (7, 'Board', 'board', NULL, NULL, 1, NULL, '2020-01-07', TRUE),
    (8, 'Insiders', 'insiders', NULL, NULL, 1, NULL, '2020-01-08', TRUE);
INSERT INTO category_groups VALUES (7, 41, 1), (8, 10, 1);
INSERT INTO category_moderation_groups VALUES (6, 42);
INSERT INTO group_users VALUES (41, 4), (42, 4), (10, 1), (10, 2), (10, 4);
INSERT INTO topics (id, title, created_at, user_id, category_id, deleted_at, visible, closed, pinned_at) VALUES
    (10, 'About the Tea category', '2020-01-05', -1, 5, NULL, TRUE, FALSE, NULL),
    (11, 'Which tea?', '2020-02-01', 1, 5, NULL, TRUE, TRUE, '2020-02-01'),
    (12, 'Gone', '2020-02-02', 2, 6, '2020-02-03', TRUE, FALSE, NULL),
    (13, 'For the board', '2020-02-03', 99, 7, NULL, TRUE, FALSE, NULL);
INSERT INTO topics (id, title, created_at, user_id, archetype) VALUES
    (20, 'Hello', '2020-03-01', 1, 'private_message'),
    (21, 'Hello all', '2020-03-02', 1, 'private_message');
INSERT INTO topic_allowed_users VALUES (20, 1), (20, 2), (21, 1), (21, 2), (21, 4);
INSERT INTO posts (id, user_id, topic_id, post_number, raw, created_at, version, deleted_at, reply_to_post_number, post_type)
VALUES
    (100, -1, 10, 1, 'About', '2020-01-05', 1, NULL, NULL, 1),
    (101, 1, 11, 1, E'![pot|690x388](upload://1.png) ![x](upload://10.png)', '2020-02-01', 2, NULL, NULL, 1),
    (102, 2, 11, 2, E'[quote="Ann, post:1, topic:11"]\npot\n[/quote]\nGreen, @Ann', '2020-02-01 01:00', 1, NULL, 1, 1),
    (103, 4, 11, 3, 'Black', '2020-02-01 02:00', 1, NULL, 2, 1),
    (104, 3, 11, 4, 'Buy now', '2020-02-01 03:00', 1, '2020-02-02', NULL, 1),
    (105, 1, 11, 5, '', '2020-02-01 04:00', 1, NULL, NULL, 3),
    (106, 1, 11, 6, 'psst', '2020-02-01 05:00', 1, NULL, NULL, 4),
    (107, 1, 11, 7, 'Lost', '2020-02-01 06:00', 1, NULL, 99, 1),
    (110, 2, 12, 1, 'gone', '2020-02-02', 1, NULL, NULL, 1),
    (111, 99, 13, 1, 'secret', '2020-02-03', 1, NULL, NULL, 1),
    (120, 1, 20, 1, 'Hi bob', '2020-03-01', 1, NULL, NULL, 1),
    (121, 2, 20, 2, 'Hi ann', '2020-03-01 01:00', 1, NULL, NULL, 1),
    (122, 1, 21, 1, 'Hi all', '2020-03-02', 1, NULL, NULL, 1);
INSERT INTO post_actions VALUES
    (1, 101, 2, 2, NULL), (2, 103, 1, 2, NULL), (3, 103, 2, 2, '2020-02-02'), (4, 103, 2, 8, NULL);
