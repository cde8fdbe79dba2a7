use std::time::Duration;

use drafts::{DraftData, DraftKey, DraftRepository, DraftWrite};
use forums::{ForumRepository, NewForum, Topic};
use images::{ImageName, ImageRepository, ImageSize, InsertOutcome, NewImage};
use infrastructure::maintenance;
use infrastructure::{
    DbDrafts, DbForums, DbImages, DbMessages, DbPosts, DbReplies, DbUsers, maintenance::Backup,
};
use kernel::{ForumId, ImageUrl, PostId, RemovalRetention, Timestamp, UserId, Visibility};
use messages::{MessageRepository, MessageText, NewMessage, Participants};
use posts::{NewPost, PostContent, PostRepository};
use replies::{InsertOutcome as ReplyOutcome, NewReply, ReplyRepository};
use users::{DeleteOutcome, UserRepository};

use crate::{
    community::{Community, add_image},
    messages::done,
    support::{ACT, HASH, T0, TestDb, contract, own, postgres, sixteen_at_once, sqlite},
};

contract! {
    bytes_are_kept_by_size,
    an_unreferenced_image_is_marked_after_its_time,
    every_text_refers_to_its_images,
    an_edit_replaces_the_references,
    images_of_earlier_versions_are_kept,
    an_edited_reply_refers_to_its_images,
    deleted_texts_refer_to_no_image,
    a_second_upload_counts_as_new,
    a_marked_image_takes_no_reference_and_no_upload,
    references_and_sweeps_do_not_miss_each_other,
    an_avatar_is_marked_with_its_account,
    images_survive_a_backup_into_either_database,
    a_wrong_image_is_reported,
}

fn images(db: &TestDb) -> DbImages {
    DbImages(db.database.clone())
}

/// Marks what nothing refers to; what is marked then.
fn marked_at(db: &TestDb, before: Timestamp) -> Vec<ImageName> {
    while images(db).mark_unreferenced(before).unwrap() > 0 {}
    images(db).marked().unwrap()
}

fn content(text: &str, image: Option<&ImageName>) -> PostContent {
    PostContent {
        title: posts::Title::parse("Title").unwrap(),
        description: posts::Description::parse(text).unwrap(),
        image: image.and_then(|name| ImageUrl::parse(&name.url()).unwrap()),
        image_description: None,
    }
}

fn post(db: &TestDb, author: UserId, forum: ForumId, content: PostContent) -> PostId {
    let new = NewPost { request: None, forum, author, content, created_at: T0 };
    DbPosts::new(db.database.clone()).insert(&new).unwrap().inserted().unwrap().id
}

fn description(name: &ImageName) -> forums::Description {
    forums::Description::parse(&format!("![]({})", name.url())).unwrap()
}

fn bytes_are_kept_by_size(db: &TestDb) {
    let (ann, store) = (db.add_user("ann"), infrastructure::image_store(&db.database));
    let name = add_image(db, ann, b"\0\xff picture");
    for (size, found) in
        [(ImageSize::Full, true), (ImageSize::Px48, true), (ImageSize::Px96, false)]
    {
        let bytes = store.get(&name, size).unwrap();
        assert_eq!(bytes.as_deref(), found.then_some(&b"\0\xff picture"[..]));
    }
    // Again: an upload may be repeated.
    store.put(&name, ImageSize::Full, b"\0\xff picture").unwrap();
    store.delete(&name).unwrap();
    store.delete(&name).unwrap();
    assert_eq!(store.get(&name, ImageSize::Full).unwrap(), None);
}

fn an_unreferenced_image_is_marked_after_its_time(db: &TestDb) {
    let ann = db.add_user("ann");
    let name = add_image(db, ann, b"a");
    assert_eq!(marked_at(db, T0.before(Duration::from_millis(1))), []);
    assert_eq!(marked_at(db, T0), std::slice::from_ref(&name));
    images(db).delete(&[name]).unwrap();
    assert_eq!(db.number("SELECT count(*) AS n FROM images"), 0);
}

fn every_text_refers_to_its_images(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Boats");
    let names: Vec<_> = (0..8_u8).map(|nth| add_image(db, ann, &[nth])).collect();
    let text = |nth: usize| format!("See ![]({}) and `x`", names[nth].url());
    DbUsers(db.database.clone())
        .set_image(ann, &ImageUrl::parse(&names[0].url()).unwrap().unwrap())
        .unwrap();
    let other = NewForum {
        topic: Topic::parse("Trees").unwrap(),
        description: description(&names[1]),
        visibility: Visibility::Public,
        author: ann,
        created_at: T0,
    };
    DbForums(db.database.clone()).insert(&other).unwrap();
    let post = post(db, ann, forum, content(&text(2), Some(&names[3])));
    let reply = NewReply {
        request: None,
        post,
        responds_to: None,
        description: replies::Description::parse(&text(4)).unwrap(),
        author: bob,
        created_at: T0,
    };
    DbReplies(db.database.clone()).insert(&reply).unwrap();
    let participants = Participants { sender: ann, recipient: bob };
    let text_of_message = MessageText::parse(&text(5)).unwrap();
    let message = NewMessage { request: None, participants, text: text_of_message, sent_at: T0 };
    done(DbMessages(db.database.clone()).insert(&message).unwrap());
    let data = DraftData::parse(&format!("{{\"text\": \"{}\"}}", names[6].url())).unwrap();
    let key = DraftKey::parse("a").unwrap();
    let draft = DraftWrite { owner: ann, key, replaces: 0, data, at: T0 };
    DbDrafts(db.database.clone()).save(&draft, T0.before(drafts::RETENTION), 100).unwrap();
    assert_eq!(marked_at(db, T0), [names[7].clone()]);
    assert_eq!(db.number("SELECT count(*) AS n FROM image_references"), 7);
}

