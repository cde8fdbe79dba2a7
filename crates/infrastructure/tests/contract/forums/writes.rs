use forums::{Description, Forum, ForumRepository, SaveOutcome, Topic};
use infrastructure::DbModerators;
use kernel::{ForumId, Moderators, PageRequest, Reader, UserId, Visibility};

use super::{add, edit_of, forums, found, new_forum};
use crate::support::{ACT, T0, TestDb, contract, own, sixteen_at_once};

contract! {
    a_stored_forum_is_found_again,
    the_author_becomes_the_first_moderator,
    a_topic_is_taken_without_regard_to_case_beyond_ascii,
    a_topic_that_looks_like_another_is_taken,
    a_forum_that_looks_like_an_older_one_can_be_edited,
    sixteen_concurrent_forums_of_one_topic_make_one,
    a_forum_whose_moderator_cannot_be_stored_is_not_stored,
    an_edited_forum_is_found_by_its_new_words_alone,
    an_edit_to_a_taken_topic_changes_nothing,
    deleting_a_forum_demotes_its_only_moderators,
}

fn a_stored_forum_is_found_again(db: &TestDb) {
    let ann = db.add_user("ann");
    let id = add(db, ann, "Gärten", "Soil\nand seeds", 0);
    let forum = forums(db).find(id, T0).unwrap().unwrap();
    assert_eq!(
        forum,
        Forum {
            id,
            topic: "Gärten".to_owned(),
            description: "Soil\nand seeds".to_owned(),
            html: Some("<p>Soil\nand seeds</p>\n".to_owned()),
            author: "ann".to_owned(),
            visibility: Visibility::Public,
            created_at: T0,
            post_count: 0,
            activity: 0,
            latest: None,
        }
    );
    assert_eq!(forums(db).find(ForumId(id.0 + 1), T0).unwrap(), None);
}

fn the_author_becomes_the_first_moderator(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let id = add(db, ann, "Gardening", "Soil", 0);
    let moderators = DbModerators(db.database.clone());
    assert!(moderators.moderates(ann, id).unwrap());
    assert!(!moderators.moderates(bob, id).unwrap());
    assert_eq!(db.number("SELECT CAST(max(role) AS BIGINT) AS n FROM users"), 0);
}

fn a_topic_is_taken_without_regard_to_case_beyond_ascii(db: &TestDb) {
    let ann = db.add_user("ann");
    add(db, ann, "Ärger", "Of all kinds", 0);
    let again = forums(db).insert(&new_forum(ann, "äRGER", "More of it", 1)).unwrap();
    assert_eq!(again, SaveOutcome::TopicTaken);
}

/// The second one is in Cyrillic letters.
const LOOK_ALIKES: [&str; 2] = ["Cooper", "Соореr"];

fn a_topic_that_looks_like_another_is_taken(db: &TestDb) {
    let ann = db.add_user("ann");
    let [topic, look_alike] = LOOK_ALIKES;
    add(db, ann, topic, "Barrels", 0);
    let again = forums(db).insert(&new_forum(ann, look_alike, "More of it", 1)).unwrap();
    assert_eq!(again, SaveOutcome::TopicTaken);
    let id = add(db, ann, "Other", "Things", 1);
    let (topic, description) =
        (Topic::parse(look_alike).unwrap(), Description::parse("Changed").unwrap());
    let edited = forums(db).update(id, &edit_of(topic, description), &own(ann)).unwrap();
    assert_eq!(edited, SaveOutcome::TopicTaken);
    assert_eq!(forums(db).find(id, T0).unwrap().unwrap().topic, "Other");
}

/// As it is after the migration that introduces skeletons.
fn a_forum_that_looks_like_an_older_one_can_be_edited(db: &TestDb) {
    let ann = db.add_user("ann");
    let [topic, look_alike] = LOOK_ALIKES;
    let id = add(db, ann, look_alike, "Barrels", 0);
    db.run("UPDATE forums SET topic_skeleton = NULL");
    add(db, ann, topic, "Barrels", 1);
    let edit = |topic: &str| {
        let (topic, description) =
            (Topic::parse(topic).unwrap(), Description::parse("Casks").unwrap());
        forums(db).update(id, &edit_of(topic, description), &own(ann)).unwrap()
    };
    assert!(matches!(edit(look_alike), SaveOutcome::Saved(forum) if forum.description == "Casks"));
    assert!(matches!(edit("Other"), SaveOutcome::Saved(forum) if forum.topic == "Other"));
    assert_eq!(edit(look_alike), SaveOutcome::TopicTaken);
}

