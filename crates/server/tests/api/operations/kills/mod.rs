//! Kills during writes: acknowledged writes are never lost.

mod load;
mod rolling;

use std::time::Duration;

use test_databases::OwnCluster;
use tokio::task::spawn_blocking;

use self::load::Load;
use super::process::Installation;

#[tokio::test]
async fn acknowledged_writes_survive_fifty_kills_on_sqlite() {
    let installation = Installation::on_sqlite();
    let load = Load::new(&installation, &installation.serve(&[]), 4).await;
    for round in 0..50 {
        let server = installation.serve(&[]);
        let killed = async {
            load.until_more(8).await;
            // Each time at another moment.
            tokio::time::sleep(Duration::from_millis(round * 37 % 100)).await;
            server.signal("KILL");
        };
        tokio::join!(load.run_until_gone(&server), killed);
    }
    load.is_all_in(&installation);
}

#[tokio::test]
async fn acknowledged_writes_survive_ten_kills_of_postgresql() {
    let mut cluster = OwnCluster::durable();
    let installation = Installation::at(&cluster.url);
    let server = installation.serve(&[]);
    let load = Load::new(&installation, &server, 4).await;
    let kills = async {
        for round in 0..10 {
            load.until_more(20).await;
            // Each time at another moment.
            tokio::time::sleep(Duration::from_millis(round * 7 % 30)).await;
            let refused = load.refused();
            let killed = spawn_blocking(move || {
                cluster.crash();
                cluster.start();
                cluster
            });
            cluster = killed.await.unwrap();
            assert!(load.refused() > refused, "it was noticed");
        }
        load.until_more(20).await;
        cluster
    };
    let _cluster = tokio::select! {
        cluster = kills => cluster,
        () = load.run(|| server.address.clone()) => unreachable!("it writes without end"),
    };
    load.is_all_in(&installation);
}
