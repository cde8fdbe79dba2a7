use std::time::Duration;

use forums::{
    AccountAge, BlockedWords, Description, ForumRepository, NewRules, Rules, RulesText, Topic,
    WritingLimits,
};
use images::ImageRepository;
use infrastructure::maintenance;
use infrastructure::{DbForumRules, DbImages, DbModerationLog};
use kernel::{Act, ForumId, ForumRules, PageRequest, PostId, Reader, WritingPlace, WritingRules};
use moderation::log::{LogAction, LogFilter, LogRepository};

use super::{edit_of, forums};
use crate::{
    community::add_image,
    support::{ACT, T0, TestDb, contract},
};

contract! {
    a_forum_without_rules_asks_nothing,
    stored_rules_are_found_again,
    the_same_rules_again_are_no_act,
    rules_go_with_their_forum,
    rules_hold_in_the_forum_and_below_its_posts,
    texts_are_normalized_as_typed_and_as_shown,
    rules_and_description_refer_to_images_together,
    outdated_rules_are_rendered_again,
    broken_rules_are_reported,
}

fn rules(text: &str, words: &[&str], hours: i64) -> NewRules {
    NewRules {
        text: RulesText::parse(text).ok(),
        limits: WritingLimits {
            blocked_words: BlockedWords::parse(words.iter().copied()).unwrap(),
            hold_links_of_new: hours > 0,
            min_account_age: AccountAge::from_hours(hours).unwrap(),
        },
    }
}

fn for_writers(db: &TestDb) -> DbForumRules {
    DbForumRules(db.database.clone())
}

fn a_forum_without_rules_asks_nothing(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let nothing = Rules { limits: Some(WritingLimits::default()), ..Rules::default() };
    assert_eq!(forums(db).rules(forum).unwrap(), Some(nothing));
    let post = db.add_post(ann, forum);
    let of = |place| for_writers(db).writing_rules(place, ann, Reader::Insider(ann)).unwrap();
    let nothing = WritingRules {
        forum,
        account_since: T0,
        min_account_age: Duration::ZERO,
        blocked_words: vec![],
        holds_links_of_new: false,
    };
    for place in [WritingPlace::Forum(forum), WritingPlace::Post(post)] {
        assert_eq!(of(place).as_ref(), Some(&nothing));
    }
    let missing = ForumId(forum.0 + 1);
    for place in [WritingPlace::Forum(missing), WritingPlace::Post(PostId(post.0 + 1))] {
        assert_eq!(of(place), None);
    }
    assert_eq!(forums(db).rules(missing).unwrap(), None);
    assert_eq!(forums(db).set_rules(missing, &rules("Be kind", &[], 0), &ACT).unwrap(), None);
}

fn stored_rules_are_found_again(db: &TestDb) {
    let forum = db.add_forum(db.add_user("ann"), "Boats");
    for new in [
        rules("Be *kind*", &["Casino", "buy now"], 24),
        rules("Be *kind*", &[], 0),
        rules("", &["Ünderground"], 8_760),
    ] {
        let stored = forums(db).set_rules(forum, &new, &ACT).unwrap().unwrap();
        let text = new.text.as_ref().map_or("", |text| text.as_str());
        assert_eq!((stored.text.as_str(), stored.limits.as_ref()), (text, Some(&new.limits)));
        assert_eq!(stored.html.contains("<em>kind</em>"), !text.is_empty(), "{}", stored.html);
        assert_eq!(forums(db).rules(forum).unwrap(), Some(stored));
    }
}

fn the_same_rules_again_are_no_act(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let act = Act { by: Some(ann), ..ACT };
    for new in [rules("", &[], 0), rules("Be kind", &[], 0), rules("Be kind", &[], 0)] {
        forums(db).set_rules(forum, &new, &act).unwrap().unwrap();
    }
    let log = DbModerationLog(db.database.clone());
    let entries =
        log.entries(&LogFilter::default(), Reader::Admin, &PageRequest::default()).unwrap().items;
    let [entry] = entries.as_slice() else { panic!("{entries:?}") };
    assert_eq!(entry.action, LogAction::ForumRulesChanged);
    assert_eq!(entry.by.as_ref().unwrap().id, ann);
    assert_eq!(entry.forum.as_ref().unwrap().id, forum);
}

fn rules_go_with_their_forum(db: &TestDb) {
    let forum = db.add_forum(db.add_user("ann"), "Boats");
    forums(db).set_rules(forum, &rules("Be kind", &[], 0), &ACT).unwrap().unwrap();
    assert!(forums(db).delete(forum, &ACT).unwrap());
    assert_eq!(db.number("SELECT count(*) AS n FROM forum_rules"), 0);
}

