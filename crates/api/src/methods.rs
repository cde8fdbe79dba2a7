use std::collections::HashMap;

use actix_router::ResourceDef;
use actix_web::http::Method;
use utoipa::openapi::{
    OpenApi, PathItem, RefOr,
    path::{Operation, ParameterIn},
};

/// The methods of each path and the query parameters of its `GET` and `DELETE`, from the OpenAPI document.
pub struct Methods {
    literal: HashMap<String, Vec<Method>>,
    with_ids: Vec<(ResourceDef, Vec<Method>)>,
    get_query: HashMap<String, Vec<String>>,
    delete_query: HashMap<String, Vec<String>>,
}

impl Methods {
    #[must_use]
    pub fn declared_by(document: &OpenApi) -> Self {
        let paths = &document.paths.paths;
        let query = |of: fn(&PathItem) -> Option<&Operation>| {
            let parameters = |item| of(item).map(query_parameters).unwrap_or_default();
            paths.iter().map(|(path, item)| (path.clone(), parameters(item))).collect()
        };
        let get_query = query(|item| item.get.as_ref());
        let delete_query = query(|item| item.delete.as_ref());
        let (with_ids, literal): (Vec<_>, Vec<_>) = paths
            .iter()
            .map(|(path, item)| (path.clone(), methods(item)))
            .partition(|(path, _)| path.contains('{'));
        let with_ids =
            with_ids.into_iter().map(|(path, methods)| (ResourceDef::new(path), methods));
        let (literal, with_ids) = (literal.into_iter().collect(), with_ids.collect());
        Self { literal, with_ids, get_query, delete_query }
    }

    /// Returns the methods of a path; none for an unknown path.
    ///
    /// A literal path of the document takes precedence over one with an id.
    #[must_use]
    pub fn of(&self, path: &str) -> Vec<Method> {
        if let Some(methods) = self.of_literal(path) {
            return methods.to_vec();
        }
        let matching = self.with_ids.iter().find(|(pattern, _)| pattern.is_match(path));
        matching.map_or_else(Vec::new, |(_, methods)| methods.clone())
    }

    /// Returns the query parameters of a route that reads or deletes, by its pattern.
    pub(crate) fn query_of(&self, method: &Method, pattern: &str) -> Option<&[String]> {
        let query = if *method == Method::DELETE { &self.delete_query } else { &self.get_query };
        query.get(pattern).map(Vec::as_slice)
    }

    /// Returns the methods of a literal path of the document.
    #[must_use]
    pub fn of_literal(&self, path: &str) -> Option<&[Method]> {
        self.literal.get(path).map(Vec::as_slice)
    }
}

/// `HEAD` is allowed wherever `GET` is.
fn methods(item: &PathItem) -> Vec<Method> {
    [
        (Method::GET, item.get.is_some()),
        (Method::HEAD, item.get.is_some()),
        (Method::POST, item.post.is_some()),
        (Method::PUT, item.put.is_some()),
        (Method::DELETE, item.delete.is_some()),
    ]
    .into_iter()
    .filter_map(|(method, there)| there.then_some(method))
    .collect()
}

fn query_parameters(operation: &Operation) -> Vec<String> {
    let parameters = operation.parameters.iter().flatten();
    parameters
        .filter_map(|parameter| match parameter {
            RefOr::T(parameter) => Some(parameter),
            RefOr::Ref(_) => None,
        })
        .filter(|parameter| parameter.parameter_in == ParameterIn::Query)
        .map(|parameter| parameter.name.clone())
        .collect()
}
