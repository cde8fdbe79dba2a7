-- The columns that are read, of the tables of phpBB 3.3 (its migrations and phpbb/db/tools/tools.php), with rows as its
-- code and install/schemas/schema_data.sql write them.
SET sql_mode = '';
SET NAMES utf8mb4;
ALTER DATABASE CHARACTER SET utf8mb3 COLLATE utf8mb3_bin;
CREATE TABLE phpbb_config (config_name VARCHAR(255) NOT NULL PRIMARY KEY, config_value VARCHAR(255) NOT NULL DEFAULT '');
CREATE TABLE phpbb_users (
    user_id INT(10) UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, user_type TINYINT(2) NOT NULL DEFAULT 0,
    user_regdate INT(11) UNSIGNED NOT NULL DEFAULT 0, username VARCHAR(255) NOT NULL DEFAULT '',
    username_clean VARCHAR(255) NOT NULL DEFAULT '', user_password VARCHAR(255) NOT NULL DEFAULT '',
    user_email VARCHAR(100) NOT NULL DEFAULT '', user_inactive_reason TINYINT(2) NOT NULL DEFAULT 0,
    user_avatar VARCHAR(255) NOT NULL DEFAULT '', user_avatar_type VARCHAR(255) NOT NULL DEFAULT '',
    UNIQUE KEY username_clean (username_clean));
CREATE TABLE phpbb_groups (
    group_id MEDIUMINT(8) UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, group_type TINYINT(4) NOT NULL DEFAULT 1,
    group_name VARCHAR(255) NOT NULL DEFAULT '');
CREATE TABLE phpbb_user_group (
    group_id MEDIUMINT(8) UNSIGNED NOT NULL DEFAULT 0, user_id INT(10) UNSIGNED NOT NULL DEFAULT 0,
    group_leader TINYINT(1) UNSIGNED NOT NULL DEFAULT 0, user_pending TINYINT(1) UNSIGNED NOT NULL DEFAULT 1);
CREATE TABLE phpbb_banlist (
    ban_id INT(10) UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, ban_userid INT(10) UNSIGNED NOT NULL DEFAULT 0,
    ban_ip VARCHAR(40) NOT NULL DEFAULT '', ban_email VARCHAR(100) NOT NULL DEFAULT '',
    ban_start INT(11) UNSIGNED NOT NULL DEFAULT 0, ban_end INT(11) UNSIGNED NOT NULL DEFAULT 0,
    ban_exclude TINYINT(1) UNSIGNED NOT NULL DEFAULT 0, ban_reason VARCHAR(255) NOT NULL DEFAULT '',
    ban_give_reason VARCHAR(255) NOT NULL DEFAULT '');
CREATE TABLE phpbb_acl_options (
    auth_option_id MEDIUMINT(8) UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, auth_option VARCHAR(50) NOT NULL DEFAULT '',
    is_global TINYINT(1) UNSIGNED NOT NULL DEFAULT 0, is_local TINYINT(1) UNSIGNED NOT NULL DEFAULT 0);
CREATE TABLE phpbb_acl_roles (
    role_id MEDIUMINT(8) UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, role_name VARCHAR(255) NOT NULL DEFAULT '');
CREATE TABLE phpbb_acl_roles_data (
    role_id MEDIUMINT(8) UNSIGNED NOT NULL DEFAULT 0, auth_option_id MEDIUMINT(8) UNSIGNED NOT NULL DEFAULT 0,
    auth_setting TINYINT(2) NOT NULL DEFAULT 0, PRIMARY KEY (role_id, auth_option_id));
CREATE TABLE phpbb_acl_groups (
    group_id MEDIUMINT(8) UNSIGNED NOT NULL DEFAULT 0, forum_id MEDIUMINT(8) UNSIGNED NOT NULL DEFAULT 0,
    auth_option_id MEDIUMINT(8) UNSIGNED NOT NULL DEFAULT 0, auth_role_id MEDIUMINT(8) UNSIGNED NOT NULL DEFAULT 0,
    auth_setting TINYINT(2) NOT NULL DEFAULT 0);
CREATE TABLE phpbb_acl_users (
    user_id INT(10) UNSIGNED NOT NULL DEFAULT 0, forum_id MEDIUMINT(8) UNSIGNED NOT NULL DEFAULT 0,
    auth_option_id MEDIUMINT(8) UNSIGNED NOT NULL DEFAULT 0, auth_role_id MEDIUMINT(8) UNSIGNED NOT NULL DEFAULT 0,
    auth_setting TINYINT(2) NOT NULL DEFAULT 0);
