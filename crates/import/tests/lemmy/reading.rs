//! Lemmy, filled by `fill.mjs` through its own API.

use import::{Post, Reply, Source, Target, TieKind, User, sources::lemmy::Lemmy};
use kernel::{Ban, Timestamp, Visibility};

use super::{all, folder, restored, run};

fn opened(url: &str) -> Lemmy {
    Lemmy::open(url, Some(folder("lemmy/pictures"))).unwrap()
}

fn lemmy() -> Lemmy {
    opened(&restored(include_str!("lemmy.sql")))
}

fn at(rfc3339: &str) -> Timestamp {
    Timestamp::parse_rfc3339(rfc3339).unwrap()
}

fn ban(reason: &str, until: Option<&str>) -> Ban {
    Ban { until: until.map(at), reason: Some(reason.to_owned()) }
}

fn user(users: &[User], name: &str) -> User {
    users.iter().find(|user| user.name == name).unwrap().clone()
}

fn post(posts: &[Post], title: &str) -> Post {
    posts.iter().find(|post| post.title == title).unwrap().clone()
}

fn reply(replies: &[Reply], text: &str) -> Reply {
    replies.iter().find(|reply| reply.text.source == text).unwrap().clone()
}

#[test]
fn people_come_with_passwords_roles_and_bans() {
    let source = lemmy();
    let (users, others) = all(source.users());
    let reasons: Vec<_> = others.iter().map(|(_, reason)| *reason).collect();
    let [gone, refused] = ["the account is deleted", "no admin accepted the account"];
    assert_eq!(reasons, [gone, gone, refused, refused]);
    let names: Vec<_> = users.iter().map(|user| user.name.as_str()).collect();
    let members = ["root", "Lena", "moritz_m", "troll", "resting", "forgiven", "мышовка"];
    // lena is of another instance and wrote in a community here.
    let others = ["فأر_صغير", "restored", "moved_on", "lena", "accepted"];
    assert_eq!(names, [&members[..], &others].concat());
    let user = |name| user(&users, name);
    let (lena, other) = (user("Lena"), user("lena"));
    assert!(users.iter().all(|user| user.is_admin == (user.name == "root")));
    assert!(users.iter().all(|user| user.password_hash.is_some() == (user.name != "lena")));
    assert!(lena.password_hash.as_ref().unwrap().starts_with("$2b$12$"));
    assert_eq!(lena.email.as_deref(), Some("lena@example.org"));
    assert_eq!(user("moritz_m").email, None, "it was not confirmed");
    assert_eq!(user("moved_on").email, None, "the address after the one that was confirmed");
    assert_eq!(lena.created_at, at("2024-03-01T12:00:36.419Z"));
    assert_eq!((lena.slug.as_deref(), other.slug.as_deref()), (Some("Lena"), None));
    assert_eq!(user("troll").ban, Some(ban("Trolls everybody", None)));
    let rest = ban("Needs a rest", Some("2125-01-01T00:00:00.000Z"));
    assert_eq!(user("resting").ban, Some(rest));
    assert_eq!((user("forgiven").ban, user("restored").ban), (None, None));
    let about = |user: User| user.about.unwrap().source;
    assert_eq!(about(lena.clone()), "I keep **mice**.");
    assert_eq!(about(user("فأر_صغير")), "أكتب عن <b>الفئران</b> & 鼠");
    let avatar = source.file(lena.avatar.as_ref().unwrap()).unwrap();
    assert_eq!(source.read_file(&avatar).unwrap().unwrap().len(), 78);
    let elsewhere = lena.avatar.unwrap().replace("lemmy.example", "far.example");
    assert_eq!(source.file(&elsewhere), None);
    assert_eq!(user("accepted").avatar.as_deref(), Some("http://elsewhere.example/me.png"));
}

#[test]
fn applicants_are_members_where_registration_is_open() {
    let url = restored(include_str!("lemmy.sql"));
    run(&url, "UPDATE local_site SET registration_mode = 'Open'");
    let (users, others) = all(opened(&url).users());
    assert_eq!((users.len(), others.len()), (14, 2));
}

#[test]
fn local_communities_are_forums() {
    let source = lemmy();
    let (forums, others) = all(source.forums());
    let reasons: Vec<_> = others.iter().map(|(_, reason)| *reason).collect();
    assert_eq!(reasons, ["it is a community of another instance"]);
    let shown: Vec<_> = forums
        .iter()
        .map(|forum| (forum.name.as_str(), forum.slug.as_deref().unwrap(), forum.visibility))
        .collect();
    let wanted = [
        ("Mice & men", "mice", Visibility::Public),
        ("Only for us", "inside", Visibility::Members),
        ("Shut by the admins", "shut", Visibility::Private),
        ("Shut by its owner", "over", Visibility::Private),
        ("Норы & <b>ходы</b>", "норы", Visibility::Public),
    ];
    assert_eq!(shown, wanted);
    assert_eq!(forums[0].description.as_ref().unwrap().source, "About mice");
}

