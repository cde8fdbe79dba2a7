use ::search::{Found, Kind, Query, Request, SearchRepository};
use diesel::QueryResult;
use kernel::RepositoryError;

use super::{corrections, found, hits};
use crate::{Database, connection::DbConnection};

/// Search in the database.
pub struct DbSearch(pub Database);

impl SearchRepository for DbSearch {
    fn search(&self, request: &Request) -> Result<Found, RepositoryError> {
        self.0.snapshot(|conn| search(conn, request))
    }
}

fn search(conn: &mut DbConnection, request: &Request) -> QueryResult<Found> {
    let found = matching(conn, request, &request.query)?;
    let has_texts = request.kinds.iter().any(|kind| *kind != Kind::Person);
    if !found.hits.is_empty() || !has_texts {
        return Ok(found);
    }
    let Some(query) = corrections::corrected(conn, &request.query)? else { return Ok(found) };
    let other = matching(conn, request, &query)?;
    if other.hits.is_empty() {
        return Ok(found);
    }
    Ok(Found { corrected: Some(query.text().to_owned()), ..other })
}

fn matching(conn: &mut DbConnection, request: &Request, query: &Query) -> QueryResult<Found> {
    let (matches, next) = found::page(conn, request, query)?;
    Ok(Found { hits: hits::of(conn, query, &matches)?, next, corrected: None })
}
