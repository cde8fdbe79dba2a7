//! An image is shown as long as a text that names it is.

use std::time::Duration;

use drafts::{DraftData, DraftKey, DraftRepository, DraftWrite};
use images::{Asker, ImageName, ImageRepository, NewImage};
use infrastructure::{DbDrafts, DbImages, DbMessages, DbPosts, DbReplies, DbUsers};
use kernel::{Actor, ImageUrl, RemovalRetention, Role, UserId};
use messages::{MessageRepository, MessageText, NewMessage, Participants};
use posts::{NewPost, PostRepository};
use replies::{Description, ReplyRepository};
use users::UserRepository;

use crate::{
    community::add_image,
    messages::done,
    posts::content,
    support::{ACT, T0, TestDb, contract, own},
    texts::{add_post, add_reply},
};

contract! {
    an_image_is_shown_while_a_shown_post_names_it,
    an_image_is_shown_while_a_shown_reply_names_it,
    an_image_of_a_hidden_version_is_not_shown,
    avatars_messages_and_rules_show_their_images,
    uploaders_see_their_images_for_a_while,
    hidden_texts_show_their_images_to_moderators,
}

fn is_shown(db: &TestDb, name: &ImageName) -> bool {
    DbImages(db.database.clone()).is_shown(name).unwrap()
}

fn is_shown_to(db: &TestDb, name: &ImageName, id: UserId, role: Role) -> bool {
    let asker = Asker { actor: Actor { id, role }, uploaded_after: T0 };
    DbImages(db.database.clone()).is_shown_to(name, &asker).unwrap()
}

fn an_image_is_shown_while_a_shown_post_names_it(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let (name, field) = (add_image(db, ann, b"a"), add_image(db, ann, b"b"));
    assert!(!is_shown(db, &name));
    let mut content = content("Title", &name.url());
    content.image = ImageUrl::parse(&field.url()).unwrap();
    let new = NewPost { request: None, forum, author: ann, content, created_at: T0 };
    let posts = DbPosts::new(db.database.clone());
    let first = posts.insert(&new).unwrap().inserted().unwrap().id;
    assert!(is_shown(db, &name) && is_shown(db, &field));
    posts.delete(first, &ACT).unwrap();
    assert!(!is_shown(db, &name) && !is_shown(db, &field));
    let other = add_post(db, ann, forum, &name.url()).id;
    assert!(is_shown(db, &name) && !is_shown(db, &field));
    posts.delete(other, &own(ann)).unwrap();
    posts.restore(first, &ACT, RemovalRetention::at(T0)).unwrap().unwrap();
    assert!(is_shown(db, &name) && is_shown(db, &field));
    posts.delete(first, &own(ann)).unwrap();
    assert!(!is_shown(db, &name) && !is_shown(db, &field));
}

fn an_image_of_a_hidden_version_is_not_shown(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let [of_post, of_reply, kept] = [b"a", b"b", b"c"].map(|bytes| add_image(db, ann, bytes));
    let post = add_post(db, ann, forum, &format!("{} {}", of_post.url(), kept.url())).id;
    let reply = add_reply(db, ann, post, &of_reply.url()).id;
    let (posts, replies) = (DbPosts::new(db.database.clone()), DbReplies(db.database.clone()));
    let later = T0.after(Duration::from_hours(1));
    posts.update(post, &content("Title", &kept.url()), ann, later).unwrap().done().unwrap();
    replies.update(reply, &Description::parse("Nothing").unwrap(), ann, later).unwrap();
    assert!([&of_post, &of_reply, &kept].iter().all(|name| is_shown(db, name)));
    posts.hide_revision(post, 1, &own(ann)).unwrap();
    replies.hide_revision(reply, 1, &own(ann)).unwrap();
    assert!(!is_shown(db, &of_post) && !is_shown(db, &of_reply));
    assert!(is_shown(db, &kept));
}

