//! What the calls need of an API token, as each route declares in the `security` of its document.
//!
//! `token` names one of the scopes that suffice; several requirements are alternatives. `session` is what an API token never
//! replaces. A route that declares nothing is open to visitors, as whom a token without the scope then asks.

use std::{collections::HashMap, sync::LazyLock};

use actix_web::http::Method;
use serde_json::Value;
use users::{Scope, Scopes};
use utoipa::openapi::path::Operation;

use crate::openapi::document;

/// The security scheme of calls that an API token may make.
pub(crate) const TOKEN: &str = "token";
/// The security scheme of calls that only somebody who signed in may make.
pub(crate) const SESSION: &str = "session";

static BY_ROUTE: LazyLock<HashMap<(Method, String), Scopes>> = LazyLock::new(|| {
    let mut routes = HashMap::new();
    for (path, item) in &document().paths.paths {
        for (method, operation) in [
            (Method::GET, &item.get),
            (Method::POST, &item.post),
            (Method::PUT, &item.put),
            (Method::DELETE, &item.delete),
        ] {
            let operation = operation.as_ref();
            routes.extend(operation.map(|one| ((method, path.clone()), declared(one))));
        }
    }
    routes
});

/// Returns the scopes of which a call needs one. No scope is enough for a call without any.
pub(crate) fn needed(method: &Method, pattern: String) -> Scopes {
    BY_ROUTE.get(&(method.clone(), pattern)).copied().unwrap_or_default()
}

fn declared(operation: &Operation) -> Scopes {
    let requirements = serde_json::to_value(&operation.security).unwrap_or_default();
    let requirements = requirements.as_array().into_iter().flatten();
    let words = requirements.filter_map(|one| one.get(TOKEN)?.as_array()).flatten();
    words.filter_map(Value::as_str).filter_map(Scope::parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needed_by(method: &Method, pattern: &str) -> Vec<Scope> {
        needed(method, pattern.to_owned()).iter().collect()
    }

    #[test]
    fn a_route_needs_what_it_declares() {
        assert_eq!(needed_by(&Method::GET, "/api/drafts"), [Scope::Read]);
        assert_eq!(needed_by(&Method::GET, "/api/posts"), [Scope::Read]);
        assert_eq!(needed_by(&Method::PUT, "/api/posts/{id}/upvote"), [Scope::Write]);
        let either = [Scope::Write, Scope::Moderate];
        assert_eq!(needed_by(&Method::DELETE, "/api/replies/{id}"), either);
        let either = [Scope::Moderate, Scope::Admin];
        assert_eq!(needed_by(&Method::DELETE, "/api/webhooks/{id}"), either);
        assert_eq!(needed_by(&Method::PUT, "/api/reports/{id}"), either);
        assert_eq!(needed_by(&Method::PUT, "/api/site"), [Scope::Admin]);
    }

    #[test]
    fn no_scope_is_enough_for_what_is_not_declared() {
        assert_eq!(needed_by(&Method::GET, "/api/user/{id}/export"), []);
        assert_eq!(needed_by(&Method::PATCH, "/api/posts/{id}"), []);
        assert_eq!(needed_by(&Method::GET, "/nowhere"), []);
    }

    /// Every call that refuses visitors says what it needs, in words that are known.
    #[test]
    fn every_call_for_members_declares_a_scope_or_a_session() {
        let document = serde_json::to_value(document()).unwrap();
        let mut wrong = vec![];
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let requirements = operation["security"].as_array().into_iter().flatten();
                let needs = requirements.flat_map(|one| one.as_object().unwrap());
                for (scheme, words) in needs {
                    let words = words.as_array().unwrap();
                    let is_known = |word: &Value| Scope::parse(word.as_str().unwrap()).is_some();
                    let fits = match scheme.as_str() {
                        TOKEN => words.len() == 1 && words.iter().all(is_known),
                        SESSION => words.is_empty(),
                        _ => false,
                    };
                    if !fits {
                        wrong.push(format!("{method} {path}: {scheme} {words:?}"));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
