//! `NodeBB`, filled by `fill.mjs` through its own API.

use import::{Kind, Post, Reply, Source, TieKind, Vote, sources::nodebb::NodeBb};
use kernel::{Timestamp, Visibility};

use super::{all, folder, restored, run};

fn restored_nodebb() -> String {
    restored(include_str!("nodebb.sql"))
}

fn nodebb() -> NodeBb {
    NodeBb::open(&restored_nodebb(), Some(folder("nodebb/uploads"))).unwrap()
}

fn at(millis: i64) -> Timestamp {
    Timestamp::from_unix_millis(millis)
}

fn reply(replies: &[Reply], id: &str) -> Reply {
    replies.iter().find(|reply| reply.id == id).unwrap().clone()
}

#[test]
fn accounts_come_with_passwords_roles_and_bans() {
    let source = nodebb();
    let (users, others) = all(source.users());
    assert_eq!((users.len(), others), (12, vec![]));
    assert_eq!(source.count(Kind::User).unwrap(), 12);
    let user = |name: &str| users.iter().find(|user| user.name == name).unwrap();
    assert!(users.iter().all(|user| user.is_admin == (user.name == "admin")));
    let zoe = user("Zoë Müller");
    assert_eq!(zoe.slug.as_deref(), Some("zoë-müller"));
    assert_eq!(zoe.email.as_deref(), Some("zoe@example.org"));
    assert!(zoe.about.as_ref().unwrap().source.starts_with("I draw **maps** & I mean it."));
    assert_eq!(zoe.created_at, at(1_795_880_822_750));
    assert!(zoe.password_hash.as_ref().unwrap().starts_with("$nodebb$$2b$12$"));
    let avatar = source.file(zoe.avatar.as_ref().unwrap()).unwrap();
    assert_eq!(source.read_file(&avatar).unwrap().unwrap().len(), 1_087);
    let spammer = user("spam bot").ban.clone().unwrap();
    assert_eq!((spammer.until, spammer.reason.as_deref()), (None, Some("Sells watches")));
    assert_eq!(user("paused").ban.clone().unwrap().until, Some(at(4_900_000_000_000)));
    assert_eq!(user("Анна").ban, None);
    assert!(users.iter().all(|user| user.name != "gone girl"), "the account is deleted");
}

#[test]
fn categories_are_nested_and_closed_as_they_were() {
    let source = nodebb();
    let (forums, others) = all(source.forums());
    assert_eq!(others, [("9".to_owned(), "it is a link, not a category")]);
    let forum = |name: &str| forums.iter().find(|forum| forum.name == name).unwrap();
    let inner = forum("Async & <Tokio>");
    assert_eq!(inner.parent.as_ref(), Some(&forum("Rust").id));
    assert_eq!(forum("Rust").parent.as_ref(), Some(&forum("Engineering").id));
    assert_eq!(forum("Engineering").parent, None);
    for forum in &forums {
        let is_closed = forum.name == "Staff room";
        let visibility = if is_closed { Visibility::Private } else { Visibility::Public };
        assert_eq!(forum.visibility, visibility, "{}", forum.name);
        assert!(forum.created_at > at(1_795_880_400_000), "{}", forum.name);
    }
}

#[test]
fn members_are_moderators_readers_and_watchers() {
    let url = restored_nodebb();
    // A group of readers of the closed category, and one that moderates another.
    run(
        &url,
        "INSERT INTO legacy_object VALUES ('group:helpers:members', 'zset'),
             ('group:cid:2:privileges:groups:moderate:members', 'zset');
         INSERT INTO legacy_zset VALUES ('group:helpers:members', '7', 5),
             ('group:cid:2:privileges:groups:moderate:members', 'helpers', 6),
             ('group:cid:8:privileges:groups:read:members', 'helpers', 6),
             ('group:cid:8:privileges:groups:topics:read:members', 'helpers', 6),
             ('group:cid:8:privileges:groups:topics:read:members', 'verified-users', 6)",
    );
    let (ties, others) = all(NodeBb::open(&url, None).unwrap().ties());
    assert_eq!(others, []);
    let of = |wanted: &TieKind| {
        let ties = ties.iter().filter(|tie| tie.kind == *wanted);
        let mut ties: Vec<_> = ties.map(|tie| (tie.forum.as_str(), tie.user.as_str())).collect();
        ties.sort_unstable();
        ties
    };
    // The global moderator of all eight, one of a category, and one by a group.
    let mut moderators: Vec<_> =
        ["1", "2", "3", "4", "5", "6", "7", "8"].map(|id| (id, "2")).into();
    moderators.extend([("6", "3"), ("2", "7")]);
    moderators.sort_unstable();
    assert_eq!(of(&TieKind::Moderator), moderators);
    assert_eq!(of(&TieKind::Member), [("8", "7")]);
    assert_eq!(of(&TieKind::Favorite), [("6", "8"), ("7", "8")]);
}

