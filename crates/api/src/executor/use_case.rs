use std::any::Any;

use crate::{problem::Problem, services::Services};

/// A use case whose type of result is erased: what runs use cases is compiled once instead of for each of them.
pub(crate) struct UseCase(Box<dyn FnOnce(&Services) -> ErasedResult + Send>);

/// The result of a [`UseCase`].
pub(crate) struct Erased(Box<dyn Any + Send>);

type ErasedResult = Result<Erased, Problem>;

impl UseCase {
    pub(crate) fn new<T: Send + 'static>(
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Self {
        Self(Box::new(move |services| Ok(Erased(Box::new(use_case(services)?)))))
    }

    pub(super) fn run(self, services: &Services) -> ErasedResult {
        (self.0)(services)
    }
}

impl Erased {
    /// Returns the result of a use case with results of type `T`.
    pub(crate) fn downcast<T: 'static>(self) -> Result<T, Problem> {
        self.0.downcast().map(|result| *result).map_err(|_| Problem::internal())
    }
}
