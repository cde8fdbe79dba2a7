use std::{collections::BTreeSet, fs, net::TcpListener, path::Path};

use reqwest::{
    Method,
    header::{ACCEPT, HeaderMap, HeaderValue},
};

use serde_json::{Value, json};

use crate::{operations::process::Installation, second_step::Authenticator, support::send};

/// The value of one series that counts.
#[track_caller]
fn count(metrics: &str, series: &str) -> u64 {
    value(metrics, series).to_string().parse().unwrap()
}

#[track_caller]
fn value(metrics: &str, series: &str) -> f64 {
    let line = metrics.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {series} in:\n{metrics}")).parse().unwrap()
}

#[tokio::test]
async fn requests_are_counted_by_route_template() {
    let mut server = Installation::new().serve(&[]);
    for id in 1..4 {
        server.get(&format!("/forums/{id}")).await.is_refused(404, "not-found");
    }
    server.get("/forums").await;
    let html = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static("text/html"))]);
    send(server.request(Method::GET, "/forums/7").headers(html)).await;
    send(server.request("BREW".parse().unwrap(), "/nowhere")).await;

    let metrics = server.metrics().await;
    let requests =
        |labels: &str| count(&metrics, &format!("postup_http_requests_total{{{labels}}}"));
    assert_eq!(requests(r#"method="GET",route="/forums/{id}",status="404""#), 3);
    assert_eq!(requests(r#"method="GET",route="/forums",status="200""#), 1);
    assert_eq!(requests(r#"method="GET",route="spa",status="404""#), 1);
    assert_eq!(requests(r#"method="other",route="none",status="404""#), 1);
    let took = r#"postup_http_request_duration_seconds_count{route="/forums/{id}"}"#;
    assert_eq!(count(&metrics, took), 3);
    assert_eq!(count(&metrics, "postup_http_requests_in_flight"), 0);
    assert!(!metrics.contains("/forums/1"), "no path is a label");
}

#[tokio::test]
async fn logins_are_counted_by_their_outcome() {
    let installation = Installation::new();
    let mut server = installation.serve(&[]);
    let ann = server.register("ann", "correct horse").await;
    server.register("bob", "correct horse").await;
    assert!(installation.run(&["ban", "bob"]).status.success());
    for (name, password) in
        [("ann", "correct horse"), ("ann", "wrong"), ("nobody", "wrong"), ("bob", "correct horse")]
    {
        server.login(name, password).await;
    }
    let token = server.login("ann", "correct horse").await.body["token"].clone();
    let ask = |method, body: Value| {
        let request = server.request(method, &format!("/api/user/{ann}/totp"));
        send(request.bearer_auth(token.as_str().unwrap()).json(&body))
    };
    let begun = ask(Method::POST, json!({"password": "correct horse"})).await;
    ask(Method::PUT, json!({"code": Authenticator::scan(&begun).code(0)})).await;
    server.login("ann", "correct horse").await.is_refused(401, "second-step-required");
    let metrics = server.metrics().await;
    let logins =
        |outcome| count(&metrics, &format!("postup_logins_total{{outcome=\"{outcome}\"}}"));
    let outcomes = ["success", "first-step", "wrong", "banned", "busy", "limited"];
    assert_eq!(outcomes.map(logins), [2, 1, 2, 1, 0, 0]);
}

#[tokio::test]
async fn the_database_and_the_process_are_measured() {
    let installation = Installation::new();
    let mut server = installation.serve(&[]);
    server.get("/forums").await;
    let metrics = server.metrics().await;
    // In the first second after a start, SQLite is read on the pool for slow reads.
    let pool = if installation.database_url.starts_with("sqlite") { "reader" } else { "primary" };
    for series in [
        format!("postup_database_connections{{pool=\"{pool}\",state=\"idle\"}}"),
        format!("postup_database_connections_max{{pool=\"{pool}\"}}"),
        format!("postup_database_connection_wait_seconds_count{{pool=\"{pool}\"}}"),
        format!("postup_database_use_seconds_sum{{pool=\"{pool}\"}}"),
        format!("postup_build_info{{version=\"{}\"}}", env!("CARGO_PKG_VERSION")),
    ] {
        assert!(value(&metrics, &series) > 0.0, "{series}");
    }
    assert_eq!(
        count(&metrics, &format!("postup_database_connections_refused_total{{pool=\"{pool}\"}}")),
        0
    );
    if cfg!(target_os = "linux") {
        for series in
            ["process_resident_memory_bytes", "process_open_fds", "process_start_time_seconds"]
        {
            assert!(value(&metrics, series) > 0.0, "{series}");
        }
        assert!(value(&metrics, "process_cpu_seconds_total") >= 0.0);
    }
}

#[test]
fn a_taken_metrics_address_stops_the_start() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let ended = Installation::new()
        .command(&["serve"])
        .envs([("POSTUP_BIND", "127.0.0.1:0"), ("POSTUP_METRICS_BIND", &*address)])
        .env("POSTUP_JWT_SECRET", "a secret of the tests alone, 32 bytes")
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(1));
    let stderr = String::from_utf8(ended.stderr).unwrap();
    assert!(stderr.contains("POSTUP_METRICS_BIND") && stderr.contains(&address), "{stderr}");
}

#[test]
fn two_servers_start_with_default_metrics() {
    // Takes the default address, unless another process has it.
    let _taken = TcpListener::bind(("127.0.0.1", 9464));
    let mut server =
        Installation::new().serve_with(|command| command.env_remove("POSTUP_METRICS_BIND"));
    server.wait_for("no metrics: cannot listen on 127.0.0.1:9464");
}

#[test]
fn metrics_can_be_switched_off() {
    for off in ["off", ""] {
        let server = Installation::new().serve(&[("POSTUP_METRICS_BIND", off)]);
        assert!(!server.log().contains("metrics are at"), "{}", server.log());
    }
}

/// The names that a file asks for, without the endings of what a histogram is made of.
fn named(file: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(file).unwrap();
    let is_of_name = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    let words = text.split(|sign| !is_of_name(sign));
    let names = words.filter(|word| word.starts_with("postup_") || word.starts_with("process_"));
    names
        .map(|name| {
            let endings = ["_bucket", "_count", "_sum"];
            let base = endings.iter().find_map(|ending| name.strip_suffix(ending));
            base.unwrap_or(name).to_owned()
        })
        .collect()
}

#[tokio::test]
async fn dashboard_and_alerts_use_existing_metrics() {
    let mut server = Installation::new().serve(&[]);
    server.get("/forums").await;
    let metrics = server.metrics().await;
    let kinds = metrics.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    let exported: BTreeSet<&str> = kinds.filter_map(|line| line.split(' ').next()).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ops");
    for file in ["grafana/postup.json", "prometheus/alerts.yml"] {
        let named = named(&folder.join(file));
        assert!(named.len() > 5, "{file}: {named:?}");
        for name in named {
            assert!(exported.contains(&*name), "{file} asks for {name}, which is not there");
        }
    }
}
