mod lists;
mod moderated;
mod orders;
mod ranked;
pub(crate) mod readers;
mod removal;
mod removal_races;
mod search;
mod today;
mod votes;
mod wiping;
mod writes;

use infrastructure::{DbPosts, DbReader};
use kernel::{ForumId, Limit, Page, PageRequest, PostId, RepositoryError, Timestamp, UserId, Vote};
use notifications::ReaderRepository;
use posts::{Description, NewPost, Post, PostContent, PostRepository, Selection, Title};

use crate::support::{T0, TestDb};

fn posts(db: &TestDb) -> DbPosts {
    DbPosts::new(db.database.clone())
}

pub(crate) fn content(title: &str, description: &str) -> PostContent {
    PostContent {
        title: Title::parse(title).unwrap(),
        description: Description::parse(description).unwrap(),
        image: None,
        image_description: None,
    }
}

/// Returns the time this many seconds after [`T0`].
fn second(second: i64) -> Timestamp {
    Timestamp::from_unix_millis(T0.unix_millis() + second * 1_000)
}

fn new_post(author: UserId, forum: ForumId, title: &str, created_at: Timestamp) -> NewPost {
    NewPost { request: None, forum, author, content: content(title, "Text"), created_at }
}

fn add(db: &TestDb, author: UserId, forum: ForumId, title: &str, at: Timestamp) -> PostId {
    posts(db).insert(&new_post(author, forum, title, at)).unwrap().inserted().unwrap().id
}

fn find(db: &TestDb, id: PostId) -> Post {
    posts(db).find(id).unwrap().unwrap()
}

fn own_vote(db: &TestDb, member: UserId, id: PostId) -> Option<Vote> {
    DbReader(db.database.clone()).states(member, &[id]).unwrap().pop()?.vote
}

/// Gives a post a score behind the back of the port.
fn set_score(db: &TestDb, id: PostId, score: i64) {
    let (up, down) = (score.max(0), (-score).max(0));
    db.run(&format!(
        "UPDATE posts SET upvotes = {up}, downvotes = {down}, score = {score} WHERE id = {id}"
    ));
}

/// The titles of all pages, which hold `limit` posts each.
fn titles<P: Copy>(
    limit: u8,
    list: impl Fn(&PageRequest<P>) -> Result<Page<Post, P>, RepositoryError>,
) -> Vec<String> {
    let mut request = PageRequest { limit: Limit::new(limit).unwrap(), after: None };
    let mut titles = vec![];
    loop {
        let page = list(&request).unwrap();
        assert!(page.items.len() <= usize::from(limit));
        titles.extend(page.items.into_iter().map(|post| post.title));
        request.after = page.next;
        if request.after.is_none() {
            return titles;
        }
    }
}

fn newest(db: &TestDb, selection: &Selection, limit: u8) -> Vec<String> {
    titles(limit, |page| posts(db).newest(selection, page))
}

fn most_popular(db: &TestDb, selection: &Selection, limit: u8) -> Vec<String> {
    titles(limit, |page| posts(db).most_popular(selection, page))
}

/// Returns the posts with these words.
fn with(keyword: &str) -> Selection {
    Selection { keyword: Some(keyword.to_owned()), ..Selection::default() }
}

const NONE: [&str; 0] = [];
