//! The HTML and excerpts of texts, where this version of the renderer made them.

use database::{
    DbConnection,
    schema::{forum_rules, messages, site, stored_replies},
};
use diesel::prelude::*;
use markup::{Members, mentioned_names, plain_text, render};

use super::{
    Finding,
    texts::{PAGE, finding, walk},
};

/// The columns that follow from a text.
pub(super) struct RenderedColumns<'a> {
    pub(super) renderer: i32,
    pub(super) html: &'a str,
    /// None of a text without one.
    pub(super) excerpt: Option<&'a str>,
}

impl RenderedColumns<'_> {
    /// Lists the columns that don't match the text. The links of mentions depend on who was a member when the
    /// text was written, so the HTML of a text with mentions is not compared.
    pub(super) fn problems(&self, source: &str) -> impl Iterator<Item = &'static str> {
        let current = self.renderer == markup::VERSION;
        let text = current.then(|| render(source, &Members::default()));
        let has_names = current && !mentioned_names(source).is_empty();
        let wrong = text.as_ref().is_some_and(|text| !has_names && text.html != self.html);
        let excerpts = text.as_ref().zip(self.excerpt);
        let wrong_excerpt = excerpts.is_some_and(|(text, excerpt)| text.excerpt != excerpt);
        let problems = [
            (wrong, "html is not that of the text"),
            (wrong_excerpt, "excerpt is not that of the text"),
            (self.renderer < 0, "renderer is no version"),
        ];
        problems.into_iter().filter(|(wrong, _)| *wrong).map(|(_, problem)| problem)
    }

    /// Returns the indexed part of a text. None until this renderer has seen the text: before, it
    /// is indexed as it was typed, or as an older renderer decided.
    pub(super) fn indexed(&self, source: &str) -> Option<String> {
        (self.renderer == markup::VERSION).then(|| plain_text(source))
    }
}

#[derive(Queryable)]
struct Text {
    id: i64,
    source: String,
    renderer: i32,
    html: String,
    excerpt: String,
}

pub(super) fn replies(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let page = |after| {
        stored_replies::table
            .filter(stored_replies::id.gt(after))
            .order(stored_replies::id)
            .limit(PAGE)
            .select((
                stored_replies::id,
                stored_replies::description,
                stored_replies::renderer,
                stored_replies::html,
                stored_replies::excerpt,
            ))
            .load(conn)
    };
    walk(page, |text: &Text| text.id, |text| wrong("replies", text, Some(&text.excerpt)))
}

pub(super) fn messages(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let page = |after| {
        messages::table
            .filter(messages::id.gt(after))
            .order(messages::id)
            .limit(PAGE)
            .select((
                messages::id,
                messages::message,
                messages::renderer,
                messages::html,
                messages::html,
            ))
            .load(conn)
    };
    walk(page, |text: &Text| text.id, |text| wrong("messages", text, None))
}

pub(super) fn forum_rules(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let page = |after| {
        forum_rules::table
            .filter(forum_rules::forum_id.gt(after))
            .order(forum_rules::forum_id)
            .limit(PAGE)
            .select((
                forum_rules::forum_id,
                forum_rules::rules,
                forum_rules::renderer,
                forum_rules::html,
                forum_rules::html,
            ))
            .load(conn)
    };
    walk(page, |text: &Text| text.id, |text| wrong("forum_rules", text, None))
}

pub(super) fn site(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let columns = (site::id, site::rules, site::renderer, site::html, site::html);
    let page = |after| site::table.filter(site::id.gt(after)).select(columns).load(conn);
    walk(page, |text: &Text| text.id, |text| wrong("site", text, None))
}

fn wrong(table: &str, text: &Text, excerpt: Option<&str>) -> Vec<Finding> {
    let columns = RenderedColumns { renderer: text.renderer, html: &text.html, excerpt };
    columns.problems(&text.source).map(|problem| finding(table, text.id, problem)).collect()
}
