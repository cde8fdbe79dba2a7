use kernel::{Visibility, VoteCommand};
use posts::PostRepository;
use replies::ReplyRepository;
use search::{Author, Forum, Hit, Kind, Post, Sort, Target};
use users::default_avatar;

use super::{Scene, Search, minutes, names};
use crate::support::{T0, TestDb, contract};

contract! {
    posts_replies_and_forums_are_found,
    people_are_found_by_the_beginning_of_their_name,
    a_hit_shows_where_it_is_and_what_matches,
    spoilers_are_not_shown,
    the_best_match_comes_first,
    by_time_and_by_score,
    every_order_goes_on_where_the_page_ended,
    quoted_words_match_as_a_whole,
    scripts_without_spaces_are_found_in_replies,
    signs_belong_to_words,
    words_are_found_in_each_spelling,
}

fn posts_replies_and_forums_are_found(db: &TestDb) {
    let scene = Scene::of(db);
    let post = scene.post("Green tea", "Of the first flush", 1);
    scene.reply(post, "I drink it at noon", 2);
    scene.reply(post, "Tea, cold", 3);
    scene.add_forum("Drinks", "Tea and coffee", 4);
    assert_eq!(scene.found("tea"), ["post Green tea", "forum Drinks", "reply Tea, cold"]);
    assert_eq!(scene.found("TEA of"), ["post Green tea"]);
    assert_eq!(scene.found("coffee noon"), [] as [&str; 0]);
    let replies = Search { kinds: vec![Kind::Reply], ..Search::of("tea") };
    assert_eq!(names(&scene.run(&replies).hits), ["reply Tea, cold"]);
}

fn people_are_found_by_the_beginning_of_their_name(db: &TestDb) {
    let scene = Scene::of(db);
    for name in ["Anna", "bob", "ann.e"] {
        db.add_user(name);
    }
    let people = |query: &str| {
        let search = Search { kinds: vec![Kind::Person], sort: Sort::New, ..Search::of(query) };
        names(&scene.run(&search).hits)
    };
    assert_eq!(people("ANN"), ["person ann.e", "person Anna", "person ann"]);
    assert_eq!(people("@ann."), ["person ann.e"]);
    assert_eq!(people("nn"), [] as [&str; 0]);
    assert_eq!(people("deleted"), [] as [&str; 0]);
    let best = Search { kinds: vec![Kind::Person], ..Search::of("ann") };
    assert_eq!(names(&scene.run(&best).hits)[0], "person ann");
    assert_eq!(scene.found("ann"), [] as [&str; 0]);
}

fn signs_belong_to_words(db: &TestDb) {
    let scene = Scene::of(db);
    scene.post("C++", "std::ostream& .NET 😀", 1);
    scene.post("C", "std ostream net", 2);
    scene.post("C#", "Q & A", 3);
    scene.index();
    for query in ["C++", "\"C++\"", "std::ostream&", ".NET", "😀"] {
        assert_eq!(scene.found(query), ["post C++"], "{query}");
    }
    assert_eq!(scene.found("c").len(), 3);
    // No text has this sign at the word.
    let results = scene.run(&Search::of("Q& A"));
    assert_eq!(
        (names(&results.hits), results.corrected),
        (vec!["post C#".to_owned()], Some("q A".to_owned()))
    );
}

fn words_are_found_in_each_spelling(db: &TestDb) {
    let scene = Scene::of(db);
    scene.post("Müller", "Straße", 1);
    scene.post("Mueller", "aero", 2);
    scene.post("Muller", "Ærø Łódź", 3);
    scene.post("バス", "ﾊﾟﾝ", 4);
    scene.add_forum("Grün", "Tee", 5);
    db.add_user("mueller");
    scene.index();
    let found = |query: &str| {
        let mut found = scene.found(query);
        found.sort_unstable();
        found
    };
    assert_eq!(found("Müller"), ["post Mueller", "post Muller", "post Müller"]);
    assert_eq!(found("mueller"), ["post Mueller", "post Müller"]);
    assert_eq!(found("muller"), ["post Muller", "post Müller"]);
    assert_eq!(found("strasse"), ["post Müller"]);
    assert_eq!(found("aero"), ["post Mueller", "post Muller"]);
    assert_eq!(found("lodz"), ["post Muller"]);
    assert_eq!(found("gruen"), ["forum Grün"]);
    assert_eq!(found("パス"), [] as [&str; 0]);
    assert_eq!(found("ﾊﾞｽ パン"), ["post バス"]);
    let people = Search { kinds: vec![Kind::Person], ..Search::of("Müller") };
    assert_eq!(names(&scene.run(&people).hits), ["person mueller"]);
}

