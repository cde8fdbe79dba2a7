use std::sync::Arc;

use kernel::{PageRequest, Reader};

use crate::{
    After, Filters, Kind, Query, Request, SearchError, SearchRepository, SearchResults, Sort,
};

/// The use case of search.
pub struct Search {
    repository: Arc<dyn SearchRepository>,
}

/// A search as it was asked for.
#[derive(Clone, Debug, Default)]
pub struct SearchRequest {
    pub query: String,
    pub reader: Reader,
    /// The kinds to search; posts, replies and forums if there are none.
    pub kinds: Vec<Kind>,
    pub filters: Filters,
    pub sort: Sort,
    pub page: PageRequest<After>,
}

impl Search {
    pub fn new(repository: Arc<dyn SearchRepository>) -> Self {
        Self { repository }
    }

    /// Returns a page of what matches the query, or one that is spelt nearly like it.
    pub fn search(&self, request: SearchRequest) -> Result<SearchResults, SearchError> {
        let query = Query::parse(&request.query)?;
        let mut kinds = request.kinds;
        if kinds.is_empty() {
            kinds.extend([Kind::Post, Kind::Reply, Kind::Forum]);
        }
        kinds.sort_unstable();
        kinds.dedup();
        let SearchRequest { reader, filters, sort, page, .. } = request;
        Ok(self.repository.search(&Request { query, reader, kinds, filters, sort, page })?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::MockSearchRepository;

    fn kinds_searched(kinds: Vec<Kind>) -> Vec<Kind> {
        let (send, receive) = std::sync::mpsc::channel();
        let mut repository = MockSearchRepository::new();
        repository.expect_search().return_once(move |request| {
            send.send(request.kinds.clone()).unwrap();
            Ok(SearchResults { hits: vec![], next: None, corrected: None })
        });
        let search = Search::new(Arc::new(repository));
        let request = SearchRequest { query: "tea".to_owned(), kinds, ..Default::default() };
        search.search(request).unwrap();
        receive.recv().unwrap()
    }

    #[test]
    fn people_are_searched_only_on_request() {
        assert_eq!(kinds_searched(vec![]), [Kind::Post, Kind::Reply, Kind::Forum]);
        let twice = vec![Kind::Person, Kind::Post, Kind::Person];
        assert_eq!(kinds_searched(twice), [Kind::Post, Kind::Person]);
    }

    #[test]
    fn a_query_without_words_is_refused() {
        let search = Search::new(Arc::new(MockSearchRepository::new()));
        let request = SearchRequest { query: "?!".to_owned(), ..Default::default() };
        assert!(matches!(search.search(request), Err(SearchError::NothingToSearchFor)));
    }
}
