//! Streams of what is in closed forums.

use std::slice;

use kernel::Visibility;
use serde_json::{Value, json};

use super::{assert_next, done, reply};
use crate::support::{Actor, EventReader, TestApp, TestOptions};

/// Ann's forums for everybody and for members; bob is a member, and eve a stranger.
struct Scene<'a> {
    app: &'a TestApp,
    ann: Actor<'a>,
    bob: Actor<'a>,
    eve: Actor<'a>,
    open: i64,
    club: i64,
    /// In the club.
    post: i64,
}

impl<'a> Scene<'a> {
    async fn of(app: &'a TestApp) -> Self {
        let (ann, bob, eve) =
            (app.member("ann").await, app.member("bob").await, app.member("eve").await);
        let (open, club) = (ann.create_forum("Open").await, ann.create_forum("Club").await);
        let post = ann.create_post(club, "Oolong").await;
        app.set_visibility(club, Visibility::Private).await;
        app.add_forum_member(club, bob.id, bob.id);
        Self { app, ann, bob, eve, open, club, post }
    }

    async fn write(&self, forum: i64) -> (&'static str, Value) {
        let post = self.ann.create_post(forum, "Sencha").await;
        ("post", json!({"id": post, "forumId": forum, "act": "written"}))
    }

    fn remove_bob(&self) {
        self.app.remove_forum_member(self.club, self.bob.id, self.ann.id);
    }
}

async fn assert_forgotten(scene: &Scene<'_>, readers: &mut [EventReader]) {
    reply(&scene.ann, scene.post, None).await;
    done(scene.ann.put(&format!("/api/posts/{}/upvote", scene.post), Value::Null)).await;
    scene.write(scene.club).await;
    let last = scene.write(scene.open).await;
    for reader in readers {
        let mut next = reader.next_act().await;
        // Another server may say so of what came before.
        while next.0 == "resync" {
            next = reader.next_act().await;
        }
        assert_eq!((next.0.as_str(), next.1), last.clone());
    }
}

#[tokio::test]
async fn topics_of_a_closed_forum_are_there_for_its_readers() {
    let app = TestApp::spawn().await;
    let scene = Scene::of(&app).await;
    for topic in [format!("forum:{}", scene.club), format!("post:{}", scene.post)] {
        let path = format!("/api/events?topics=posts,{topic}");
        for stranger in [&app.anonymous(), &scene.eve] {
            stranger.get(&path).await.is_refused(404, "not-found");
        }
        scene.bob.follow(&topic).await;
    }
}

#[tokio::test]
async fn followers_of_all_posts_get_those_that_they_may_read() {
    let app = TestApp::spawn().await;
    let scene = Scene::of(&app).await;
    let (mut visitors, mut eves, mut bobs) = (
        app.anonymous().follow("posts").await,
        scene.eve.follow("posts").await,
        scene.bob.follow("posts").await,
    );
    let mut both = scene.bob.follow(&format!("posts,forum:{}", scene.club)).await;
    let (inside, outside) = (scene.write(scene.club).await, scene.write(scene.open).await);
    for reader in [&mut visitors, &mut eves] {
        assert_next(reader, slice::from_ref(&outside)).await;
    }
    for reader in [&mut bobs, &mut both] {
        assert_next(reader, &[inside.clone(), outside.clone()]).await;
    }
    app.set_visibility(scene.club, Visibility::Members).await;
    for reader in [&mut visitors, &mut eves, &mut bobs] {
        assert_next(reader, &[("resync", json!({}))]).await;
    }
    let (inside, outside) = (scene.write(scene.club).await, scene.write(scene.open).await);
    assert_next(&mut visitors, slice::from_ref(&outside)).await;
    assert_next(&mut eves, &[inside, outside]).await;
}

