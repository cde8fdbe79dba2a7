//! A `NodeBB` that moves in.

use diesel::{Connection as _, PgConnection, connection::SimpleConnection as _};
use reqwest::{Method, redirect::Policy};

use super::{STORED, killed_thrice, number};
use crate::{
    command_line::{fails, succeeds},
    operations::process::Installation,
    support::http_client,
};

const DUMP: &str = include_str!("../../../../import/tests/nodebb/nodebb.sql");
const UPLOADS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../import/tests/nodebb/uploads");
/// Of every account there.
const PASSWORD: &str = "Nodebb-pass-1";

/// Imports it, killed three times on the way.
fn moved_in() -> Installation {
    let source = test_databases::empty_database();
    PgConnection::establish(&source).unwrap().batch_execute(DUMP).unwrap();
    let import = ["import", "--from", "nodebb", "--files", UPLOADS, &source];
    let installation = Installation::on_sqlite();
    let file = installation.folder.path().join("forum.db");
    let stored = || number(&file, STORED);
    let told = succeeds(&killed_thrice(|| installation.command(&import), stored));
    assert!(told.contains("it has several readers (6)"), "{told}");
    assert_eq!(number(&file, "SELECT count(*) AS n FROM replies"), 40);
    assert!(succeeds(&installation.run(&["check"])).contains("all is well"));
    installation
}

#[tokio::test]
async fn its_passwords_and_addresses_go_on_working() {
    let installation = moved_in();
    let server = installation.serve(&[]);
    // The second time with the hash that replaced that of NodeBB.
    for (password, status) in [("wrong", 401), (PASSWORD, 200), (PASSWORD, 200)] {
        let answer = server.login("Zoe.Muller", password).await;
        assert_eq!(answer.status, status, "{}", answer.text);
    }
    let banned = server.login("spam.bot", PASSWORD).await;
    assert_eq!(banned.status, 403, "{}", banned.text);
    let client = http_client().redirect(Policy::none()).build().unwrap();
    for (old, new) in [
        ("/topic/2/borrowing-from-a-nested-reply/3", "/posts/"),
        ("/post/15", "/posts/"),
        ("/category/5/engineering", "/forums/"),
        ("/user/zo%C3%AB-m%C3%BCller", "/u/Zoe.Muller"),
    ] {
        let request = client.request(Method::GET, format!("{}{old}", server.address));
        let answer = request.header("Accept", "text/html").send().await.unwrap();
        assert_eq!(answer.status(), 301, "{old}");
        assert!(answer.headers()["location"].to_str().unwrap().starts_with(new), "{old}");
    }
}

#[test]
fn on_another_database_it_is_refused_in_words() {
    let installation = Installation::on_sqlite();
    let import = ["import", "--from", "nodebb", "mongodb://127.0.0.1/nodebb"];
    let refused = fails(&installation.run(&import));
    assert!(refused.contains("only PostgreSQL is read"), "{refused}");
}