#[test]
fn topics_come_with_their_first_posts() {
    let source = nodebb();
    let (posts, others) = all(source.posts());
    assert_eq!(posts.len(), 30);
    assert_eq!(others, [("8".to_owned(), "it is not published yet")]);
    let post =
        |title: &str| -> Post { posts.iter().find(|post| post.title == title).unwrap().clone() };
    let map = post("A map of Köln");
    assert_eq!((map.opening.as_deref(), map.author.as_deref()), (Some("18"), Some("6")));
    assert!(map.text.source.starts_with("Here it is:\n\n![map](/assets/uploads/files/"));
    assert_eq!(map.created_at, at(1_795_880_833_343));
    let rules = post("Rules of the house");
    assert_eq!(rules.pinned, Some((at(1_795_880_833_886), None)));
    let flags: Vec<_> = posts
        .iter()
        .filter(|post| post.is_locked || post.is_hidden || post.pinned.is_some())
        .map(|post| (post.id.as_str(), post.is_locked, post.is_hidden, post.pinned.is_some()))
        .collect();
    let wanted = [("4", false, false, true), ("5", true, false, false), ("6", false, true, false)];
    assert_eq!(flags, wanted);
    let edited = post("Deeper in the categories");
    assert_eq!(edited.text.source, "The second version of this text.");
    assert_eq!(edited.edited_at, Some(at(1_795_880_836_152)));
    assert_eq!(post("The longest words").text.source.len(), 32_767);
    assert_eq!(post("Escaped & <b>quoted</b> \"title\"").text.source.lines().count(), 1);
    // Of an account that is deleted.
    assert_eq!(post("I am leaving soon").author.as_deref(), Some("5"));
}

#[test]
fn replies_are_nested_and_hidden_as_they_were() {
    let source = nodebb();
    let (replies, others) = all(source.replies());
    assert_eq!((replies.len(), others), (40, vec![]));
    assert_eq!(source.count(Kind::Reply).unwrap(), 40);
    // Twelve levels, and two branches.
    let mut parent = None;
    for id in 3..=14 {
        let level = reply(&replies, &id.to_string());
        assert_eq!((level.post.as_str(), &level.parent), ("2", &parent));
        parent = Some(level.id);
    }
    assert_eq!(reply(&replies, "17").parent.as_deref(), Some("15"));
    assert_eq!(reply(&replies, "16").text.source, "هذا رد بالعربية مع كلمة `code` في الوسط.");
    let hidden: Vec<_> = replies.iter().filter(|reply| reply.is_hidden).map(|r| &r.id).collect();
    assert_eq!(hidden, ["27", "28"]);
    assert!(replies.iter().all(|reply| reply.id != "18"), "the first post of a topic is no reply");
}

#[test]
fn votes_messages_and_files_are_read() {
    let source = nodebb();
    let (votes, _) = all(source.votes());
    let ups = votes.iter().filter(|vote: &&Vote| vote.vote == kernel::Vote::Up).count();
    assert_eq!((ups, votes.len() - ups), (6, 3));
    let (messages, others) = all(source.messages());
    let told: Vec<_> = messages
        .iter()
        .map(|message| (message.from.as_str(), message.to.as_str(), message.is_read))
        .collect();
    assert_eq!(told, [("6", "8", true), ("8", "6", true), ("1", "11", false), ("5", "3", false)]);
    let reasons = [("3", "its author deleted it"), ("6", "it has several readers")];
    assert_eq!(others, reasons.map(|(id, reason)| (id.to_owned(), reason)));
    let file = |address: &str| source.file(address);
    let name = "files/1795880830308-map-of-köln.png";
    assert_eq!(file(&format!("/forum/assets/uploads/{name}")).as_deref(), Some(name));
    assert_eq!(source.read_file(name).unwrap().unwrap().len(), 102);
    assert_eq!(source.read_file("files/gone.png").unwrap(), None);
    assert_eq!(file("https://elsewhere.example/assets/uploads/a.png"), None);
    assert_eq!(file("/topic/2"), None);
}

#[test]
fn many_rows_are_read_in_pages_each_once() {
    let url = restored_nodebb();
    // Many of one moment, over the end of several pages; one whose data is gone; one of another server.
    run(
        &url,
        "INSERT INTO legacy_object SELECT 'post:' || n, 'hash' FROM generate_series(1001, 2700) n;
         INSERT INTO legacy_hash SELECT 'post:' || n,
             jsonb_build_object('tid', 2, 'uid', 3, 'content', 'many', 'timestamp', 1700000000000)
             FROM generate_series(1001, 2699) n;
         INSERT INTO legacy_zset SELECT 'posts:pid', n, 1700000000000 FROM generate_series(1001, 2700) n;
         INSERT INTO legacy_object VALUES ('post:https://a.example/1', 'hash');
         INSERT INTO legacy_hash VALUES ('post:https://a.example/1', '{\"tid\": 2}');
         INSERT INTO legacy_object VALUES ('postsRemote:pid', 'zset');
         INSERT INTO legacy_zset VALUES ('postsRemote:pid', 'https://a.example/1', 1800000000000);
         INSERT INTO legacy_object SELECT 'pid:' || n || ':upvote', 'set' FROM generate_series(1001, 1300) n;
         INSERT INTO legacy_set SELECT 'pid:' || n || ':upvote', u
             FROM generate_series(1001, 1300) n, generate_series(6, 9) u",
    );
    let source = NodeBb::open(&url, None).unwrap();
    let (replies, others) = all(source.replies());
    let wanted = [("2700", "its data is gone"), ("https://a.example/1", "it is of another server")];
    assert_eq!(others, wanted.map(|(id, reason)| (id.to_owned(), reason)));
    let mut ids: Vec<_> = replies.iter().map(|reply| &reply.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((ids.len(), replies.len()), (1_739, 1_739));
    assert_eq!(all(source.votes()).0.len(), 9 + 1_200);
}

#[test]
fn other_databases_are_refused_in_words() {
    let refused = |url: &str| NodeBb::open(url, None).err().unwrap().to_string();
    for url in ["mongodb://127.0.0.1/nodebb", "mongodb+srv://x/nodebb", "redis://127.0.0.1"] {
        assert!(refused(url).contains("only PostgreSQL is read"), "{url}");
    }
    let empty = refused(&test_databases::empty_database());
    assert!(empty.contains("legacy_zset"), "{empty}");
    assert!(!refused("postgres://127.0.0.1:1/none").is_empty());
}
