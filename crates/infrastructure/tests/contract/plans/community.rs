use database::Database;
use infrastructure::maintenance::{
    self, BulkFavorite, BulkForum, BulkMessage, BulkModerator, BulkPost, BulkPostVote, BulkReply,
    BulkReplyVote, BulkUser,
};
use kernel::{Role, Timestamp, Visibility, Vote};

use crate::support::{T0, TestDb};

/// As many rows as `postup-bench fill --scale 1` has, by plain arithmetic.
pub(super) fn load(database: &Database) {
    let quiet = |_| ();
    let loaded = maintenance::load(database, |loader| {
        loader.insert((1..=1_000).map(user), &quiet)?;
        loader.insert((1..=50).map(forum), &quiet)?;
        loader.insert(
            (1..=50).map(|forum_id| BulkModerator { forum_id, user_id: forum_id % 7 + 1 }),
            &quiet,
        )?;
        loader.insert((0..4_000).map(favorite), &quiet)?;
        loader.insert((1..=10_000).map(post), &quiet)?;
        loader.insert((1..=50_000).map(reply), &quiet)?;
        loader.insert((0..60_000).map(post_vote), &quiet)?;
        loader.insert((0..40_000).map(reply_vote), &quiet)?;
        loader.insert((1..=5_000).map(message), &quiet)
    });
    assert!(loaded.unwrap());
}

/// Thirty notifications for each member, of which ten are unread.
pub(super) fn notify(db: &TestDb) {
    let latest = T0.unix_millis();
    db.run(&format!(
        "INSERT INTO notifications (user_id, kind, act, subject, post_id, count, actor1_id, updated_at, read)
         WITH RECURSIVE numbers (n) AS (
             SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 29999
         )
         SELECT n % 1000 + 1, CASE n / 1000 % 5 WHEN 0 THEN 4 ELSE 2 END,
                CASE n / 1000 % 5 WHEN 0 THEN 21 ELSE 0 END,
                CASE n / 1000 % 5 WHEN 0 THEN 'm21p' ELSE 'p' END || n,
                n % 10000 + 1, 1, (n + 1) % 1000 + 1, {latest} - n * 1000, n % 3 <> 0
         FROM numbers;
         ANALYZE notifications"
    ));
}

/// Every member is banned from ten forums, from a half of them until now.
pub(super) fn ban_from_forums(db: &TestDb) {
    let latest = T0.unix_millis();
    db.run(&format!(
        "INSERT INTO forum_bans (forum_id, user_id, banned_until, by_id, at, appealed)
         WITH RECURSIVE numbers (n) AS (
             SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9999
         )
         SELECT n / 1000 + 1, n % 1000 + 1, {latest} + n % 2, 1, {latest} - n, n = 1 FROM numbers;
         ANALYZE forum_bans"
    ));
}

/// A hundred thousand reports, of which five thousand are not decided.
pub(super) fn report(db: &TestDb) {
    let latest = T0.unix_millis();
    db.run(&format!(
        "INSERT INTO reports (kind, target_id, forum_id, state, opened_at, decided_at)
         WITH RECURSIVE numbers (n) AS (
             SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 99999
         )
         SELECT 0, n + 1, n % 50 + 1, CASE WHEN n % 20 > 0 THEN 2 + n % 2 ELSE n / 20 % 2 END, {latest} + n,
             CASE WHEN n % 20 > 0 THEN {latest} + n END
         FROM numbers;
         INSERT INTO report_filings (report_id, user_id, reason, note, filed_at)
         SELECT id, id % 1000 + 1, 0, 'Note', opened_at FROM reports;
         ANALYZE reports;
         ANALYZE report_filings"
    ));
}

/// Fifty thousand acts of ten moderators, of 16 kinds, half of them about members.
pub(super) fn log(db: &TestDb) {
    let latest = T0.unix_millis();
    db.run(&format!(
        "INSERT INTO moderation_log (at, action, actor_id, forum_id, kind, target_id, post_id, user_id)
         WITH RECURSIVE numbers (n) AS (
             SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 49999
         )
         SELECT {latest} + n, n % 16 + 1, n % 10 + 1, n % 50 + 1, n % 2, n / 2 % 1000 + 1,
                CASE n % 2 WHEN 1 THEN n / 2 % 1000 + 1 END, n / 2 % 1000 + 1
         FROM numbers;
         ANALYZE moderation_log"
    ));
}

