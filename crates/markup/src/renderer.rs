use std::sync::Arc;

use kernel::{RepositoryError, UserId};

use crate::{Prepared, Rendered};

/// Finds members by name.
pub trait MemberDirectory: Send + Sync {
    /// Returns those of these names that members bear, as they write them; names are compared without case.
    fn members_named(&self, names: &[String]) -> Result<Vec<(UserId, String)>, RepositoryError>;
}

/// Renders texts and resolves their mentions.
#[derive(Clone)]
pub struct Renderer(Arc<dyn MemberDirectory>);

impl Renderer {
    pub fn new(members: Arc<dyn MemberDirectory>) -> Self {
        Self(members)
    }

    pub fn render(&self, source: &str) -> Result<Rendered, RepositoryError> {
        self.prepare(source).map(Prepared::into_rendered)
    }

    /// Renders a text whose write runs on another thread.
    pub fn prepare(&self, source: &str) -> Result<Prepared, RepositoryError> {
        Prepared::new(source, |names| Ok(self.0.members_named(names)?.into_iter().collect()))
    }
}
