//! What an account leaves behind that goes.

use std::{thread, time::Duration};

use database::DatabaseUrl;
use diesel::{Connection, PgConnection, connection::SimpleConnection};
use forums::ForumRepository;
use infrastructure::maintenance;
use infrastructure::{
    DbForums, DbMessages, DbModeration, DbPosts, DbReplies, DbUsers, maintenance::Backup,
};
use kernel::{ByName, Limit, PageRequest, ReplyId, UserId, VoteCommand};
use messages::{Block, MessageRepository};
use moderation::ModerationRepository;
use posts::{NewPost, PostRepository};
use replies::ReplyRepository;
use users::{DeleteOutcome, NewAccount, UserRepository, Username, default_avatar};

use crate::{
    community::Community,
    posts::content,
    support::{ACT, HASH, T0, TestDb, contract, postgres, sixteen_at_once, sqlite},
    texts::{add_post, add_reply},
};

contract! {
    counters_are_right_after_a_deletion,
    content_stays_as_deleted_user,
    a_deleted_account_is_found_nowhere,
    a_deleted_username_stays_reserved,
    mentions_of_a_deleted_account_are_no_links,
    the_last_admin_cannot_be_deleted,
    a_changed_password_prevents_the_deletion,
    a_deletion_is_atomic,
    many_votes_go_in_parts_and_leave_the_counters_right,
    many_accounts_can_be_deleted_at_once,
    a_founder_can_leave_while_losing_moderation,
    content_of_deleted_accounts_is_backed_up,
    every_table_with_users_handles_deletion,
}

fn leave(db: &TestDb, id: UserId) -> DeleteOutcome {
    DbUsers(db.database.clone()).delete(id, HASH, T0).unwrap()
}

fn count(db: &TestDb, rows: &str) -> i64 {
    db.number(&format!("SELECT count(*) AS n FROM {rows}"))
}

