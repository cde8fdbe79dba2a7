use ::search::{Kind, Query, Request, SearchRepository, SearchResults};
use database::{Database, DbConnection};
use diesel::QueryResult;
use kernel::RepositoryError;

use super::{corrections, found, hits};

/// Search in the database.
pub struct DbSearch(pub Database);

impl SearchRepository for DbSearch {
    fn search(&self, request: &Request) -> Result<SearchResults, RepositoryError> {
        self.0.snapshot(|conn| search(conn, request))
    }
}

fn search(conn: &mut DbConnection, request: &Request) -> QueryResult<SearchResults> {
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
    Ok(SearchResults { corrected: Some(query.text().to_owned()), ..other })
}

fn matching(
    conn: &mut DbConnection,
    request: &Request,
    query: &Query,
) -> QueryResult<SearchResults> {
    let (matches, next) = found::page(conn, request, query)?;
    Ok(SearchResults { hits: hits::of(conn, query, &matches)?, next, corrected: None })
}
