//! The duration of a login does not reveal whether the name exists.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::TestOptions;

/// Dear enough that comparing a password takes most of a login's time, and cheap enough to ask often.
const COST: u32 = 8;
const ROUNDS: usize = 41;

fn median(mut took: Vec<Duration>) -> Duration {
    took.sort();
    took[took.len() / 2]
}

#[tokio::test]
async fn login_timing_hides_unknown_and_banned_names() {
    let app = TestOptions::default().hashing_cost(COST).spawn().await;
    let root = app.admin("rita").await;
    let banned = app.member("banned").await;
    app.member("known").await;
    root.put(&format!("/user/{}/ban", banned.id), json!(null)).await;

    let names = ["known", "nobody", "banned"];
    let mut took = names.map(|_| vec![]);
    // The cases take turns, so that other load slows all of them alike.
    for _ in 0..ROUNDS {
        for (name, took) in names.iter().zip(&mut took) {
            let body = json!({"username": name, "password": "wrong horse"});
            let started = Instant::now();
            app.anonymous().post("/login", body).await.is_refused(401, "invalid-credentials");
            took.push(started.elapsed());
        }
    }
    let [known, nobody, banned] = took.map(median);
    for (name, other) in [("nobody", nobody), ("banned", banned)] {
        let ratio = other.as_secs_f64() / known.as_secs_f64();
        // Without a comparison a login takes a tenth of the time.
        assert!((0.6..1.7).contains(&ratio), "{name}: {other:?}, known: {known:?}");
    }
}
