//! What another process changed is shown at most 100 ms later.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Actor, TestApp, TestOptions};

const MOST: Duration = Duration::from_millis(100);

async fn title(reader: &Actor<'_>, post: i64) -> String {
    let answer = reader.get(&format!("/api/posts/{post}")).await;
    answer.body["title"].as_str().unwrap().to_owned()
}

async fn edit(author: &Actor<'_>, post: i64, title: &str) {
    let content = json!({"title": title, "description": "All about it"});
    assert!(author.post(&format!("/api/posts/{post}"), content).await.status.is_success());
}

#[tokio::test]
async fn writes_of_another_server_show_within_100_ms() {
    let app = TestApp::spawn().await;
    let copy = TestOptions::default().spawn_beside(&app).await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Tea").await;
    let post = ann.create_post(forum, "Tea").await;
    let mut late = 0;
    for round in 0..20 {
        title(&copy.anonymous(), post).await;
        let wanted = format!("Tea {round}");
        edit(&ann, post, &wanted).await;
        let written = Instant::now();
        let mut is_late = false;
        loop {
            // However long the answer takes.
            let asked = written.elapsed();
            if title(&copy.anonymous(), post).await == wanted {
                break;
            }
            assert!(asked < Duration::from_secs(5), "{wanted} is never shown");
            is_late = asked > MOST;
        }
        late += usize::from(is_late);
    }
    // Threads of a busy machine may wake up late; half of the rounds are none of its doing.
    assert!(late < 10, "{late} of 20 rounds");
}
