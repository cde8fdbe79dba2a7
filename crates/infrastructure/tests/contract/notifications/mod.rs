//! What is written notifies its recipients, each exactly once.

mod crashes;
mod deleted_forums;
mod delivery;
mod fan_out;
mod lists;
mod moderated;
mod reader;
mod readers;
mod removed;
mod reported;
mod security;

pub(crate) use self::fan_out::add_watchers;

use std::sync::Arc;

use database::Database;
use infrastructure::{DbNotifications, DbPosts, DbReader, DbReplies, NotificationProducer};
use kernel::{
    ByTime, Clock, ForumId, Limit, PageRequest, PostId, Reader, ReplyId, Timestamp, UserId,
};
use notifications::{
    Notification, NotificationRepository, NotificationRetention, ReaderRepository, WatchLevel,
};
use posts::{Description, NewPost, PostContent, PostRepository, Title};
use replies::{InsertOutcome, NewReply, ReplyRepository};

use crate::support::{T0, TestDb};

/// A clock that stands still.
pub(crate) struct At(pub(crate) Timestamp);

impl Clock for At {
    fn now(&self) -> Timestamp {
        self.0
    }
}

pub(crate) fn at(millis: i64) -> Timestamp {
    Timestamp::from_unix_millis(T0.unix_millis() + millis)
}

/// The database, whose events become notifications at a time after [`T0`].
pub(crate) fn producing_at(database: &Database, millis: i64) -> Database {
    let clock = || Arc::new(At(at(millis)));
    database.delivering_to(vec![Arc::new(NotificationProducer::new(clock(), None))], clock())
}

pub(crate) fn deliver(database: &Database) {
    loop {
        let delivery = database.deliver_events().unwrap();
        assert!(delivery.failures.is_empty(), "{:?}", delivery.failures);
        if delivery.consumed == 0 {
            return;
        }
    }
}

pub(crate) fn post(database: &Database, author: UserId, forum: ForumId, title: &str) -> PostId {
    let content = PostContent {
        title: Title::parse(title).unwrap(),
        description: Description::parse(&format!("All about {title}")).unwrap(),
        image: None,
        image_description: None,
    };
    let post = NewPost { request: None, forum, author, content, created_at: T0 };
    DbPosts::new(database.clone()).insert(&post).unwrap().inserted().unwrap().id
}

pub(crate) fn reply(
    database: &Database,
    author: UserId,
    post: PostId,
    responds_to: Option<ReplyId>,
    text: &str,
) -> ReplyId {
    let description = replies::Description::parse(text).unwrap();
    let reply = NewReply { request: None, post, responds_to, author, description, created_at: T0 };
    match DbReplies(database.clone()).insert(&reply).unwrap() {
        InsertOutcome::Inserted(reply) => reply.id,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn watch(db: &TestDb, user: UserId, post: PostId, level: WatchLevel) {
    assert!(DbReader(db.database.clone()).watch_post(user, post, level).unwrap());
}

pub(super) fn watch_forum(db: &TestDb, user: UserId, forum: ForumId, level: WatchLevel) {
    assert!(DbReader(db.database.clone()).watch_forum(user, forum, level).unwrap());
}

pub(super) fn page(limit: u8, after: Option<ByTime>) -> PageRequest<ByTime> {
    PageRequest { limit: Limit::new(limit).unwrap(), after }
}

/// The member's notifications at [`T0`].
pub(crate) fn of(db: &TestDb, user: UserId) -> Vec<Notification> {
    let retention = NotificationRetention::at(T0);
    let list = DbNotifications(db.database.clone());
    list.list(user, Reader::Insider(user), false, retention, &page(100, None)).unwrap().items
}
