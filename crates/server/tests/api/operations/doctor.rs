use std::{
    fs,
    net::TcpListener,
    path::Path,
    process::Output,
    time::{Duration, Instant},
};

use test_databases::{BucketServer, OwnCluster};

use crate::{
    backups::run_sql,
    operations::process::{Installation, SECRET},
};

/// The lines of the screen about one part: their verdict and what they say.
fn of(output: &Output, part: &str) -> Vec<(String, String)> {
    let lines = String::from_utf8(output.stdout.clone()).unwrap();
    let words = lines.lines().filter_map(|line| {
        let (verdict, rest) = line.split_once(' ')?;
        let (named, said) = rest.trim_start().split_once(' ')?;
        (named == part).then(|| (verdict.to_owned(), said.trim_start().to_owned()))
    });
    words.collect()
}

#[track_caller]
fn says(output: &Output, part: &str, verdict: &str, words: &str) {
    let said = of(output, part);
    let fits = |(is, said): &(String, String)| is == verdict && said.contains(words);
    assert!(said.iter().any(fits), "{part}: {said:?}, {output:?}");
}

#[test]
fn a_forum_in_order_has_no_fault() {
    let forum = Installation::on_sqlite();
    forum.sign_up("ann");
    assert!(forum.run(&["admin", "ann"]).status.success());
    let backups = forum.folder.path().join("backups");
    fs::create_dir(&backups).unwrap();
    let seen =
        forum.run(&["doctor", "--public-url", "https://tea.example", "--backup-every", "24h"]);
    assert!(seen.status.success(), "{seen:?}");
    for part in ["settings", "database", "clock", "events", "mail", "push"] {
        assert!(of(&seen, part).iter().all(|(verdict, _)| verdict != "FAULT"), "{part}: {seen:?}");
    }
    says(&seen, "address", "ok", "https://tea.example");
    says(&seen, "admins", "ok", "1");
    says(&seen, "disk", "ok", "free in the folder of backups");
    says(&seen, "backups", "advice", "none yet");
    says(&seen, "mail", "advice", "POSTUP_SMTP_URL");
    let secret = format!("{}.jwt-secret", forum.database_url.trim_start_matches("sqlite://"));
    assert!(!Path::new(&secret).exists(), "it changes nothing");
}

#[test]
fn faults_are_told_with_what_to_do() {
    let forum = Installation::on_sqlite();
    let file = forum.database_url.trim_start_matches("sqlite://");
    run_sql(
        Path::new(file),
        "INSERT INTO outbox (consumer, event, created_at, attempts, not_before, progress, set_aside)
            VALUES ('activity', 'fc1', 1, 3, 1, 0, TRUE), ('activity', 'fc1', 1, 0, 1, 0, FALSE);
         INSERT INTO deliveries (channel, key, data, created_at, due_at) VALUES (1, 'k', '', 1, 1)",
    );
    // It is closed again: nobody listens there.
    let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let seen = forum
        .command(&["doctor", "--public-url", "http://tea.example", "--jwt-secret", "short"])
        .env("POSTUP_SMTP_URL", format!("smtp://127.0.0.1:{port}"))
        .env("POSTUP_MAIL_FROM", "forum@tea.example")
        .output()
        .unwrap();
    assert_eq!(seen.status.code(), Some(1));
    says(&seen, "settings", "FAULT", "POSTUP_JWT_SECRET");
    says(&seen, "address", "advice", "not encrypted");
    says(&seen, "admins", "advice", "postup admin NAME");
    says(&seen, "events", "FAULT", "1 wait");
    says(&seen, "events", "FAULT", "1 failed three times");
    says(&seen, "mail", "FAULT", "1 wait");
    says(&seen, "mail", "FAULT", "could not be reached");
    assert!(String::from_utf8(seen.stderr).unwrap().ends_with("postup: faults: 5\n"));
}

