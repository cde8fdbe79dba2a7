//! Several copies of the server on one PostgreSQL.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use tokio::task::spawn_blocking;

use super::load::Load;
use crate::{
    operations::process::{Installation, Server},
    support::http_client,
};

/// Sends each request to the next copy that was ready at its last check.
#[derive(Default)]
struct Balancer {
    /// Where all of them are.
    copies: Mutex<[String; 2]>,
    ready: Mutex<Vec<String>>,
    turns: AtomicUsize,
}

impl Balancer {
    /// Asks all copies every 50 ms.
    async fn watch(&self) {
        let client = http_client().build().unwrap();
        loop {
            let copies = self.copies.lock().unwrap().clone();
            let mut ready = vec![];
            for copy in copies {
                let answer = client.get(format!("{copy}/readyz")).send().await;
                if answer.is_ok_and(|answer| answer.status() == 200) {
                    ready.push(copy);
                }
            }
            *self.ready.lock().unwrap() = ready;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    fn next(&self) -> String {
        let ready = self.ready.lock().unwrap();
        ready[self.turns.fetch_add(1, Ordering::Relaxed) % ready.len()].clone()
    }

    /// Waits until this many copies are ready.
    fn until_ready(&self, copies: usize) {
        let started = Instant::now();
        while self.ready.lock().unwrap().len() != copies {
            assert!(started.elapsed() < Duration::from_secs(30), "they never are");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[tokio::test]
async fn a_rolling_restart_fails_no_request() {
    let installation = Installation::at(&test_databases::empty_database());
    // Far longer than the balancer takes to notice, on a busy machine too.
    let start = |installation: &Installation| installation.serve(&[("POSTUP_DRAIN", "4")]);
    let mut copies = [start(&installation), start(&installation)];
    let load = Arc::new(Load::new(&installation, &copies[0], 4).await);
    let balancer = Arc::new(Balancer::default());
    let addresses = copies.each_ref().map(|copy| copy.address.clone());
    *balancer.ready.lock().unwrap() = addresses.to_vec();
    *balancer.copies.lock().unwrap() = addresses;

    let (watched, behind) = (Arc::clone(&load), Arc::clone(&balancer));
    let restarts = spawn_blocking(move || {
        for (number, copy) in copies.iter_mut().enumerate() {
            behind.until_ready(2);
            let before = watched.acknowledged();
            copy.signal("TERM");
            assert_eq!(copy.wait_for_exit().code(), Some(0));
            *copy = start(&installation);
            behind.copies.lock().unwrap()[number].clone_from(&copy.address);
            assert!(watched.acknowledged() > before + 20, "it was under load");
        }
        behind.until_ready(2);
        (installation, copies)
    });
    let (installation, _copies) = tokio::select! {
        done = restarts => done.unwrap(),
        () = balancer.watch() => unreachable!("it watches without end"),
        () = load.run(|| balancer.next()) => unreachable!("it writes without end"),
    };
    assert_eq!(load.refused(), 0);
    load.is_all_in(&installation);
}

#[test]
fn eight_servers_start_at_once_on_an_empty_database() {
    let installation = Installation::at(&test_databases::empty_database());
    let copies: Vec<Server> = thread::scope(|scope| {
        let starts: Vec<_> = (0..8).map(|_| scope.spawn(|| installation.serve(&[]))).collect();
        starts.into_iter().map(|start| start.join().unwrap()).collect()
    });
    let migrated = copies.iter().filter(|copy| copy.log().contains("applied a migration"));
    assert_eq!(migrated.count(), 1);
    let ready = |copy: &Server| {
        let bind = copy.address.strip_prefix("http://").unwrap();
        installation.run(&["health", "--bind", bind]).status.success()
    };
    assert!(copies.iter().all(ready));
}
