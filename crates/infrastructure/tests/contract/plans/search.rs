use infrastructure::DbSearch;
use kernel::{ForumId, Limit, PageRequest, Reader, Timestamp};
use search::{After, Filters, Kind, Query, Request, SearchRepository, Sort};

use super::Plans;
use crate::support::T0;

/// Each kind of search reads a bounded number of matches from an index of words, or what one author wrote.
pub(super) fn everywhere(plans: &Plans<'_>) {
    let day_before = Timestamp::from_unix_millis(T0.unix_millis() - 86_400_000);
    let all = Filters::default();
    let in_forum = Filters { forum: Some(ForumId(5)), ..all.clone() };
    let recent = Filters { after: Some(day_before), before: Some(T0), ..all.clone() };
    let of_author = Filters { author: Some("member7".to_owned()), ..all.clone() };
    for filters in [all, in_forum.clone(), recent, of_author] {
        for sort in [Sort::Best, Sort::New, Sort::Top] {
            for after in [None, Some(After::Ids([4_000; 4]))] {
                search(plans, "word1 wor", &filters, sort, after);
            }
        }
    }
    if plans.are_of_postgres() {
        let request = request("word1", &in_forum, Sort::New, None);
        let search = DbSearch(plans.database());
        plans.check_uses("post_words_by_forum", || drop(search.search(&request).unwrap()));
    }
    search(plans, "espreso", &Filters::default(), Sort::Best, None);
}

fn request(words: &str, filters: &Filters, sort: Sort, after: Option<After>) -> Request {
    Request {
        query: Query::parse(words).unwrap(),
        reader: Reader::Visitor,
        kinds: Kind::ALL.to_vec(),
        filters: filters.clone(),
        sort,
        page: PageRequest { limit: Limit::new(10).unwrap(), after },
    }
}

fn search(plans: &Plans<'_>, words: &str, filters: &Filters, sort: Sort, after: Option<After>) {
    let request = request(words, filters, sort, after);
    let search = DbSearch(plans.database());
    plans.check_sorting("search: some matches of an index of words", || {
        drop(search.search(&request).unwrap());
    });
}
