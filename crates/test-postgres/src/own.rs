use crate::cluster::{Cluster, Kind};

/// A cluster that one test may stop and start, with an empty database.
pub struct OwnCluster {
    cluster: Cluster,
    /// Of the database.
    pub url: String,
}

impl OwnCluster {
    /// Starts one of the installed version, whatever `POSTUP_TEST_POSTGRES_URL` says.
    #[expect(clippy::new_without_default, reason = "it starts a process")]
    pub fn new() -> Self {
        Self::start_as(Kind::Quick)
    }

    /// As [`Self::new`], and what it acknowledges is on the disk, as it is where people run it.
    pub fn durable() -> Self {
        Self::start_as(Kind::Durable)
    }

    /// A cluster that streams what changes in this one, and may be read.
    #[must_use]
    pub fn replica(&self) -> Self {
        Self::start_as(Kind::ReplicaOf(&self.url))
    }

    fn start_as(kind: Kind<'_>) -> Self {
        let cluster = Cluster::start_own(kind);
        let url = format!("{}/postgres", cluster.url);
        Self { cluster, url }
    }

    /// Stops it, which ends all its connections; returns once it is gone.
    pub fn stop(&mut self) {
        self.cluster.order("stop");
        self.wait_until_gone();
    }

    /// Kills all its processes at once, in the midst of what they do; returns once it is gone.
    pub fn crash(&mut self) {
        self.cluster.order("crash");
        self.wait_until_gone();
    }

    /// Starts it again; returns once it answers.
    pub fn start(&mut self) {
        self.cluster.order("start");
        self.cluster.wait_until_ready();
    }

    /// Holds all its processes: whoever asks it something waits. To be followed by [`Self::thaw`].
    pub fn freeze(&mut self) {
        self.cluster.order("freeze");
    }

    /// Lets them go on; returns once it answers.
    pub fn thaw(&mut self) {
        self.cluster.order("thaw");
        self.cluster.wait_until_ready();
    }

    /// Runs a statement that answers nothing of interest.
    pub fn sql(&self, statement: &str) {
        self.cluster.sql(statement);
    }

    fn wait_until_gone(&self) {
        self.cluster.wait_until(|cluster| cluster.run("SELECT 1").is_err());
    }
}
