//! What somebody writes in a forum that the writer may not read is not found.

use reqwest::Method;
use serde_json::{Value, json};

use super::{
    reads::About,
    world::{Who, World},
};
use crate::{
    authorization::table,
    support::{TestApp, send},
};

/// Prefixes of calls that name nothing in a forum.
const ELSEWHERE: [&str; 10] = [
    "/api/contacts/",
    "/api/drafts/",
    "/api/invites/",
    "/api/notifications/",
    "/api/pages/",
    "/api/user/",
    "/api/webhooks/",
    "/moderation/user/",
    "/user/",
    "/users/",
];

/// What a call with a parameter names; none for one that names nothing in a forum.
fn about(path: &str) -> Option<About> {
    if ELSEWHERE.iter().any(|prefix| path.starts_with(prefix)) {
        return None;
    }
    let about = [
        ("/api/forum/{", About::Forum),
        ("/api/forums/{", About::Forum),
        ("/forum/{", About::Forum),
        ("/forums/{", About::Forum),
        ("/moderation/forum/{", About::Forum),
        ("/api/post/{", About::Post),
        ("/api/posts/{", About::Post),
        ("/api/replies/{", About::Reply),
        ("/api/reports/{", About::Report),
    ];
    let found = about.iter().find(|(prefix, _)| path.starts_with(prefix));
    Some(found.unwrap_or_else(|| panic!("{path} is about what?")).1)
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_in_a_closed_forum_are_not_found() {
    let app = TestApp::spawn().await;
    let world = World::new(&app).await;
    world.set(&app, "private").await;
    let former = world.reader(Who::Former).id;
    world.owner(&app).delete(&format!("/api/forums/{}/members/{former}", world.forum)).await;
    let (mut tried, mut wrong) = (0, vec![]);
    for row in
        table::rows().into_iter().filter(|row| row.method != Method::GET && row.path.contains('{'))
    {
        let Some(about) = about(&row.path) else { continue };
        let body = row.body.as_deref().map(|body| body.replace("{member}", "insider"));
        let body: Value =
            body.map_or_else(|| json!({}), |body| serde_json::from_str(&body).unwrap());
        for who in [Who::Outsider, Who::Former] {
            let reader = world.reader(who);
            let own = row.path.replace("{id}", &reader.reply.to_string());
            let mut paths = vec![world.path(&row.path, about, reader)];
            paths.extend((about == About::Reply).then(|| world.path(&own, about, reader)));
            for path in paths {
                let request = reader.actor(&app).request(row.method.clone(), &path);
                let answer = send(request.json(&body)).await;
                tried += 1;
                if answer.status != 404 {
                    wrong.push(format!("{who:?} {} {path}: {}", row.method, answer.status));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(tried > 80, "only {tried}");
}