CREATE TABLE phpbb_forums (
    forum_id MEDIUMINT(8) UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, parent_id MEDIUMINT(8) UNSIGNED NOT NULL DEFAULT 0,
    left_id MEDIUMINT(8) UNSIGNED NOT NULL DEFAULT 0, forum_name VARCHAR(255) NOT NULL DEFAULT '',
    forum_desc TEXT CHARACTER SET latin1, forum_desc_uid VARCHAR(8) NOT NULL DEFAULT '',
    forum_link VARCHAR(255) NOT NULL DEFAULT '', forum_password VARCHAR(255) NOT NULL DEFAULT '',
    forum_type TINYINT(4) NOT NULL DEFAULT 0);
CREATE TABLE phpbb_forums_watch (
    forum_id MEDIUMINT(8) UNSIGNED NOT NULL DEFAULT 0, user_id INT(10) UNSIGNED NOT NULL DEFAULT 0,
    notify_status TINYINT(1) UNSIGNED NOT NULL DEFAULT 0);
CREATE TABLE phpbb_topics (
    topic_id INT(10) UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, forum_id MEDIUMINT(8) UNSIGNED NOT NULL DEFAULT 0,
    topic_title VARCHAR(255) NOT NULL DEFAULT '', topic_poster INT(10) UNSIGNED NOT NULL DEFAULT 0,
    topic_time INT(11) UNSIGNED NOT NULL DEFAULT 0, topic_status TINYINT(3) NOT NULL DEFAULT 0,
    topic_type TINYINT(3) NOT NULL DEFAULT 0, topic_visibility TINYINT(3) NOT NULL DEFAULT 0,
    topic_first_post_id INT(10) UNSIGNED NOT NULL DEFAULT 0, topic_moved_id INT(10) UNSIGNED NOT NULL DEFAULT 0);
CREATE TABLE phpbb_posts (
    post_id INT(10) UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, topic_id INT(10) UNSIGNED NOT NULL DEFAULT 0,
    forum_id MEDIUMINT(8) UNSIGNED NOT NULL DEFAULT 0, poster_id INT(10) UNSIGNED NOT NULL DEFAULT 0,
    post_time INT(11) UNSIGNED NOT NULL DEFAULT 0, post_username VARCHAR(255) NOT NULL DEFAULT '', post_text MEDIUMTEXT,
    bbcode_uid VARCHAR(8) NOT NULL DEFAULT '', post_edit_time INT(11) UNSIGNED NOT NULL DEFAULT 0,
    post_visibility TINYINT(3) NOT NULL DEFAULT 0);
CREATE TABLE phpbb_attachments (
    attach_id INT(10) UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, post_msg_id INT(10) UNSIGNED NOT NULL DEFAULT 0,
    in_message TINYINT(1) UNSIGNED NOT NULL DEFAULT 0, is_orphan TINYINT(1) UNSIGNED NOT NULL DEFAULT 1,
    physical_filename VARCHAR(255) NOT NULL DEFAULT '', real_filename VARCHAR(255) NOT NULL DEFAULT '');
CREATE TABLE phpbb_privmsgs (
    msg_id INT(10) UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, author_id INT(10) UNSIGNED NOT NULL DEFAULT 0,
    message_time INT(11) UNSIGNED NOT NULL DEFAULT 0, message_subject VARCHAR(255) NOT NULL DEFAULT '',
    message_text MEDIUMTEXT, bbcode_uid VARCHAR(8) NOT NULL DEFAULT '', to_address TEXT, bcc_address TEXT);
CREATE TABLE phpbb_privmsgs_to (
    msg_id INT(10) UNSIGNED NOT NULL DEFAULT 0, user_id INT(10) UNSIGNED NOT NULL DEFAULT 0,
    author_id INT(10) UNSIGNED NOT NULL DEFAULT 0, pm_unread TINYINT(1) UNSIGNED NOT NULL DEFAULT 1,
    folder_id INT(11) NOT NULL DEFAULT 0);

INSERT INTO phpbb_config VALUES ('avatar_salt', '5a17c0ffee');
INSERT INTO phpbb_groups (group_id, group_name, group_type) VALUES
    (1, 'GUESTS', 3), (2, 'REGISTERED', 3), (3, 'REGISTERED_COPPA', 3), (4, 'GLOBAL_MODERATORS', 3),
    (5, 'ADMINISTRATORS', 3), (6, 'BOTS', 3), (8, 'Board', 1), (9, 'Banished', 1);
