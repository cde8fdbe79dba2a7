use crate::{
    executor::{Reads, Writes},
    problem::Problem,
    services::Services,
    state::Api,
};

/// The verbs.
impl Api {
    /// Runs a use case that only reads, and takes microseconds.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        match &self.executor.reads {
            Reads::Inline(inline) if inline.is_allowed() => inline.run(use_case),
            Reads::Inline(_) => self.slow_read(use_case).await,
            Reads::Pooled(pooled) => pooled.run(use_case).await,
        }
    }

    /// Runs a use case that only reads, and may take milliseconds.
    pub(crate) async fn slow_read<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.executor.slow_reads.run(use_case).await
    }

    /// Runs a use case that changes a few rows. It is durable when this returns.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        match &self.executor.writes {
            Writes::Queued(queue) => queue.run(use_case).await,
            Writes::Pooled(pooled) => pooled.run(use_case).await,
        }
    }

    /// Runs a use case that may change many rows.
    pub(crate) async fn slow_write<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.executor.slow_writes.run(use_case).await
    }

    /// Runs a use case that reads the bytes of an image, and may wait for another server.
    pub(crate) async fn image_read<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.executor.image_reads.run(use_case).await
    }

    /// Runs a use case that waits for a server of others; it may write.
    pub(crate) async fn outbound<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.executor.outbound.run(use_case).await
    }

    /// Runs a use case that hashes a password or encodes an image; it may write.
    pub(crate) async fn hash<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.executor.hashing.run(use_case).await
    }
}
