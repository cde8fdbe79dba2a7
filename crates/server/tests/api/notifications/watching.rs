use serde_json::{Value, json};

use super::reply;
use crate::support::{Actor, TestApp};

async fn set(member: &Actor<'_>, path: &str, level: &str) {
    let answer = member.put(path, json!({"level": level})).await;
    assert_eq!(answer.body, json!({"level": level}));
}

/// The post as it is alone, in its forum's list and in the list of all.
async fn shown(reader: &Actor<'_>, forum: i64, post: i64) -> [Value; 3] {
    let lists = [format!("/api/forum/{forum}/posts"), "/api/posts".to_owned()];
    let alone = reader.get(&format!("/api/posts/{post}")).await.body;
    let [mut of_forum, mut all] =
        [reader.get(&lists[0]).await.body, reader.get(&lists[1]).await.body];
    [alone, of_forum[0].take(), all[0].take()]
}

#[tokio::test]
async fn posts_show_members_their_level() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Tea").await;
    let body = json!({"title": "Oolong", "description": "All about it"});
    let created = ann.post(&format!("/api/forum/{forum}/posts"), body).await.body;
    assert_eq!(created["watch"], "watching");
    let post = created["id"].as_i64().unwrap();
    let path = format!("/api/posts/{post}/watch");
    for level in ["muted", "watching", "normal"] {
        set(&bob, &path, level).await;
        // On SQLite the second round is made of the visitors' cached response.
        for _ in 0..2 {
            for seen in shown(&bob, forum, post).await {
                assert_eq!((&seen["watch"], &seen["newReplies"]), (&json!(level), &Value::Null));
            }
            for seen in shown(&ann, forum, post).await {
                assert_eq!(seen["watch"], "watching");
            }
            for seen in shown(&app.anonymous(), forum, post).await {
                assert_eq!((&seen["watch"], &seen["newReplies"]), (&Value::Null, &Value::Null));
            }
        }
    }
    bob.put(&path, json!({"level": "often"})).await.refuses_fields(&["level"]);
    bob.put(&path, json!({})).await.refuses_fields(&["level"]);
}

#[tokio::test]
async fn votes_and_levels_of_members_go_together() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Tea").await;
    let post = ann.create_post(forum, "Oolong").await;
    ann.put(&format!("/api/posts/{post}/upvote"), Value::Null).await;
    set(&ann, &format!("/api/posts/{post}/watch"), "muted").await;
    for _ in 0..2 {
        for seen in shown(&ann, forum, post).await {
            assert_eq!((&seen["hasUpvoted"], &seen["watch"]), (&json!(true), &json!("muted")));
        }
    }
}

#[tokio::test]
async fn forums_show_members_their_level() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Tea").await;
    let path = format!("/api/forums/{forum}/watch");
    assert_eq!(ann.post(&format!("/forum/{forum}/favorites"), Value::Null).await.status, 200);
    for level in ["watching", "muted", "normal"] {
        set(&ann, &path, level).await;
        for _ in 0..2 {
            for list in ["/forums", "/forums/favorites"] {
                let list = ann.get(list).await;
                assert_eq!(list.column("watch"), [level]);
                assert_eq!(list.column("favorited"), [true]);
            }
            assert_eq!(ann.get(&format!("/forums/{forum}")).await.body["watch"], level);
        }
        assert_eq!(app.anonymous().get("/forums").await.column("watch"), [&Value::Null]);
    }
}

#[tokio::test]
async fn notifications_show_the_level_of_their_post_or_watched_forum() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Tea").await;
    set(&ann, &format!("/api/forums/{forum}/watch"), "watching").await;
    bob.create_post(forum, "Sencha").await;
    ann.notifications(|list| list.len() == 1).await;
    let post = ann.create_post(forum, "Oolong").await;
    reply(&bob, post, "I like it").await;
    let list = ann.notifications(|list| list.len() == 2).await;
    assert_eq!((&list[0]["kind"], &list[1]["kind"]), (&json!("reply"), &json!("watched-forum")));
    for (of_post, of_forum) in [("muted", "watching"), ("normal", "muted")] {
        set(&ann, &format!("/api/posts/{post}/watch"), of_post).await;
        set(&ann, &format!("/api/forums/{forum}/watch"), of_forum).await;
        assert_eq!(ann.get("/api/notifications").await.column("watch"), [of_post, of_forum]);
    }
}

#[tokio::test]
async fn replies_since_the_last_visit_are_new() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Tea").await;
    let post = ann.create_post(forum, "Oolong").await;
    let visit = format!("/api/posts/{post}/visit");
    assert_eq!(bob.put(&visit, Value::Null).await.body, json!({"previous": null}));
    for seen in shown(&bob, forum, post).await {
        assert_eq!(seen["newReplies"], 0);
    }
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    reply(&ann, post, "I like it").await;
    for _ in 0..2 {
        for seen in shown(&bob, forum, post).await {
            assert_eq!(seen["newReplies"], 1);
        }
    }
    let again = bob.put(&visit, Value::Null).await.body;
    assert!(again["previous"].is_string(), "{again}");
    bob.put("/api/posts/9000000000/visit", Value::Null).await.is_refused(404, "not-found");
}
