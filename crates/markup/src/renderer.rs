use std::sync::Arc;

use kernel::{RepositoryError, UserId};

use crate::{Prepared, Rendered, mentioned_names, render_without_spoilers};

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

    /// Renders a text as [`crate::render_without_spoilers`].
    pub fn render_without_spoilers(&self, source: &str) -> Result<String, RepositoryError> {
        let names = mentioned_names(source);
        let members = if names.is_empty() { vec![] } else { self.0.members_named(&names)? };
        Ok(render_without_spoilers(source, &members.into_iter().collect()))
    }

    /// Renders a text whose write runs on another thread.
    pub fn prepare(&self, source: &str) -> Result<Prepared, RepositoryError> {
        Prepared::new(source, |names| Ok(self.0.members_named(names)?.into_iter().collect()))
    }
}
