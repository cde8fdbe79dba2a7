//! What the server writes for browsers, robots and feed readers.

mod cards;
mod documents;
mod feeds;
mod sitemap;

use reqwest::Method;

use crate::support::{Answer, TestApp, send};

/// Requests an address as this user agent, which accepts anything.
async fn fetch(app: &TestApp, path: &str, user_agent: &str) -> Answer {
    let request = app.anonymous().request(Method::GET, path);
    send(request.header("Accept", "*/*").header("User-Agent", user_agent)).await
}

/// Requests an address as a browser does.
async fn browse(app: &TestApp, path: &str) -> Answer {
    let request = app.anonymous().request(Method::GET, path);
    send(request.header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")).await
}
