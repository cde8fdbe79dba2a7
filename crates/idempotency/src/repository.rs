use kernel::{IdempotencyKey, RepositoryError, Timestamp, UserId};

/// A request with a key that is about to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub member: UserId,
    pub key: IdempotencyKey,
    /// Stands for the call and its body.
    pub fingerprint: i64,
    pub at: Timestamp,
    /// Answers of this time or before are forgotten.
    pub forgotten: Timestamp,
    /// A request of this time or before that has no answer is given up.
    pub abandoned: Timestamp,
}

/// What was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAnswer {
    pub status: u16,
    pub body: String,
}

/// What is known of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// Nothing: the caller does the request, and nobody else until then.
    New,
    /// Another request has it.
    ByAnother,
    /// The same request is being done.
    Running,
    /// The same request wrote what has this id, and was lost before it was answered.
    Written(i64),
    Answered(StoredAnswer),
}

/// Stores keys and answers.
#[cfg_attr(test, mockall::automock)]
pub trait IdempotencyRepository: Send + Sync {
    /// Reserves the key, if it is free.
    fn claim(&self, claim: &Claim) -> Result<Claimed, RepositoryError>;

    /// Stores the answer of a claimed request.
    fn answer(&self, claim: &Claim, answer: &StoredAnswer) -> Result<(), RepositoryError>;

    /// Frees the key of a claimed request that wrote nothing.
    fn release(&self, claim: &Claim) -> Result<(), RepositoryError>;

    /// Deletes some of the keys of this time or before. Returns how many.
    fn delete_forgotten(&self, forgotten: Timestamp) -> Result<usize, RepositoryError>;
}