#[test]
fn the_state_of_an_upgrade_is_told() {
    let forum = Installation::on_sqlite();
    let file = Path::new(forum.database_url.trim_start_matches("sqlite://"));
    says(&forum.run(&["doctor"]), "texts", "ok", "all are of the newest renderer");
    run_sql(
        file,
        "INSERT INTO site (id, registration, name, tagline, rules, renderer, html)
            VALUES (1, 0, '', '', '', 0, '');
         INSERT INTO __diesel_schema_migrations (version) VALUES ('9999')",
    );
    let seen = forum.run(&["doctor"]);
    says(&seen, "schema", "advice", "newer than this program, by 9999");
    says(&seen, "texts", "ok", "1 of an older renderer");
    assert!(forum.run(&["rendering", "pause"]).status.success());
    says(&forum.run(&["doctor"]), "texts", "advice", "run `postup rendering resume`");
    assert!(forum.run(&["rendering", "resume"]).status.success());
    says(&forum.run(&["doctor"]), "texts", "ok", "being rendered again");
    run_sql(file, "UPDATE schema_state SET needs = '9999'");
    says(&forum.run(&["doctor"]), "database", "FAULT", "start a newer one");
    let refused = forum.run(&["serve", "--bind", "127.0.0.1:0"]);
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("needs a POST-UP that knows migration 9999"), "{said}");
}

#[test]
fn a_database_that_is_missing_or_away_is_a_fault() {
    let forum = Installation::at("sqlite://gone.db");
    says(&forum.run(&["doctor"]), "database", "FAULT", "there is no database at gone.db");
    let nowhere = Installation::at("sqlite://missing/postup.db").run(&["migrate"]);
    let said = String::from_utf8(nowhere.stderr).unwrap();
    assert!(said.contains("missing/postup.db: "), "{said}");
    assert!(said.contains("its folder must exist"), "{said}");
    let away = Installation::at("postgres://postup@127.0.0.1:1/postup");
    let seen = away.command(&["doctor"]).env("POSTUP_JWT_SECRET", SECRET).output().unwrap();
    says(&seen, "database", "FAULT", "the database: ");
}

#[test]
fn the_bucket_of_backups_is_looked_at() {
    let (forum, bucket) = (Installation::on_sqlite(), BucketServer::start());
    let look = || {
        let schedule = ["--backup-every", "24h", "--backup-url", "s3://safe"];
        let mut doctor = forum.command(&["doctor"]);
        doctor.args(schedule).envs(bucket.environment()).output().unwrap()
    };
    says(&look(), "bucket", "FAULT", "the bucket of backups: ");
    bucket.make("safe");
    says(&look(), "bucket", "ok", "copies of backups: 0");
}

#[test]
fn replicas_are_looked_at() {
    let primary = OwnCluster::new();
    let replica = primary.replica();
    let forum = Installation::at(&primary.url);
    assert!(forum.run(&["migrate"]).status.success());
    let urls = format!("{},{}", replica.url, primary.url);
    let look = || {
        let mut doctor = forum.command(&["doctor"]);
        doctor.env("POSTUP_JWT_SECRET", SECRET).env("POSTUP_DATABASE_READ_URLS", &urls);
        doctor.output().unwrap()
    };
    let started = Instant::now();
    let mut seen = look();
    // A new replica has yet to replay the migrations.
    while !of(&seen, "replica").contains(&("ok".to_owned(), "1 is 0 s behind".to_owned())) {
        assert!(started.elapsed() < Duration::from_secs(20), "{seen:?}");
        seen = look();
    }
    says(&seen, "clock", "ok", "Z");
    // It hears nothing of what the primary writes from now on.
    replica.sql("ALTER SYSTEM SET primary_conninfo = ''");
    replica.sql("SELECT pg_reload_conf()");
    forum.sign_up("ann");
    let advised = |seen: &Output| {
        let said = of(seen, "replica");
        said.iter().any(|(is, said)| is == "advice" && said.contains("s behind: visitors read"))
    };
    let started = Instant::now();
    while !advised(&seen) {
        assert!(started.elapsed() < Duration::from_secs(20), "{seen:?}");
        seen = look();
    }
    says(&seen, "replica", "FAULT", "2 is a primary");
}
