//! Lemmy, with rows as its code writes them.

use import::{Source, Target, TieKind, sources::lemmy::Lemmy};
use kernel::{Ban, Timestamp, Visibility};

use super::{all, folder, restored};

fn lemmy() -> Lemmy {
    let url = restored(include_str!("lemmy.sql"));
    Lemmy::open(&url, Some(folder("lemmy/pictures"))).unwrap()
}

fn at(rfc3339: &str) -> Timestamp {
    Timestamp::parse_rfc3339(rfc3339).unwrap()
}

#[test]
fn people_come_with_passwords_roles_and_bans() {
    let source = lemmy();
    let (users, others) = all(source.users());
    assert_eq!(others, [("6".to_owned(), "the account is deleted")]);
    let names: Vec<_> = users.iter().map(|user| user.name.as_str()).collect();
    // The last is of another instance and wrote in a community here.
    assert_eq!(names, ["root", "Lena", "moritz_m", "troll", "resting", "forgiven", "lena"]);
    let [root, lena, moritz, troll, resting, forgiven, other] = &users[..] else { unreachable!() };
    assert!(root.is_admin && !lena.is_admin);
    assert!(lena.password_hash.as_ref().unwrap().starts_with("$2b$12$"));
    assert_eq!(lena.email.as_deref(), Some("Lena@example.org"));
    assert_eq!(moritz.email, None, "it was not confirmed");
    assert_eq!(lena.created_at, at("2024-01-03T08:00:00.500Z"));
    assert_eq!((lena.slug.as_deref(), other.slug.as_deref()), (Some("Lena"), None));
    assert_eq!(other.password_hash, None);
    let troll = troll.ban.clone().unwrap();
    assert_eq!((troll.until, troll.reason.as_deref()), (None, Some("Trolls everybody")));
    assert_eq!(resting.ban.clone().unwrap().until, Some(at("2125-01-01T00:00:00.000Z")));
    assert_eq!(forgiven.ban, None);
    let avatar = source.file(lena.avatar.as_ref().unwrap()).unwrap();
    assert_eq!(source.read_file(&avatar).unwrap().unwrap().len(), 102);
    assert_eq!(source.file("https://far.example/pictrs/image/5f4c1e8a.png"), None);
}

#[test]
fn local_communities_are_forums() {
    let source = lemmy();
    let (forums, others) = all(source.forums());
    assert_eq!(others, [("4".to_owned(), "it is a community of another instance")]);
    let shown: Vec<_> = forums
        .iter()
        .map(|forum| (forum.name.as_str(), forum.slug.as_deref().unwrap(), forum.visibility))
        .collect();
    let wanted = [
        ("Mice & men", "mice", Visibility::Public),
        ("Only for us", "inside", Visibility::Members),
        ("Shut by the admins", "shut", Visibility::Private),
    ];
    assert_eq!(shown, wanted);
    let (ties, _) = all(source.ties());
    let ties: Vec<_> = ties.into_iter().map(|tie| (tie.user, tie.forum, tie.kind)).collect();
    let ban = Ban { until: None, reason: Some("Feeds the mice cheese".to_owned()) };
    let wanted = [
        ("2", "1", TieKind::Favorite),
        ("3", "1", TieKind::Moderator),
        ("7", "1", TieKind::Banned(ban)),
        ("2", "2", TieKind::Moderator),
    ];
    assert_eq!(ties, wanted.map(|(user, forum, kind)| (user.to_owned(), forum.to_owned(), kind)));
}

#[test]
fn posts_and_comments_keep_their_nesting_and_state() {
    let source = lemmy();
    let (posts, _) = all(source.posts());
    let ids: Vec<_> = posts.iter().map(|post| post.id.as_str()).collect();
    assert_eq!(ids, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "11", "12"]);
    let [picture, link, rules, locked, deleted, removed, ..] = &posts[..] else { unreachable!() };
    assert_eq!(picture.image.as_deref(), Some("https://lemmy.example/pictrs/image/77aa0b1c.png"));
    assert_eq!(picture.image_description.as_deref(), Some("A grey mouse"));
    assert!(link.text.source.starts_with("<https://example.org/cheese?for=mice>\n\nThey **like**"));
    assert_eq!(link.edited_at, Some(at("2024-04-01T12:00:00.000Z")));
    assert_eq!(rules.pinned, Some((at("2024-03-02T00:00:00.000Z"), None)));
    assert!(locked.is_locked && deleted.is_hidden && removed.is_hidden && !rules.is_hidden);
    let (replies, _) = all(source.replies());
    assert_eq!(replies.len(), 15);
    for (number, reply) in (1..=10).zip(&replies) {
        let parent = (number > 1).then(|| (number - 1).to_string());
        assert_eq!((&reply.id, &reply.parent), (&number.to_string(), &parent));
    }
    let parents: Vec<_> = replies[10..].iter().map(|reply| reply.parent.as_deref()).collect();
    assert_eq!(parents, [Some("1"), None, Some("12"), None, Some("14")]);
    let hidden: Vec<_> = replies.iter().filter(|reply| reply.is_hidden).map(|r| &r.id).collect();
    assert_eq!(hidden, ["12", "14"]);
}

#[test]
fn likes_and_messages_are_read() {
    let source = lemmy();
    let (votes, _) = all(source.votes());
    let on_posts = votes.iter().filter(|vote| vote.on == Target::Post("1".to_owned())).count();
    let downs = votes.iter().filter(|vote| vote.vote == kernel::Vote::Down).count();
    assert_eq!((votes.len(), on_posts, downs), (6, 4, 2));
    let (messages, others) = all(source.messages());
    let told: Vec<_> = messages
        .iter()
        .map(|message| (message.from.as_str(), message.to.as_str(), message.is_read))
        .collect();
    assert_eq!(told, [("2", "3", true), ("3", "2", false), ("9", "2", false), ("6", "2", true)]);
    assert_eq!(others, [("3".to_owned(), "its author or a moderator deleted it")]);
}

#[test]
fn other_databases_are_refused_in_words() {
    let refused = Lemmy::open(&test_databases::empty_database(), None).err().unwrap().to_string();
    assert!(refused.contains(r#"relation "site" does not exist"#), "{refused}");
}