fn an_image_is_shown_while_a_shown_reply_names_it(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let name = add_image(db, ann, b"a");
    let post = add_post(db, ann, forum, "Look").id;
    let reply = add_reply(db, ann, post, &name.url()).id;
    let (posts, replies) = (DbPosts::new(db.database.clone()), DbReplies(db.database.clone()));
    assert!(is_shown(db, &name));
    posts.delete(post, &ACT).unwrap();
    assert!(!is_shown(db, &name), "with its post");
    posts.restore(post, &ACT, RemovalRetention::at(T0)).unwrap().unwrap();
    assert!(is_shown(db, &name));
    replies.remove(reply, &ACT).unwrap();
    assert!(!is_shown(db, &name));
    replies.restore(reply, &ACT, RemovalRetention::at(T0)).unwrap().unwrap();
    assert!(is_shown(db, &name));
    replies.remove(reply, &own(ann)).unwrap();
    assert!(!is_shown(db, &name));
}

fn avatars_messages_and_rules_show_their_images(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let names = [b"a", b"b", b"c"].map(|bytes| add_image(db, ann, bytes));
    let [avatar, sent, rules] = &names;
    let url = |name: &ImageName| ImageUrl::parse(&name.url()).unwrap().unwrap();
    let users = DbUsers(db.database.clone());
    users.set_image(ann, &url(avatar)).unwrap();
    let participants = Participants { sender: ann, recipient: bob };
    let text = MessageText::parse(&sent.url()).unwrap();
    let messages = DbMessages(db.database.clone());
    let new = NewMessage { request: None, participants, text, sent_at: T0 };
    let message = done(messages.insert(&new).unwrap());
    let (columns, url) = ("id, registration, name, tagline, rules, renderer, html", rules.url());
    db.run(&format!("INSERT INTO site ({columns}) VALUES (1, 0, '', '', 'See {url}', 0, '')"));
    assert!(names.iter().all(|name| is_shown(db, name)));
    users.set_image(ann, &users::default_avatar()).unwrap();
    messages.delete(message.id, T0).unwrap();
    db.run("DELETE FROM site");
    assert!(!names.iter().any(|name| is_shown(db, name)));
}

fn uploaders_see_their_images_for_a_while(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let name = add_image(db, ann, b"a");
    let upload = |owner, at| {
        let new = NewImage { name: name.clone(), owner, width: 1, height: 1, bytes: 1, at };
        DbImages(db.database.clone()).insert(&new).unwrap();
    };
    let sees = |id| is_shown_to(db, &name, id, Role::User);
    // Uploaded a day ago, by the clock of these tests.
    assert!(!sees(ann));
    upload(ann, T0.after(Duration::from_secs(1)));
    assert!(sees(ann) && !sees(bob));
    // The same picture is another's upload, too.
    upload(bob, T0.after(Duration::from_secs(2)));
    assert!(sees(ann) && sees(bob));
    upload(ann, T0);
    assert!(!sees(ann));
    let data = DraftData::parse(&name.url()).unwrap();
    let key = DraftKey::parse("a").unwrap();
    let draft = DraftWrite { owner: ann, key, replaces: 0, data, at: T0 };
    DbDrafts(db.database.clone()).save(&draft, T0.before(drafts::RETENTION), 100).unwrap();
    assert!(sees(ann), "in the own draft");
    assert!(!is_shown(db, &name));
}

fn hidden_texts_show_their_images_to_moderators(db: &TestDb) {
    let people = ["ann", "bob", "eve"].map(|name| db.add_user(name));
    let [ann, bob, eve] = people;
    // Who makes a forum moderates it.
    let forum = db.add_forum(ann, "Boats");
    db.add_forum(eve, "Trees");
    let (in_post, in_reply) = (add_image(db, bob, b"a"), add_image(db, bob, b"b"));
    let post = add_post(db, bob, forum, &in_post.url()).id;
    let kept = add_post(db, bob, forum, "Look").id;
    let reply = add_reply(db, bob, kept, &in_reply.url()).id;
    DbPosts::new(db.database.clone()).delete(post, &ACT).unwrap();
    DbReplies(db.database.clone()).remove(reply, &ACT).unwrap();
    for name in [&in_post, &in_reply] {
        let sees = people.map(|id| is_shown_to(db, name, id, Role::User));
        assert_eq!(sees, [true, false, false]);
        assert!(is_shown_to(db, name, eve, Role::Admin));
    }
    db.run(&format!("UPDATE posts SET held = TRUE WHERE id = {post}"));
    assert!(is_shown_to(db, &in_post, bob, Role::User), "held, for its author");
}
