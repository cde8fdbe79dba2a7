//! Communities that move in from `MariaDB`: Flarum and `phpBB`.

use diesel::{Connection as _, PgConnection, RunQueryDsl as _, sql_query};
use reqwest::{Method, redirect::Policy};

use super::{Number, STORED, killed_thrice, number};
use crate::{command_line::succeeds, operations::process::Installation, support::http_client};

struct Community {
    system: &'static str,
    dump: &'static str,
    files: &'static str,
    /// What the table at the end has.
    reported: &'static str,
    replies: i64,
    /// A member and the password, and one who is banned.
    member: &'static str,
    password: &'static str,
    banned: &'static str,
    /// Old addresses, and how the new ones begin.
    addresses: &'static [(&'static str, &'static str)],
}

const FLARUM: Community = Community {
    system: "flarum",
    dump: include_str!("../../../../import/tests/flarum/flarum.sql"),
    files: concat!(env!("CARGO_MANIFEST_DIR"), "/../import/tests/flarum/assets"),
    reported: "has several tags that only some may read, and a post has one forum (9)",
    replies: 9,
    member: "zoe",
    password: "Flarum-pass-1",
    banned: "spammer",
    addresses: &[
        ("/d/2-borrowing-from-a-nested-reply", "/posts/"),
        ("/d/2-borrowing-from-a-nested-reply/3", "/posts/"),
        ("/t/rust", "/forums/"),
    ],
};

const PHPBB: Community = Community {
    system: "phpbb",
    dump: include_str!("../../../../import/tests/phpbb/phpbb.sql"),
    files: concat!(env!("CARGO_MANIFEST_DIR"), "/../import/tests/phpbb"),
    reported: "it leads to a topic that was moved (7)",
    replies: 6,
    member: "Tom..Jerry",
    password: "Tom & \"Jerry\" <3",
    banned: "spammer",
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
    let source = test_databases::mariadb_database(community.dump);
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
    let banned = server.login(community.banned, community.password).await;
    assert_eq!(banned.status, 403, "{}", banned.text);
    let client = http_client().redirect(Policy::none()).build().unwrap();
    for (old, new) in community.addresses {
        let request = client.request(Method::GET, format!("{}{old}", server.address));
        let answer = request.header("Accept", "text/html").send().await.unwrap();
        assert_eq!(answer.status(), 301, "{old}");
        assert!(answer.headers()["location"].to_str().unwrap().starts_with(new), "{old}");
    }
}

#[tokio::test]
async fn a_community_of_flarum_goes_on() {
    moves_in(&FLARUM).await;
}

#[tokio::test]
async fn a_community_of_phpbb_goes_on() {
    moves_in(&PHPBB).await;
}
