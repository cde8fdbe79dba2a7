use crate::{
    executor::{Erased, Reads, UseCase, Writes},
    problem::Problem,
    services::Services,
    state::Api,
};

/// Where a use case runs.
#[derive(Clone, Copy)]
enum Verb {
    Read,
    SlowRead,
    Write,
    SlowWrite,
    ImageRead,
    Outbound,
    Hash,
}

/// The verbs.
impl Api {
    /// Runs a use case that only reads, and takes microseconds.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run(Verb::Read, UseCase::new(use_case)).await?.downcast()
    }

    /// Runs a use case that only reads, and may take milliseconds.
    pub(crate) async fn slow_read<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run(Verb::SlowRead, UseCase::new(use_case)).await?.downcast()
    }

    /// Runs a use case that changes a few rows. It is durable when this returns.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run(Verb::Write, UseCase::new(use_case)).await?.downcast()
    }

    /// Runs a use case that may change many rows.
    pub(crate) async fn slow_write<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run(Verb::SlowWrite, UseCase::new(use_case)).await?.downcast()
    }

    /// Runs a use case that reads the bytes of an image, and may wait for another server.
    pub(crate) async fn image_read<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run(Verb::ImageRead, UseCase::new(use_case)).await?.downcast()
    }

    /// Runs a use case that waits for a server of others; it may write.
    pub(crate) async fn outbound<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run(Verb::Outbound, UseCase::new(use_case)).await?.downcast()
    }

    /// Runs a use case that hashes a password or encodes an image; it may write.
    pub(crate) async fn hash<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run(Verb::Hash, UseCase::new(use_case)).await?.downcast()
    }

    async fn run(&self, verb: Verb, use_case: UseCase) -> Result<Erased, Problem> {
        let executor = &self.executor;
        let threads = match (verb, &executor.reads, &executor.writes) {
            (Verb::Read, Reads::Inline(inline), _) if inline.is_allowed() => {
                return inline.run(use_case);
            }
            (Verb::Write, _, Writes::Queued(queue)) => return queue.run(use_case).await,
            (Verb::Read, Reads::Pooled(pooled), _) | (Verb::Write, _, Writes::Pooled(pooled)) => {
                pooled
            }
            (Verb::Read | Verb::SlowRead, ..) => &executor.slow_reads,
            (Verb::SlowWrite, ..) => &executor.slow_writes,
            (Verb::ImageRead, ..) => &executor.image_reads,
            (Verb::Outbound, ..) => &executor.outbound,
            (Verb::Hash, ..) => &executor.hashing,
        };
        threads.run(use_case).await
    }
}
