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
        Self::start_as(Kind::Quick)
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

    /// Stops the cluster and all its connections; returns once it is gone.
    pub fn stop(&mut self) {
        self.cluster.order("stop");
        self.wait_until_gone();
    }

    /// Kills all its processes at once; returns once they are gone.
    pub fn crash(&mut self) {
        self.cluster.order("crash");
        self.wait_until_gone();
    }

    /// Restarts it; returns once it answers.
    pub fn start(&mut self) {
        self.cluster.order("start");
        self.cluster.wait_until_ready();
    }

    /// Suspends all its processes, so that clients wait. Follow it by [`Self::thaw`].
    pub fn freeze(&mut self) {
        self.cluster.order("freeze");
    }

    /// Resumes them; returns once it answers.
    pub fn thaw(&mut self) {
        self.cluster.order("thaw");
        self.cluster.wait_until_ready();
    }

    /// Runs a statement and ignores its result.
    pub fn sql(&self, statement: &str) {
        self.cluster.sql(statement);
    }

    fn wait_until_gone(&self) {
        self.cluster.wait_until(|cluster| cluster.run("SELECT 1").is_err());
    }
}