fn an_edit_replaces_the_references(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let (one, two) = (add_image(db, ann, b"1"), add_image(db, ann, b"2"));
    let id = post(db, ann, forum, content(&one.url(), None));
    let posts = DbPosts::new(db.database.clone());
    posts.update(id, &content("Nothing", Some(&two)), ann, T0).unwrap();
    assert_eq!(marked_at(db, T0), [one]);
    let forums = DbForums(db.database.clone());
    let forum_edit = |description| forums::ForumEdit {
        topic: Topic::parse("Boats").unwrap(),
        description,
        visibility: None,
    };
    forums.update(forum, &forum_edit(description(&two)), &ACT).unwrap();
    posts.update(id, &content("Nothing", None), ann, T0).unwrap();
    assert!(!marked_at(db, T0).contains(&two));
    let nothing = forums::Description::parse("Nothing").unwrap();
    forums.update(forum, &forum_edit(nothing), &ACT).unwrap();
    assert!(marked_at(db, T0).contains(&two));
}

fn images_of_earlier_versions_are_kept(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let names: Vec<_> = (0..3_u8).map(|nth| add_image(db, ann, &[nth])).collect();
    let id = post(db, ann, forum, content(&names[0].url(), None));
    let posts = DbPosts::new(db.database.clone());
    let edit = |text: &str, minutes| {
        let at = T0.after(Duration::from_mins(minutes));
        posts.update(id, &content(text, None), ann, at).unwrap().done().unwrap();
    };
    edit(&names[1].url(), 10);
    // The second version becomes this one, and no version names the second image.
    edit(&names[2].url(), 12);
    assert_eq!(marked_at(db, T0), names[1..2]);
    edit("Nothing", 20);
    assert_eq!(marked_at(db, T0), names[1..2]);
    assert_eq!(db.number("SELECT count(*) AS n FROM image_references"), 2);
    edit(&names[0].url(), 30);
    assert_eq!(db.number("SELECT count(*) AS n FROM image_references"), 2);
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
    posts.delete(id, &ACT).unwrap();
    assert_eq!(marked_at(db, T0), names[1..2], "it can be restored");
    let over = RemovalRetention::at(T0.after(RemovalRetention::MAX_AGE));
    assert_eq!(posts.wipe_removed(over).unwrap(), 1);
    assert_eq!(marked_at(db, T0).len(), 3);
}

fn an_edited_reply_refers_to_its_images(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let names: Vec<_> = (0..2_u8).map(|nth| add_image(db, ann, &[nth])).collect();
    let description = |name: &ImageName| replies::Description::parse(&name.url()).unwrap();
    let reply = NewReply {
        request: None,
        post: post(db, ann, forum, content("Text", None)),
        responds_to: None,
        description: description(&names[0]),
        author: ann,
        created_at: T0,
    };
    let replies = DbReplies(db.database.clone());
    let ReplyOutcome::Inserted(reply) = replies.insert(&reply).unwrap() else { panic!("refused") };
    let later = T0.after(Duration::from_mins(10));
    replies.update(reply.id, &description(&names[1]), ann, later).unwrap();
    assert_eq!(marked_at(db, T0), []);
    replies.remove(reply.id, &ACT).unwrap();
    assert_eq!(marked_at(db, T0), [], "it can be restored");
    let over = RemovalRetention::at(T0.after(RemovalRetention::MAX_AGE));
    assert_eq!(replies.wipe_removed(over).unwrap(), 1);
    assert_eq!(marked_at(db, T0).len(), 2);
}

fn deleted_texts_refer_to_no_image(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let names: Vec<_> = (0..3_u8).map(|nth| add_image(db, ann, &[nth])).collect();
    let kept = post(db, ann, forum, content("Kept", None));
    let replies = DbReplies(db.database.clone());
    let reply = NewReply {
        request: None,
        post: kept,
        responds_to: None,
        description: replies::Description::parse(&names[0].url()).unwrap(),
        author: ann,
        created_at: T0,
    };
    let ReplyOutcome::Inserted(reply) = replies.insert(&reply).unwrap() else { panic!("refused") };
    let deleted = post(db, ann, forum, content(&names[1].url(), None));
    post(db, ann, forum, content(&names[2].url(), None));
    assert_eq!(marked_at(db, T0), []);
    replies.remove(reply.id, &own(ann)).unwrap();
    assert_eq!(marked_at(db, T0), names[..1]);
    DbPosts::new(db.database.clone()).delete(deleted, &own(ann)).unwrap();
    assert_eq!(marked_at(db, T0), names[..2]);
    DbForums(db.database.clone()).delete(forum, &ACT).unwrap();
    assert_eq!(marked_at(db, T0), names);
}

