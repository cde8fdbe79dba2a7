use std::time::Duration;

use super::load::Load;
use crate::operations::process::Installation;

#[tokio::test]
async fn acknowledged_writes_survive_fifty_kills_on_sqlite() {
    let installation = Installation::on_sqlite();
    let load = Load::new(&installation.serve(&[]), 4).await;
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
