//! Communities that move in from other systems.

use diesel::{
    Connection as _, PgConnection, RunQueryDsl as _, connection::SimpleConnection as _, sql_query,
};
use reqwest::{Method, redirect::Policy};

use super::{Number, STORED, killed_thrice, number};
use crate::{command_line::succeeds, operations::process::Installation, support::http_client};

struct Community {
    system: &'static str,
    /// Makes its database, and returns the address.
    source: fn() -> String,
    files: &'static str,
    /// What the table at the end has.
    reported: &'static str,
    replies: i64,
    /// A member and the password, and one who is banned.
    member: &'static str,
    password: &'static str,
    banned: Option<&'static str>,
    /// Old addresses, and how the new ones begin.
    addresses: &'static [(&'static str, &'static str)],
}

fn postgres(dump: &str) -> String {
    let source = test_databases::empty_database();
    PgConnection::establish(&source).unwrap().batch_execute(dump).unwrap();
    source
}

const NODEBB: Community = Community {
    system: "nodebb",
    source: || postgres(include_str!("../../../../import/tests/nodebb/nodebb.sql")),
    files: concat!(env!("CARGO_MANIFEST_DIR"), "/../import/tests/nodebb/uploads"),
    reported: "it has several readers (6)",
    replies: 40,
    member: "Zoe.Muller",
    password: "Nodebb-pass-1",
    banned: Some("spam.bot"),
    addresses: &[
        ("/topic/2/borrowing-from-a-nested-reply/3", "/posts/"),
        ("/post/15", "/posts/"),
        ("/category/5/engineering", "/forums/"),
        ("/user/zo%C3%AB-m%C3%BCller", "/u/Zoe.Muller"),
    ],
};

const LEMMY: Community = Community {
    system: "lemmy",
    source: || postgres(include_str!("../../../../import/tests/lemmy/lemmy.sql")),
    files: concat!(env!("CARGO_MANIFEST_DIR"), "/../import/tests/lemmy/pictures"),
    reported: "it is a community of another instance (7)",
    replies: 19,
    member: "Lena",
    password: "Lemmy-pass-1",
    banned: Some("troll"),
    addresses: &[("/post/1", "/posts/"), ("/comment/10", "/posts/"), ("/c/mice", "/forums/")],
};

const DISCOURSE: Community = Community {
    system: "discourse",
    source: || {
        postgres(include_str!("../../../../infrastructure/tests/contract/imports/discourse.sql"))
    },
    files: concat!(env!("CARGO_MANIFEST_DIR"), "/tests"),
    reported: "is a whisper among the staff (11/6)",
    replies: 4,
    member: "Ann",
    password: "password",
    banned: None,
    addresses: &[
        ("/t/a-topic/11", "/posts/"),
        ("/t/a-topic/11/3", "/posts/"),
        ("/c/tea/5", "/forums/"),
    ],
};

const FLARUM: Community = Community {
    system: "flarum",
    source: || {
        test_databases::mariadb_database(include_str!("../../../../import/tests/flarum/flarum.sql"))
    },
    files: concat!(env!("CARGO_MANIFEST_DIR"), "/../import/tests/flarum/assets"),
    reported: "has several tags that only some may read, and a post has one forum (9)",
    replies: 9,
    member: "zoe",
    password: "Flarum-pass-1",
    banned: Some("spammer"),
    addresses: &[
        ("/d/2-borrowing-from-a-nested-reply", "/posts/"),
        ("/d/2-borrowing-from-a-nested-reply/3", "/posts/"),
        ("/t/rust", "/forums/"),
    ],
};

const PHPBB: Community = Community {
    system: "phpbb",
    source: || {
        test_databases::mariadb_database(include_str!("../../../../import/tests/phpbb/phpbb.sql"))
    },
    files: concat!(env!("CARGO_MANIFEST_DIR"), "/../import/tests/phpbb"),
    reported: "it leads to a topic that was moved (7)",
    replies: 6,
    member: "Tom..Jerry",
    password: "Tom & \"Jerry\" <3",
    banned: Some("spammer"),
    addresses: &[
        ("/phpBB3/viewtopic.php?f=2&t=1", "/posts/"),
        ("/viewtopic.php?p=3", "/posts/"),
        ("/viewforum.php?f=2", "/forums/"),
    ],
};

/// Returns a number from the database of an installation, 0 while it has no such table.
fn count(installation: &Installation, query: &str) -> i64 {
    if !installation.database_url.starts_with("postgres") {
        return number(&installation.folder.path().join("forum.db"), query);
    }
    let Ok(mut conn) = PgConnection::establish(&installation.database_url) else { return 0 };
    sql_query(query).get_result::<Number>(&mut conn).map_or(0, |number| number.n)
}

/// Imports a community, killed three times on the way, and uses it.
async fn moves_in(community: &Community) {
    let source = (community.source)();
    let import = ["import", "--from", community.system, "--files", community.files, &source];
    let installation = Installation::new();
    let stored = || count(&installation, STORED);
    let told = succeeds(&killed_thrice(|| installation.command(&import), stored));
    assert!(told.contains(community.reported), "{told}");
    assert_eq!(count(&installation, "SELECT count(*) AS n FROM replies"), community.replies);
    assert!(succeeds(&installation.run(&["check"])).contains("all is well"));
    let server = installation.serve(&[]);
    // The second time with the hash that replaced the old one.
    for (password, status) in [("wrong", 401), (community.password, 200), (community.password, 200)]
    {
        let answer = server.login(community.member, password).await;
        assert_eq!(answer.status, status, "{}", answer.text);
    }
    if let Some(banned) = community.banned {
        let banned = server.login(banned, community.password).await;
        assert_eq!(banned.status, 403, "{}", banned.text);
    }
    let client = http_client().redirect(Policy::none()).build().unwrap();
    for (old, new) in community.addresses {
        let request = client.request(Method::GET, format!("{}{old}", server.address));
        let answer = request.header("Accept", "text/html").send().await.unwrap();
        assert_eq!(answer.status(), 301, "{old}");
        assert!(answer.headers()["location"].to_str().unwrap().starts_with(new), "{old}");
    }
}

#[tokio::test]
async fn a_community_of_nodebb_goes_on() {
    moves_in(&NODEBB).await;
}

#[tokio::test]
async fn a_community_of_lemmy_goes_on() {
    moves_in(&LEMMY).await;
}

#[tokio::test]
async fn a_community_of_discourse_goes_on() {
    moves_in(&DISCOURSE).await;
}

#[tokio::test]
async fn a_community_of_flarum_goes_on() {
    moves_in(&FLARUM).await;
}

#[tokio::test]
async fn a_community_of_phpbb_goes_on() {
    moves_in(&PHPBB).await;
}