fn a_second_upload_counts_as_new(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let name = add_image(db, ann, b"a");
    let later = T0.after(Duration::from_hours(1));
    let again =
        NewImage { name: name.clone(), owner: bob, width: 640, height: 480, bytes: 1, at: later };
    assert_eq!(images(db).insert(&again).unwrap(), InsertOutcome::Inserted);
    assert_eq!(marked_at(db, T0), []);
    assert_eq!(marked_at(db, later), [name]);
}

fn a_marked_image_takes_no_reference_and_no_upload(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let name = add_image(db, ann, b"a");
    assert_eq!(marked_at(db, T0), std::slice::from_ref(&name));
    post(db, ann, forum, content(&name.url(), None));
    assert_eq!(db.number("SELECT count(*) AS n FROM image_references"), 0);
    let again = NewImage { name: name.clone(), owner: ann, width: 1, height: 1, bytes: 1, at: T0 };
    assert_eq!(images(db).insert(&again).unwrap(), InsertOutcome::BeingDeleted);
    images(db).delete(&[name]).unwrap();
    assert_eq!(images(db).insert(&again).unwrap(), InsertOutcome::Inserted);
}

fn references_and_sweeps_do_not_miss_each_other(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    for round in 0..5_u8 {
        let names: Vec<_> = (0..8_u8).map(|nth| add_image(db, ann, &[round, nth])).collect();
        sixteen_at_once(|number| {
            if number % 2 == 0 {
                post(db, ann, forum, content(&names[number as usize / 2].url(), None));
            } else {
                images(db).mark_unreferenced(T0).unwrap();
            }
        });
    }
    let broken = "SELECT count(*) AS n FROM image_references r
        JOIN images i ON i.name = r.name WHERE i.marked";
    assert_eq!(db.number(broken), 0);
}

fn an_avatar_is_marked_with_its_account(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Boats");
    let (own, shared) = (add_image(db, ann, b"1"), add_image(db, ann, b"2"));
    let users = DbUsers(db.database.clone());
    let set = |id, name: &ImageName| {
        users.set_image(id, &ImageUrl::parse(&name.url()).unwrap().unwrap()).unwrap()
    };
    set(ann, &own);
    set(bob, &shared);
    post(db, ann, forum, content(&shared.url(), None));
    assert_eq!(users.delete(bob, HASH, T0).unwrap(), DeleteOutcome::Deleted);
    assert_eq!(images(db).marked().unwrap(), []);
    assert_eq!(users.delete(ann, HASH, T0).unwrap(), DeleteOutcome::Deleted);
    assert_eq!(images(db).marked().unwrap(), [own]);
}

fn images_survive_a_backup_into_either_database(db: &TestDb) {
    Community::of(db);
    let ann = db.add_user("ann2");
    let large: Vec<u8> = (0..3_000_000_u32).map(|n| (n.wrapping_mul(n) >> 7) as u8).collect();
    let name = add_image(db, ann, &large);
    let folder = test_databases::folder();
    let file = folder.path().join("backup");
    let summary = maintenance::backup(&db.database, &file, T0, &|_, _| ()).unwrap();
    for other in [sqlite(), postgres()] {
        let restored =
            maintenance::restore(&other.database, &Backup::open(&file).unwrap(), &|_, _| ())
                .unwrap();
        assert_eq!(restored.content_hash, summary.content_hash);
        assert_eq!(maintenance::content_hash(&other.database).unwrap(), summary.content_hash);
        let store = infrastructure::image_store(&other.database);
        assert!(store.get(&name, ImageSize::Full).unwrap().unwrap() == large);
        assert!(store.get(&name, ImageSize::Px48).unwrap().is_some());
        assert_eq!(store.get(&name, ImageSize::Px96).unwrap(), None);
        assert_eq!(maintenance::check(&other.database, &|_, _| ()).unwrap(), []);
    }
}

fn a_wrong_image_is_reported(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let (changed, lost) = (add_image(db, ann, b"1"), add_image(db, ann, b"2"));
    post(db, ann, forum, content(&changed.url(), Some(&lost)));
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
    let store = infrastructure::image_store(&db.database);
    store.delete(&lost).unwrap();
    store.delete(&changed).unwrap();
    store.put(&changed, ImageSize::Full, b"3").unwrap();
    let found = maintenance::check(&db.database, &|_, _| ()).unwrap();
    let found: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "images 1: its name is not the checksum of its bytes",
            "images 2: is referred to, but has no bytes"
        ]
    );
}
