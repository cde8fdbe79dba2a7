//! Addresses of the system that a community came from.

use std::sync::Arc;

use database::Database;
use diesel::{RunQueryDsl as _, sql_query};
use infrastructure::DbMoved;
use reqwest::{Method, redirect::Policy};
use server::web::Web;

use crate::support::{TestApp, TestOptions, http_client};

/// Starts another copy of the forum, in which these records of Discourse were imported.
async fn moved(app: &TestApp, rows: &str) -> TestApp {
    let database = Database::open(app.url()).unwrap();
    let insert =
        format!("INSERT INTO imported (system, kind, source_id, id, user_id) VALUES {rows}");
    let run = |conn: &mut database::DbConnection| database::on_backend!(conn, conn => sql_query(insert).execute(conn));
    database.write(|conn, _| run(conn)).unwrap();
    let moved = DbMoved::of(&database).unwrap().map(|moved| Arc::new(moved) as _);
    let web = Web { moved, ..Web::default() };
    TestOptions::default().web(web).spawn_beside(app).await
}

async fn location(app: &TestApp, path: &str) -> Option<String> {
    let client = http_client().redirect(Policy::none()).build().unwrap();
    let url = format!("{}{path}", app.address);
    let response = client.request(Method::GET, url).header("Accept", "text/html").send().await;
    let response = response.unwrap();
    let found = response.headers().get("location").map(|to| to.to_str().unwrap().to_owned());
    assert_eq!(response.status() == 301, found.is_some(), "{path} {}", response.status());
    found
}

#[tokio::test]
async fn old_addresses_lead_to_the_new_ones() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Tea").await;
    let post = ann.create_post(forum, "Green").await;
    let body = serde_json::json!({"respondsTo": null, "description": "yes"});
    let reply = ann.post(&format!("/api/post/{post}/replies"), body).await.body["id"].clone();
    let rows = format!(
        "('discourse', 1, '5', {forum}, NULL), ('discourse', 2, '12', {post}, NULL),
         ('discourse', 6, '12/1', {post}, NULL), ('discourse', 3, '12/3', {reply}, NULL)"
    );
    let app = moved(&app, &rows).await;
    let (post, forum) = (format!("/posts/{post}"), format!("/forums/{forum}"));
    for (old, new) in [
        ("/t/green/12", Some(post.clone())),
        ("/t/12?u=ann", Some(post.clone())),
        ("/t/green/12/1", Some(post.clone())),
        ("/t/green/12/3", Some(format!("{post}#reply-{reply}"))),
        ("/t/green/12/99", Some(post.clone())),
        ("/t/green/12/", Some(post.clone())),
        ("/c/tea/5", Some(forum.clone())),
        ("/t/other/13", None),
        ("/topic/12", None),
        ("/u/ann", None),
        (&*post, None),
    ] {
        assert_eq!(location(&app, old).await, new, "{old}");
    }
}

#[tokio::test]
async fn without_an_import_no_address_is_old() {
    let app = TestApp::spawn().await;
    assert_eq!(location(&app, "/t/12").await, None);
    assert!(DbMoved::of(&Database::open(app.url()).unwrap()).unwrap().is_none());
}
