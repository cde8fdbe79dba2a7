//! `phpBB`, with rows as its code writes them.

use import::{Kind, Markup, Source, TieKind, sources::phpbb::PhpBb};
use kernel::{Ban, Timestamp, Visibility};

use super::{all, folder, tied};

fn phpbb() -> PhpBb {
    let url = test_databases::mariadb_database(include_str!("phpbb.sql"));
    PhpBb::open(&url, Some(folder("phpbb"))).unwrap()
}

const fn at(seconds: i64) -> Timestamp {
    Timestamp::from_unix_millis(seconds * 1000)
}

#[test]
fn accounts_come_with_passwords_roles_and_bans() {
    let source = phpbb();
    let (users, others) = all(source.users());
    assert_eq!((users.len(), others), (10, vec![]), "without visitors and bots");
    assert_eq!(source.count(Kind::User).unwrap(), 10);
    let user = |name: &str| users.iter().find(|user| user.name == name).unwrap();
    assert!(users.iter().all(|user| user.is_admin == (user.name == "root")));
    let tom = user("Tom & Jerry");
    assert_eq!(
        (tom.created_at, tom.email.as_deref()),
        (at(1_262_390_400), Some("tom@example.org"))
    );
    assert!(tom.password_hash.as_ref().unwrap().starts_with("$phpbb$$2y$10$"));
    let avatar = source.file(tom.avatar.as_ref().unwrap()).unwrap();
    assert_eq!(source.read_file(&avatar).unwrap().unwrap().len(), 102);
    let banned: Vec<_> =
        users.iter().filter_map(|user| Some((&*user.name, user.ban.clone()?))).collect();
    let ban = |until, reason: &str| Ban { until, reason: Some(reason.to_owned()) };
    let wanted = [
        ("spammer", ban(None, "Sells \"watches\"")),
        ("resting", ban(Some(at(4_102_444_800)), "needs a rest")),
        ("shut", Ban::default()),
    ];
    assert_eq!(banned, wanted);
    assert_eq!((user("never came").email.as_deref(), user("shut").email.as_deref()), (None, None));
    assert_eq!(user("Anne").avatar, None);
}

#[test]
fn forums_are_nested_and_closed_as_they_were() {
    let source = phpbb();
    let (forums, others) = all(source.forums());
    assert_eq!(others, [("6".to_owned(), "it is a link, not a forum")]);
    let shown: Vec<_> = forums
        .iter()
        .map(|forum| (&*forum.id, &*forum.name, forum.parent.as_deref(), forum.visibility))
        .collect();
    let wanted = [
        ("1", "Crafts", None, Visibility::Public),
        ("2", "Maps & <charts>", Some("1"), Visibility::Public),
        ("7", "Café", Some("2"), Visibility::Private),
        ("3", "For members", None, Visibility::Members),
        ("4", "Board", None, Visibility::Private),
        ("5", "With a password", None, Visibility::Private),
    ];
    assert_eq!(shown, wanted);
    let described =
        |id: &str| forums.iter().find(|forum| forum.id == id).unwrap().description.clone().unwrap();
    assert_eq!(described("2").source, "All about **maps**");
    assert_eq!(
        (described("3").markup, &*described("3").source),
        (Markup::BbCode, "[i]Old[/i] form")
    );
    assert_eq!(described("7").source, "Café ÿ");
    let (ties, _) = all(source.ties());
    let mut moderators: Vec<_> =
        ["1", "2", "3", "4", "5", "6", "7"].map(|forum| (forum, "2")).into();
    moderators.insert(2, ("2", "4"));
    assert_eq!(tied(&ties, &TieKind::Moderator), moderators);
    // One waits for the group, one is kept away by another, one is allowed alone.
    assert_eq!(tied(&ties, &TieKind::Member), [("4", "3"), ("4", "7")]);
    assert_eq!(tied(&ties, &TieKind::Favorite), [("2", "3")]);
}

