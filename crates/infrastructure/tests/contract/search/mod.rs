//! Search of posts, replies, forums and people.

mod corrections;
mod filters;
mod index;
mod matches;
mod readers;

use std::time::Duration;

use forums::ForumRepository;
use infrastructure::maintenance;
use infrastructure::{DbForums, DbPosts, DbReplies, DbSearch};
use kernel::{ForumId, Limit, PageRequest, PostId, Reader, ReplyId, Timestamp, UserId, Visibility};
use posts::PostRepository;
use replies::{InsertOutcome, NewReply, ReplyRepository};
use search::{After, Filters, Hit, Kind, Query, Request, SearchRepository, SearchResults, Sort};

use crate::support::{T0, TestDb};

/// A member, a forum, and what is written there.
pub(crate) struct Scene<'a> {
    pub(crate) db: &'a TestDb,
    pub(crate) ann: UserId,
    pub(crate) forum: ForumId,
}

pub(crate) fn minutes(minutes: u64) -> Timestamp {
    T0.after(Duration::from_mins(minutes))
}

impl<'a> Scene<'a> {
    pub(crate) fn of(db: &'a TestDb) -> Self {
        let ann = db.add_user("ann");
        Self { db, ann, forum: db.add_forum(ann, "Gardening") }
    }

    pub(crate) fn posts(&self) -> DbPosts {
        DbPosts::new(self.db.database.clone())
    }

    pub(crate) fn replies(&self) -> DbReplies {
        DbReplies(self.db.database.clone())
    }

    pub(crate) fn forums(&self) -> DbForums {
        DbForums(self.db.database.clone())
    }

    pub(crate) fn add_forum(&self, topic: &str, description: &str, minute: u64) -> ForumId {
        let forum = forums::NewForum {
            topic: forums::Topic::parse(topic).unwrap(),
            description: forums::Description::parse(description).unwrap(),
            visibility: Visibility::Public,
            author: self.ann,
            created_at: minutes(minute),
        };
        match self.forums().insert(&forum).unwrap() {
            forums::SaveOutcome::Saved(forum) => forum.id,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn post_by(
        &self,
        author: UserId,
        forum: ForumId,
        title: &str,
        text: &str,
        minute: u64,
    ) -> PostId {
        let content = crate::posts::content(title, text);
        let new =
            posts::NewPost { request: None, forum, author, content, created_at: minutes(minute) };
        self.posts().insert(&new).unwrap().inserted().unwrap().id
    }

    pub(crate) fn post(&self, title: &str, text: &str, minute: u64) -> PostId {
        self.post_by(self.ann, self.forum, title, text, minute)
    }

    /// A reply that is indexed.
    pub(crate) fn reply_by(
        &self,
        author: UserId,
        post: PostId,
        text: &str,
        minute: u64,
    ) -> ReplyId {
        let reply = self.write_reply(author, post, text, minute);
        infrastructure::index_words(&self.db.database, || true).unwrap();
        reply
    }

    /// A reply that is not indexed yet.
    pub(crate) fn write_reply(
        &self,
        author: UserId,
        post: PostId,
        text: &str,
        minute: u64,
    ) -> ReplyId {
        let description = replies::Description::parse(text).unwrap();
        let created_at = minutes(minute);
        let new =
            NewReply { request: None, post, responds_to: None, description, author, created_at };
        match self.replies().insert(&new).unwrap() {
            InsertOutcome::Inserted(reply) => reply.id,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn reply(&self, post: PostId, text: &str, minute: u64) -> ReplyId {
        self.reply_by(self.ann, post, text, minute)
    }

    /// Does what is planned for search, and checks the database.
    pub(crate) fn index(&self) {
        infrastructure::index_words(&self.db.database, || true).unwrap();
        assert_eq!(maintenance::check(&self.db.database, &|_, _| ()).unwrap(), []);
    }

    pub(crate) fn run(&self, search: &Search) -> SearchResults {
        DbSearch(self.db.database.clone()).search(&search.request()).unwrap()
    }

    pub(crate) fn found(&self, query: &str) -> Vec<String> {
        names(&self.run(&Search::of(query)).hits)
    }
}

/// A search of everything but people, unless it says otherwise.
#[derive(Clone)]
pub(crate) struct Search {
    pub(crate) query: String,
    pub(crate) reader: Reader,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) filters: Filters,
    pub(crate) sort: Sort,
    pub(crate) limit: u8,
    pub(crate) after: Option<After>,
}

impl Search {
    pub(crate) fn of(query: &str) -> Self {
        Self {
            query: query.to_owned(),
            reader: Reader::Visitor,
            kinds: vec![Kind::Post, Kind::Reply, Kind::Forum],
            filters: Filters::default(),
            sort: Sort::Best,
            limit: 50,
            after: None,
        }
    }

    fn request(&self) -> Request {
        Request {
            query: Query::parse(&self.query).unwrap(),
            reader: self.reader,
            kinds: self.kinds.clone(),
            filters: self.filters.clone(),
            sort: self.sort,
            page: PageRequest { limit: Limit::new(self.limit).unwrap(), after: self.after },
        }
    }
}

/// Kind and title of each hit, of replies their excerpt.
pub(crate) fn names(hits: &[Hit]) -> Vec<String> {
    let name = |hit: &Hit| match hit.target {
        search::Target::Post(_) => format!("post {}", hit.title_html),
        search::Target::Reply(_) => format!("reply {}", hit.excerpt_html),
        search::Target::Forum(_) => format!("forum {}", hit.title_html),
        search::Target::Person(_) => format!("person {}", hit.title_html),
    };
    let plain = |name: String| name.replace("<mark>", "").replace("</mark>", "");
    hits.iter().map(name).map(plain).collect()
}
