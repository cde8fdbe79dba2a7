//! What texts look like is stored beside them.

mod mentions;
mod outdated;
mod revisions;

use forums::{
    Description as ForumDescription, ForumEdit, ForumRepository, NewForum, SaveOutcome, Topic,
};
use infrastructure::{DbForums, DbMessages, DbPosts, DbReplies};
use kernel::{ForumId, PostId, ReplyId, UserId, Visibility};
use messages::{MessageRepository, MessageText, NewMessage, Participants};
use posts::{NewPost, Post, PostContent, PostRepository, Selection};
use replies::{Description, InsertOutcome, NewReply, Reply, ReplyRepository};

use crate::{
    messages::done,
    posts::content,
    support::{ACT, T0, TestDb, contract, own},
};

contract! {
    written_texts_are_rendered,
    edited_texts_are_rendered_anew,
    lists_have_excerpts_instead_of_html,
    a_removed_reply_leaves_no_html,
    markup_is_not_searched,
}

pub(super) fn posts_of(db: &TestDb) -> DbPosts {
    DbPosts::new(db.database.clone())
}

pub(crate) fn add_post(db: &TestDb, author: UserId, forum: ForumId, text: &str) -> Post {
    let new =
        NewPost { request: None, forum, author, content: content("Title", text), created_at: T0 };
    posts_of(db).insert(&new).unwrap().inserted().unwrap()
}

pub(crate) fn add_reply(db: &TestDb, author: UserId, post: PostId, text: &str) -> Reply {
    let description = Description::parse(text).unwrap();
    let new =
        NewReply { request: None, post, responds_to: None, description, author, created_at: T0 };
    match DbReplies(db.database.clone()).insert(&new).unwrap() {
        InsertOutcome::Inserted(reply) => reply,
        other => panic!("{other:?}"),
    }
}

fn html_of_reply(reply: &Reply) -> &str {
    &reply.content.as_ref().unwrap().html
}

fn new_message(sender: UserId, recipient: UserId, text: &str) -> NewMessage {
    let participants = Participants { sender, recipient };
    NewMessage { request: None, participants, text: MessageText::parse(text).unwrap(), sent_at: T0 }
}

fn written_texts_are_rendered(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let new = NewForum {
        topic: Topic::parse("Boats").unwrap(),
        description: ForumDescription::parse("About *boats*").unwrap(),
        visibility: Visibility::Public,
        author: ann,
        created_at: T0,
    };
    let SaveOutcome::Saved(forum) = DbForums(db.database.clone()).insert(&new).unwrap() else {
        panic!("not saved");
    };
    assert_eq!(forum.html.as_deref(), Some("<p>About <em>boats</em></p>\n"));

    let post = add_post(db, ann, forum.id, "Some *words*");
    assert_eq!(post.html.as_deref(), Some("<p>Some <em>words</em></p>\n"));
    assert_eq!(posts_of(db).find(post.id).unwrap().unwrap(), post);

    let reply = add_reply(db, ann, post.id, "**Yes**");
    assert_eq!(html_of_reply(&reply), "<p><strong>Yes</strong></p>\n");

    let messages = DbMessages(db.database.clone());
    let message = done(messages.insert(&new_message(ann, bob, "`a`")).unwrap());
    assert_eq!(message.html, "<p><code>a</code></p>\n");
}

fn edited_texts_are_rendered_anew(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Boats");
    let post = add_post(db, ann, forum, "Some *words*").id;
    let edited =
        posts_of(db).update(post, &content("Title", "*Other*"), ann, T0).unwrap().done().unwrap();
    assert_eq!(edited.html.as_deref(), Some("<p><em>Other</em></p>\n"));
    assert_eq!(edited.excerpt, "Other");

    let forums = DbForums(db.database.clone());
    let (topic, text) =
        (Topic::parse("Boats").unwrap(), ForumDescription::parse("*Sails*").unwrap());
    let edit = ForumEdit { topic, description: text, visibility: None };
    let SaveOutcome::Saved(edited) = forums.update(forum, &edit, &own(ann)).unwrap() else {
        panic!("not saved");
    };
    assert_eq!(edited.html.as_deref(), Some("<p><em>Sails</em></p>\n"));

    let messages = DbMessages(db.database.clone());
    let id = done(messages.insert(&new_message(ann, bob, "a")).unwrap()).id;
    let edited = messages.edit(id, &MessageText::parse("*b*").unwrap()).unwrap().unwrap();
    assert_eq!(done(edited).html, "<p><em>b</em></p>\n");
}

fn lists_have_excerpts_instead_of_html(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    add_post(db, ann, forum, "Some *words* and ||a secret||");
    let first = kernel::PageRequest { limit: kernel::Limit::new(10).unwrap(), after: None };
    let page = posts_of(db).newest(&Selection::default(), &first).unwrap();
    assert_eq!(page.items[0].html, None);
    assert_eq!(page.items[0].excerpt, "Some words and");
}

fn a_removed_reply_leaves_no_html(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let post = add_post(db, ann, forum, "Text").id;
    let reply = add_reply(db, ann, post, "A *secret* of @ann").id;
    assert!(DbReplies(db.database.clone()).remove(reply, &ACT).unwrap());
    let left = "SELECT count(*) AS n FROM replies WHERE html <> '' OR excerpt <> ''";
    assert_eq!(db.number(left), 0);
    assert_eq!(db.number("SELECT count(*) AS n FROM reply_mentions"), 0);
}

fn markup_is_not_searched(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    add_post(db, ann, forum, "See [the manual](https://hidden.example) of the p**um**p");
    let first = kernel::PageRequest { limit: kernel::Limit::new(10).unwrap(), after: None };
    let found = |word: &str| {
        let selection = Selection { keyword: Some(word.to_owned()), ..Selection::default() };
        posts_of(db).newest(&selection, &first).unwrap().items.len()
    };
    assert_eq!((found("manual"), found("pump"), found("hidden")), (1, 1, 0));
}

/// The members that a post or a reply mentions, as it is stored.
pub(super) fn mentions_of_post(db: &TestDb, post: PostId) -> i64 {
    db.number(&format!(
        "SELECT count(*) AS n FROM post_mentions WHERE post_id = {post} AND user_id > 0"
    ))
}

pub(super) fn mentions_of_reply(db: &TestDb, reply: ReplyId) -> i64 {
    db.number(&format!(
        "SELECT count(*) AS n FROM reply_mentions WHERE reply_id = {reply} AND user_id > 0"
    ))
}

pub(super) fn text(description: &str) -> PostContent {
    content("Title", description)
}
