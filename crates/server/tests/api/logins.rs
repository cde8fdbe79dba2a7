//! Hashing passwords does not delay other requests.

use futures_util::{StreamExt, stream::FuturesUnordered};
use serde_json::json;

use crate::support::{PASSWORD, TestOptions};

/// Dear enough that a hundred logins take a while, on two processors and without optimisation.
const COST: u32 = 9;

#[tokio::test]
async fn logins_wait_in_a_bounded_queue_while_reads_go_on() {
    let app = TestOptions::default().hashing_cost(COST).spawn().await;
    app.member("ann").await;
    let login = async || {
        let body = json!({"username": "ann", "password": PASSWORD});
        app.anonymous().post("/login", body).await
    };
    let mut logins: FuturesUnordered<_> = (0..100).map(|_| login()).collect();
    let (mut reads, mut welcome, mut sent_away) = (0, 0, 0);
    loop {
        let read = async {
            assert!(app.anonymous().get("/forums").await.status.is_success());
        };
        tokio::select! {
            answered = logins.next() => match answered {
                Some(answer) if answer.status == 503 => {
                    answer.is_refused(503, "unavailable");
                    sent_away += 1;
                }
                Some(answer) => {
                    assert_eq!(answer.status, 200);
                    welcome += 1;
                }
                None => break,
            },
            () = read => reads += 1,
        }
    }
    assert!(welcome >= 65, "the queue holds 64: {welcome}");
    assert!(sent_away >= 1, "the queue is bounded: {sent_away}");
    assert!(reads > welcome, "reads do not wait for logins: {reads} beside {welcome}");
}
