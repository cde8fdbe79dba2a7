//! Repeated sign-in failures are throttled, and networks take turns where requests wait.

use std::{pin::pin, time::Instant};

use futures_util::{
    StreamExt,
    future::{join_all, ready},
    stream::FuturesUnordered,
};
use reqwest::Method;
use serde_json::json;

use crate::second_step::{log_in, protect, second, ticket_of};
use crate::support::{Answer, PASSWORD, TestApp, TestOptions, let_pass, send};

/// Tries to sign in from an address that a trusted proxy forwards.
async fn login(app: &TestApp, from: &str, name: &str, password: &str) -> Answer {
    let request = app.anonymous().request(Method::POST, "/login").header("X-Forwarded-For", from);
    send(request.json(&json!({"username": name, "password": password}))).await
}

async fn fail(app: &TestApp, from: &str, name: &str, times: usize) {
    for _ in 0..times {
        login(app, from, name, "wrong horse").await.is_refused(401, "invalid-credentials");
    }
}

#[track_caller]
fn has_to_wait(answer: &Answer) -> u64 {
    answer.is_refused(429, "too-many-attempts");
    let wait: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    let s = if wait == 1 { "" } else { "s" };
    let words = format!("Too many failed attempts. Please wait {wait} second{s}, then try again.");
    assert_eq!(answer.body["detail"], words);
    wait
}

/// Fails until the next wait is so long that no test takes as long.
async fn until_locked(app: &TestApp, mut fail: impl AsyncFnMut() -> Answer) {
    for _ in 0..70 {
        let answer = fail().await;
        if answer.status != 429 {
            continue;
        }
        let wait = has_to_wait(&answer);
        if wait >= 60 {
            return;
        }
        let_pass(&app.database, wait);
    }
    panic!("nobody has to wait");
}

async fn lock(app: &TestApp, from: &str, mut names: impl Iterator<Item = String>) {
    let fail = async || login(app, from, &names.next().unwrap(), "wrong horse").await;
    until_locked(app, fail).await;
}

fn again_and_again(name: &str) -> impl Iterator<Item = String> {
    std::iter::repeat(name.to_owned())
}

fn one_after_the_other() -> impl Iterator<Item = String> {
    (0..).map(|nth| format!("name-{nth}"))
}