fn a_hit_shows_where_it_is_and_what_matches(db: &TestDb) {
    let scene = Scene::of(db);
    let post = scene.post("Tea & cake", "A **teapot** <b>", 1);
    let reply = scene.reply(post, "More *tea*", 2);
    scene.replies().vote(reply, db.add_user("bob"), VoteCommand::Upvote, T0).unwrap();
    let hits = scene.run(&Search { sort: Sort::New, ..Search::of("tea") }).hits;
    let author = Author { name: "ann".to_owned(), image: default_avatar().as_str().to_owned() };
    let forum = Some(Forum {
        id: scene.forum,
        topic: "Gardening".to_owned(),
        visibility: Visibility::Public,
    });
    let of_reply = Hit {
        target: Target::Reply(reply),
        title_html: "<mark>Tea</mark> &amp; cake".to_owned(),
        excerpt_html: "More <mark>tea</mark>".to_owned(),
        forum: forum.clone(),
        post: Some(Post { id: post, title: "Tea & cake".to_owned() }),
        author: author.clone(),
        created_at: minutes(2),
        score: 1,
    };
    let of_post = Hit {
        target: Target::Post(post),
        title_html: "<mark>Tea</mark> &amp; cake".to_owned(),
        excerpt_html: "A <mark>teapot</mark> &lt;b&gt;".to_owned(),
        forum,
        post: None,
        author,
        created_at: minutes(1),
        score: 0,
    };
    assert_eq!(hits, [of_reply, of_post]);
}

fn spoilers_are_not_shown(db: &TestDb) {
    let scene = Scene::of(db);
    scene.post("The end", "Who was it? ||The gardener|| of course", 1);
    let hits = scene.run(&Search::of("course")).hits;
    assert!(!hits[0].excerpt_html.contains("gardener"), "{hits:?}");
}

fn the_best_match_comes_first(db: &TestDb) {
    let scene = Scene::of(db);
    let post = scene.post("Notes", "How to brew green tea", 1);
    scene.reply(post, "Green teapots", 2);
    scene.post("Greener teapots", ".", 3);
    scene.post("Green tea", ".", 4);
    let liked = scene.reply(post, "Tea is green", 5);
    for name in ["bob", "eve", "mia", "tom"] {
        scene.replies().vote(liked, db.add_user(name), VoteCommand::Upvote, T0).unwrap();
    }
    let wanted = [
        "post Green tea",
        "reply Tea is green",
        "post Greener teapots",
        "post Notes",
        "reply Green teapots",
    ];
    assert_eq!(scene.found("green tea"), wanted);
}

fn by_time_and_by_score(db: &TestDb) {
    let scene = Scene::of(db);
    let first = scene.post("Tea one", ".", 1);
    let reply = scene.reply(first, "Tea two", 2);
    scene.post("Tea three", ".", 3);
    let bob = db.add_user("bob");
    scene.posts().vote(first, bob, VoteCommand::Downvote, T0).unwrap();
    scene.replies().vote(reply, bob, VoteCommand::Upvote, T0).unwrap();
    let found = |sort| names(&scene.run(&Search { sort, ..Search::of("tea") }).hits);
    assert_eq!(found(Sort::New), ["post Tea three", "reply Tea two", "post Tea one"]);
    assert_eq!(found(Sort::Top), ["reply Tea two", "post Tea three", "post Tea one"]);
}

fn every_order_goes_on_where_the_page_ended(db: &TestDb) {
    let scene = Scene::of(db);
    let voters = ["bob", "eve", "mia"].map(|name| db.add_user(name));
    for minute in 0..12 {
        let post = scene.post(&format!("Tea {minute}"), ".", minute * 3);
        let reply = scene.reply(post, &format!("More tea {minute}"), minute * 3 + 1);
        for voter in voters.iter().take(minute as usize % 4) {
            scene.posts().vote(post, *voter, VoteCommand::Upvote, T0).unwrap();
            scene.replies().vote(reply, *voter, VoteCommand::Downvote, T0).unwrap();
        }
        scene.add_forum(&format!("Tea forum {minute}"), "About", minute * 3 + 2);
    }
    for sort in [Sort::Best, Sort::New, Sort::Top] {
        let all = scene.run(&Search { sort, limit: 100, ..Search::of("tea") });
        assert_eq!((all.hits.len(), all.next), (36, None));
        let mut search = Search { sort, limit: 5, ..Search::of("tea") };
        let mut pages = vec![];
        loop {
            let page = scene.run(&search);
            pages.extend(page.hits);
            search.after = page.next;
            if search.after.is_none() {
                break;
            }
        }
        assert_eq!(names(&pages), names(&all.hits), "{sort:?}");
    }
}

fn quoted_words_match_as_a_whole(db: &TestDb) {
    let scene = Scene::of(db);
    let post = scene.post("Teapots", ".", 1);
    scene.reply(post, "Tea", 2);
    assert_eq!(scene.found("tea"), ["reply Tea", "post Teapots"]);
    assert_eq!(scene.found("\"tea\""), ["reply Tea"]);
}

fn scripts_without_spaces_are_found_in_replies(db: &TestDb) {
    let scene = Scene::of(db);
    let post = scene.post("散歩", ".", 1);
    scene.reply(post, "東京都の散歩", 2);
    for query in ["東京", "都の", "歩", "京都"] {
        let found = scene.found(query);
        assert!(found.contains(&"reply 東京都の散歩".to_owned()), "{query} {found:?}");
    }
    assert_eq!(scene.found("京東"), [] as [&str; 0]);
}
