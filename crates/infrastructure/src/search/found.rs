//! A page of what matches.

use ::search::{After, Evidence, Kind, Query, Request, Sort, best, phrases};
use ::users::Username;
use database::{
    DbConnection, on_backend,
    sql::{prepared::prepared, round_up_limit},
};
use diesel::{prelude::*, sql_types::BigInt};
use kernel::Timestamp;

use super::{
    author_texts,
    bounds::ids_between,
    sources::{self, Row, RowType, Scope, Texts},
};

/// How many of the newest matches of each kind are ranked: of those with whole words, and of those with beginnings.
const RANKED: i64 = 500;
/// How many of the newest matches of each kind are ordered by score.
const SCORED: i64 = 2_000;

/// A match, and its place in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Match {
    pub(super) rank: i64,
    pub(super) kind: Kind,
    pub(super) id: i64,
}

/// A match of one kind, and whether all words match as a whole.
type Candidate = (Row, bool);

/// Returns a page of matches in their order, and the position of the last if more follow.
pub(super) fn page(
    conn: &mut DbConnection,
    request: &Request,
    query: &Query,
) -> QueryResult<(Vec<Match>, Option<After>)> {
    let mut page = matches(conn, request, query)?;
    match request.sort {
        Sort::New => page.sort_by_key(|found| std::cmp::Reverse(found.rank)),
        Sort::Best | Sort::Top => page.sort_unstable_by_key(Match::place),
    }
    if let (Sort::Best | Sort::Top, Some(After::Rank { rank, kind, id })) =
        (request.sort, request.page.after)
    {
        let after = Match { rank, kind, id }.place();
        page.retain(|found| found.place() > after);
    }
    let size = request.page.limit.get();
    let has_more = page.len() > size;
    page.truncate(size);
    let next = has_more.then(|| next(request, &page)).flatten();
    Ok((page, next))
}

/// Returns the matches of each kind that can be on the page.
fn matches(conn: &mut DbConnection, request: &Request, query: &Query) -> QueryResult<Vec<Match>> {
    let author = match &request.filters.author {
        None => None,
        Some(name) => match member_named(conn, name)? {
            Some(author) => Some(author),
            None => return Ok(vec![]),
        },
    };
    // No id is negative, and its sign is no part of a word.
    if request.filters.forum.is_some_and(|forum| forum.0 < 0) {
        return Ok(vec![]);
    }
    let mut all = vec![];
    for &kind in &request.kinds {
        let scope = scope(conn, request, kind, author)?;
        let candidates = candidates(conn, request.sort, kind, query, &scope)?;
        let mut lowest = i64::MAX;
        all.extend(candidates.into_iter().map(|candidate| {
            let mut rank = rank(request.sort, query, kind, &candidate);
            if request.sort == Sort::New {
                // Each kind stays in the order of its ids, from which the next page goes on.
                lowest = lowest.min(rank);
                rank = lowest;
            }
            Match { rank, kind, id: candidate.0.0 }
        }));
    }
    Ok(all)
}

impl Match {
    fn place(&self) -> (std::cmp::Reverse<i64>, Kind, std::cmp::Reverse<i64>) {
        (std::cmp::Reverse(self.rank), self.kind, std::cmp::Reverse(self.id))
    }
}

fn next(request: &Request, page: &[Match]) -> Option<After> {
    let last = page.last()?;
    if let Sort::Best | Sort::Top = request.sort {
        return Some(After::Rank { rank: last.rank, kind: last.kind, id: last.id });
    }
    let mut ids = start_ids(request.page.after);
    for (kind, below) in Kind::ALL.into_iter().zip(&mut ids) {
        let lowest = page.iter().filter(|found| found.kind == kind).map(|found| found.id).min();
        *below = lowest.unwrap_or(*below);
    }
    Some(After::Ids(ids))
}

/// Returns the ids below which the page starts, one for each kind.
fn start_ids(after: Option<After>) -> [i64; 4] {
    match after {
        Some(After::Ids(ids)) => ids,
        Some(After::Rank { .. }) | None => [i64::MAX; 4],
    }
}

fn rank(sort: Sort, query: &Query, kind: Kind, (row, is_whole): &Candidate) -> i64 {
    let (_, at, score, title) = row;
    match sort {
        Sort::New => *at,
        Sort::Top => *score,
        Sort::Best => best(
            query,
            Evidence {
                title: (kind != Kind::Reply).then_some(title),
                is_whole: *is_whole,
                score: *score,
                created_at: Timestamp::from_unix_millis(*at),
            },
        ),
    }
}

