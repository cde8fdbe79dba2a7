use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    operations::process::{Installation, Server},
    support::{Answer, send},
};

const PASSWORD: &str = "correct-horse-7391";

async fn ask(server: &Server, token: &str, method: Method, path: &str, body: Value) -> Answer {
    send(server.request(method, path).bearer_auth(token).json(&body)).await
}

async fn token(server: &Server, name: &str) -> String {
    server.login(name, PASSWORD).await.body["token"].as_str().unwrap().to_owned()
}

/// Returns the audit lines of requests up to the last one with these words, from method to outcome.
fn audited(server: &mut Server, last: &str) -> Vec<String> {
    server.wait_for(last);
    let log = server.log();
    let lines = log.lines().filter(|line| line.contains("audit: "));
    lines
        .map(|line| {
            let (_, rest) = line.split_once("method=").unwrap();
            let (request, came_of_it) = rest.split_once("}: audit: ").unwrap();
            assert!(request.contains("client=127.0.0.1"), "{line}");
            format!("{} {came_of_it}", request.replace(" client=127.0.0.1", ""))
        })
        .collect()
}

#[tokio::test]
async fn account_and_moderation_changes_are_audited() {
    let installation = Installation::new();
    let mut server = installation.serve(&[
        // The log line with its address.
        ("POSTUP_LOG", "error,server::commands=info"),
        ("POSTUP_ADMIN_USERNAME", "ada"),
        ("POSTUP_ADMIN_PASSWORD", PASSWORD),
    ]);
    let ann = server.register("ann", PASSWORD).await;
    server.login("ann", "wrong-guess-5520").await.is_refused(401, "invalid-credentials");
    let (by_ann, by_ada) = (token(&server, "ann").await, token(&server, "ada").await);
    let forum = json!({"topic": "Boats", "description": "All about boats"});
    let created = ask(&server, &by_ada, Method::POST, "/forums/create", forum).await;
    assert_eq!(created.status, 201);
    ask(&server, &by_ann, Method::DELETE, "/forums/1", Value::Null)
        .await
        .is_refused(403, "not-an-admin");
    ask(&server, &by_ada, Method::PUT, &format!("/user/{ann}/ban"), Value::Null).await;
    ask(&server, &by_ada, Method::DELETE, "/forums/1", Value::Null).await;
    server.login("ann", PASSWORD).await.is_refused(403, "banned");
    let expected = [
        "POST path=\"/register\" status=201 done account=2",
        "POST path=\"/login\" status=401 refused",
        "POST path=\"/login\" status=200 done account=2",
        "POST path=\"/login\" status=200 done account=1",
        "DELETE path=\"/forums/1\" status=403 refused account=2",
        "PUT path=\"/user/2/ban\" status=200 done account=1",
        "DELETE path=\"/forums/1\" status=204 done account=1",
        "POST path=\"/login\" status=403 refused",
    ];
    assert_eq!(
        audited(&mut server, "/login\" client=127.0.0.1 status=403}: audit: refused\n"),
        expected
    );
}

#[tokio::test]
async fn messages_and_votes_are_not_audited() {
    let installation = Installation::new();
    let mut server = installation.serve(&[]);
    let bob = server.register("bob", PASSWORD).await;
    server.register("ann", PASSWORD).await;
    let by_ann = token(&server, "ann").await;
    let forum = json!({"topic": "Boats", "description": "All about boats"});
    ask(&server, &by_ann, Method::POST, "/forums/create", forum).await;
    for (method, path) in [
        (Method::POST, "/forum/1/favorites".to_owned()),
        (Method::DELETE, "/forum/1/favorites".to_owned()),
        (Method::PUT, format!("/api/contacts/{bob}/block")),
        (Method::POST, format!("/api/contacts/{bob}")),
        (Method::DELETE, format!("/api/contacts/{bob}/block")),
        (Method::POST, format!("/api/contacts/{bob}")),
        (Method::GET, format!("/api/contacts/{bob}/messages")),
    ] {
        ask(&server, &by_ann, method, &path, json!({"message": "Ahoy"})).await;
    }
    server.login("nobody", PASSWORD).await.is_refused(401, "invalid-credentials");
    let expected = [
        "POST path=\"/register\" status=201 done account=1",
        "POST path=\"/register\" status=201 done account=2",
        "POST path=\"/login\" status=200 done account=2",
        "POST path=\"/login\" status=401 refused",
    ];
    assert_eq!(
        audited(&mut server, "/login\" client=127.0.0.1 status=401}: audit: refused\n"),
        expected
    );
}