-- Every account has the password of the tests, which phpBB hashed with entities: Tom &amp; &quot;Jerry&quot; &lt;3
INSERT INTO phpbb_users (user_id, user_type, user_regdate, username, username_clean, user_password, user_email,
        user_inactive_reason, user_avatar, user_avatar_type) VALUES
    (1, 2, 1262304000, 'Anonymous', 'anonymous', '', '', 0, '', ''),
    (2, 3, 1262304000, 'root', 'root', '$2y$10$abcdefghijklmnopqrstuuV0i.ZZxBvNh5nnX0lFN.2c0dZ5MLOam', 'root@example.org', 0, '', ''),
    (3, 0, 1262390400, 'Tom &amp; Jerry', 'tom &amp; jerry', '$2y$10$abcdefghijklmnopqrstuuV0i.ZZxBvNh5nnX0lFN.2c0dZ5MLOam', 'tom@example.org', 0, '3_1700000000.png', 'avatar.driver.upload'),
    (4, 0, 1262476800, 'mod', 'mod', '$2y$10$abcdefghijklmnopqrstuuV0i.ZZxBvNh5nnX0lFN.2c0dZ5MLOam', 'mod@example.org', 0, '', ''),
    (5, 0, 1262563200, 'spammer', 'spammer', '$2y$10$abcdefghijklmnopqrstuuV0i.ZZxBvNh5nnX0lFN.2c0dZ5MLOam', 'spam@example.org', 0, '', ''),
    (6, 0, 1262649600, 'resting', 'resting', '$2y$10$abcdefghijklmnopqrstuuV0i.ZZxBvNh5nnX0lFN.2c0dZ5MLOam', 'rest@example.org', 0, '', ''),
    (7, 0, 1262736000, 'forgiven', 'forgiven', '$2y$10$abcdefghijklmnopqrstuuV0i.ZZxBvNh5nnX0lFN.2c0dZ5MLOam', 'forgiven@example.org', 0, '', ''),
    (8, 1, 1262822400, 'shut', 'shut', '$2y$10$abcdefghijklmnopqrstuuV0i.ZZxBvNh5nnX0lFN.2c0dZ5MLOam', 'shut@example.org', 3, '', ''),
    (9, 1, 0, 'never came', 'never came', '', 'never@example.org', 1, '', ''),
    (10, 2, 1262304000, 'Google [Bot]', 'google [bot]', '', '', 0, '', ''),
    (11, 0, 1262908800, 'Änne', 'anne', '$2y$10$abcdefghijklmnopqrstuuV0i.ZZxBvNh5nnX0lFN.2c0dZ5MLOam', 'anne@example.org', 0, '', ''),
    (12, 0, 1262995200, 'Anne', 'anne2', '$2y$10$abcdefghijklmnopqrstuuV0i.ZZxBvNh5nnX0lFN.2c0dZ5MLOam', 'anne@example.org', 0, 'ann@example.org', 'avatar.driver.gravatar');
INSERT INTO phpbb_user_group (group_id, user_id, user_pending) VALUES
    (1, 1, 0), (2, 2, 0), (4, 2, 0), (5, 2, 0), (2, 3, 0), (2, 4, 0), (2, 5, 0), (2, 6, 0), (2, 7, 0), (2, 8, 0), (2, 11, 0),
    (2, 12, 0), (8, 3, 0), (8, 4, 1), (8, 6, 0), (9, 6, 0), (6, 10, 0);
INSERT INTO phpbb_banlist (ban_userid, ban_ip, ban_end, ban_exclude, ban_reason, ban_give_reason) VALUES
    (5, '', 0, 0, 'noted by us', 'Sells &quot;watches&quot;'), (6, '', 4102444800, 0, 'needs a rest', ''),
    (7, '', 1300000000, 0, 'was long ago', ''), (0, '10.0.0.1', 0, 0, '', ''), (4, '', 0, 1, '', '');
INSERT INTO phpbb_acl_options (auth_option_id, auth_option, is_local, is_global) VALUES
    (1, 'f_', 1, 0), (2, 'f_list', 1, 0), (3, 'f_read', 1, 0), (4, 'm_', 1, 1), (5, 'm_delete', 1, 1), (6, 'a_', 0, 1);
