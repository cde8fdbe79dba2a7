//! What a search finds for whom, where forums are closed.

use std::collections::BTreeSet;

use infrastructure::DbSearch;
use kernel::{Limit, PageRequest, Reader};
use search::{Filters, Kind, Query, Request, SearchRepository, Sort, Target};

use super::{Scene, Search, names};
use crate::{
    posts::readers::Places,
    profiles::reply,
    support::{TestDb, contract},
};

contract! {
    hits_are_what_the_reader_may_read_without_gaps,
    forums_are_found_by_their_readers,
    words_of_closed_forums_correct_no_query,
}

/// Reads all pages of two hits each.
fn pages(db: &TestDb, search: &Search) -> BTreeSet<(Kind, i64)> {
    let (mut found, mut after) = (BTreeSet::new(), None);
    loop {
        let page = DbSearch(db.database.clone())
            .search(&Request {
                query: Query::parse(&search.query).unwrap(),
                reader: search.reader,
                kinds: search.kinds.clone(),
                filters: search.filters.clone(),
                sort: search.sort,
                page: PageRequest { limit: Limit::new(2).unwrap(), after },
            })
            .unwrap();
        assert!(page.hits.len() == 2 || page.next.is_none());
        found.extend(page.hits.iter().map(|hit| match hit.target {
            Target::Post(id) => (Kind::Post, id.0),
            Target::Reply(id) => (Kind::Reply, id.0),
            Target::Forum(id) => (Kind::Forum, id.0),
            Target::Person(id) => (Kind::Person, id.0),
        }));
        after = page.next;
        if after.is_none() {
            return found;
        }
    }
}

fn hits_are_what_the_reader_may_read_without_gaps(db: &TestDb) {
    let places = Places::of(db);
    let [ann, ..] = places.people;
    let replies = places.posts.map(|posts| posts.map(|post| reply(db, ann, post)));
    infrastructure::index_words(&db.database, || true).unwrap();
    let of_ann = Filters { author: Some("ann".to_owned()), ..Filters::default() };
    let in_club = Filters { forum: Some(places.forums[2]), ..Filters::default() };
    let of_ann_in_club = Filters { forum: in_club.forum, ..of_ann.clone() };
    for (reader, forums) in places.readers() {
        let readable = |first: usize| -> BTreeSet<_> {
            let posts = places.posts[..forums].iter().skip(first).flatten();
            let posts = posts.map(|post| (Kind::Post, post.0));
            let replies = replies[..forums].iter().skip(first).flatten();
            posts.chain(replies.map(|reply| (Kind::Reply, reply.0))).collect()
        };
        for sort in [Sort::Best, Sort::New, Sort::Top] {
            let all = Search { reader, sort, ..Search::of("text") };
            assert_eq!(pages(db, &all), readable(0), "{reader:?} {sort:?}");
            let search = Search { filters: of_ann.clone(), ..all.clone() };
            assert_eq!(pages(db, &search), readable(0), "{reader:?} {sort:?}");
            for filters in [&in_club, &of_ann_in_club] {
                let search = Search { filters: filters.clone(), ..all.clone() };
                assert_eq!(pages(db, &search), readable(2), "{reader:?} {sort:?} {filters:?}");
            }
        }
    }
}

fn forums_are_found_by_their_readers(db: &TestDb) {
    let places = Places::of(db);
    for (reader, forums) in places.readers() {
        for (nth, topic) in ["open", "inside", "club"].into_iter().enumerate() {
            let kinds = vec![Kind::Forum];
            let found = pages(db, &Search { reader, kinds, ..Search::of(topic) });
            assert_eq!(found.len(), usize::from(nth < forums), "{reader:?} {topic}");
        }
    }
}

fn words_of_closed_forums_correct_no_query(db: &TestDb) {
    let scene = Scene::of(db);
    let club = scene.add_forum("Societyx", "Ours", 1);
    let post = scene.post_by(scene.ann, club, "Espresso", "Hot", 2);
    scene.reply(post, "Marzipan", 3);
    scene.index();
    let corrected = |query, reader| {
        let found = scene.run(&Search { reader, ..Search::of(query) });
        (found.corrected, names(&found.hits).len())
    };
    let typos = [("espreso", "espresso"), ("marzipen", "marzipan"), ("societyy", "societyx")];
    for (typo, word) in typos {
        assert_eq!(corrected(typo, Reader::Visitor), (Some(word.to_owned()), 1));
    }
    for visibility in [1, 2] {
        db.run(&format!("UPDATE forums SET visibility = {visibility} WHERE id = {club}"));
        for reader in [Reader::Visitor, Reader::Insider(scene.ann), Reader::Admin] {
            for (typo, word) in typos {
                assert_eq!(corrected(typo, reader), (None, 0), "{reader:?} {typo}");
                let found = usize::from(reader == Reader::Admin);
                assert!(corrected(word, reader).1 >= found, "{reader:?} {word}");
            }
        }
    }
    // A word that only closed forums have is corrected as one that no text has.
    scene.post("Expresso", "Fast", 4);
    infrastructure::index_words(&db.database, || true).unwrap();
    let found = corrected("espresso", Reader::Visitor);
    assert_eq!(found, (Some("expresso".to_owned()), 1));
    assert_eq!(corrected("espresso", Reader::Admin), (None, 1));
}
