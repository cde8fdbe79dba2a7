use std::process::Output;

use database::{Database, schema::users};
use diesel::prelude::*;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    operations::process::{Installation, Server},
    second_step::Authenticator,
    support::{let_pass, send},
};

#[track_caller]
fn succeeds(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{stderr}");
    stderr
}

/// Its one line of reason.
#[track_caller]
fn fails(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    stderr.lines().last().unwrap_or_default().to_owned()
}

async fn authority(server: &Server, name: &str) -> String {
    let login = server.login(name, "correct horse").await;
    login.body["user"]["authorities"][0]["name"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn roles_and_bans_change_under_a_running_server() {
    let installation = Installation::new();
    let server = installation.serve(&[]);
    for name in ["ann", "bob"] {
        server.register(name, "correct horse").await;
    }
    let quietly = |arguments: &[&str]| {
        installation.command(arguments).env("POSTUP_LOG", "error").output().unwrap()
    };
    let stderr = succeeds(&quietly(&["admin", "ANN"]));
    for part in ["audit", "operator", "admin", "ann"] {
        assert!(stderr.contains(part), "an audit line at every level: {stderr}");
    }
    assert_eq!(authority(&server, "ann").await, "ROLE_ADMIN");

    assert!(succeeds(&quietly(&["ban", "bob"])).contains("what=\"ban\" whom=\"bob\""));
    let refused = server.login("bob", "correct horse").await;
    refused.is_refused(403, "banned");
    assert_eq!((&refused.body["until"], &refused.body["reason"]), (&Value::Null, &Value::Null));
    succeeds(&quietly(&["ban", "bob", "--days", "7", "--reason", " Spam "]));
    let refused = server.login("bob", "correct horse").await;
    assert!(refused.body["until"].is_string() && refused.body["reason"] == "Spam");
    assert!(fails(&quietly(&["admin", "bob"])).contains("banned"));
    assert!(succeeds(&quietly(&["unban", "bob"])).contains("what=\"unban\""));
    assert_eq!(authority(&server, "bob").await, "ROLE_USER");

    for command in ["demote", "ban"] {
        assert!(fails(&quietly(&[command, "ann"])).contains("last admin"), "{command}");
    }
    succeeds(&quietly(&["admin", "bob"]));
    assert!(succeeds(&quietly(&["demote", "ann"])).contains("what=\"demote\""));
    assert_eq!(authority(&server, "ann").await, "ROLE_USER");
}

#[tokio::test]
async fn a_reset_password_is_shown_once_and_ends_all_sessions() {
    let installation = Installation::new();
    let server = installation.serve(&[]);
    let ann = server.register("ann", "forgotten horse").await;
    let old = server.login("ann", "forgotten horse").await.body["token"].clone();
    let account = |token: serde_json::Value| {
        let request = server.request(Method::GET, &format!("/api/user/{ann}"));
        send(request.bearer_auth(token.as_str().unwrap()))
    };
    assert_eq!(account(old.clone()).await.status, 200);

    let reset = installation.run(&["reset-password", "Ann"]);
    assert!(succeeds(&reset).contains("what=\"reset-password\" whom=\"ann\""));
    let shown = String::from_utf8(reset.stdout).unwrap();
    let drawn = shown.lines().next().unwrap();
    assert!(drawn.len() == 20 && drawn.chars().all(|sign| sign.is_ascii_alphanumeric()), "{drawn}");
    assert!(shown.contains("change it at once"), "{shown}");

    account(old).await.is_refused(401, "unauthorized");
    server.login("ann", "forgotten horse").await.is_refused(401, "invalid-credentials");
    let login = server.login("ann", drawn).await;
    assert_eq!(login.status, 200);
    let change =
        json!({"current": drawn, "password": "my own again", "confirmPassword": "my own again"});
    let change = server
        .request(Method::PUT, &format!("/api/user/{ann}/password"))
        .bearer_auth(login.body["token"].as_str().unwrap())
        .json(&change);
    assert_eq!(send(change).await.status, 200);
}

#[tokio::test]
async fn a_raised_password_cost_renews_the_hash_at_the_next_sign_in() {
    let installation = Installation::new();
    let stored = || {
        let database = Database::open(&installation.database_url.parse().unwrap()).unwrap();
        let hash = users::table.select(users::password_hash).filter(users::username.eq("ann"));
        database.read(|conn| hash.first::<String>(conn)).unwrap()
    };
    let server = installation.serve(&[("POSTUP_PASSWORD_COST", "10")]);
    server.register("ann", "correct horse").await;
    assert!(stored().starts_with("$2b$10$"), "{}", stored());
    drop(server);
    let server = installation.serve(&[("POSTUP_PASSWORD_COST", "11")]);
    assert_eq!(server.login("ann", "correct horse").await.status, 200);
    assert!(stored().starts_with("$2b$11$"), "{}", stored());
    assert_eq!(server.login("ann", "correct horse").await.status, 200);
}

#[tokio::test]
async fn a_second_step_is_removed_by_command() {
    let installation = Installation::new();
    let server = installation.serve(&[]);
    let ann = server.register("ann", "correct horse").await;
    let token = server.login("ann", "correct horse").await.body["token"].clone();
    let path = format!("/api/user/{ann}/totp");
    let ask = |method, body: Value| {
        let request = server.request(method, &path).bearer_auth(token.as_str().unwrap());
        send(request.json(&body))
    };
    let none = fails(&installation.run(&["remove-second-step", "ann"]));
    assert_eq!(none, "postup: ann has no second step.");
    let begun = ask(Method::POST, json!({"password": "correct horse"})).await;
    let code = Authenticator::scan(&begun).code(0);
    assert_eq!(ask(Method::PUT, json!({"code": code})).await.status, 200);
    server.login("ann", "correct horse").await.is_refused(401, "second-step-required");

    let removed = succeeds(&installation.run(&["remove-second-step", "ANN"]));
    assert!(removed.contains("what=\"remove-second-step\" whom=\"ann\""), "{removed}");
    ask(Method::POST, json!({"password": "correct horse"})).await.is_refused(401, "unauthorized");
    assert_eq!(server.login("ann", "correct horse").await.status, 200);
}

#[tokio::test]
async fn a_locked_account_is_unlocked_by_command() {
    let installation = Installation::new();
    let server = installation.serve(&[("POSTUP_RATE_LIMIT", "on")]);
    server.register("ann", "correct horse").await;
    let database = Database::open(&installation.database_url.parse().unwrap()).unwrap();
    let mut wait = 0;
    for _ in 0..20 {
        let_pass(&database, wait);
        let refused = server.login("ann", "wrong horse").await;
        let told = refused.headers.get("retry-after");
        wait = told.map_or(0, |wait| wait.to_str().unwrap().parse().unwrap());
        if wait >= 60 {
            break;
        }
    }
    server.login("ann", "correct horse").await.is_refused(429, "too-many-attempts");
    let unlocked = succeeds(&installation.run(&["unlock", "ANN"]));
    assert!(unlocked.contains("what=\"unlock\" whom=\"ANN\""), "{unlocked}");
    assert_eq!(server.login("ann", "correct horse").await.status, 200);
    let reason = fails(&installation.run(&["unlock", "ann"]));
    assert_eq!(reason, "postup: ann has not failed to sign in of late.");
}

#[test]
fn wrong_days_and_reasons_of_a_ban_are_refused() {
    let installation = Installation::new();
    let long = "x".repeat(501);
    for (option, value) in [
        ("--days", "0"),
        ("--days", "3651"),
        ("--days", "soon"),
        ("--reason", " "),
        ("--reason", &long),
    ] {
        let refused = installation.run(&["ban", "bob", option, value]);
        assert!(!refused.status.success());
        let reason = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(reason.contains(option), "{reason}");
    }
}

#[test]
fn an_unknown_name_is_reported() {
    let installation = Installation::new();
    for command in ["admin", "demote", "ban", "unban", "reset-password", "remove-second-step"] {
        let reason = fails(&installation.run(&[command, "nobody-here"]));
        assert_eq!(reason, "postup: nobody-here not found.", "{command}");
    }
}

#[tokio::test]
async fn an_operator_decides_who_registers() {
    let installation = Installation::new();
    let server = installation.serve(&[]);
    let register = |name: &str, invite: &str| {
        let form = json!({
            "username": name, "password": "correct horse", "confirmPassword": "correct horse",
            "invite": invite,
        });
        send(server.request(Method::POST, "/register").json(&form))
    };
    succeeds(&installation.run(&["registration", "closed"]));
    register("ann", "").await.is_refused(403, "registration-closed");
    let stderr = succeeds(&installation.run(&["registration", "invite"]));
    assert!(stderr.contains("what=\"registration\" whom=\"invite\""), "{stderr}");
    let invite = installation.run(&["invite"]);
    let stderr = succeeds(&invite);
    let shown = String::from_utf8(invite.stdout).unwrap();
    let code = shown.lines().next().unwrap().strip_prefix("/register?invite=").unwrap();
    assert!(!stderr.contains(code), "the log does not tell the code");
    register("ann", "").await.is_refused(403, "registration-closed");
    assert_eq!(register("ann", code).await.status, 201);
    succeeds(&installation.run(&["registration", "open"]));
    assert_eq!(register("bob", "").await.status, 201);
}