#[test]
fn members_moderate_follow_and_are_banned() {
    let url = restored(include_str!("lemmy.sql"));
    // As a community that accepts its followers one by one has them.
    run(
        &url,
        "INSERT INTO community_follower (community_id, person_id, pending)
            SELECT c.id, p.id, TRUE FROM community c, person p
            WHERE c.local AND c.name = 'mice' AND p.name = 'resting'",
    );
    let source = opened(&url);
    let (users, _) = all(source.users());
    let (forums, _) = all(source.forums());
    let (ties, _) = all(source.ties());
    let mut told: Vec<_> = ties
        .into_iter()
        .map(|tie| {
            let user = users.iter().find(|user| user.id == tie.user);
            let forum = forums.iter().find(|forum| forum.id == tie.forum).unwrap();
            let name = user.map_or("somebody elsewhere", |user| &user.name).to_owned();
            (forum.slug.clone().unwrap(), name, tie.kind)
        })
        .collect();
    told.sort_by_key(|(forum, name, kind)| (forum.clone(), name.clone(), format!("{kind:?}")));
    let [follows, moderates] = [TieKind::Favorite, TieKind::Moderator];
    let pause = ban("Needs a pause", Some("2125-01-01T00:00:00.000Z"));
    let wanted = [
        ("inside", "Lena", follows.clone()),
        ("inside", "Lena", moderates.clone()),
        ("mice", "Lena", follows.clone()),
        ("mice", "forgiven", TieKind::Banned(ban("Feeds the mice cheese", None))),
        ("mice", "lena", follows.clone()),
        ("mice", "moritz_m", follows.clone()),
        ("mice", "moritz_m", moderates.clone()),
        ("mice", "somebody elsewhere", follows.clone()),
        ("mice", "فأر_صغير", TieKind::Banned(pause)),
        ("over", "moritz_m", follows.clone()),
        ("over", "moritz_m", moderates.clone()),
        ("shut", "root", follows.clone()),
        ("shut", "root", moderates.clone()),
        ("норы", "Lena", moderates.clone()),
        ("норы", "мышовка", follows),
        ("норы", "мышовка", moderates),
    ];
    assert_eq!(told, wanted.map(|(forum, name, kind)| (forum.to_owned(), name.to_owned(), kind)));
}

#[test]
fn posts_keep_their_texts_and_state() {
    let source = lemmy();
    let (posts, _) = all(source.posts());
    let (users, _) = all(source.users());
    let ids: Vec<u32> = posts.iter().map(|post| post.id.parse().unwrap()).collect();
    // 10 is in a community of another instance, and there is no 21.
    assert_eq!(ids, (1..=22).filter(|id| ![10, 21].contains(id)).collect::<Vec<_>>());
    let post = |title| post(&posts, title);
    let picture = post("A mouse of mine");
    let file = source.file(picture.image.as_ref().unwrap()).unwrap();
    assert!(source.read_file(&file).unwrap().is_some(), "{file}");
    assert_eq!(picture.image_description.as_deref(), Some("A grey mouse"));
    assert_eq!((&picture.author, picture.edited_at), (&Some(user(&users, "Lena").id), None));
    assert_eq!(picture.created_at, at("2024-03-01T12:01:55.498Z"));
    let link = post("Cheese is no food");
    assert!(
        link.text.source.starts_with("<http://elsewhere.example/cheese?for=mice>\n\nThey **like**")
    );
    assert_eq!((link.image, link.edited_at), (None, Some(at("2024-03-01T12:02:21.338Z"))));
    let elsewhere = post("A picture elsewhere");
    assert_eq!(elsewhere.image.as_deref(), Some("http://elsewhere.example/photo.png"));
    assert_eq!(elsewhere.image_description.as_deref(), Some("Somebody else's mouse"));
    assert_eq!(elsewhere.text.source, "Not mine.");
    let proxied = post("Through the proxy of pictures");
    assert_eq!(proxied.image.as_deref(), Some("http://elsewhere.example/kitten.png"));
    let tail = "See ![a tail](http://elsewhere.example/tail%20two.png?w=1&h=2 \"Its tail\").";
    assert_eq!(proxied.text.source, tail);
    let magnet = post("A magnet").text.source;
    assert!(magnet.starts_with("<magnet:?xt=urn"), "{magnet}");
    // The last of three times.
    assert_eq!(post("Rules").pinned, Some((at("2024-03-01T12:02:21.423Z"), None)));
    let flags: Vec<_> = posts
        .iter()
        .filter(|post| post.is_locked || post.is_hidden || post.pinned.is_some())
        .map(|post| (post.title.as_str(), post.is_locked, post.is_hidden, post.pinned.is_some()))
        .collect();
    let wanted = [
        ("Rules", false, false, true),
        ("Nothing more to say", true, false, false),
        ("Taken back", false, true, false),
        ("Removed by a moderator", false, true, false),
        ("*Permanently Deleted*", false, true, false),
    ];
    assert_eq!(flags, wanted);
    assert_eq!(post("From far away").author, Some(user(&users, "lena").id));
    assert!(
        users.iter().all(|user| Some(&user.id) != post("Of somebody who left").author.as_ref())
    );
    let arabic = post("العناوين العربية").text.source;
    assert!(
        arabic.starts_with("> اقتباس\n\nنص من اليمين إلى اليسار 🐭\n\n::: spoiler"),
        "{arabic}"
    );
    let long = posts.iter().find(|post| post.title == "w".repeat(200)).unwrap();
    assert_eq!(long.text.source.len(), 11_999);
    let html = post("Raw <b>HTML</b> & \"signs\"").text.source;
    assert!(
        html.starts_with("<script>alert(1)</script> <b>bold</b> &amp; &lt;\n\n```\n"),
        "{html}"
    );
    let text = "日本語の本文です。𠮷野家 e\u{301} \u{202e}rtl\u{202c}";
    assert_eq!(post("ネズミ 👩\u{200d}👩\u{200d}👧 鼠").text.source, text);
}

