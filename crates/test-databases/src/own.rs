use crate::cluster::{Cluster, Kind};

/// A cluster with an empty database that one test may stop and start.
pub struct OwnCluster {
    cluster: Cluster,
    /// The URL of the database.
    pub url: String,
}

impl OwnCluster {
    /// Starts a cluster of the installed version, regardless of `POSTUP_TEST_POSTGRES_URL`.
    #[expect(clippy::new_without_default, reason = "it starts a process")]
    pub fn new() -> Self {
        Self::start_as(Kind::Fast)
    }

    /// Like [`Self::new`], but durable, as in production.
    pub fn durable() -> Self {
        Self::start_as(Kind::Durable)
    }

    /// Starts a read-only replica that streams from this cluster.
    #[must_use]
    pub fn replica(&self) -> Self {
        Self::start_as(Kind::ReplicaOf(&self.url))
    }

    fn start_as(kind: Kind<'_>) -> Self {
        let cluster = Cluster::start_own(kind);
        let url = format!("{}/postgres", cluster.url);
        Self { cluster, url }
    }

    /// Stops the cluster and closes its connections; returns once it has stopped.
    pub fn stop(&mut self) {
        self.cluster.send_command("stop");
        self.wait_until_stopped();
    }

    /// Kills all its processes; returns once they have ended.
    pub fn crash(&mut self) {
        self.cluster.send_command("crash");
        self.wait_until_stopped();
    }

    /// Starts it again; returns once it accepts connections.
    pub fn start(&mut self) {
        self.cluster.send_command("start");
        self.cluster.wait_until_ready();
    }

    /// Suspends all its processes, so that clients wait until [`Self::thaw`]; returns once they are.
    pub fn freeze(&mut self) {
        self.cluster.send_command("freeze");
        self.cluster.wait_until(Cluster::is_frozen);
    }

    /// Resumes them; returns once it accepts connections.
    pub fn thaw(&mut self) {
        self.cluster.send_command("thaw");
        self.cluster.wait_until_ready();
    }

    /// Runs a statement and ignores its result.
    pub fn sql(&self, statement: &str) {
        self.cluster.sql(&[statement]);
    }

    fn wait_until_stopped(&self) {
        self.cluster.wait_until(|cluster| cluster.run(&["SELECT 1"]).is_err());
    }
}
