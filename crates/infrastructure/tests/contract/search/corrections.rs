use replies::ReplyRepository;
use search::{Filters, Kind};

use super::{Scene, Search, names};
use crate::support::{ACT, TestDb, contract};

contract! {
    a_misspelt_word_finds_the_closest_one,
    the_most_used_of_equally_close_words_is_taken,
    a_word_that_some_text_has_is_not_corrected,
    quotes_keep_a_word_as_it_is,
    all_words_but_the_wrong_ones_stay,
    names_are_not_corrected,
    words_of_every_kind_of_text_are_suggested,
}

fn corrected(scene: &Scene<'_>, query: &str) -> (Option<String>, Vec<String>) {
    let found = scene.run(&Search::of(query));
    (found.corrected, names(&found.hits))
}

fn to(query: &str, hits: &[&str]) -> (Option<String>, Vec<String>) {
    (Some(query.to_owned()), hits.iter().map(|&hit| hit.to_owned()).collect())
}

fn a_misspelt_word_finds_the_closest_one(db: &TestDb) {
    let scene = Scene::of(db);
    let post = scene.post("Espresso", "Hot", 1);
    assert_eq!(corrected(&scene, "espreso"), (None, vec![]));
    scene.reply(post, "I received it", 2);
    scene.index();
    for typo in ["espreso", "espresos", "expresso", "sepresso", "espressso"] {
        assert_eq!(corrected(&scene, typo), to("espresso", &["post Espresso"]), "{typo}");
    }
    assert_eq!(corrected(&scene, "recieved"), to("received", &["reply I received it"]));
    assert_eq!(corrected(&scene, "exprexxo"), (None, vec![]));
    assert_eq!(corrected(&scene, "hto"), (None, vec![]));
}

fn the_most_used_of_equally_close_words_is_taken(db: &TestDb) {
    let scene = Scene::of(db);
    let post = scene.post("Notes", ".", 1);
    scene.reply(post, "a cart", 2);
    scene.reply(post, "a card", 3);
    scene.reply(post, "one more card", 4);
    scene.index();
    let (query, hits) = corrected(&scene, "carx");
    assert_eq!((query.as_deref(), hits.len()), (Some("card"), 2));
}

fn a_word_that_some_text_has_is_not_corrected(db: &TestDb) {
    let scene = Scene::of(db);
    let other = scene.add_forum("Other", ".", 1);
    scene.post("Garden", ".", 1);
    scene.post_by(scene.ann, other, "Gardens", ".", 2);
    scene.index();
    let filters = Filters { forum: Some(scene.forum), ..Filters::default() };
    let found = scene.run(&Search { filters, ..Search::of("gardens") });
    assert_eq!((names(&found.hits), found.corrected), (vec![], None));
}

fn quotes_keep_a_word_as_it_is(db: &TestDb) {
    let scene = Scene::of(db);
    scene.post("Espresso", ".", 1);
    scene.index();
    assert_eq!(corrected(&scene, "\"espreso\""), (None, vec![]));
}

fn all_words_but_the_wrong_ones_stay(db: &TestDb) {
    let scene = Scene::of(db);
    scene.post("Green espresso", ".", 1);
    scene.index();
    let wanted = to("Green, espresso!", &["post Green espresso"]);
    assert_eq!(corrected(&scene, "Green, ESPRESO!"), wanted);
    assert_eq!(corrected(&scene, "grene espreso"), to("green espresso", &["post Green espresso"]));
    assert_eq!(corrected(&scene, "espreso xylophone"), (None, vec![]));
}

fn names_are_not_corrected(db: &TestDb) {
    let scene = Scene::of(db);
    db.add_user("espresso");
    scene.post("Espresso", ".", 1);
    scene.index();
    let search = Search { kinds: vec![Kind::Person], ..Search::of("espr") };
    let found = scene.run(&search);
    assert_eq!((names(&found.hits), found.corrected), (vec!["person espresso".to_owned()], None));
    let found = scene.run(&Search { query: "esprezo".to_owned(), ..search });
    assert_eq!((names(&found.hits), found.corrected), (vec![], None));
}

fn words_of_every_kind_of_text_are_suggested(db: &TestDb) {
    let scene = Scene::of(db);
    let post = scene.post("Rosemary", "and chamomile", 1);
    let reply = scene.reply(post, "or lavender", 2);
    scene.add_forum("Peppermint", "About valerian", 3);
    scene.index();
    for (typo, word) in [
        ("rosmary", "rosemary"),
        ("camomile", "chamomile"),
        ("lavendar", "lavender"),
        ("pepermint", "peppermint"),
        ("valerien", "valerian"),
    ] {
        assert_eq!(corrected(&scene, typo).0.as_deref(), Some(word), "{typo}");
    }
    // What no text has any more is not suggested, at once.
    scene.replies().remove(reply, &ACT).unwrap();
    assert_eq!(corrected(&scene, "lavendar"), (None, vec![]));
}