#[test]
fn topics_come_with_their_first_posts() {
    let source = phpbb();
    let (posts, others) = all(source.posts());
    assert_eq!(others, [("7".to_owned(), "it leads to a topic that was moved")]);
    let flags: Vec<_> = posts
        .iter()
        .map(|post| {
            (&*post.id, &*post.forum, post.is_locked, post.is_hidden, post.pinned.is_some())
        })
        .collect();
    let wanted = [
        ("8", "2", false, false, false),
        ("1", "2", false, false, false),
        ("2", "2", true, false, true),
        ("3", "3", false, false, false),
        ("4", "4", false, false, true),
        ("5", "2", false, true, false),
        ("6", "2", false, true, false),
        ("9", "5", false, false, false),
        ("10", "99", false, false, false),
    ];
    assert_eq!(flags, wanted);
    let map = &posts[1];
    assert_eq!(map.title, "A map of Köln 🗺 & <b>");
    assert_eq!((map.opening.as_deref(), map.author.as_deref()), (Some("1"), Some("3")));
    let picture = "./files/3_0cc175b9c0f1b6a831c399e269772661";
    let notes = "./files/3_92eb5ffee6ae2fec3ad71c777531578f";
    let text =
        format!("Look: ![map.png]({picture}) 2\\*3\\*4 = **24** :)\n\n[notes & more.txt]({notes})");
    assert_eq!(map.text.source, text);
    assert_eq!(map.edited_at, Some(at(1_300_000_050)));
    let file = source.file(picture).unwrap();
    assert_eq!(source.read_file(&file).unwrap().unwrap().len(), 102);
    assert_eq!(source.file("https://a.example/files/x.png"), None);
    assert_eq!((posts[0].author.as_deref(), posts[0].created_at), (None, at(0)));
}

#[test]
fn replies_answer_what_they_quote() {
    let source = phpbb();
    let (replies, others) = all(source.replies());
    assert_eq!((source.count(Kind::Reply).unwrap(), others), (5, vec![]));
    let places: Vec<_> = replies
        .iter()
        .map(|reply| (&*reply.id, &*reply.post, reply.parent.as_deref(), reply.is_hidden))
        .collect();
    let wanted = [
        ("2", "1", Some("1"), false),
        ("3", "1", Some("2"), false),
        ("4", "1", None, false),
        ("5", "1", None, true),
        ("6", "1", None, false),
        ("7", "1", None, false),
        ("27", "77", None, false),
    ];
    assert_eq!(places, wanted);
    let text = |at: usize| (replies[at].text.markup, &*replies[at].text.source);
    assert_eq!(text(0).1, "\n\n**Tom & Jerry:**\n\n> Look\n\n\nFine 😀");
    assert_eq!(
        text(1).1,
        "\n\n**mod:**\n\n> **Tom:**\n> \n> > Look\n> \n> \n> Fine\n\n\n\n\n- one\n- two\n\n"
    );
    assert_eq!(text(4), (Markup::BbCode, "[quote=\"mod\"]Fine[/quote]\nOld [b]form[/b] :)"));
    assert_eq!(text(5).1, "\n```\na[b]x[/b] *p\n```\n and https://example.org/a_b*c");
}

#[test]
fn messages_of_two_are_read_with_odd_bytes() {
    let (messages, others) = all(phpbb().messages());
    let told: Vec<_> = messages
        .iter()
        .map(|message| (&*message.from, &*message.to, message.is_read, &*message.text.source))
        .collect();
    let wanted = [
        ("3", "4", true, "Tea & cake\n\nCome over \u{fffd}\u{fffd}"),
        ("4", "3", false, "**Yes**"),
    ];
    assert_eq!(told, wanted);
    let several = "is not between two members";
    let reasons = [("3", several), ("4", several), ("5", several), ("6", "its author is gone")];
    assert_eq!(others, reasons.map(|(id, reason)| (id.to_owned(), reason)));
}
