//! What clients see when the database has no room left.

use std::future::Future;

use diesel::{RunQueryDsl, sql_query};
use image::{DynamicImage, ImageFormat, RgbImage};
use reqwest::Method;
use serde_json::json;

use crate::support::{Actor, Answer, TestApp, send};

/// What writes texts; on PostgreSQL they say what it says when its disk is full.
const TABLES: [&str; 6] = ["posts", "replies", "messages", "forums", "drafts", "images"];

fn run(app: &TestApp, sql: &str) {
    app.database.write(|conn, _| sql_query(sql).execute(conn)).unwrap();
}

/// On SQLite the file takes no more pages.
fn fill(app: &TestApp) {
    if !app.is_on_postgres() {
        // Less than there is means as many as there are.
        return run(app, "PRAGMA max_page_count = 1");
    }
    run(
        app,
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         RAISE EXCEPTION 'could not extend file \"base/1\": No space left on device'
         USING ERRCODE = 'disk_full'; END $$",
    );
    for table in TABLES {
        let events = "BEFORE INSERT OR UPDATE";
        run(app, &format!("CREATE TRIGGER f {events} ON {table} EXECUTE FUNCTION full_disk()"));
    }
}

fn make_room(app: &TestApp) {
    if app.is_on_postgres() {
        run(app, "DROP FUNCTION full_disk() CASCADE");
    } else {
        run(app, "PRAGMA max_page_count = 1000000");
    }
}

/// Repeats a write until the last pages are full; then it must say so.
async fn runs_out<F: Future<Output = Answer>>(write: impl Fn(u32) -> F) {
    for number in 0..300 {
        let answer = write(number).await;
        if !answer.status.is_success() {
            return answer.is_refused(507, "storage-full");
        }
    }
    panic!("the disk is never full");
}

async fn upload(actor: &Actor<'_>, number: u32) -> Answer {
    let picture = DynamicImage::ImageRgb8(RgbImage::new(number + 1, 1));
    let mut bytes = std::io::Cursor::new(vec![]);
    picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
    let request = actor.request(Method::POST, "/api/images").header("Content-Type", "image/png");
    send(request.body(bytes.into_inner())).await
}

#[tokio::test]
async fn a_full_disk_refuses_texts_and_pictures() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let forum = ann.create_forum("Boats").await;
    ann.create_post(forum, "Sails").await;
    ann.post("/api/post/1/replies", json!({"description": "one"})).await;
    fill(&app);
    let text = |words: usize| "long ".repeat(words);
    let (ann, bob) = (&ann, &bob);
    let reply = json!({"description": text(1_900)});
    let post = json!({"title": "Oars", "description": text(3_900)});
    runs_out(|_| ann.post("/api/post/1/replies", reply.clone())).await;
    runs_out(|_| ann.put("/api/replies/1", reply.clone())).await;
    runs_out(|_| ann.post("/api/posts/1", post.clone())).await;
    runs_out(|_| bob.post("/api/contacts/1", json!({"message": text(900)}))).await;
    runs_out(|n| ann.put("/api/drafts/a", json!({"version": n, "data": text(9_000)}))).await;
    runs_out(|n| upload(ann, n)).await;

    assert_eq!(app.anonymous().get("/api/posts/1").await.status, 200);
    make_room(&app);
    assert_eq!(ann.post("/api/post/1/replies", reply).await.status, 201);
    assert_eq!(upload(ann, 300).await.status, 201);
}
