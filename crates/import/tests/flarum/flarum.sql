-- The tables of Flarum that are read, as its migrations and those of its extensions flarum/approval, likes, lock, messages,
-- mentions, nicknames, sticky, suspend and tags and fof/user-bio make them, with rows as their code writes them.
SET sql_mode = '', foreign_key_checks = 0;
CREATE TABLE flarum_users (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, username VARCHAR(100) NOT NULL UNIQUE,
    nickname VARCHAR(150), email VARCHAR(150) NOT NULL, is_email_confirmed TINYINT(1) NOT NULL DEFAULT 0,
    password VARCHAR(100) NOT NULL, avatar_url VARCHAR(100), joined_at DATETIME, suspended_until DATETIME,
    suspend_reason TEXT, suspend_message TEXT, bio TEXT
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
CREATE TABLE flarum_groups (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, name_singular VARCHAR(100) NOT NULL,
    name_plural VARCHAR(100) NOT NULL
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
CREATE TABLE flarum_group_user (
    user_id INT UNSIGNED NOT NULL, group_id INT UNSIGNED NOT NULL, created_at TIMESTAMP NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (user_id, group_id));
CREATE TABLE flarum_group_permission (
    group_id INT UNSIGNED NOT NULL, permission VARCHAR(100) NOT NULL, PRIMARY KEY (group_id, permission)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
CREATE TABLE flarum_discussions (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, title VARCHAR(200) NOT NULL, created_at DATETIME NOT NULL,
    user_id INT UNSIGNED, first_post_id INT UNSIGNED, hidden_at DATETIME, slug VARCHAR(255) NOT NULL DEFAULT '',
    is_private TINYINT(1) NOT NULL DEFAULT 0, is_approved TINYINT(1) NOT NULL DEFAULT 1,
    is_locked TINYINT(1) NOT NULL DEFAULT 0, is_sticky TINYINT(1) NOT NULL DEFAULT 0
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
CREATE TABLE flarum_posts (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, discussion_id INT UNSIGNED NOT NULL, number INT UNSIGNED,
    created_at DATETIME NOT NULL, user_id INT UNSIGNED, type VARCHAR(100), content MEDIUMTEXT, edited_at DATETIME,
    hidden_at DATETIME, is_private TINYINT(1) NOT NULL DEFAULT 0, is_approved TINYINT(1) NOT NULL DEFAULT 1,
    UNIQUE KEY (discussion_id, number)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
CREATE TABLE flarum_post_likes (
    post_id INT UNSIGNED NOT NULL, user_id INT UNSIGNED NOT NULL,
    created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (post_id, user_id));
CREATE TABLE flarum_tags (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(100) NOT NULL, slug VARCHAR(100) NOT NULL UNIQUE,
    description TEXT, is_primary TINYINT(1) NOT NULL DEFAULT 0, position INT, parent_id INT UNSIGNED,
    is_restricted TINYINT(1) NOT NULL DEFAULT 0, is_hidden TINYINT(1) NOT NULL DEFAULT 0, created_at TIMESTAMP NULL
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
CREATE TABLE flarum_discussion_tag (
    discussion_id INT UNSIGNED NOT NULL, tag_id INT UNSIGNED NOT NULL, PRIMARY KEY (discussion_id, tag_id));
CREATE TABLE flarum_tag_user (
    user_id INT UNSIGNED NOT NULL, tag_id INT UNSIGNED NOT NULL, marked_as_read_at DATETIME,
    is_hidden TINYINT(1) NOT NULL DEFAULT 0, subscription ENUM('follow', 'lurk', 'ignore', 'hide'),
    PRIMARY KEY (user_id, tag_id));
CREATE TABLE flarum_dialogs (id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, type VARCHAR(255) NOT NULL);
CREATE TABLE flarum_dialog_messages (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, dialog_id INT UNSIGNED NOT NULL, user_id INT UNSIGNED,
    content TEXT NOT NULL, created_at TIMESTAMP NULL, updated_at TIMESTAMP NULL
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
CREATE TABLE flarum_dialog_user (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, dialog_id INT UNSIGNED NOT NULL,
    user_id INT UNSIGNED NOT NULL, joined_at DATETIME NOT NULL, last_read_message_id INT UNSIGNED NOT NULL DEFAULT 0);

-- Every account has the password "Flarum-pass-1".
INSERT INTO flarum_users (id, username, nickname, email, is_email_confirmed, password, avatar_url, joined_at,
        suspended_until, suspend_reason, bio) VALUES
    (1, 'admin', NULL, 'admin@example.org', 1, '$2y$10$abcdefghijklmnopqrstuuRrGZ8XPSK0aJ1qVDrrqAdwThlzAH2sy', NULL, '2024-01-01 08:00:00', NULL, NULL, NULL),
    (2, 'grace', 'Grace Hopper', 'grace@example.org', 1, '$2y$10$abcdefghijklmnopqrstuuRrGZ8XPSK0aJ1qVDrrqAdwThlzAH2sy', NULL, '2024-01-02 08:00:00', NULL, NULL, NULL),
    (3, 'zoe', NULL, 'zoe@example.org', 1, '$2y$10$abcdefghijklmnopqrstuuRrGZ8XPSK0aJ1qVDrrqAdwThlzAH2sy', 'zOe1234567890123.png', '2024-01-03 08:30:15', NULL, NULL, 'I draw **maps**.'),
    (4, 'spammer', NULL, 'spam@example.org', 1, '$2y$10$abcdefghijklmnopqrstuuRrGZ8XPSK0aJ1qVDrrqAdwThlzAH2sy', NULL, '2024-01-04 08:00:00', '2038-01-01 00:00:00', 'Sells watches', NULL),
    (5, 'paused', NULL, 'paused@example.org', 1, '$2y$10$abcdefghijklmnopqrstuuRrGZ8XPSK0aJ1qVDrrqAdwThlzAH2sy', NULL, '2024-01-05 08:00:00', '2037-05-06 07:08:09', NULL, NULL),
    (6, 'forgiven', NULL, 'forgiven@example.org', 1, '$2y$10$abcdefghijklmnopqrstuuRrGZ8XPSK0aJ1qVDrrqAdwThlzAH2sy', NULL, '2024-01-06 08:00:00', '2024-02-01 00:00:00', NULL, NULL),
    (7, 'newcomer', NULL, 'newcomer@example.org', 0, '$2y$10$abcdefghijklmnopqrstuuRrGZ8XPSK0aJ1qVDrrqAdwThlzAH2sy', NULL, '2024-01-07 08:00:00', NULL, NULL, NULL),
    (8, 'Ann Lee', NULL, 'ann@example.org', 1, '$2y$10$abcdefghijklmnopqrstuuRrGZ8XPSK0aJ1qVDrrqAdwThlzAH2sy', NULL, '2024-01-08 08:00:00', NULL, NULL, NULL),
    (9, 'Ann.Lee', NULL, 'ann2@example.org', 1, '', 'https://a.example/ann.png', '2024-01-09 08:00:00', NULL, NULL, NULL),
    (10, 'old', NULL, 'old@example.org', 1, '$2y$10$abcdefghijklmnopqrstuuRrGZ8XPSK0aJ1qVDrrqAdwThlzAH2sy', NULL, '1965-01-01 00:00:00', NULL, NULL, NULL),
    (11, 'zero', NULL, 'zero@example.org', 1, '$2y$10$abcdefghijklmnopqrstuuRrGZ8XPSK0aJ1qVDrrqAdwThlzAH2sy', NULL, '0000-00-00 00:00:00', NULL, NULL, NULL),
    (12, 'helper', NULL, 'helper@example.org', 1, '$2y$10$abcdefghijklmnopqrstuuRrGZ8XPSK0aJ1qVDrrqAdwThlzAH2sy', NULL, '2024-01-12 08:00:00', NULL, NULL, NULL);
INSERT INTO flarum_groups VALUES
    (1, 'Admin', 'Admins'), (2, 'Guest', 'Guests'), (3, 'Member', 'Members'), (4, 'Mod', 'Mods'), (5, 'Helper', 'Helpers');
INSERT INTO flarum_group_user (user_id, group_id) VALUES (1, 1), (2, 4), (12, 5);
INSERT INTO flarum_group_permission VALUES
    (2, 'viewForum'), (3, 'startDiscussion'), (3, 'discussion.reply'), (3, 'searchUsers'), (3, 'discussion.likePosts'),
    (4, 'discussion.hide'), (4, 'discussion.editPosts'), (4, 'discussion.hidePosts'), (4, 'discussion.rename'),
    (4, 'user.suspend'), (5, 'tag4.viewForum'), (4, 'tag4.viewForum'), (4, 'tag4.discussion.hidePosts'),
    (3, 'tag6.viewForum'), (4, 'tag7.viewForum'), (5, 'tag8.viewForum'), (2, 'tag8.viewForum');
INSERT INTO flarum_tags (id, name, slug, description, is_primary, position, parent_id, is_restricted, created_at) VALUES
    (1, 'General', 'general', NULL, 1, 0, NULL, 0, NULL),
    (2, 'Engineering', 'engineering', 'How to *build*', 1, 1, NULL, 0, '2024-01-01 09:00:00'),
    (3, 'Rust', 'rust', NULL, 1, 0, 2, 0, '2024-01-01 09:01:00'),
    (4, 'Staff', 'staff', NULL, 1, 2, NULL, 1, '2024-01-01 09:02:00'),
    (5, 'Help & <b>', 'help', NULL, 0, NULL, NULL, 0, '2024-01-01 09:03:00'),
    (6, 'Members', 'members', NULL, 1, 3, NULL, 1, '2024-01-01 09:04:00'),
    (7, 'Board', 'board', NULL, 0, NULL, NULL, 1, '2024-01-01 09:05:00'),
    (8, 'Inside staff', 'inside', NULL, 1, 0, 4, 1, '2024-01-01 09:06:00');
INSERT INTO flarum_discussions (id, title, created_at, user_id, first_post_id, hidden_at, is_private, is_approved,
        is_locked, is_sticky) VALUES
    (1, 'Welcome 👋', '2024-02-01 10:00:00', 1, 1, NULL, 0, 1, 0, 1),
    (2, 'Borrowing from a nested reply', '2024-02-01 11:00:00', 3, 2, NULL, 0, 1, 0, 0),
    (3, 'Among the staff', '2024-02-01 12:00:00', 2, 20, NULL, 0, 1, 0, 0),
    (4, 'Cheap watches', '2024-02-01 13:00:00', 4, 21, '2024-02-01 14:00:00', 0, 1, 0, 0),
    (5, 'Closed & <b>done</b>', '2024-02-01 14:00:00', 3, 22, NULL, 0, 1, 1, 0),
    (6, 'Without a tag', '2024-02-01 15:00:00', 3, 23, NULL, 0, 1, 0, 0),
    (7, 'Between us', '2024-02-01 16:00:00', 3, 24, NULL, 1, 1, 0, 0),
    (8, 'Waits for approval', '2024-02-01 17:00:00', 7, 25, NULL, 1, 0, 0, 0),
    (9, 'Staff and board', '2024-02-01 18:00:00', 2, 26, NULL, 0, 1, 0, 0),
    (10, 'For members', '2024-02-01 19:00:00', NULL, 27, NULL, 0, 1, 0, 0),
    (11, 'Before its time', '1965-03-04 05:06:07', 10, 28, NULL, 0, 1, 0, 0),
    (12, 'Its text is gone', '2024-02-01 20:00:00', 3, NULL, NULL, 0, 1, 0, 0);
INSERT INTO flarum_discussion_tag VALUES
    (1, 1), (2, 2), (2, 3), (3, 1), (3, 4), (4, 1), (5, 5), (7, 1), (8, 1), (9, 4), (9, 7), (10, 6), (10, 1), (11, 1), (12, 1);
INSERT INTO flarum_posts (id, discussion_id, number, created_at, user_id, type, content, edited_at, hidden_at, is_private,
        is_approved) VALUES
    (1, 1, 1, '2024-02-01 10:00:00', 1, 'comment', '<t><p>Be kind &amp; curious.</p></t>', NULL, NULL, 0, 1),
    (2, 2, 1, '2024-02-01 11:00:00', 3, 'comment', '<r><p>Why does this <STRONG><s>**</s>not<e>**</e></STRONG> compile?</p>\n\n<CODE lang="rust"><s>```rust</s><i>\n</i>let b = &amp;a[i]; // [b]not bold[/b]<i>\n</i><e>```</e></CODE></r>', '2024-02-01 11:05:00', NULL, 0, 1),
    (3, 2, 2, '2024-02-01 11:10:00', 2, 'comment', '<r><p><POSTMENTION discussionid="2" displayname="zoe" id="2" number="1">@"zoe"#p2</POSTMENTION> Because `i` is gone.</p></r>', NULL, NULL, 0, 1),
    (4, 2, 3, '2024-02-01 11:20:00', 3, 'comment', '<r><p><POSTMENTION discussionid="2" displayname="Grace Hopper" id="3" number="2">@"Grace Hopper"#p3</POSTMENTION> Level two <EMOJI seq="1f600">&#128512;</EMOJI></p></r>', NULL, NULL, 0, 1),
    (5, 2, 4, '2024-02-01 11:30:00', 8, 'comment', '<r><QUOTE><i>&gt; </i><p><POSTMENTION discussionid="2" displayname="zoe" id="4" number="3">@"zoe"#p4</POSTMENTION> Level two</p></QUOTE>\n\n<p>Level three, with <B><s>[b]</s>BBCode<e>[/b]</e></B> and <URL url="https://example.org/a_b"><s>[</s>a link<e>](https://example.org/a_b)</e></URL></p></r>', NULL, NULL, 0, 1),
    (6, 2, 5, '2024-02-01 11:40:00', 9, 'comment', '<t><p>هذا رد بالعربية في أعلى الشجرة.</p></t>', NULL, NULL, 0, 1),
    (7, 2, 6, '2024-02-01 11:50:00', 2, 'discussionRenamed', '["Borrowing","Borrowing from a nested reply"]', NULL, NULL, 0, 1),
    (8, 2, 7, '2024-02-01 11:55:00', 3, 'comment', '<r><p>Here:</p>\n\n<p><UPL-IMAGE-PREVIEW alt="map" url="https://forum.example.org/assets/files/2024-02-01/1706780000-1-map.png" uuid="aa-bb">[upl-image-preview uuid=aa-bb url=https://forum.example.org/assets/files/2024-02-01/1706780000-1-map.png alt=map]</UPL-IMAGE-PREVIEW></p></r>', NULL, NULL, 0, 1),
    (9, 2, 8, '2024-02-01 11:56:00', 4, 'comment', '<t><p>Buy watches</p></t>', NULL, '2024-02-01 12:00:00', 0, 1),
    (10, 2, 9, '2024-02-01 11:57:00', NULL, 'comment', '<r><p><POSTMENTION discussionid="1" displayname="admin" id="1" number="1">@"admin"#p1</POSTMENTION> See there. <USERMENTION displayname="Grace Hopper" id="2">@"Grace Hopper"#2</USERMENTION></p></r>', NULL, NULL, 0, 1),
    (11, 2, 10, '2024-02-01 11:58:00', 7, 'comment', '<t><p>May I?</p></t>', NULL, NULL, 1, 0),
    (12, 2, 11, '2024-02-01 11:59:00', 3, 'comment', '<t><p>For some alone</p></t>', NULL, NULL, 1, 1),
    (13, 2, 12, '2024-02-01 12:00:00', 3, 'comment', NULL, NULL, NULL, 0, 1),
    (20, 3, 1, '2024-02-01 12:00:00', 2, 'comment', '<t><p>Secret of the staff</p></t>', NULL, NULL, 0, 1),
    (21, 4, 1, '2024-02-01 13:00:00', 4, 'comment', '<t><p>Cheap</p></t>', NULL, NULL, 0, 1),
    (22, 5, 1, '2024-02-01 14:00:00', 3, 'comment', '<t><p>Done</p></t>', NULL, NULL, 0, 1),
    (23, 6, 1, '2024-02-01 15:00:00', 3, 'comment', '<t><p>Nowhere</p></t>', NULL, NULL, 0, 1),
    (24, 7, 1, '2024-02-01 16:00:00', 3, 'comment', '<t><p>Psst</p></t>', NULL, NULL, 0, 1),
    (25, 8, 1, '2024-02-01 17:00:00', 7, 'comment', '<t><p>First</p></t>', NULL, NULL, 1, 0),
    (26, 9, 1, '2024-02-01 18:00:00', 2, 'comment', '<t><p>Both</p></t>', NULL, NULL, 0, 1),
    (27, 10, 1, '2024-02-01 19:00:00', NULL, 'comment', '<t><p>For members</p></t>', NULL, NULL, 0, 1),
    (28, 11, 1, '1965-03-04 05:06:07', 10, 'comment', '<t><p>Early</p></t>', NULL, NULL, 0, 1);
INSERT INTO flarum_post_likes (post_id, user_id) VALUES (2, 1), (2, 2), (3, 3), (4, 1), (9, 4);
INSERT INTO flarum_tag_user (user_id, tag_id, subscription) VALUES (3, 3, 'follow'), (3, 1, 'ignore'), (2, 2, NULL);
INSERT INTO flarum_dialogs VALUES (1, 'direct'), (2, 'direct');
INSERT INTO flarum_dialog_messages (id, dialog_id, user_id, content, created_at) VALUES
    (1, 1, 3, '<t><p>Hi Grace</p></t>', '2024-03-01 10:00:00'),
    (2, 1, 2, '<r><p>Hi <STRONG><s>**</s>Zoe<e>**</e></STRONG></p></r>', '2024-03-01 10:01:00'),
    (3, 1, 3, '<t><p>Bye</p></t>', '2024-03-01 10:02:00'),
    (4, 2, 3, '<t><p>Hi both</p></t>', '2024-03-01 10:03:00');
INSERT INTO flarum_dialog_user (dialog_id, user_id, joined_at, last_read_message_id) VALUES
    (1, 2, '2024-03-01 10:00:00', 2), (1, 3, '2024-03-01 10:00:00', 3), (2, 1, '2024-03-01 10:03:00', 0),
    (2, 2, '2024-03-01 10:03:00', 0), (2, 3, '2024-03-01 10:03:00', 4);
