//! The challenge before a registration.

use limits::ChallengeIssuer;
use reqwest::StatusCode;
use security::{JwtChallenges, JwtSecret};
use serde_json::{Value, json};

use crate::support::{Answer, PASSWORD, TestApp, TestOptions};

const BITS: u32 = 8;

/// Searches for a solution with this many zeros, or, unless `good`, with fewer.
fn solution(challenge: &str, bits: u32, good: bool) -> String {
    let issuer = JwtChallenges::new(&JwtSecret::new(vec![0; 32]).unwrap());
    let fits = |number: &u32| (issuer.zero_bits(&format!("{challenge}:{number}")) >= bits) == good;
    (0..1_000_000).find(fits).unwrap().to_string()
}

async fn challenge(app: &TestApp) -> String {
    let answer = app.anonymous().get("/register/challenge").await;
    assert_eq!((answer.status, &answer.body["bits"]), (StatusCode::OK, &json!(BITS)));
    assert_eq!(answer.headers["cache-control"], "no-store");
    answer.body["challenge"].as_str().unwrap().to_owned()
}

async fn register(app: &TestApp, name: &str, challenge: Value, solution: Value) -> Answer {
    let body = json!({
        "username": name, "password": PASSWORD, "confirmPassword": PASSWORD,
        "challenge": challenge, "solution": solution,
    });
    app.anonymous().post("/register", body).await
}

#[tokio::test]
async fn a_solved_challenge_registers_once() {
    let app = TestOptions::default().proof_of_work(BITS).spawn().await;
    let puzzle = challenge(&app).await;
    let solved = solution(&puzzle, BITS, true);
    let registered = register(&app, "ann", json!(puzzle), json!(solved)).await;
    assert_eq!(registered.status, StatusCode::CREATED, "{}", registered.body);
    let again = register(&app, "bob", json!(puzzle), json!(solved)).await;
    again.is_refused(403, "work-required");
    assert!(again.body["detail"].as_str().unwrap().contains("robot"));
}

#[tokio::test]
async fn a_wrong_solution_is_refused() {
    let app = TestOptions::default().proof_of_work(BITS).spawn().await;
    let puzzle = challenge(&app).await;
    let (good, bad) = (solution(&puzzle, BITS, true), solution(&puzzle, BITS, false));
    let forged = format!("{puzzle}x");
    for (challenge, solution) in [
        (json!(puzzle), json!(bad)),
        (json!(puzzle), Value::Null),
        (json!(puzzle), json!(7)),
        (Value::Null, json!(good)),
        (json!(""), json!(good)),
        (json!(forged), json!(solution(&forged, BITS, true))),
        (json!(puzzle), json!("0".repeat(10_000))),
    ] {
        let refused = register(&app, "ann", challenge, solution).await;
        refused.is_refused(403, "work-required");
    }
    // Other errors of the body come first and don't use up the challenge.
    let refused = register(&app, "a", json!(puzzle), json!(good)).await;
    refused.refuses_fields(&["username"]);
    assert_eq!(register(&app, "ann", json!(puzzle), json!(good)).await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn registration_without_proof_of_work_succeeds() {
    let app = TestApp::spawn().await;
    let answer = app.anonymous().get("/register/challenge").await;
    assert_eq!(answer.body, json!({"challenge": "", "bits": 0}));
    app.member("ann").await;
}
