//! Flarum, with rows as its code writes them.

use import::{Kind, Source, TieKind, sources::flarum::Flarum};
use kernel::{Ban, Timestamp, Visibility};
use test_databases::{mariadb_database, run_on_mariadb};

use super::{all, folder, tied};

fn restored_flarum() -> String {
    mariadb_database(include_str!("flarum.sql"))
}

fn flarum() -> Flarum {
    Flarum::open(&restored_flarum(), Some(folder("flarum/assets"))).unwrap()
}

fn at(rfc3339: &str) -> Timestamp {
    Timestamp::parse_rfc3339(rfc3339).unwrap()
}

#[test]
fn accounts_come_with_passwords_roles_and_suspensions() {
    let source = flarum();
    let (users, others) = all(source.users());
    assert_eq!((users.len(), others), (12, vec![]));
    assert_eq!(source.count(Kind::User).unwrap(), 12);
    let user = |name: &str| users.iter().find(|user| user.name == name).unwrap();
    assert!(users.iter().all(|user| user.is_admin == (user.name == "admin")));
    let zoe = user("zoe");
    assert_eq!(zoe.created_at, at("2024-01-03T08:30:15.000Z"));
    assert_eq!(zoe.email.as_deref(), Some("zoe@example.org"));
    assert_eq!(zoe.about.as_ref().unwrap().source, "I draw **maps**.");
    assert!(zoe.password_hash.as_ref().unwrap().starts_with("$2y$10$"));
    let avatar = source.file(zoe.avatar.as_ref().unwrap()).unwrap();
    assert_eq!(source.read_file(&avatar).unwrap().unwrap().len(), 102);
    let banned: Vec<_> =
        users.iter().filter_map(|user| Some((&*user.name, user.ban.clone()?))).collect();
    let for_ever = Ban { until: None, reason: Some("Sells watches".to_owned()) };
    let paused = Ban { until: Some(at("2037-05-06T07:08:09.000Z")), reason: None };
    assert_eq!(banned, [("spammer", for_ever), ("paused", paused)]);
    assert_eq!(user("newcomer").email, None, "it was not confirmed");
    assert_eq!(user("Ann.Lee").password_hash, None);
    assert_eq!(user("Ann.Lee").avatar.as_deref(), Some("https://a.example/ann.png"));
    assert_eq!(user("zero").created_at.unix_millis(), 0);
    assert!(user("old").created_at.unix_millis() < 0);
}

#[test]
fn tags_are_forums_of_those_who_may_read_them() {
    let source = flarum();
    let (forums, others) = all(source.forums());
    assert_eq!(others, []);
    let mut shown: Vec<_> =
        forums.iter().map(|forum| (&*forum.id, &*forum.name, forum.visibility)).collect();
    shown.sort_unstable_by_key(|(id, ..)| *id);
    let wanted = [
        ("0", "Discussions", Visibility::Public),
        ("1", "General", Visibility::Public),
        ("2", "Engineering", Visibility::Public),
        ("3", "Rust", Visibility::Public),
        ("4", "Staff", Visibility::Private),
        ("5", "Help & <b>", Visibility::Public),
        ("6", "Members", Visibility::Members),
        ("7", "Board", Visibility::Private),
        // Everybody may read it, but just some the one around it.
        ("8", "Inside staff", Visibility::Private),
    ];
    assert_eq!(shown, wanted);
    let forum = |id: &str| forums.iter().find(|forum| forum.id == id).unwrap();
    assert_eq!(
        (forum("3").parent.as_deref(), forum("3").slug.as_deref()),
        (Some("2"), Some("rust"))
    );
    assert_eq!(forum("2").description.as_ref().unwrap().source, "How to *build*");
    // That of its first discussion.
    assert_eq!(forum("1").created_at, at("1965-03-04T05:06:07.000Z"));
    let (ties, _) = all(source.ties());
    let moderators = ["0", "1", "2", "3", "4", "5"].map(|forum| (forum, "2"));
    assert_eq!(tied(&ties, &TieKind::Moderator), moderators);
    let members = [("4", "12"), ("4", "2"), ("7", "2"), ("8", "12"), ("8", "2")];
    let mut found = tied(&ties, &TieKind::Member);
    found.sort_unstable();
    assert_eq!(found, members);
    assert_eq!(tied(&ties, &TieKind::Favorite), [("3", "3")]);
}

