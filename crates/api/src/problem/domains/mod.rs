//! Maps the errors of all domains to HTTP statuses; nothing else does.

mod accounts;
mod content;
mod moderation;

use std::{error::Error, iter::successors};

use kernel::RepositoryError;

use crate::problem::Problem;

impl From<RepositoryError> for Problem {
    fn from(error: RepositoryError) -> Self {
        if matches!(error, RepositoryError::Gone(_)) {
            // Not a failure: two concurrent changes, one of which is refused.
            tracing::info!(error = with_causes(&error), "a row was deleted during a write to it");
        } else {
            tracing::error!(error = with_causes(&error), "a repository failed");
        }
        match error {
            RepositoryError::Unavailable(_) => Self::unavailable(),
            RepositoryError::Full(_) => Self::full(),
            RepositoryError::Gone(_) => {
                Self::conflict("gone", "What this is about was removed at the same moment.")
            }
            RepositoryError::Failed(_) => Self::internal(),
        }
    }
}

/// Written out here, because the JSON log omits causes.
fn with_causes(error: &(dyn Error + 'static)) -> String {
    let chain = successors(Some(error), |&error| error.source());
    chain.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

#[cfg(test)]
mod tests {
    use actix_web::{
        ResponseError,
        http::header::{HeaderValue, RETRY_AFTER},
    };

    use super::*;

    #[test]
    fn each_repository_error_has_its_own_status() {
        for (error, status, code, retry) in [
            (RepositoryError::Full("disk".into()), 507, "storage-full", None),
            (RepositoryError::Unavailable("away".into()), 503, "unavailable", Some("2")),
            (RepositoryError::Gone("user_id".into()), 409, "gone", None),
            (RepositoryError::Failed("broken".into()), 500, "internal", None),
        ] {
            let problem = Problem::from(error);
            assert!(problem.to_string().starts_with(&format!("{status} {code}: ")), "{problem}");
            let answer = problem.error_response();
            assert_eq!(answer.status().as_u16(), status);
            let retry_after = answer.headers().get(RETRY_AFTER);
            assert_eq!(retry_after, retry.map(HeaderValue::from_static).as_ref());
        }
    }
}