fn rules_hold_in_the_forum_and_below_its_posts(db: &TestDb) {
    let ann = db.add_user("ann");
    let [forum, other] = ["Boats", "Tea"].map(|topic| db.add_forum(ann, topic));
    let [post, other_post] = [forum, other].map(|forum| db.add_post(ann, forum));
    forums(db).set_rules(forum, &rules("", &["Café au lait"], 48), &ACT).unwrap().unwrap();
    let of = |place| for_writers(db).writing_rules(place, ann, Reader::Insider(ann)).unwrap();
    let found = of(WritingPlace::Forum(forum)).unwrap();
    assert_eq!(of(WritingPlace::Post(post)).as_ref(), Some(&found));
    assert_eq!((found.forum, found.account_since), (forum, T0));
    assert_eq!(found.young_until(T0), Some(T0.after(Duration::from_hours(48))));
    let text = for_writers(db).normalize("A CAFE\u{301} -- au lait!");
    assert_eq!(found.blocked_in(&text), Some("Café au lait"));
    for place in [WritingPlace::Forum(other), WritingPlace::Post(other_post)] {
        let free = of(place).unwrap();
        assert_eq!((free.forum, free.min_account_age), (other, Duration::ZERO));
        assert_eq!(free.blocked_words, []);
    }
}

fn texts_are_normalized_as_typed_and_as_shown(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let words = ["casino", "spam.example", "賭場", "one two"];
    forums(db).set_rules(forum, &rules("", &words, 0), &ACT).unwrap().unwrap();
    let rules = for_writers(db)
        .writing_rules(WritingPlace::Forum(forum), ann, Reader::Insider(ann))
        .unwrap()
        .unwrap();
    for (text, found) in [
        ("Visit the CASINO!", Some("casino")),
        ("Visit the cas**ino**", Some("casino")),
        ("Visit the casinos", None),
        ("[a link](https://spam.example/x)", Some("spam.example")),
        ("去賭場玩", Some("賭場")),
        ("賭 and 場", None),
        ("- one\n- two", Some("one two")),
        ("one, *two*", Some("one two")),
        // The source and the rendered text stand one after the other; no phrase spans both.
        ("two words are not one", None),
    ] {
        let normalized = for_writers(db).normalize_markdown(text).unwrap();
        assert_eq!(rules.blocked_in(&normalized), found, "{text}: {normalized}");
    }
}

fn rules_and_description_refer_to_images_together(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let [in_rules, described] = [b"1", b"2"].map(|bytes| add_image(db, ann, bytes));
    let text = |url: &str| format!("![]({url})");
    forums(db).set_rules(forum, &rules(&text(&in_rules.url()), &[], 0), &ACT).unwrap().unwrap();
    let topic = Topic::parse("Boats").unwrap();
    let description = Description::parse(&text(&described.url())).unwrap();
    forums(db).update(forum, &edit_of(topic, description), &ACT).unwrap();
    let references = || db.number("SELECT count(*) AS n FROM image_references");
    assert_eq!(references(), 2);
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
    forums(db).set_rules(forum, &rules("", &[], 0), &ACT).unwrap().unwrap();
    assert_eq!(references(), 1);
    let images = DbImages(db.database.clone());
    images.mark_unreferenced(T0.after(Duration::from_hours(1))).unwrap();
    assert_eq!(images.marked().unwrap(), [in_rules]);
}

fn outdated_rules_are_rendered_again(db: &TestDb) {
    let forum = db.add_forum(db.add_user("ann"), "Boats");
    let stored = forums(db).set_rules(forum, &rules("Be *kind*", &[], 0), &ACT).unwrap();
    db.run("UPDATE forum_rules SET renderer = 0, html = ''");
    let html = forums(db).rules(forum).unwrap().unwrap().html;
    assert_eq!(html, "<p>Be *kind*</p>");
    assert_eq!(maintenance::render_outdated_texts(&db.database, || true).unwrap(), 1);
    assert_eq!(forums(db).rules(forum).unwrap(), stored);
}

fn broken_rules_are_reported(db: &TestDb) {
    let forum = db.add_forum(db.add_user("ann"), "Boats");
    forums(db).set_rules(forum, &rules("Be *kind*", &[], 0), &ACT).unwrap().unwrap();
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
    db.run("UPDATE forum_rules SET html = 'x', min_account_age = 9000");
    let findings = maintenance::check(&db.database, &|_, _| ()).unwrap();
    let problems: Vec<_> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "forum_rules 1: min_account_age is 9000, the most is 8760",
            "forum_rules 1: html is not that of the text",
        ]
    );
}