INSERT INTO phpbb_acl_roles VALUES (10, 'ROLE_MOD_FULL'), (14, 'ROLE_FORUM_FULL'), (16, 'ROLE_FORUM_NOACCESS');
INSERT INTO phpbb_acl_roles_data VALUES (10, 4, 1), (10, 5, 1), (14, 1, 1), (14, 2, 1), (14, 3, 1), (16, 1, 0);
-- Global moderators by their group. Forums: 1 and 2 for all, 3 for members, 4 for a group of which one is kept away, 5 with
-- a password, 6 a link.
INSERT INTO phpbb_acl_groups (group_id, forum_id, auth_option_id, auth_role_id, auth_setting) VALUES
    (4, 0, 0, 10, 0), (1, 1, 0, 14, 0), (2, 1, 0, 14, 0), (1, 2, 3, 0, 1), (2, 2, 0, 14, 0), (1, 3, 0, 16, 0), (2, 3, 0, 14, 0),
    (2, 4, 0, 16, 0), (8, 4, 0, 14, 0), (9, 4, 3, 0, 0), (1, 5, 0, 14, 0), (2, 5, 0, 14, 0), (1, 6, 0, 14, 0);
INSERT INTO phpbb_acl_users VALUES (4, 2, 0, 10, 0), (7, 4, 3, 0, 1);
INSERT INTO phpbb_forums (forum_id, parent_id, left_id, forum_name, forum_desc, forum_desc_uid, forum_password, forum_type) VALUES
    (1, 0, 1, 'Crafts', '', '', '', 0),
    (2, 1, 2, 'Maps &amp; &lt;charts&gt;', '<r>All about <B><s>[b]</s>maps<e>[/b]</e></B></r>', '', '', 1),
    (3, 0, 5, 'For members', '[i:2x7abcde]Old[/i:2x7abcde] form', '2x7abcde', '', 1),
    (4, 0, 7, 'Board', '', '', '', 1), (5, 0, 9, 'With a password', '', '', '$2y$10$x', 1), (6, 0, 11, 'Elsewhere', '', '', '', 2),
    (7, 2, 3, 'Café', '', '', '', 1);
-- Bytes of Latin-1, where phpBB expects UTF-8.
UPDATE phpbb_forums SET forum_desc = x'436166E920FF' WHERE forum_id = 7;
INSERT INTO phpbb_forums_watch VALUES (2, 3, 0);
INSERT INTO phpbb_topics (topic_id, forum_id, topic_title, topic_poster, topic_time, topic_status, topic_type,
        topic_visibility, topic_first_post_id, topic_moved_id) VALUES
    (1, 2, 'A map of Köln &#x1F5FA; &amp; &lt;b&gt;', 3, 1300000000, 0, 0, 1, 1, 0),
    (2, 2, 'Rules', 2, 1300000100, 1, 2, 1, 20, 0), (3, 3, 'Only members', 4, 1300000200, 0, 0, 1, 21, 0),
    (4, 4, 'For the board', 3, 1300000300, 0, 1, 1, 22, 0), (5, 2, 'Removed', 5, 1300000400, 0, 0, 2, 23, 0),
    (6, 2, 'Waits', 11, 1300000500, 0, 0, 0, 24, 0), (7, 2, 'Moved', 3, 1300000600, 2, 0, 1, 1, 1),
    (8, 2, 'Of a guest', 1, 0, 0, 0, 1, 25, 0), (9, 5, 'Behind the password', 4, 1300000800, 0, 0, 1, 26, 0),
    (10, 99, 'Its forum is gone', 3, 1300000900, 0, 0, 1, 0, 0);