#[test]
fn comments_keep_their_nesting_and_state() {
    let source = lemmy();
    let (replies, _) = all(source.replies());
    // All but one in a community of another instance.
    assert_eq!(replies.len(), 19);
    for (number, reply) in (1..=12).zip(&replies) {
        let parent = (number > 1).then(|| (number - 1).to_string());
        assert_eq!((&reply.id, &reply.parent), (&number.to_string(), &parent));
        assert_eq!(
            (reply.text.source.as_str(), reply.edited_at),
            (&*format!("Level {number}"), None)
        );
    }
    let parents: Vec<_> = replies[12..].iter().map(|reply| reply.parent.as_deref()).collect();
    assert_eq!(parents, [Some("1"), None, Some("13"), None, Some("16"), None, None]);
    let branch = &replies[12];
    let text = "Another branch, [@moritz_m@lemmy.example](http://lemmy.example/u/moritz_m)";
    assert_eq!(
        (branch.text.source.as_str(), branch.edited_at),
        (text, Some(at("2024-03-01T12:02:23.246Z")))
    );
    let far = reply(&replies, "Hello from *far* away");
    assert_eq!(far.author, Some(user(&all(source.users()).0, "lena").id));
    let hidden: Vec<_> =
        replies.iter().filter(|reply| reply.is_hidden).map(|r| &*r.text.source).collect();
    assert_eq!(hidden, ["I regret this.", "You are all wrong.", "*Permanently Deleted*"]);
    assert!(!reply(&replies, "Removed and **restored** <b>raw</b> 👋🏽").is_hidden);
}

#[test]
fn likes_and_messages_are_read() {
    let source = lemmy();
    let (users, _) = all(source.users());
    let (votes, _) = all(source.votes());
    // Lemmy has authors like what they write.
    let on_mouse: Vec<_> =
        votes.iter().filter(|vote| vote.on == Target::Post("1".to_owned())).collect();
    assert!(on_mouse.iter().any(|vote| vote.by == user(&users, "Lena").id));
    let downs = votes.iter().filter(|vote| vote.vote == kernel::Vote::Down).count();
    assert_eq!((votes.len(), on_mouse.len(), downs), (43, 4, 2));
    let name = |id: &str| {
        let user = users.iter().find(|user| user.id == id);
        user.map_or("?", |user| &user.name).to_owned()
    };
    let (messages, others) = all(source.messages());
    let told: Vec<_> = messages
        .iter()
        .map(|message| (name(&message.from), name(&message.to), message.is_read))
        .collect();
    let wanted = [
        ("Lena", "moritz_m", true),
        ("moritz_m", "Lena", false),
        ("?", "Lena", false),
        ("?", "Lena", true),
        ("فأر_صغير", "root", false),
        ("moritz_m", "root", true),
    ];
    assert_eq!(told, wanted.map(|(from, to, read)| (from.to_owned(), to.to_owned(), read)));
    assert_eq!(messages[5].text.source, "May I moderate **more**?");
    let reason = "its author or a moderator deleted it";
    assert_eq!(others, [("3", reason), ("8", reason)].map(|(id, reason)| (id.to_owned(), reason)));
}

#[test]
fn other_databases_are_refused_in_words() {
    let refused = Lemmy::open(&test_databases::empty_database(), None).err().unwrap().to_string();
    assert!(refused.contains(r#"relation "site" does not exist"#), "{refused}");
}
