//! The words of replies, and those that are suggested for misspelt ones. What a task is still to do may be missing.

use std::collections::HashSet;

use ::search::{neighbourhood, word_id};
use database::{
    DbConnection,
    schema::{replies, reply_words, search_neighbours, search_tasks, search_words},
};
use diesel::{dsl::count_star, prelude::*};

use super::{
    Finding, found,
    rendered::RenderedColumns,
    texts::{PAGE, finding, walk},
};
use crate::search::{REPLY_TASK, words_of_reply};

const OF_NO_REPLY: &str = "SELECT CAST(w.reply_id AS TEXT) AS id,
        'are of a reply that is removed, hidden or in another forum' AS problem
    FROM reply_words AS w
    WHERE NOT EXISTS (SELECT 1 FROM shown_replies r JOIN shown_posts p ON p.id = r.post_id
        WHERE r.id = w.reply_id AND NOT r.removed AND p.forum_id = w.forum_id)";
const OF_NO_WORD: &str = "SELECT n.part || '/' || n.word_id AS id, 'is of no word' AS problem
    FROM search_neighbours AS n
    WHERE NOT EXISTS (SELECT 1 FROM search_words w WHERE w.id = n.word_id)";

#[derive(Queryable)]
struct Reply {
    id: i64,
    source: String,
    renderer: i32,
    indexed: Option<String>,
}

pub(super) fn replies(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let planned: HashSet<i64> = search_tasks::table
        .filter(search_tasks::kind.eq(REPLY_TASK))
        .select(search_tasks::subject)
        .load(conn)?
        .into_iter()
        .collect();
    let mut findings = found(conn, "reply_words", OF_NO_REPLY)?;
    let page = |after| {
        replies::table
            .left_join(reply_words::table)
            .filter(replies::id.gt(after))
            .filter(replies::removed.eq(false))
            .order(replies::id)
            .limit(PAGE)
            .select((
                replies::id,
                replies::description,
                replies::renderer,
                reply_words::search_text.nullable(),
            ))
            .load(conn)
    };
    let look = |reply: &Reply| if planned.contains(&reply.id) { vec![] } else { wrong(reply) };
    findings.extend(walk(page, |reply: &Reply| reply.id, look)?);
    Ok(findings)
}

fn wrong(reply: &Reply) -> Vec<Finding> {
    let Some(words) = &reply.indexed else {
        return vec![finding("reply_words", reply.id, "is missing")];
    };
    let text = RenderedColumns { renderer: reply.renderer, html: "", excerpt: None };
    let wrong = text.indexed(&reply.source).is_some_and(|text| *words != words_of_reply(&text));
    let finding = |()| finding("reply_words", reply.id, "has not the words of the reply");
    wrong.then_some(()).map(finding).into_iter().collect()
}

/// Each word has all its parts, and nothing else has any.
pub(super) fn words(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let mut findings = found(conn, "search_neighbours", OF_NO_WORD)?;
    let stored: i64 = search_neighbours::table.select(count_star()).first(conn)?;
    let parts = std::cell::Cell::new(0);
    let page = |after| {
        search_words::table
            .filter(search_words::id.gt(after))
            .order(search_words::id)
            .limit(PAGE)
            .select((search_words::id, search_words::word))
            .load(conn)
    };
    let look = |(id, word): &(i64, String)| {
        parts.set(parts.get() + neighbourhood(word).len() as i64);
        let wrong = *id != word_id(word);
        let finding = |()| finding("search_words", id, "is not the number of its word");
        wrong.then_some(()).map(finding).into_iter().collect()
    };
    findings.extend(walk(page, |(id, _)| *id, look)?);
    if findings.is_empty() && stored != parts.get() {
        let problem = format!("there are {stored}, but the words have {} parts", parts.get());
        findings.push(finding("search_neighbours", "", &problem));
    }
    Ok(findings)
}