INSERT INTO phpbb_posts (post_id, topic_id, forum_id, poster_id, post_time, post_username, post_text, bbcode_uid,
        post_edit_time, post_visibility) VALUES
    (1, 1, 2, 3, 1300000000, '', '<r>Look: <ATTACHMENT filename="map.png" index="1"><s>[attachment=1]</s>map.png<e>[/attachment]</e></ATTACHMENT> 2*3*4 = <B><s>[b]</s>24<e>[/b]</e></B> <E>:)</E></r>', '', 1300000050, 1),
    (2, 1, 2, 4, 1300000010, '', '<r><QUOTE author="Tom &amp; Jerry" post_id="1" time="1300000000" user_id="3"><s>[quote="Tom &amp; Jerry" post_id=1 time=1300000000 user_id=3]</s>Look<e>[/quote]</e></QUOTE>\nFine <EMOJI seq="1f600" tseq="1f600">&#128512;</EMOJI></r>', '', 0, 1),
    (3, 1, 2, 3, 1300000020, '', '<r><QUOTE author="mod" post_id="2" time="1300000010" user_id="4"><s>[quote=mod post_id=2 time=1300000010 user_id=4]</s><QUOTE author="Tom"><s>[quote=Tom]</s>Look<e>[/quote]</e></QUOTE>\nFine<e>[/quote]</e></QUOTE>\n<LIST><s>[list]</s>\n<LI><s>[*]</s>one</LI>\n<LI><s>[*]</s>two</LI>\n<e>[/list]</e></LIST></r>', '', 0, 1),
    (4, 1, 2, 999, 1300000030, '', '<t>هذا رد بالعربية</t>', '', 0, 1),
    (5, 1, 2, 5, 1300000040, '', '<t>Buy watches</t>', '', 0, 2),
    (6, 1, 2, 11, 1300000045, '', '[quote=&quot;mod&quot;:2x7abcde]Fine[/quote:2x7abcde]<br />Old [b:2x7abcde]form[/b:2x7abcde] <!-- s:) --><img src="{SMILIES_PATH}/s.gif" alt=":)" title="Smile" /><!-- s:) -->', '2x7abcde', 0, 1),
    (7, 1, 2, 4, 1300000046, '', '<r><CODE><s>[code]</s>a[b]x[/b] *p<e>[/code]</e></CODE> and <URL url="https://example.org/a_b*c">https://example.org/a_b*c</URL></r>', '', 0, 1),
    (20, 2, 2, 2, 1300000100, '', '<t>Be kind.</t>', '', 0, 1), (21, 3, 3, 4, 1300000200, '', '<t>Members</t>', '', 0, 1),
    (22, 4, 4, 3, 1300000300, '', '<t>Board</t>', '', 0, 1), (23, 5, 2, 5, 1300000400, '', '<t>Spam</t>', '', 0, 2),
    (24, 6, 2, 11, 1300000500, '', '<t>Please</t>', '', 0, 0), (25, 8, 2, 1, 0, 'Guest', '<t>From nobody</t>', '', 0, 1),
    (26, 9, 5, 4, 1300000800, '', '<t>Password</t>', '', 0, 1), (27, 77, 2, 4, 1300000900, '', '<t>Its topic is gone</t>', '', 0, 1);
INSERT INTO phpbb_attachments (attach_id, post_msg_id, in_message, is_orphan, physical_filename, real_filename) VALUES
    (1, 1, 0, 0, '3_0cc175b9c0f1b6a831c399e269772661', 'map.png'),
    (2, 1, 0, 0, '3_92eb5ffee6ae2fec3ad71c777531578f', 'notes &amp; more.txt'),
    (3, 1, 0, 1, '3_4a8a08f09d37b73795649038408b5f33', 'orphan.png');
INSERT INTO phpbb_privmsgs (msg_id, author_id, message_time, message_subject, message_text, to_address, bcc_address) VALUES
    (1, 3, 1400000000, 'Tea &amp; cake', '<t>Come over</t>', 'u_4', ''),
    (2, 4, 1400000100, 'Re: Tea &amp; cake', '<r><B><s>[b]</s>Yes<e>[/b]</e></B></r>', 'u_3', ''),
    (3, 3, 1400000200, 'All', '<t>To several</t>', 'u_4:u_5', ''), (4, 3, 1400000300, 'Group', '<t>To a group</t>', 'g_8', ''),
    (5, 3, 1400000400, 'Hidden', '<t>With a copy</t>', 'u_4', 'u_5'), (6, 1, 1400000500, 'Nobody', '<t>Gone</t>', 'u_4', '');
INSERT INTO phpbb_privmsgs_to (msg_id, user_id, author_id, pm_unread, folder_id) VALUES
    (1, 4, 3, 0, 0), (1, 3, 3, 0, -1), (2, 3, 4, 1, 0), (2, 4, 4, 0, -2), (3, 4, 3, 1, 0), (3, 5, 3, 1, 0);
-- A column that an installation of MySQL 4.0 left: no text, but bytes.
ALTER TABLE phpbb_privmsgs MODIFY message_text MEDIUMBLOB;
UPDATE phpbb_privmsgs SET message_text = CONCAT('<t>Come over ', x'FFC3', '</t>') WHERE msg_id = 1;
