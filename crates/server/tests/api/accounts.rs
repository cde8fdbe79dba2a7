use reqwest::StatusCode;
use serde_json::json;

use crate::support::{PASSWORD, TestApp};

#[tokio::test]
async fn registering_returns_the_user() {
    let app = TestApp::spawn().await;
    let body = json!({
        "username": "Ann", "password": PASSWORD, "confirmPassword": PASSWORD,
        "user_image": " \"https://example.org/ann.png\" ", "role": "ROLE_ADMIN",
    });
    let registered = app.anonymous().post("/register", body).await;
    assert_eq!(registered.status, StatusCode::CREATED);
    insta::assert_json_snapshot!(registered.body, @r#"
    {
      "id": 1,
      "user_image": "https://example.org/ann.png",
      "username": "Ann"
    }
    "#);
}

#[tokio::test]
async fn a_taken_name_is_a_bad_request() {
    let app = TestApp::spawn().await;
    app.member("ann").await;
    let body = json!({"username": "ANN", "password": PASSWORD, "confirmPassword": PASSWORD});
    let refused = app.anonymous().post("/register", body).await;
    refused.is_refused(400, "username-taken");
    assert_eq!(refused.body["detail"], "User already exists");
}

#[tokio::test]
async fn a_reserved_name_is_refused() {
    let app = TestApp::spawn().await;
    for name in ["admin", "Moderator", "root_adm", "rem0ved"] {
        let body = json!({"username": name, "password": PASSWORD, "confirmPassword": PASSWORD});
        let refused = app.anonymous().post("/register", body).await;
        refused.is_refused(422, "invalid");
        let words = "This name is reserved. Please choose another one.";
        assert_eq!(refused.body["errors"], json!([{"field": "username", "message": words}]));
    }
}

#[tokio::test]
async fn the_length_limits_of_an_account_hold() {
    let app = TestApp::spawn().await;
    let register = async |name: &str, password: &str, confirmation: &str, image: &str| {
        let body = json!({
            "username": name, "password": password, "confirmPassword": confirmation, "user_image": image,
        });
        app.anonymous().post("/register", body).await
    };
    app.anonymous().post("/register", json!({})).await.refuses_fields(&["username", "password"]);
    register("ab", PASSWORD, PASSWORD, "").await.refuses_fields(&["username"]);
    register("аnn", PASSWORD, PASSWORD, "").await.refuses_fields(&["username"]);
    register("ann", "short", "short", "").await.refuses_fields(&["password"]);
    let long = "ä".repeat(37);
    register("ann", &long, &long, "").await.refuses_fields(&["password"]);
    for common in ["password", "PassWord1", "iloveyou"] {
        let refused = register("ann", common, common, "").await;
        refused.refuses_fields(&["password"]);
        assert!(refused.body["detail"].as_str().unwrap().contains("too common"));
    }
    for image in ["javascript:alert(1)", "data:image/png;base64,AAAA", "/etc/passwd"] {
        register("ann", PASSWORD, PASSWORD, image).await.refuses_fields(&["user_image"]);
    }
    let unlike = register("ann", PASSWORD, "another one", "").await;
    unlike.refuses_fields(&["confirmPassword"]);
    assert_eq!(unlike.body["detail"], "Password & Confirm Password do not match.");
}

#[tokio::test]
async fn login_returns_a_token_and_the_user() {
    let app = TestApp::spawn().await;
    app.member("Ann").await;
    let body = json!({"username": "aNN", "password": PASSWORD});
    let login = app.anonymous().post("/login", body).await;
    assert_eq!(login.status, StatusCode::OK);
    insta::assert_json_snapshot!(login.body, {".token" => "[token]"}, @r#"
    {
      "token": "[token]",
      "user": {
        "authorities": [
          {
            "name": "ROLE_USER"
          }
        ],
        "banned": false,
        "id": 1,
        "userImage": "/images/avatars/default.svg",
        "username": "Ann"
      }
    }
    "#);
}

#[tokio::test]
async fn wrong_password_and_unknown_name_look_alike() {
    let app = TestApp::spawn().await;
    app.member("ann").await;
    let login = async |name: &str, password: &str| {
        app.anonymous().post("/login", json!({"username": name, "password": password})).await
    };
    let wrong = login("ann", "wrong horse").await;
    wrong.is_refused(401, "invalid-credentials");
    assert_eq!(wrong.body["detail"], "Invalid username and password!");
    assert_eq!(login("nobody", "wrong horse").await.body, wrong.body);
    assert_eq!(login("no\0body", "wrong horse").await.body, wrong.body);
    login("", "").await.refuses_fields(&["username", "password"]);
}

#[tokio::test]
async fn members_see_their_own_account_only() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let path = format!("/api/user/{}", ann.id);
    assert_eq!(ann.get(&path).await.body["username"], "ann");
    bob.get(&path).await.is_refused(403, "not-the-owner");
    app.anonymous().get(&path).await.is_refused(401, "unauthorized");
    ann.get("/api/user/99").await.is_refused(404, "not-found");
}

#[tokio::test]
async fn members_change_their_own_picture_only() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let path = format!("/api/user/{}", ann.id);
    let changed = ann.put(&path, json!(" \"/images/avatars/avatar-3.svg\"")).await;
    assert_eq!(changed.status, StatusCode::OK);
    assert_eq!(changed.body["userImage"], "/images/avatars/avatar-3.svg");
    let seen = bob.get(&format!("/users/{}", ann.id)).await;
    assert_eq!(seen.body["user_image"], "/images/avatars/avatar-3.svg");
    let cleared = ann.put(&path, json!("")).await;
    assert_eq!(cleared.body["userImage"], "/images/avatars/default.svg");
    ann.put(&path, json!("javascript:x")).await.refuses_fields(&["user_image"]);
    ann.put(&path, json!({"image": "x"})).await.refuses_fields(&["user_image"]);
    bob.put(&path, json!("")).await.is_refused(403, "not-the-owner");
    app.anonymous().put(&path, json!("")).await.is_refused(401, "unauthorized");
    ann.put("/api/user/99", json!("")).await.is_refused(404, "not-found");
}

