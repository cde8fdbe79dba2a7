//! Audit logging of routes, as each declares in the extension `x-audit`.

use std::{collections::HashMap, sync::LazyLock};

use actix_web::http::{Method, StatusCode};
use utoipa::openapi::path::Operation;

use crate::openapi::{AUDIT_EXTENSION, document};

/// Which responses of a route the audit log records. Nothing unlimited is recorded: failed
/// sign-ins are throttled, and so are writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audit {
    /// Nothing: the route is between two members.
    None,
    /// Members who were not allowed to (403).
    Refusals,
    Successes,
    /// Successes and refusals: the route is about an account, or a moderator uses it.
    All,
    /// Like [`Self::All`], and failed attempts (401).
    SignIn,
}

static BY_ROUTE: LazyLock<HashMap<(Method, String), Audit>> = LazyLock::new(|| {
    let declared = changing_routes().into_iter();
    declared.filter_map(|(method, path, audit)| Some(((method, path), audit?))).collect()
});

impl Audit {
    /// Returns what the route with this pattern, such as `/user/{id}/ban`, declares.
    #[must_use]
    pub fn of(method: &Method, pattern: String) -> Self {
        BY_ROUTE.get(&(method.clone(), pattern)).copied().unwrap_or(Self::None)
    }

    #[must_use]
    pub fn records(self, status: StatusCode) -> bool {
        let (refused, failed) = (StatusCode::FORBIDDEN, StatusCode::UNAUTHORIZED);
        match self {
            Self::None => false,
            Self::Refusals => status == refused,
            Self::Successes => status.is_success(),
            Self::All => status.is_success() || status == refused,
            Self::SignIn => status.is_success() || status == refused || status == failed,
        }
    }

    fn declared(operation: &Operation) -> Option<Self> {
        match operation.extensions.as_ref()?.get(AUDIT_EXTENSION)?.as_str()? {
            "none" => Some(Self::None),
            "refusals" => Some(Self::Refusals),
            "successes" => Some(Self::Successes),
            "all" => Some(Self::All),
            "sign-in" => Some(Self::SignIn),
            _ => None,
        }
    }
}

/// Lists every route that changes something, with what it declares.
fn changing_routes() -> Vec<(Method, String, Option<Audit>)> {
    let mut routes = vec![];
    for (path, item) in &document().paths.paths {
        for (method, operation) in
            [(Method::POST, &item.post), (Method::PUT, &item.put), (Method::DELETE, &item.delete)]
        {
            let operation = operation.as_ref();
            routes.extend(
                operation.map(|operation| (method, path.clone(), Audit::declared(operation))),
            );
        }
    }
    routes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changing_route_declares_its_audit() {
        let routes = changing_routes();
        assert!(routes.len() > 30, "{}", routes.len());
        let undeclared: Vec<_> = routes.iter().filter(|(.., audit)| audit.is_none()).collect();
        assert!(undeclared.is_empty(), "{undeclared:?}");
    }

    #[test]
    fn a_route_is_found_by_its_pattern() {
        let audit = |method, pattern: &str| Audit::of(&method, pattern.to_owned());
        assert_eq!(audit(Method::PUT, "/user/{id}/ban"), Audit::All);
        assert_eq!(audit(Method::POST, "/login"), Audit::SignIn);
        assert_eq!(audit(Method::POST, "/api/contacts/{userId}"), Audit::None);
        assert_eq!(audit(Method::GET, "/forums"), Audit::None);
    }

    #[test]
    fn records_follow_the_status() {
        let recorded = |audit: Audit| {
            [200, 401, 403, 422].map(|status| audit.records(StatusCode::from_u16(status).unwrap()))
        };
        assert_eq!(recorded(Audit::None), [false, false, false, false]);
        assert_eq!(recorded(Audit::Refusals), [false, false, true, false]);
        assert_eq!(recorded(Audit::Successes), [true, false, false, false]);
        assert_eq!(recorded(Audit::All), [true, false, true, false]);
        assert_eq!(recorded(Audit::SignIn), [true, true, true, false]);
    }
}
