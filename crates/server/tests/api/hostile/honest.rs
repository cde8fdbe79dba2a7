use std::{
    net::IpAddr,
    time::{Duration, Instant},
};

use reqwest::Client;

use super::serve;
use crate::{
    operations::process::{Installation, Server},
    support::http_client,
};

/// What people take for at once.
const AT_ONCE: Duration = Duration::from_millis(100);

/// A client with its own address, and an idle server that answers it by turns with the one under attack:
/// other load of the machine delays both alike.
pub(super) struct Honest {
    client: Client,
    idle: Server,
    _home: Installation,
}

impl Honest {
    pub(super) fn new() -> Self {
        let own = IpAddr::from([127, 0, 0, 200]);
        let home = Installation::on_sqlite();
        Self {
            client: http_client().local_address(own).build().unwrap(),
            idle: serve(&home),
            _home: home,
        }
    }

    /// Checks that the server answers this many requests at once, or about as fast as the idle one;
    /// returns both medians.
    pub(super) async fn is_served_by(&self, server: &Server, requests: usize) -> String {
        let (mut here, mut there) = (vec![], vec![]);
        for _ in 0..requests {
            here.push(self.time(server).await);
            there.push(self.time(&self.idle).await);
        }
        let [here, there] = [here, there].map(|mut times| {
            times.sort();
            times[requests / 2]
        });
        let medians = format!("{here:?} beside them, {there:?} at an idle server");
        assert!(here < AT_ONCE.max(10 * there), "{medians}");
        medians
    }

    /// Returns the time of a request.
    pub(super) async fn time(&self, server: &Server) -> Duration {
        let start = Instant::now();
        let answer = self.client.get(format!("{}/forums", server.address)).send().await.unwrap();
        let status = answer.status();
        assert!(status.is_success(), "{status} {:?}", answer.text().await);
        answer.bytes().await.unwrap();
        start.elapsed()
    }
}
