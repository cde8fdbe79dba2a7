mod favorites;
mod latest;
mod lists;
mod readers;
mod replicas;
mod rules;
mod search;
mod visibility;
mod writes;

use forums::{Description, ForumEdit, ForumRepository, NewForum, SaveOutcome, Topic};
use infrastructure::DbForums;
use kernel::{ForumId, PageRequest, Reader, Timestamp, UserId, Visibility};

use crate::support::{T0, TestDb};

fn forums(db: &TestDb) -> DbForums {
    DbForums(db.database.clone())
}

fn new_forum(author: UserId, topic: &str, description: &str, second: i64) -> NewForum {
    NewForum {
        topic: Topic::parse(topic).unwrap(),
        description: Description::parse(description).unwrap(),
        visibility: Visibility::Public,
        author,
        created_at: Timestamp::from_unix_millis(T0.unix_millis() + second * 1_000),
    }
}

fn edit_of(topic: Topic, description: Description) -> ForumEdit {
    ForumEdit { topic, description, visibility: None }
}

fn add(db: &TestDb, author: UserId, topic: &str, description: &str, second: i64) -> ForumId {
    match forums(db).insert(&new_forum(author, topic, description, second)).unwrap() {
        SaveOutcome::Saved(forum) => forum.id,
        other => panic!("{other:?}"),
    }
}

/// The topics that a search finds.
fn found(db: &TestDb, term: &str) -> Vec<String> {
    let page = forums(db).search(Reader::Visitor, T0, term, &PageRequest::default()).unwrap();
    page.items.into_iter().map(|forum| forum.topic).collect()
}
