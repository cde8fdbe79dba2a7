use std::{collections::HashMap, sync::LazyLock};

use actix_router::ResourceDef;
use actix_web::http::Method;
use utoipa::openapi::{
    OpenApi, PathItem, RefOr,
    path::{Operation, ParameterIn},
};

use crate::openapi::document;

/// The methods of each path and the query parameters of each operation, from the OpenAPI document.
pub struct Methods {
    literal: HashMap<String, Vec<Method>>,
    with_ids: Vec<(ResourceDef, Vec<Method>)>,
    queries: HashMap<String, Vec<(Method, Vec<String>)>>,
}

impl Methods {
    /// Those of the API, read once.
    pub fn declared() -> &'static Self {
        static DECLARED: LazyLock<Methods> = LazyLock::new(|| Methods::declared_by(document()));
        &DECLARED
    }

    fn declared_by(document: &OpenApi) -> Self {
        let paths = &document.paths.paths;
        let queries = paths.iter().map(|(path, item)| (path.clone(), queries(item))).collect();
        let (with_ids, literal): (Vec<_>, Vec<_>) = paths
            .iter()
            .map(|(path, item)| (path.clone(), methods(item)))
            .partition(|(path, _)| path.contains('{'));
        let with_ids =
            with_ids.into_iter().map(|(path, methods)| (ResourceDef::new(path), methods));
        let (literal, with_ids) = (literal.into_iter().collect(), with_ids.collect());
        Self { literal, with_ids, queries }
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

    /// Returns the query parameters of a route, by its pattern.
    pub(crate) fn query_of(&self, method: &Method, pattern: &str) -> Option<&[String]> {
        let mut operations = self.queries.get(pattern)?.iter();
        let operation = operations.find(|(documented, _)| documented == method);
        operation.map(|(_, parameters)| parameters.as_slice())
    }

    /// Returns the methods of a literal path of the document.
    #[must_use]
    pub fn of_literal(&self, path: &str) -> Option<&[Method]> {
        self.literal.get(path).map(Vec::as_slice)
    }
}

/// `HEAD` is allowed wherever `GET` is.
fn operations(item: &PathItem) -> impl Iterator<Item = (Method, &Operation)> {
    let documented = [
        (Method::GET, &item.get),
        (Method::HEAD, &item.get),
        (Method::POST, &item.post),
        (Method::PUT, &item.put),
        (Method::DELETE, &item.delete),
    ];
    documented.into_iter().filter_map(|(method, operation)| Some((method, operation.as_ref()?)))
}

fn methods(item: &PathItem) -> Vec<Method> {
    operations(item).map(|(method, _)| method).collect()
}

fn queries(item: &PathItem) -> Vec<(Method, Vec<String>)> {
    operations(item).map(|(method, operation)| (method, query_parameters(operation))).collect()
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
