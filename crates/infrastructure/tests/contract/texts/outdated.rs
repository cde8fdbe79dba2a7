use infrastructure::DbReplies;
use infrastructure::maintenance;
use kernel::{PostId, Reader};
use posts::PostRepository;
use replies::{ReplyRepository, Sort, ThreadRequest};

use super::{add_post, add_reply, mentions_of_post, mentions_of_reply, posts_of};
use crate::{
    community::Community,
    support::{T0, TestDb, contract},
};

contract! {
    a_text_that_no_renderer_has_seen_is_shown_as_typed,
    outdated_texts_are_rendered_in_batches,
    rendering_again_leaves_what_was_edited_meanwhile,
    rendering_stops_when_it_is_told_to,
    a_community_that_is_rendered_again_is_valid,
    rendering_goes_on_where_it_was_paused,
}

const OUTDATED: [&str; 6] = [
    "UPDATE site SET renderer = 0, html = ''",
    "UPDATE forum_rules SET renderer = 0, html = ''",
    "UPDATE forums SET renderer = 0, html = '', search_topic = 'old', search_text = 'old'",
    "UPDATE posts SET renderer = 0, html = '', excerpt = ''",
    "UPDATE replies SET renderer = 0, html = '', excerpt = ''",
    "UPDATE messages SET renderer = 0, html = ''",
];

/// Makes all texts look as they were before texts were rendered.
fn outdate(db: &TestDb) {
    for statement in OUTDATED {
        db.run(statement);
    }
    db.run("DELETE FROM post_mentions");
    db.run("DELETE FROM reply_mentions");
}

fn html_of(db: &TestDb, post: PostId) -> String {
    posts_of(db).find(post).unwrap().unwrap().html.unwrap()
}

fn html_of_first_reply(db: &TestDb, post: PostId) -> String {
    let replies = DbReplies(db.database.clone());
    let page =
        replies.thread(post, Reader::Admin, ThreadRequest::First(Sort::Old), 10).unwrap().unwrap();
    page.items.into_iter().next().unwrap().content.unwrap().html
}

fn a_text_that_no_renderer_has_seen_is_shown_as_typed(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let post = add_post(db, ann, forum, "<b> *a*\nb").id;
    add_reply(db, ann, post, "*c*");
    outdate(db);
    assert_eq!(html_of(db, post), "<p>&lt;b&gt; *a*<br>\nb</p>");
    assert_eq!(posts_of(db).find(post).unwrap().unwrap().excerpt, "<b> *a* b");
    assert_eq!(html_of_first_reply(db, post), "<p>*c*</p>");
}

fn outdated_texts_are_rendered_in_batches(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let posts: Vec<_> =
        (0..60).map(|number| add_post(db, ann, forum, &format!("*{number}* @ann")).id).collect();
    let reply = add_reply(db, ann, posts[0], "*c* @ann").id;
    outdate(db);
    let mut transactions = 0;
    let done = maintenance::render_outdated_texts(&db.database, || {
        transactions += 1;
        true
    });
    // The forum's description is one of them.
    assert_eq!(done.unwrap(), 62);
    assert!(transactions > 3, "{transactions}");
    for (number, post) in posts.iter().enumerate() {
        assert!(html_of(db, *post).starts_with(&format!("<p><em>{number}</em> <a ")));
        assert_eq!(mentions_of_post(db, *post), 1);
    }
    assert!(html_of_first_reply(db, posts[0]).starts_with("<p><em>c</em>"));
    assert_eq!(mentions_of_reply(db, reply), 1);
    assert_eq!(maintenance::render_outdated_texts(&db.database, || true).unwrap(), 0);
}

fn rendering_again_leaves_what_was_edited_meanwhile(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let first = add_post(db, ann, forum, "*a*").id;
    let last = add_post(db, ann, forum, "*b*").id;
    outdate(db);
    let posts = posts_of(db);
    let mut is_edited = false;
    maintenance::render_outdated_texts(&db.database, || {
        if !is_edited {
            posts.update(last, &super::text("*new*"), ann, T0).unwrap().done().unwrap();
            is_edited = true;
        }
        true
    })
    .unwrap();
    assert_eq!(html_of(db, first), "<p><em>a</em></p>\n");
    assert_eq!(html_of(db, last), "<p><em>new</em></p>\n");
}

fn rendering_stops_when_it_is_told_to(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    for _ in 0..60 {
        add_post(db, ann, forum, "*a*");
    }
    outdate(db);
    let done = maintenance::render_outdated_texts(&db.database, || false).unwrap();
    assert!(done < 61, "{done}");
    assert_eq!(done + maintenance::render_outdated_texts(&db.database, || true).unwrap(), 61);
}

fn a_community_that_is_rendered_again_is_valid(db: &TestDb) {
    Community::of(db);
    outdate(db);
    maintenance::render_outdated_texts(&db.database, || true).unwrap();
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn rendering_goes_on_where_it_was_paused(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    for _ in 0..60 {
        add_post(db, ann, forum, "*a*");
    }
    outdate(db);
    let database = &db.database;
    let progress = || maintenance::overview(database).unwrap().rendering;
    let is_paused = || maintenance::is_rendering_paused(database).unwrap();
    // The forum's description is one of them.
    assert_eq!((progress().outdated, progress().is_paused), (61, false));
    let done = maintenance::render_outdated_texts(database, || {
        maintenance::pause_rendering(database, true).unwrap();
        !is_paused()
    });
    let left = 61 - done.unwrap() as u64;
    assert!(left > 0);
    assert_eq!((progress().outdated, progress().is_paused), (left, true));
    maintenance::pause_rendering(database, false).unwrap();
    maintenance::render_outdated_texts(database, || !is_paused()).unwrap();
    assert_eq!((progress().outdated, progress().is_paused), (0, false));
}