fn is_sound(db: &TestDb) {
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn counters_are_right_after_a_deletion(db: &TestDb) {
    let [_, bob, eve] = Community::of(db).people;
    for leaver in [bob, eve] {
        assert!(count(db, &format!("post_votes WHERE user_id = {leaver}")) > 0);
        assert!(count(db, &format!("reply_votes WHERE user_id = {leaver}")) > 0);
        assert!(count(db, &format!("contacts WHERE peer_id = {leaver}")) > 0);
        assert_eq!(leave(db, leaver), DeleteOutcome::Deleted);
        is_sound(db);
    }
}

fn content_stays_as_deleted_user(db: &TestDb) {
    let [_, bob, _] = Community::of(db).people;
    let shown = || (count(db, "shown_posts"), count(db, "shown_replies"));
    let before = shown();
    let of_bob = count(db, &format!("shown_posts WHERE author_id = {bob}"));
    assert!(of_bob > 0);
    leave(db, bob);
    assert_eq!(shown(), before);
    let nobody = "JOIN users u ON u.id = author_id WHERE u.username = '[deleted]'";
    assert_eq!(count(db, &format!("posts {nobody}")), of_bob);
}

fn a_deleted_account_is_found_nowhere(db: &TestDb) {
    let [ann, bob, _] = Community::of(db).people;
    let users = DbUsers(db.database.clone());
    let messages = DbMessages(db.database.clone());
    messages.block(Block { owner: ann, peer: bob }, T0).unwrap();
    assert_eq!(count(db, "login_failures WHERE subject LIKE '%:bob'"), 1);
    leave(db, bob);
    assert_eq!(users.find(bob).unwrap(), None);
    assert_eq!(users.credentials_by_name("bob").unwrap(), None);
    for (table, column) in [
        ("username_parts", "user_id"),
        ("favorites", "user_id"),
        ("forum_moderators", "user_id"),
        ("post_votes", "user_id"),
        ("reply_votes", "user_id"),
        ("messages", "sender_id"),
        ("messages", "recipient_id"),
        ("contacts", "owner_id"),
        ("contacts", "peer_id"),
        ("blocks", "owner_id"),
        ("blocks", "peer_id"),
        ("recovery_codes", "user_id"),
        ("sessions", "user_id"),
        ("drafts", "user_id"),
        ("saved", "user_id"),
        ("forums", "author_id"),
        ("posts", "author_id"),
        ("replies", "author_id"),
        ("images", "owner_id"),
    ] {
        assert_eq!(count(db, &format!("{table} WHERE {column} = {bob}")), 0, "{table}.{column}");
    }
    assert_eq!(count(db, "login_failures WHERE subject LIKE '%:bob'"), 0);
    // The stand-in for deleted accounts is no member.
    let page = PageRequest { after: None::<ByName>, limit: Limit::default() };
    let others = users.search_users(ann, "", &page).unwrap().items;
    let names: Vec<_> = others.iter().map(|other| &*other.username).collect();
    assert_eq!(names, ["eve.3", "mallory"]);
    let people = DbModeration(db.database.clone()).search_non_admins("", T0, &page).unwrap().items;
    assert_eq!(people.len(), 2);
    assert_eq!(users.credentials_by_name("[deleted]").unwrap(), None);
}

fn a_deleted_username_stays_reserved(db: &TestDb) {
    let [_, bob, _] = Community::of(db).people;
    leave(db, bob);
    let account = |name| NewAccount {
        username: Username::parse(name).unwrap(),
        password_hash: HASH.to_owned(),
        image: default_avatar(),
        code_digests: vec![],
        created_at: T0,
    };
    let users = DbUsers(db.database.clone());
    for name in ["bob", "BoB"] {
        assert_eq!(users.insert(&account(name)).unwrap(), None);
    }
    assert!(users.insert(&account("bobby")).unwrap().is_some());
    assert_eq!(count(db, "former_names WHERE name_hash LIKE '%bob%'"), 0);
    is_sound(db);
}

fn mentions_of_a_deleted_account_are_no_links(db: &TestDb) {
    let [ann, bob, eve] = Community::of(db).people;
    let forum = db.add_forum(ann, "Boats");
    let text = "@bob and @BOB ask @eve.3";
    let posts: Vec<_> = (0..60).map(|_| add_post(db, ann, forum, text).id).collect();
    let reply = add_reply(db, ann, posts[0], text).id;
    leave(db, bob);
    let link = r#"<a class="mention" href="/u/eve.3" rel="nofollow ugc noopener">@eve.3</a>"#;
    let html = format!("<p>@bob and @BOB ask {link}</p>\n");
    for (table, id) in [("posts", posts[0].0), ("posts", posts[59].0), ("replies", reply.0)] {
        let stored = format!("{table} WHERE id = {id} AND html = '{html}'");
        assert_eq!(count(db, &stored), 1, "{table} {id}");
    }
    assert_eq!(count(db, &format!("post_mentions WHERE user_id = {eve}")), 60);
    is_sound(db);
}

fn the_last_admin_cannot_be_deleted(db: &TestDb) {
    let [ann, bob, eve] = Community::of(db).people;
    let moderation = DbModeration(db.database.clone());
    assert_eq!(leave(db, ann), DeleteOutcome::LastAdmin);
    moderation.make_admin(bob, &ACT).unwrap();
    moderation.ban(bob, None, &ACT).unwrap();
    assert_eq!(leave(db, ann), DeleteOutcome::LastAdmin, "one who is banned is none");
    moderation.unban(bob, &ACT).unwrap();
    assert_eq!(leave(db, ann), DeleteOutcome::Deleted);
    assert_eq!(leave(db, bob), DeleteOutcome::LastAdmin);
    assert_eq!(leave(db, eve), DeleteOutcome::Deleted, "who is no admin may always go");
}

fn a_changed_password_prevents_the_deletion(db: &TestDb) {
    let [_, bob, _] = Community::of(db).people;
    let users = DbUsers(db.database.clone());
    assert_eq!(users.delete(bob, "another", T0).unwrap(), DeleteOutcome::PasswordChanged);
    assert!(users.find(bob).unwrap().is_some());
    leave(db, bob);
    assert_eq!(leave(db, bob), DeleteOutcome::PasswordChanged, "it is gone already");
}

fn a_deletion_is_atomic(db: &TestDb) {
    let [_, bob, _] = Community::of(db).people;
    let votes = count(db, &format!("post_votes WHERE user_id = {bob}"));
    db.break_deletes("users");
    assert!(DbUsers(db.database.clone()).delete(bob, HASH, T0).is_err());
    assert_eq!(count(db, &format!("post_votes WHERE user_id = {bob}")), votes);
    is_sound(db);
}

fn many_votes_go_in_parts_and_leave_the_counters_right(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let forum = db.add_forum(ann, "Gardening");
    let posts = DbPosts::new(db.database.clone());
    for nth in 0..450 {
        let content = content("Beds", "Six of them");
        let new = NewPost { request: None, forum, author: ann, content, created_at: T0 };
        let post = posts.insert(&new).unwrap().inserted().unwrap().id;
        let command = if nth % 3 == 0 { VoteCommand::Downvote } else { VoteCommand::Upvote };
        posts.vote(post, bob, command, T0).unwrap().done().unwrap();
    }
    let votes = || count(db, &format!("post_votes WHERE user_id = {bob}"));
    let users = DbUsers(db.database.clone());
    assert_eq!(users.delete(bob, "another", T0).unwrap(), DeleteOutcome::PasswordChanged);
    assert_eq!(votes(), 450);
    db.break_deletes("users");
    assert!(users.delete(bob, HASH, T0).is_err());
    assert_eq!(votes(), 50, "who tries again goes on there");
    is_sound(db);
}

/// All of them vote on the same things, some while others leave.
fn many_accounts_can_be_deleted_at_once(db: &TestDb) {
    let community = Community::of(db);
    let (post, reply) = community.write(7);
    let people: Vec<_> = (0..16).map(|number| db.add_user(&format!("guest-{number}"))).collect();
    let (posts, replies) = (DbPosts::new(db.database.clone()), DbReplies(db.database.clone()));
    let before = posts.find(post).unwrap().unwrap().votes;
    sixteen_at_once(|number| {
        let guest = people[number as usize];
        posts.vote(post, guest, VoteCommand::Upvote, T0).unwrap();
        replies.vote(reply, guest, VoteCommand::Downvote, T0).unwrap();
        assert_eq!(leave(db, guest), DeleteOutcome::Deleted);
    });
    assert_eq!(posts.find(post).unwrap().unwrap().votes, before);
    is_sound(db);
}

/// None waits for another in a circle: each of them gets through.
fn a_founder_can_leave_while_losing_moderation(db: &TestDb) {
    let forums = DbForums(db.database.clone());
    let moderation = DbModeration(db.database.clone());
    let founders: Vec<_> = (0..8).map(|number| db.add_user(&format!("guest-{number}"))).collect();
    let founded: Vec<Vec<_>> = founders
        .iter()
        .enumerate()
        .map(|(nth, &founder)| {
            let found = |step| {
                let forum = db.add_forum(founder, &format!("Topic {nth} {step}"));
                moderation.add_moderator(forum, founders[(nth + step) % 8], &ACT).unwrap();
                forum
            };
            (0..8).map(found).collect()
        })
        .collect();
    sixteen_at_once(|number| {
        let nth = number as usize / 2;
        if number % 2 == 0 {
            assert_eq!(leave(db, founders[nth]), DeleteOutcome::Deleted);
            return;
        }
        for (step, &forum) in founded[nth].iter().enumerate() {
            if step % 2 == 0 {
                moderation.remove_moderator(forum, founders[nth], true, &ACT).unwrap();
            } else {
                forums.delete(forum, &ACT).unwrap();
            }
        }
    });
    is_sound(db);
}

fn content_of_deleted_accounts_is_backed_up(db: &TestDb) {
    let [_, bob, _] = Community::of(db).people;
    leave(db, bob);
    let folder = test_databases::folder();
    let file = folder.path().join("backup");
    maintenance::backup(&db.database, &file, T0, &|_, _| ()).unwrap();
    for other in [sqlite(), postgres()] {
        maintenance::restore(&other.database, &Backup::open(&file).unwrap(), &|_, _| ()).unwrap();
        assert_eq!(
            maintenance::content_hash(&other.database).unwrap(),
            maintenance::content_hash(&db.database).unwrap()
        );
        is_sound(&other);
        // Its ids go on where they were.
        assert!(other.add_user("zoe") > bob);
    }
}

/// New tables cascade by their foreign key; content loses its author instead.
fn every_table_with_users_handles_deletion(db: &TestDb) {
    let holding = match db.url() {
        DatabaseUrl::Sqlite(_) => {
            "SELECT count(*) AS n FROM sqlite_master t, pragma_foreign_key_list(t.name) k
             WHERE t.type = 'table' AND k.\"table\" = 'users' AND k.on_delete <> 'CASCADE'"
        }
        DatabaseUrl::Postgres(_) => {
            "SELECT count(*) AS n FROM pg_constraint
             WHERE contype = 'f' AND confrelid = 'users'::regclass AND confdeltype <> 'c'"
        }
    };
    let authors = ["forums", "posts", "post_revisions", "replies", "reply_revisions", "images"];
    let (actors_of_notifications, assignees_of_reports, people_of_the_log) = (3, 1, 2);
    let (who_banned_from_forums, authors_of_reported_texts) = (1, 1);
    let (actors_of_merged_replies, who_added_members, who_invited) = (1, 1, 1);
    let others = actors_of_notifications
        + assignees_of_reports
        + people_of_the_log
        + who_banned_from_forums
        + authors_of_reported_texts
        + actors_of_merged_replies
        + who_added_members
        + who_invited;
    assert_eq!(db.number(holding), authors.len() as i64 + others);
}

/// Votes are taken back in two updates of a reply, the second of which checks its reference to the post.
#[test]
fn a_deletion_waits_for_the_post_of_a_voted_reply() {
    let db = postgres();
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let post = db.add_post(ann, db.add_forum(ann, "Gardening"));
    db.run(&format!(
        "INSERT INTO replies (id, post_id, parent_id, author_id, depth, description, created_at)
            VALUES (1, {post}, 0, {ann}, 0, 'Text', 0)"
    ));
    DbReplies(db.database.clone()).vote(ReplyId(1), bob, VoteCommand::Upvote, T0).unwrap();
    let DatabaseUrl::Postgres(url) = db.url() else { unreachable!() };
    let mut removal = PgConnection::establish(url).unwrap();
    removal.batch_execute("BEGIN; SELECT id FROM posts FOR UPDATE").unwrap();
    thread::scope(|scope| {
        let deletion = scope.spawn(|| leave(&db, bob));
        while count(&db, "pg_stat_activity WHERE wait_event_type = 'Lock'") == 0 {
            thread::sleep(Duration::from_millis(10));
        }
        removal.batch_execute("SELECT id FROM replies FOR UPDATE; COMMIT").unwrap();
        assert_eq!(deletion.join().unwrap(), DeleteOutcome::Deleted);
    });
}