/// Ten posts and twenty replies for each member.
pub(super) fn save(db: &TestDb) {
    let at = T0.unix_millis();
    db.run(&format!(
        "INSERT INTO saved (user_id, post_id, reply_id, saved_at)
         WITH RECURSIVE numbers (n) AS (
             SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 19999
         )
         SELECT n % 1000 + 1, n % 10000 + 1, NULL, {at} FROM numbers WHERE n < 10000
         UNION ALL
         SELECT n % 1000 + 1, r.post_id, r.id, {at} FROM numbers JOIN replies r ON r.id = n + 1;
         ANALYZE saved"
    ));
}

/// One in twenty posts, with what is under them.
pub(super) fn hide(db: &TestDb) {
    let at = T0.unix_millis();
    db.run(&format!(
        "DELETE FROM post_words WHERE post_id % 20 = 3;
         UPDATE posts SET hidden_at = {at} WHERE id % 20 = 3;
         UPDATE replies SET hidden = TRUE WHERE post_id % 20 = 3;
         ANALYZE posts;
         ANALYZE replies"
    ));
}

/// One in a hundred replies.
pub(super) fn hold(db: &TestDb) {
    db.run(
        "UPDATE replies SET held = TRUE, hidden = TRUE WHERE id % 100 = 7;
         ANALYZE replies",
    );
}

/// Spread over the 21 days before [`T0`].
fn at(nth: i64, of: i64) -> Timestamp {
    Timestamp::from_unix_millis(T0.unix_millis() - (of - nth) * (21 * 86_400_000 / of))
}

fn user(id: i64) -> BulkUser {
    BulkUser {
        id,
        username: format!("Member{id}"),
        password_hash: String::new(),
        image: String::new(),
        role: Role::User,
        banned: false,
        created_at: T0,
    }
}

fn forum(id: i64) -> BulkForum {
    BulkForum {
        id,
        topic: format!("word{} {id}", id % 10),
        description: format!("word{} of it", id % 7),
        author_id: id,
        created_at: at(id, 50),
        visibility: Visibility::Public,
    }
}

fn favorite(nth: i64) -> BulkFavorite {
    BulkFavorite { user_id: nth / 4 + 1, forum_id: nth % 50 + 1, created_at: at(nth, 4_000) }
}

fn post(id: i64) -> BulkPost {
    BulkPost {
        id,
        forum_id: id * 7 % 50 + 1,
        author_id: id % 1_000 + 1,
        title: format!("word{} word{}", id % 97, id % 13),
        description: format!("word{} word{} word{}", id % 5, id % 11, id % 3),
        created_at: at(id, 10_000),
    }
}

/// Five hundred under one post, in chains; the others are spread.
fn reply(id: i64) -> BulkReply {
    let hot = id <= 500;
    let depth = if hot { (id - 1) % 5 } else { 0 };
    BulkReply {
        id,
        post_id: if hot { 5_000 } else { id * 13 % 10_000 + 1 },
        parent_id: if depth == 0 { 0 } else { id - 1 },
        author_id: id % 1_000 + 1,
        depth: depth as i16,
        description: format!("Reply {id}"),
        removed: id % 100 == 0,
        created_at: at(id, 50_000),
    }
}

fn post_vote(nth: i64) -> BulkPostVote {
    let (post_id, user_id) = (nth % 10_000 + 1, (nth / 10_000) * 100 + nth % 97 + 1);
    BulkPostVote { post_id, user_id, vote: if nth % 5 == 0 { Vote::Down } else { Vote::Up } }
}

fn reply_vote(nth: i64) -> BulkReplyVote {
    BulkReplyVote { reply_id: nth + 1, user_id: nth % 1_000 + 1, vote: Vote::Up }
}

fn message(id: i64) -> BulkMessage {
    let sender_id = id % 500 + 1;
    BulkMessage {
        id,
        sender_id,
        recipient_id: sender_id + 1 + id % 3,
        message: format!("Message {id}"),
        read: id % 3 != 0,
        sent_at: at(id, 5_000),
    }
}
