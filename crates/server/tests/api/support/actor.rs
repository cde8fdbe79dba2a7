use std::time::{Duration, Instant};

use reqwest::{Method, RequestBuilder, StatusCode, header::HeaderMap};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::{PASSWORD, TestApp, events::PATIENCE, german};

/// A client with or without a token.
#[derive(Clone)]
pub(crate) struct Actor<'a> {
    pub(crate) app: &'a TestApp,
    pub(crate) id: i64,
    pub(crate) token: Option<String>,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// Null if it is no JSON.
    pub(crate) body: Value,
    pub(crate) text: String,
}

impl Actor<'_> {
    /// The same person at another copy of the server.
    pub(crate) fn at<'b>(&self, app: &'b TestApp) -> Actor<'b> {
        Actor { app, id: self.id, token: self.token.clone() }
    }

    /// The same person with another token.
    pub(crate) fn with_token(&self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self.clone() }
    }

    /// A program with a new API token of this person, who has the usual password.
    pub(crate) async fn api_token(&self, scopes: &[&str]) -> Self {
        let body = json!({"name": "Archive", "scopes": scopes, "password": PASSWORD});
        let made = self.post(&format!("/api/user/{}/tokens", self.id), body).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.body);
        self.with_token(made.body["token"].as_str().unwrap())
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.app.client.request(method, format!("{}{path}", self.app.address));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        send(self.request(Method::GET, path).header("Accept", "application/json")).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        send(self.request(Method::POST, path).json(&body)).await
    }

    pub(crate) async fn put(&self, path: &str, body: Value) -> Answer {
        send(self.request(Method::PUT, path).json(&body)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        send(self.request(Method::DELETE, path)).await
    }

    /// Creates a forum; its id.
    pub(crate) async fn create_forum(&self, topic: &str) -> i64 {
        self.create_forum_for("public", topic).await
    }

    /// Creates a forum of this visibility; its id.
    pub(crate) async fn create_forum_for(&self, visibility: &str, topic: &str) -> i64 {
        let description = format!("All about {topic}");
        let body = json!({"topic": topic, "description": description, "visibility": visibility});
        let created = self.post("/forums/create", body).await;
        assert_eq!(created.status, StatusCode::CREATED, "{}", created.body);
        created.body["id"].as_i64().unwrap()
    }

    /// Creates a post; its id.
    pub(crate) async fn create_post(&self, forum: i64, title: &str) -> i64 {
        let body = json!({"title": title, "description": format!("All about {title}")});
        let created = self.post(&format!("/api/forum/{forum}/posts"), body).await;
        assert_eq!(created.status, StatusCode::CREATED, "{}", created.body);
        created.body["id"].as_i64().unwrap()
    }

    /// The notifications, as soon as they are as wanted.
    pub(crate) async fn notifications(&self, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let start = Instant::now();
        loop {
            let list = self.all_pages("/api/notifications").await;
            if wanted(&list) {
                return list;
            }
            assert!(start.elapsed() < PATIENCE, "{list:?}");
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// Follows a list's links to its end; all items.
    pub(crate) async fn all_pages(&self, path: &str) -> Vec<Value> {
        let mut items = vec![];
        let mut next = Some(path.to_owned());
        while let Some(path) = next {
            let page = self.get(&path).await;
            assert_eq!(page.status, StatusCode::OK, "{}", page.body);
            items.extend(page.body.as_array().unwrap().clone());
            next = page.next();
        }
        items
    }
}

pub(crate) async fn send(request: RequestBuilder) -> Answer {
    let response = request.send().await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let is = |kind| headers.get("content-type").is_some_and(|content_type| content_type == kind);
    // A stream has no end.
    let text = if is("text/event-stream") { String::new() } else { response.text().await.unwrap() };
    let body = serde_json::from_str(&text).unwrap_or_default();
    if is("application/problem+json") {
        german::assert_translated(&body);
    }
    Answer { status, headers, body, text }
}

impl Answer {
    /// Checks a refusal, and that it is a problem in the form of RFC 9457.
    #[track_caller]
    pub(crate) fn is_refused(&self, status: u16, code: &str) {
        assert_eq!(
            (self.status.as_u16(), self.body["code"].as_str()),
            (status, Some(code)),
            "{self:?}"
        );
        assert_eq!(self.headers["content-type"], "application/problem+json");
        assert_eq!(self.body["status"], status);
        assert_eq!(self.body["title"], self.status.canonical_reason().unwrap());
        assert!(self.body["detail"].as_str().is_some_and(|detail| !detail.is_empty()));
        assert_eq!(self.headers.contains_key("www-authenticate"), status == 401);
        assert_eq!(self.headers.contains_key("retry-after"), matches!(status, 429 | 503));
    }

    /// Checks that just these fields were refused.
    #[track_caller]
    pub(crate) fn refuses_fields(&self, fields: &[&str]) {
        self.is_refused(422, "invalid");
        let errors = self.body["errors"].as_array().unwrap();
        let refused: Vec<_> = errors.iter().map(|error| error["field"].as_str().unwrap()).collect();
        assert_eq!(refused, fields, "{}", self.body);
        assert!(errors.iter().all(|error| !error["message"].as_str().unwrap().is_empty()));
    }

    /// Where the list goes on.
    pub(crate) fn next(&self) -> Option<String> {
        let link = self.headers.get("link")?.to_str().unwrap();
        let (target, rel) = link.split_once(">; ").unwrap();
        assert_eq!(rel, "rel=\"next\"");
        Some(target.strip_prefix('<').unwrap().to_owned())
    }

    /// One field of each item of a list.
    pub(crate) fn column(&self, field: &str) -> Vec<&Value> {
        self.body.as_array().unwrap().iter().map(|item| &item[field]).collect()
    }
}
