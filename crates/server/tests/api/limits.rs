//! Rate limits.

use database::Database;
use diesel::{RunQueryDsl, sql_query};
use futures_util::future::join_all;
use reqwest::{Method, StatusCode, header::HeaderMap};
use serde_json::json;

use crate::support::{Actor, Answer, PASSWORD, TestApp, TestOptions, send};

/// Makes all accounts older than a day.
fn let_a_day_pass(database: &Database) {
    let aged = sql_query("UPDATE users SET created_at = 0");
    database.write(|conn, _| aged.execute(conn)).unwrap();
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers[name].to_str().unwrap()
}

async fn comment(actor: &Actor<'_>, post: i64) -> Answer {
    actor.post(&format!("/api/post/{post}/replies"), json!({"description": "Me too"})).await
}

/// Sends requests until one is refused; returns the number of accepted ones and the refusal.
async fn until_refused(mut ask: impl AsyncFnMut() -> Answer) -> (u32, Answer) {
    for allowed in 0..1_000 {
        let answer = ask().await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            return (allowed, answer);
        }
        assert!(answer.status.is_success(), "{answer:?}");
    }
    panic!("nothing is limited");
}

/// Each takes a processor for a while, so that one member could keep all others out.
#[tokio::test]
async fn many_logins_are_limited_even_with_the_right_password() {
    let app = TestOptions::default().limited().spawn().await;
    app.member("ann").await;
    let login = json!({"username": "ann", "password": PASSWORD});
    let again = async || app.anonymous().post("/login", login.clone()).await;
    let (allowed, refused) = until_refused(again).await;
    assert!((59..=120).contains(&allowed), "{allowed}");
    refused.is_refused(429, "too-many-requests");
    assert!(header(&refused.headers, "ratelimit-policy").starts_with(r#""sign-in-network";q=60;"#));
}

#[tokio::test]
async fn a_limited_writer_gets_retry_after() {
    let app = TestOptions::default().limited().spawn().await;
    let ann = app.member("ann").await;
    let_a_day_pass(&app.database);
    let forum = ann.create_forum("Boats").await;
    let post = ann.create_post(forum, "Sails").await;
    let first = comment(&ann, post).await;
    let policy = r#""write-account";q=30;w=60, "write-network";q=150;w=60"#;
    assert_eq!(header(&first.headers, "ratelimit-policy"), policy);
    let left = header(&first.headers, "ratelimit");
    assert!(left.starts_with(r#""write-account";r=2"#) && left.contains(";t="), "{left}");

    let (allowed, refused) = until_refused(async || comment(&ann, post).await).await;
    // Some time passes meanwhile.
    assert!((25..=40).contains(&allowed), "{allowed}");
    refused.is_refused(429, "too-many-requests");
    let wait: u64 = header(&refused.headers, "retry-after").parse().unwrap();
    assert!((1..=2).contains(&wait), "{wait}");
    let detail = refused.body["detail"].as_str().unwrap();
    assert!(detail.contains("try again in") && detail.contains("second"), "{detail}");
    assert!(header(&refused.headers, "ratelimit").contains(";r=0;"));
    assert_eq!(header(&refused.headers, "ratelimit-policy"), r#""write-account";q=30;w=60"#);

    // Who copied the token cannot keep her from ending it.
    assert_eq!(ann.delete(&format!("/api/user/{}/sessions/9", ann.id)).await.status, 404);

    // Reading and clicking have other budgets.
    assert_eq!(ann.get("/forums").await.status, StatusCode::OK);
    let vote = ann.put(&format!("/api/posts/{post}/upvote"), json!(null)).await;
    assert_eq!(vote.status, StatusCode::OK);
    assert!(header(&vote.headers, "ratelimit-policy").starts_with(r#""click-account";q=60;w=30"#));
}

#[tokio::test]
async fn a_new_account_gets_a_third_of_the_quota() {
    let app = TestOptions::default().limited().spawn().await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    let path = format!("/forum/{forum}/favorites");
    let (allowed, refused) = until_refused(async || ann.post(&path, json!(null)).await).await;
    assert!((18..=24).contains(&allowed), "{allowed}");
    let detail = refused.body["detail"].as_str().unwrap();
    assert!(detail.contains("first day"), "{detail}");
}

#[tokio::test]
async fn servers_on_one_database_share_budgets() {
    let app = TestOptions::default().limited().spawn().await;
    let other = TestOptions::default().limited().spawn_beside(&app).await;
    let ann = app.member("ann").await;
    let forum = ann.create_forum("Boats").await;
    let path = format!("/forum/{forum}/favorites");
    let_a_day_pass(&app.database);
    // At once, as two come back each second: 60 are the whole budget.
    let here = join_all((0..120).map(|_| ann.post(&path, json!(null)))).await;
    assert!(here.iter().filter(|answer| answer.status == StatusCode::OK).count() >= 60);
    assert!(here.iter().any(|answer| answer.status == StatusCode::TOO_MANY_REQUESTS));
    let there = ann.at(&other);
    let there = join_all((0..40).map(|_| there.post(&path, json!(null)))).await;
    let refused = there.iter().find(|answer| answer.status != StatusCode::OK);
    if app.is_on_postgres() {
        refused.unwrap().is_refused(429, "too-many-requests");
    } else {
        // SQLite is served by one process alone: each would count for itself.
        assert!(refused.is_none());
    }
}

#[tokio::test]
async fn searches_are_limited_and_lists_are_not() {
    let app = TestOptions::default().limited().spawn().await;
    let ann = app.member("ann").await;
    let_a_day_pass(&app.database);
    for path in [
        "/forums/search?searchTerm=boat",
        "/forums/topic?topic=boat",
        "/api/posts?keyword=boat",
        "/api/search?q=boat",
        "/users/filtered/a",
    ] {
        let answer = ann.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        let policy = header(&answer.headers, "ratelimit-policy");
        assert_eq!(policy, r#""search-account";q=20;w=10"#, "{path}");
    }
    let (_, refused) = until_refused(async || ann.get("/api/posts?keyword=boat").await).await;
    refused.is_refused(429, "too-many-requests");
    assert!(refused.body["detail"].as_str().unwrap().contains("searches"));
    let visitor = app.anonymous().get("/forums/search?searchTerm=boat").await;
    let policy = header(&visitor.headers, "ratelimit-policy");
    assert_eq!(policy, r#""search-network";q=100;w=10"#);
    for path in ["/forums", "/api/posts", "/api/posts?keyword=", "/forums?isMostActive=true"] {
        let answer = ann.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert!(!answer.headers.contains_key("ratelimit"), "{path}");
    }
}

#[tokio::test]
async fn cached_searches_count_too() {
    let app = TestOptions::default().limited().spawn().await;
    let mut served = 0;
    for _ in 0..400 {
        let answer = app.anonymous().get("/forums/search?searchTerm=boat").await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            assert!(served >= 100, "{served}");
            return;
        }
        served += 1;
    }
    panic!("400 searches of a visitor in {served} answers were not refused");
}

async fn register(app: &TestApp, name: &str, from: &str) -> Answer {
    let body = json!({"username": name, "password": PASSWORD, "confirmPassword": PASSWORD});
    let request = app.anonymous().request(Method::POST, "/register");
    send(request.header("X-Forwarded-For", from).json(&body)).await
}

#[tokio::test]
async fn a_network_registers_ten_accounts_an_hour() {
    let app = TestOptions::default().limited().spawn().await;
    for number in 0..10 {
        // The holder of a network chooses the rest of an address of version 6 freely.
        let from = format!("2001:db8:1:2::{number}");
        let answer = register(&app, &format!("ann{number}"), &from).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.body);
    }
    let refused = register(&app, "ann10", "2001:db8:1:2:ffff::1").await;
    refused.is_refused(429, "too-many-requests");
    let wait: u64 = header(&refused.headers, "retry-after").parse().unwrap();
    assert!((300..=360).contains(&wait), "{wait}");
    assert!(refused.body["detail"].as_str().unwrap().contains("6 minutes"));
    assert_eq!(register(&app, "ann10", "2001:db8:1:3::1").await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn invalid_registrations_are_not_counted() {
    let app = TestOptions::default().limited().spawn().await;
    for _ in 0..20 {
        let body = json!({"username": "ann", "password": "short", "confirmPassword": "short"});
        app.anonymous().post("/register", body).await.refuses_fields(&["password"]);
    }
    assert_eq!(register(&app, "ann", "203.0.113.9").await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn unauthorized_requests_are_not_counted() {
    let app = TestOptions::default().limited().spawn().await;
    for _ in 0..200 {
        app.anonymous().post("/forums/create", json!({})).await.is_refused(401, "unauthorized");
    }
    let ann = app.member("ann").await;
    let (_, refused) = until_refused(async || {
        let answer = ann.post("/forums/create", json!({})).await;
        if answer.status == StatusCode::UNPROCESSABLE_ENTITY {
            return Answer { status: StatusCode::OK, ..answer };
        }
        answer
    })
    .await;
    // Before 404 and 403.
    refused.is_refused(429, "too-many-requests");
    ann.post("/forums/99", json!({})).await.is_refused(429, "too-many-requests");
}

#[tokio::test]
async fn messages_have_their_own_budget() {
    let app = TestOptions::default().limited().spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let path = format!("/api/contacts/{}", bob.id);
    let (allowed, refused) =
        until_refused(async || ann.post(&path, json!({"message": "Buy!"})).await).await;
    assert!((9..=13).contains(&allowed), "{allowed}");
    assert!(refused.body["detail"].as_str().unwrap().contains("messages"));
    assert_eq!(
        ann.post("/forums/create", json!({"topic": "a", "description": "b"})).await.status,
        201
    );
}

#[tokio::test]
async fn without_limits_nothing_is_counted() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    for number in 0..40 {
        let answer = ann
            .post("/forums/create", json!({"topic": format!("t{number}"), "description": "b"}))
            .await;
        assert_eq!(answer.status, StatusCode::CREATED);
        assert!(!answer.headers.contains_key("ratelimit"));
    }
}

#[tokio::test]
async fn a_member_reports_twenty_things_a_day() {
    for limited in [true, false] {
        let options = TestOptions::default();
        let app = if limited { options.limited() } else { options }.spawn().await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let_a_day_pass(&app.database);
        let forum = ann.create_forum("Boats").await;
        let mut answers = vec![];
        for n in 0..21 {
            let post = ann.create_post(forum, &format!("Sails {n}")).await;
            let path = format!("/api/posts/{post}/report");
            answers.push(bob.post(&path, json!({"reason": "spam"})).await);
        }
        let last = answers.pop().unwrap();
        assert!(answers.iter().all(|answer| answer.status == StatusCode::CREATED));
        if limited {
            last.is_refused(429, "too-many-requests");
        } else {
            assert_eq!(last.status, StatusCode::CREATED);
        }
    }
}