#[tokio::test]
async fn a_password_change_ends_every_other_token() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let elsewhere = app.sign_in("ann").await;
    let path = format!("/api/user/{}/password", ann.id);
    let change = |current: &str, new: &str, again: &str| json!({"current": current, "password": new, "confirmPassword": again});
    let good = change(PASSWORD, "new password", "new password");
    app.anonymous().put(&path, good.clone()).await.is_refused(401, "unauthorized");
    bob.put(&path, good.clone()).await.is_refused(403, "not-the-owner");
    ann.put("/api/user/99/password", good.clone()).await.is_refused(404, "not-found");
    ann.put(&path, change("wrong", "new password", "new password"))
        .await
        .is_refused(403, "wrong-password");
    ann.put(&path, change(PASSWORD, "new password", "other"))
        .await
        .refuses_fields(&["confirmPassword"]);
    ann.put(&path, json!({})).await.refuses_fields(&["current", "password"]);
    ann.put(&path, change(PASSWORD, "12345678", "12345678")).await.refuses_fields(&["password"]);

    let changed = ann.put(&path, good).await;
    assert_eq!(changed.status, StatusCode::OK);
    for old in [&ann, &elsewhere] {
        old.get("/forums").await.is_refused(401, "unauthorized");
    }
    let mut renewed = ann.clone();
    renewed.token = changed.body["token"].as_str().map(str::to_owned);
    assert_eq!(renewed.get("/forums").await.status, StatusCode::OK);
}

#[tokio::test]
async fn user_search_lists_by_name_without_the_caller() {
    let app = TestApp::spawn().await;
    let ann = app.member("ann").await;
    for name in ["Zoe", "bob", "Mara", "tamara"] {
        app.member(name).await;
    }
    let pages = ann.all_pages("/users?limit=2").await;
    let names: Vec<_> = pages.iter().map(|user| user["username"].as_str().unwrap()).collect();
    assert_eq!(names, ["bob", "Mara", "tamara", "Zoe"]);
    assert_eq!(ann.get("/users/filtered/MAR").await.column("username"), ["Mara", "tamara"]);
    for nobody in ["%25", "_", "%00", "%FF", "%C3%A4", "a%2Fb"] {
        assert_eq!(ann.get(&format!("/users/filtered/{nobody}")).await.body, json!([]), "{nobody}");
    }
    app.anonymous().get("/users").await.is_refused(401, "unauthorized");
    app.anonymous().get("/users/filtered/a").await.is_refused(401, "unauthorized");
}

#[tokio::test]
async fn a_profile_needs_a_login() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let seen = ann.get(&format!("/users/{}", bob.id)).await;
    insta::assert_json_snapshot!(seen.body, @r#"
    {
      "id": 2,
      "user_image": "/images/avatars/default.svg",
      "username": "bob"
    }
    "#);
    ann.get("/users/99").await.is_refused(404, "not-found");
    app.anonymous().get("/users/1").await.is_refused(401, "unauthorized");
}

#[tokio::test]
async fn a_filled_honeypot_is_refused_like_a_bad_name() {
    let app = TestApp::spawn().await;
    let register = async |website: serde_json::Value| {
        let body = json!({
            "username": "ann", "password": PASSWORD, "confirmPassword": PASSWORD, "website": website,
        });
        app.anonymous().post("/register", body).await
    };
    for filled in [json!("https://buy.example"), json!(7)] {
        let refused = register(filled).await;
        refused.refuses_fields(&["username"]);
        assert!(!refused.text.contains("website"), "{}", refused.text);
    }
    assert_eq!(register(json!("")).await.status, StatusCode::CREATED);
}