#[tokio::test]
async fn five_failures_lock_even_the_right_password() {
    let app = TestOptions::default().throttled().spawn().await;
    app.member("ann").await;
    fail(&app, "192.0.2.1", "Ann", 5).await;
    lock(&app, "192.0.2.1", again_and_again("ann")).await;
    let wait = has_to_wait(&login(&app, "192.0.2.1", "aNN", PASSWORD).await);
    has_to_wait(&login(&app, "192.0.2.2", "ann", PASSWORD).await);
    let_pass(&app.database, wait);
    assert_eq!(login(&app, "192.0.2.1", "ann", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn a_lock_affects_one_account_only() {
    let app = TestOptions::default().throttled().spawn().await;
    app.member("ann").await;
    app.member("bob").await;
    lock(&app, "192.0.2.1", again_and_again("ann")).await;
    assert_eq!(login(&app, "192.0.2.1", "bob", PASSWORD).await.status, 200);
    has_to_wait(&login(&app, "192.0.2.1", "ann", PASSWORD).await);
}

#[tokio::test]
async fn unknown_names_are_locked_alike() {
    let app = TestOptions::default().throttled().spawn().await;
    lock(&app, "192.0.2.1", again_and_again("nobody")).await;
    has_to_wait(&login(&app, "192.0.2.1", "nobody", PASSWORD).await);
}

#[tokio::test]
async fn a_successful_login_clears_the_failures_of_its_name() {
    let app = TestOptions::default().throttled().spawn().await;
    app.member("ann").await;
    for _ in 0..3 {
        fail(&app, "192.0.2.1", "ann", 4).await;
        assert_eq!(login(&app, "192.0.2.1", "ann", PASSWORD).await.status, 200);
    }
}

#[tokio::test]
async fn an_address_trying_many_names_is_locked() {
    let app = TestOptions::default().throttled().spawn().await;
    app.member("mallory").await;
    for name in one_after_the_other().take(49) {
        fail(&app, "192.0.2.1", &name, 1).await;
    }
    for _ in 0..3 {
        assert_eq!(login(&app, "192.0.2.1", "mallory", PASSWORD).await.status, 200);
    }
    let more = one_after_the_other().skip(49);
    lock(&app, "192.0.2.1", more.take(19)).await;
    has_to_wait(&login(&app, "192.0.2.1", "mallory", PASSWORD).await);
    assert_eq!(login(&app, "192.0.2.2", "mallory", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn a_whole_ipv6_network_counts_as_one_address() {
    let app = TestOptions::default().throttled().spawn().await;
    app.member("ann").await;
    for (nth, name) in one_after_the_other().take(49).enumerate() {
        fail(&app, &format!("2001:db8:0:1::{nth:x}"), &name, 1).await;
    }
    lock(&app, "2001:db8:0:1:9::", one_after_the_other().skip(49).take(19)).await;
    has_to_wait(&login(&app, "2001:db8:0:1:ffff::", "ann", PASSWORD).await);
    assert_eq!(login(&app, "2001:db8:0:2::1", "ann", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn concurrent_guesses_on_two_servers_gain_nothing() {
    let app = TestOptions::default().throttled().spawn().await;
    let copy = TestOptions::default().throttled().spawn_beside(&app).await;
    app.member("ann").await;
    let started = Instant::now();
    let guesses = (0..40).map(|nth| {
        let app = if nth % 2 == 0 { &app } else { &copy };
        async move { login(app, &format!("192.0.2.{nth}"), "ann", "wrong horse").await.status }
    });
    let through = join_all(guesses).await.into_iter().filter(|status| *status == 401).count();
    // The first wait is over after 1 second, the second after 3, the third after 7.
    let waits_over = (started.elapsed().as_secs() + 1).ilog2() as usize;
    assert!((5..=5 + waits_over).contains(&through), "{through} after {:?}", started.elapsed());
}

#[tokio::test]
async fn guesses_at_the_current_password_are_throttled() {
    let app = TestOptions::default().throttled().spawn().await;
    let ann = app.member("ann").await;
    let (password, codes) =
        (format!("/api/user/{}/password", ann.id), format!("/api/user/{}/recovery-codes", ann.id));
    let change = |current: &str| json!({"current": current, "password": "new password", "confirmPassword": "new password"});
    let mut failures = 0;
    until_locked(&app, async || {
        failures += 1;
        if failures % 2 == 0 {
            ann.put(&password, change("wrong horse")).await
        } else {
            ann.post(&codes, json!({"current": "wrong horse"})).await
        }
    })
    .await;
    has_to_wait(&ann.put(&password, change(PASSWORD)).await);
    has_to_wait(&ann.post(&codes, json!({"current": PASSWORD})).await);
    app.sign_in("ann").await;
}

#[tokio::test]
async fn wrong_codes_of_the_second_step_lock_the_name() {
    let app = TestOptions::default().throttled().spawn().await;
    let (authenticator, _) = protect(&app.member("ann").await).await;
    until_locked(&app, async || {
        // The right password forgives nothing.
        let first = log_in(&app, "ann", PASSWORD).await;
        if first.status == 429 {
            return first;
        }
        second(&app, &ticket_of(&first), "000000").await
    })
    .await;
    let wait = has_to_wait(&log_in(&app, "ann", PASSWORD).await);
    let_pass(&app.database, wait);
    for _ in 0..6 {
        ticket_of(&log_in(&app, "ann", PASSWORD).await);
    }
    let pending = ticket_of(&log_in(&app, "ann", PASSWORD).await);
    assert_eq!(second(&app, &pending, &authenticator.code(1)).await.status, 200);
    fail(&app, "192.0.2.1", "ann", 4).await;
}

#[tokio::test]
async fn guesses_at_the_password_do_not_bar_a_recovery_with_a_second_step() {
    let app = TestOptions::default().throttled().spawn().await;
    let (authenticator, codes) = protect(&app.member("ann").await).await;
    lock(&app, "192.0.2.1", again_and_again("ann")).await;
    let body = json!({"username": "ann", "code": codes[0], "password": "new password", "confirmPassword": "new password"});
    let recovered = app.anonymous().post("/login/recovery", body).await;
    let done = second(&app, &ticket_of(&recovered), &authenticator.code(1)).await;
    assert_eq!(done.status, 200, "{}", done.body);
}

#[tokio::test]
async fn wrong_recovery_codes_are_counted_apart_from_passwords() {
    let app = TestOptions::default().throttled().spawn().await;
    app.member("ann").await;
    let recover = async || {
        let body = json!({
            "username": "ann", "code": "0000-0000-0000-0000",
            "password": "new password", "confirmPassword": "new password",
        });
        app.anonymous().post("/login/recovery", body).await
    };
    for _ in 0..5 {
        recover().await.is_refused(401, "invalid-recovery-code");
    }
    until_locked(&app, recover).await;
    has_to_wait(&recover().await);
    app.sign_in("ann").await;
}

#[tokio::test]
async fn without_limits_nothing_is_throttled() {
    let app = TestApp::spawn().await;
    app.member("ann").await;
    fail(&app, "192.0.2.1", "ann", 20).await;
    app.sign_in("ann").await;
}

/// Fills the queue of the hashing pool from these addresses, and signs a member in from another one.
async fn sign_in_under_attack(addresses: impl Iterator<Item = String>) {
    let app = TestOptions::default().hashing_cost(8).behind_proxy().spawn().await;
    app.member("ann").await;
    let app = &app;
    let mut attack: FuturesUnordered<_> =
        addresses.map(async |from| login(app, &from, "nobody", "wrong horse").await).collect();
    // As soon as one is refused, the queue is full.
    while attack.next().await.unwrap().status != 503 {}
    let mut member = pin!(login(app, "198.51.100.7", "ann", PASSWORD));
    let answer = loop {
        tokio::select! {
            answer = &mut member => break answer,
            Some(_) = attack.next() => {}
        }
    };
    assert_eq!(answer.status, 200);
    let waiting = attack.filter(|answer| ready(answer.status == 401)).count().await;
    assert!(waiting >= 32, "of 64 that came before only {waiting} still wait");
}

#[tokio::test]
async fn subnets_of_a_site_do_not_delay_a_member_elsewhere() {
    sign_in_under_attack((0..200).map(|nth| format!("2001:db8:1:{nth:x}::1"))).await;
}

#[tokio::test]
async fn one_address_does_not_delay_a_member_elsewhere() {
    sign_in_under_attack((0..200).map(|_| "192.0.2.1".to_owned())).await;
}

#[tokio::test]
async fn a_member_elsewhere_signs_in_at_the_start_of_a_burst() {
    let app = &TestOptions::default().hashing_cost(10).behind_proxy().spawn().await;
    app.member("ann").await;
    let subnets = (0..90).map(|nth| format!("2001:db8:1:{nth:x}::1"));
    let mut burst: FuturesUnordered<_> =
        subnets.map(async |from| login(app, &from, "nobody", "wrong horse").await).collect();
    let mut member = pin!(login(app, "198.51.100.7", "ann", PASSWORD));
    let mut before = 0;
    let answer = loop {
        tokio::select! {
            biased;
            Some(answer) = burst.next() => before += usize::from(answer.status == 401),
            answer = &mut member => break answer,
        }
    };
    assert_eq!(answer.status, 200);
    // One that runs and one whose turn it is on each thread, and those of before it came.
    assert!(before <= 8, "{before} passwords were compared before");
}

#[tokio::test]
async fn one_address_does_not_delay_slow_reads_of_others() {
    const CROWD: usize = 300;
    let app = TestOptions::default().behind_proxy().spawn().await;
    let ann = app.member("ann").await;
    let post = ann.create_post(ann.create_forum("Tea").await, "Oolong").await;
    let path = format!("/api/post/{post}/replies");
    let reply = ann.post(&path, json!({"description": "First"})).await.body["id"].clone();
    for _ in 0..10 {
        let long = json!({"description": "long ".repeat(1_900), "respondsTo": reply});
        assert_eq!(ann.post(&path, long).await.status, 201);
    }
    let read = async |from: &str| {
        let path = format!("/api/replies/{reply}");
        let request = app.anonymous().request(Method::GET, &path);
        send(request.header("X-Forwarded-For", from)).await.status
    };
    let mut crowd: FuturesUnordered<_> = (0..CROWD).map(|_| read("192.0.2.1")).collect();
    for _ in 0..20 {
        crowd.next().await.unwrap();
    }
    let mut other = pin!(read("198.51.100.7"));
    let status = loop {
        tokio::select! {
            status = &mut other => break status,
            Some(_) = crowd.next() => {}
        }
    };
    assert_eq!(status, 200);
    let waiting = crowd.count().await;
    assert!(waiting > CROWD / 2, "of {CROWD} that came before only {waiting} still wait");
}