#[tokio::test]
async fn streams_forget_a_forum_that_closes() {
    let app = TestApp::spawn().await;
    let scene = Scene::of(&app).await;
    app.set_visibility(scene.club, Visibility::Public).await;
    let topics = format!("post:{},forum:{},forum:{}", scene.post, scene.club, scene.open);
    let mut readers = [app.anonymous().follow(&topics).await, scene.eve.follow(&topics).await];
    let mut bobs = scene.bob.follow(&topics).await;
    app.set_visibility(scene.club, Visibility::Private).await;
    for reader in readers.iter_mut().chain([&mut bobs]) {
        assert_next(reader, &[("resync", json!({}))]).await;
    }
    assert_forgotten(&scene, &mut readers).await;
    bobs.wait_for("reply").await;
    bobs.wait_for("votes").await;
}

#[tokio::test]
async fn who_is_removed_or_stands_down_follows_no_longer() {
    let app = TestApp::spawn().await;
    let scene = Scene::of(&app).await;
    let topics = format!("posts,post:{},forum:{}", scene.post, scene.club);
    let mut readers = [scene.bob.follow(&topics).await];
    scene.remove_bob();
    let role = ("session", json!({"reason": "role"}));
    assert_next(&mut readers[0], slice::from_ref(&role)).await;
    assert_forgotten(&scene, &mut readers).await;

    let root = app.admin("rita").await;
    done(root.put(&format!("/moderation/user/{}/promote/admin", scene.eve.id), Value::Null)).await;
    let mut readers = [scene.eve.follow(&topics).await];
    let demote = format!("/moderation/user/{}/demote", scene.eve.id);
    done(root.put(&demote, Value::Null)).await;
    assert_next(&mut readers[0], &[role]).await;
    assert_forgotten(&scene, &mut readers).await;
}

#[tokio::test]
async fn who_comes_back_gets_nothing_missed_of_a_closed_forum() {
    let app = TestApp::spawn().await;
    let scene = Scene::of(&app).await;
    let (mut eves, mut bobs) = (scene.eve.follow("posts").await, scene.bob.follow("posts").await);
    let first = scene.write(scene.open).await;
    assert_next(&mut bobs, &[first]).await;
    let seen = eves.wait_for("post").await;
    drop((eves, bobs));
    let (inside, outside) = (scene.write(scene.club).await, scene.write(scene.open).await);
    let mut eves = scene.eve.resume("posts", &seen.id).await;
    assert_next(&mut eves, slice::from_ref(&outside)).await;
    let mut bobs = scene.bob.resume("posts", &seen.id).await;
    assert_next(&mut bobs, &[inside, outside]).await;
}

#[tokio::test]
async fn who_leaves_has_no_unread_notification_of_the_forum() {
    let app = TestApp::spawn().await;
    let scene = Scene::of(&app).await;
    let post = scene.bob.create_post(scene.club, "Mine").await;
    let mut reader = scene.bob.follow("").await;
    reply(&scene.ann, post, None).await;
    assert_eq!(reader.wait_for("unread").await.data["notifications"], 1);
    scene.remove_bob();
    assert_eq!(reader.wait_for("unread").await.data["notifications"], 0);
    assert_eq!(scene.bob.get("/api/notifications").await.body, json!([]));
}

#[tokio::test]
async fn streams_of_another_server_forget_what_closed_there() {
    let app = TestApp::spawn().await;
    if !app.is_on_postgres() {
        return;
    }
    let copy = TestOptions::default().spawn_beside(&app).await;
    let scene = Scene::of(&app).await;
    app.set_visibility(scene.club, Visibility::Public).await;
    let topics = format!("posts,post:{}", scene.post);
    let mut visitors = copy.anonymous().follow(&topics).await;
    app.set_visibility(scene.club, Visibility::Private).await;
    visitors.wait_for("resync").await;
    let mut bobs = scene.bob.at(&copy).follow(&topics).await;
    scene.remove_bob();
    bobs.wait_for("session").await;
    assert_forgotten(&scene, &mut [visitors, bobs]).await;
}