fn scope(
    conn: &mut DbConnection,
    request: &Request,
    kind: Kind,
    author: Option<i64>,
) -> QueryResult<Scope> {
    let filters = &request.filters;
    let after = filters.after.map_or(i64::MIN, Timestamp::unix_millis);
    let before = filters.before.map_or(i64::MAX, Timestamp::unix_millis);
    let (above, below) = match kind {
        Kind::Post => ids_between(conn, Texts::Posts, (after, before))?,
        Kind::Reply => ids_between(conn, Texts::Replies, (after, before))?,
        Kind::Forum | Kind::Person => (i64::MIN, i64::MAX),
    };
    let [posts, replies, forums, people] = start_ids(request.page.after);
    let start = match kind {
        Kind::Post => posts,
        Kind::Reply => replies,
        Kind::Forum => forums,
        Kind::Person => people,
    };
    let most = match request.sort {
        Sort::Best => RANKED,
        Sort::Top => SCORED,
        Sort::New => round_up_limit(request.page.limit.fetch_size()),
    };
    let (below, forum) = (below.min(start), filters.forum.map(|forum| forum.0));
    let reader = request.reader;
    Ok(Scope { above, below, after, before, forum, author, reader, most })
}

fn candidates(
    conn: &mut DbConnection,
    sort: Sort,
    kind: Kind,
    query: &Query,
    scope: &Scope,
) -> QueryResult<Vec<Candidate>> {
    let texts = match kind {
        Kind::Post => Texts::Posts,
        Kind::Reply => Texts::Replies,
        Kind::Forum => {
            return ranked(sort, query, scope.most, |terms| sources::forums(conn, terms, scope));
        }
        Kind::Person => return people(conn, query, scope),
    };
    match scope.author {
        Some(author) => author_texts::of_author(conn, texts, query, (author, scope)),
        None => ranked(sort, query, scope.most, |terms| sources::texts(conn, texts, terms, scope)),
    }
}

/// Finds at most `most` matches. For [`Sort::Best`] those with whole words are searched first, so that newer ones with
/// beginnings do not crowd them out.
fn ranked(
    sort: Sort,
    query: &Query,
    most: i64,
    mut find: impl FnMut(&[::search::Term]) -> QueryResult<Vec<Row>>,
) -> QueryResult<Vec<Candidate>> {
    let whole = query.whole();
    if sort != Sort::Best || whole.terms() == query.terms() {
        return Ok(find(query.terms())?.into_iter().map(|row| (row, true)).collect());
    }
    let mut rows: Vec<Candidate> =
        find(whole.terms())?.into_iter().map(|row| (row, true)).collect();
    if rows.len() as i64 >= most {
        return Ok(rows);
    }
    let known: std::collections::HashSet<i64> = rows.iter().map(|(row, _)| row.0).collect();
    let others = find(query.terms())?.into_iter().filter(|row| !known.contains(&row.0));
    rows.extend(others.map(|row| (row, false)));
    Ok(rows)
}

/// A longer query is no name.
const LONGEST_NAME: usize = 64;
/// The first members by name.
const NAMED: &str = "SELECT id, created_at, score, username FROM users
    WHERE username_key >= ? AND username_key < ? AND id > 0 ORDER BY username_key LIMIT 100";

/// Returns members whose name begins with the query, regardless of case, by falling id.
fn people(conn: &mut DbConnection, query: &Query, scope: &Scope) -> QueryResult<Vec<Candidate>> {
    let name = query.text().trim().trim_matches('"').trim_start_matches('@');
    if name.is_empty() || name.len() > LONGEST_NAME || scope.forum.is_some() {
        return Ok(vec![]);
    }
    // Names are in ASCII: `Müller` may be `mueller`.
    let keys = if name.is_ascii() { vec![Username::key_of(name)] } else { phrases(name) };
    let mut rows: Vec<Row> = vec![];
    for key in keys.iter().filter(|key| key.bytes().all(|byte| byte.is_ascii_graphic())) {
        let found = prepared::<RowType>(NAMED).bind(key.clone()).bind(format!("{key}\u{7f}"));
        rows.extend(on_backend!(conn, conn => found.load::<Row>(conn))?);
    }
    let fits = |row: &Row| {
        row.0 < scope.below
            && scope.has_time(row.1)
            && scope.author.is_none_or(|author| author == row.0)
    };
    let mut rows: Vec<Candidate> = rows
        .into_iter()
        .filter(fits)
        .map(|row| {
            let is_whole = keys.contains(&Username::key_of(&row.3));
            (row, is_whole)
        })
        .collect();
    rows.sort_unstable_by_key(|(row, _)| std::cmp::Reverse(row.0));
    rows.dedup_by_key(|(row, _)| row.0);
    Ok(rows)
}

fn member_named(conn: &mut DbConnection, name: &str) -> QueryResult<Option<i64>> {
    if name.contains('\0') {
        return Ok(None);
    }
    let query = prepared::<(BigInt,)>("SELECT id FROM users WHERE username_key = ? AND id > 0")
        .bind(Username::key_of(name));
    let rows: Vec<(i64,)> = on_backend!(conn, conn => query.load(conn))?;
    Ok(rows.first().map(|&(id,)| id))
}
