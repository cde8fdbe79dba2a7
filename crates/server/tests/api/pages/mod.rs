//! What the server writes for browsers, robots and feed readers.

mod cards;
mod documents;
mod feeds;
mod oembed;
mod schema_org;
mod sitemap;

use reqwest::Method;
use serde_json::Value;

use crate::support::{Answer, TestApp, send};

/// Requests an address as this user agent, which accepts anything.
async fn fetch(app: &TestApp, path: &str, user_agent: &str) -> Answer {
    let request = app.anonymous().request(Method::GET, path);
    send(request.header("Accept", "*/*").header("User-Agent", user_agent)).await
}

/// Requests an address as a browser does.
pub(crate) async fn browse(app: &TestApp, path: &str) -> Answer {
    let request = app.anonymous().request(Method::GET, path);
    send(request.header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")).await
}

/// Returns the structured data in a document.
fn structured_data(html: &str) -> Value {
    let (_, rest) = html.split_once("<script type=\"application/ld+json\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}