fn sixteen_concurrent_forums_of_one_topic_make_one(db: &TestDb) {
    let ann = db.add_user("ann");
    let forums = forums(db);
    let outcomes =
        sixteen_at_once(|_| forums.insert(&new_forum(ann, "Gardening", "Soil", 0)).unwrap());
    let made = outcomes.iter().filter(|outcome| matches!(outcome, SaveOutcome::Saved(_))).count();
    assert_eq!(made, 1);
    assert_eq!(db.number("SELECT count(*) AS n FROM forum_moderators"), 1);
}

fn a_forum_whose_moderator_cannot_be_stored_is_not_stored(db: &TestDb) {
    let ann = db.add_user("ann");
    db.break_inserts("forum_moderators");
    assert!(forums(db).insert(&new_forum(ann, "Gardening", "Soil", 0)).is_err());
    assert_eq!(db.number("SELECT count(*) AS n FROM forums"), 0);
    assert!(
        forums(db)
            .search(Reader::Visitor, T0, "gardening", &PageRequest::default())
            .unwrap()
            .items
            .is_empty()
    );
}

fn an_edited_forum_is_found_by_its_new_words_alone(db: &TestDb) {
    let ann = db.add_user("ann");
    let id = add(db, ann, "Gardening", "Soil", 0);
    let (topic, description) =
        (Topic::parse("Boats").unwrap(), Description::parse("Sails").unwrap());
    let SaveOutcome::Saved(edited) =
        forums(db).update(id, &edit_of(topic, description), &own(ann)).unwrap()
    else {
        panic!("not edited");
    };
    assert_eq!((edited.topic.as_str(), edited.description.as_str()), ("Boats", "Sails"));
    assert_eq!(found(db, "sail"), ["Boats"]);
    assert_eq!(found(db, "soil"), [""; 0]);
    let gone = forums(db).update(
        ForumId(id.0 + 1),
        &edit_of(Topic::parse("X").unwrap(), Description::parse("Sails").unwrap()),
        &own(ann),
    );
    assert_eq!(gone.unwrap(), SaveOutcome::NotFound);
}

fn an_edit_to_a_taken_topic_changes_nothing(db: &TestDb) {
    let ann = db.add_user("ann");
    add(db, ann, "Boats", "Sails", 0);
    let id = add(db, ann, "Gardening", "Soil", 1);
    let description = Description::parse("Changed").unwrap();
    let taken = forums(db)
        .update(id, &edit_of(Topic::parse("BOATS").unwrap(), description), &own(ann))
        .unwrap();
    assert_eq!(taken, SaveOutcome::TopicTaken);
    assert_eq!(forums(db).find(id, T0).unwrap().unwrap().description, "Soil");
}

fn deleting_a_forum_demotes_its_only_moderators(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let (first, second) = (add(db, ann, "One", "1", 0), add(db, ann, "Two", "2", 1));
    db.run(&format!("INSERT INTO forum_moderators (forum_id, user_id) VALUES ({first}, {bob})"));
    db.run("UPDATE users SET role = 1");
    db.add_post(ann, first);
    assert!(forums(db).delete(first, &ACT).unwrap());
    let role = |user: UserId| {
        db.number(&format!("SELECT CAST(role AS BIGINT) AS n FROM users WHERE id = {user}"))
    };
    assert_eq!((role(ann), role(bob)), (1, 0));
    assert_eq!(db.number("SELECT count(*) AS n FROM posts"), 0);
    assert!(forums(db).delete(second, &ACT).unwrap());
    assert_eq!(role(ann), 0);
    assert!(!forums(db).delete(second, &ACT).unwrap());
}