#[test]
fn discussions_are_posts_of_their_most_closed_tag() {
    let (posts, others) = all(flarum().posts());
    let reasons = [
        ("7", "an extension shows it to some alone"),
        ("9", "has several tags that only some may read, and a post has one forum"),
    ];
    assert_eq!(others, reasons.map(|(id, reason)| (id.to_owned(), reason)));
    let places: Vec<_> = posts.iter().map(|post| (&*post.id, &*post.forum)).collect();
    let wanted = [
        ("11", "1"),
        ("1", "1"),
        ("2", "3"),
        ("3", "4"),
        ("4", "1"),
        ("5", "5"),
        ("6", "0"),
        ("8", "1"),
        ("10", "6"),
        ("12", "1"),
    ];
    assert_eq!(places, wanted);
    let flags: Vec<_> = posts
        .iter()
        .filter(|post| post.is_locked || post.is_hidden || post.pinned.is_some())
        .map(|post| (&*post.id, post.is_locked, post.is_hidden, post.pinned.is_some()))
        .collect();
    let wanted = [
        ("1", false, false, true),
        ("4", false, true, false),
        ("5", true, false, false),
        ("8", false, true, false),
    ];
    assert_eq!(flags, wanted);
    let tree = posts.iter().find(|post| post.id == "2").unwrap();
    assert_eq!((tree.opening.as_deref(), tree.author.as_deref()), (Some("2/1"), Some("3")));
    let text = "Why does this **not** compile?\n\n```rust\nlet b = &a[i]; // [b]not bold[/b]\n```";
    assert_eq!(tree.text.source, text);
    assert_eq!(tree.edited_at, Some(at("2024-02-01T11:05:00.000Z")));
}

#[test]
fn replies_answer_the_text_that_they_mention() {
    let source = flarum();
    let (replies, others) = all(source.replies());
    assert_eq!(others, [("2/11".to_owned(), "an extension shows it to some alone")]);
    let places: Vec<_> = replies
        .iter()
        .map(|reply| (&*reply.id, reply.parent.as_deref(), reply.is_hidden))
        .collect();
    let wanted = [
        ("2/2", Some("2/1"), false),
        ("2/3", Some("2/2"), false),
        ("2/4", Some("2/3"), false),
        ("2/5", None, false),
        ("2/7", None, false),
        ("2/8", None, true),
        // It mentions a text of another discussion.
        ("2/9", None, false),
        ("2/10", None, true),
        ("2/12", None, false),
    ];
    assert_eq!(places, wanted);
    let text = |id: &str| &*replies.iter().find(|reply| reply.id == id).unwrap().text.source;
    assert_eq!(text("2/2"), "@zoe Because `i` is gone.");
    assert_eq!(text("2/3"), "**Grace Hopper** Level two 😀");
    assert_eq!(
        text("2/4"),
        "> @zoe Level two\n\nLevel three, with **BBCode** and [a link](https://example.org/a_b)"
    );
    assert_eq!(text("2/5"), "هذا رد بالعربية في أعلى الشجرة.");
    assert_eq!(text("2/12"), "");
    let picture = "https://forum.example.org/assets/files/2024-02-01/1706780000-1-map.png";
    assert_eq!(text("2/7"), format!("Here:\n\n![map]({picture})"));
    let file = source.file(picture).unwrap();
    assert_eq!(source.read_file(&file).unwrap().unwrap().len(), 102);
    assert_eq!(source.file("https://forum.example.org/assets/forum.css"), None);
}

#[test]
fn likes_and_messages_are_read_where_their_extension_is() {
    let url = restored_flarum();
    let source = Flarum::open(&url, None).unwrap();
    assert_eq!(all(source.votes()).0.len(), 5);
    let (messages, others) = all(source.messages());
    let told: Vec<_> = messages.iter().map(|m| (&*m.from, &*m.to, m.is_read)).collect();
    assert_eq!(told, [("3", "2", true), ("2", "3", true), ("3", "2", false)]);
    assert_eq!(messages[1].text.source, "Hi **Zoe**");
    assert_eq!(others, [("4".to_owned(), "is not between two members")]);
    // As in 1.8, with no extension but the tags.
    run_on_mariadb(
        &url,
        "DROP TABLE flarum_post_likes, flarum_dialogs, flarum_dialog_messages, flarum_dialog_user;
         ALTER TABLE flarum_users DROP nickname, DROP suspended_until, DROP suspend_reason, DROP bio;
         ALTER TABLE flarum_discussions DROP is_approved, DROP is_locked, DROP is_sticky;
         ALTER TABLE flarum_posts DROP is_approved;
         ALTER TABLE flarum_tags DROP is_primary, DROP created_at;
         ALTER TABLE flarum_tag_user DROP subscription",
    );
    let source = Flarum::open(&url, None).unwrap();
    assert_eq!((all(source.votes()).0.len(), all(source.messages()).0.len()), (0, 0));
    assert!(all(source.users()).0.iter().all(|user| user.ban.is_none()));
    assert_eq!(all(source.forums()).0.len(), 9);
    assert_eq!(all(source.posts()).0.len(), 9);
    assert_eq!(all(source.ties()).0.len(), 11);
}

#[test]
fn many_rows_come_one_by_one_each_once() {
    let url = restored_flarum();
    run_on_mariadb(
        &url,
        "INSERT INTO flarum_posts (discussion_id, number, created_at, user_id, type, content)
         SELECT 1, seq, '2024-05-01', 3, 'comment', REPEAT('many ', 2000) FROM seq_1001_to_4000",
    );
    let (replies, others) = all(Flarum::open(&url, None).unwrap().replies());
    assert_eq!((replies.len(), others.len()), (3_009, 1));
    let mut ids: Vec<_> = replies.iter().map(|reply| &reply.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 3_009);
}
