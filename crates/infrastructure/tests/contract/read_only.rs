//! A database for reads refuses to write.

use diesel::{RunQueryDsl, sql_query};
use infrastructure::{DbPosts, DbUsers};
use kernel::{ImageUrl, RepositoryError, VoteCommand};
use posts::PostRepository;
use users::UserRepository;

use crate::{
    community::Community,
    support::{T0, TestDb, contract, sqlite},
};

contract! { read_only_database_reads_and_refuses_to_write }

fn read_only_database_reads_and_refuses_to_write(db: &TestDb) {
    let (post, _) = Community::of(db).write(10);
    let user = db.add_user("voter");
    for database in
        [Some(db.database.read_only()), db.database.worker_reads()].into_iter().flatten()
    {
        let posts = DbPosts::new(database.clone());
        assert_eq!(posts.find(post).unwrap().unwrap().id, post);
        let vote = posts.vote(post, user, VoteCommand::Upvote, T0);
        assert!(matches!(vote, Err(RepositoryError::Failed(_))), "{vote:?}");
        let image = ImageUrl::parse("https://example.org/a.png").unwrap();
        assert!(DbUsers(database).set_image(user, &image.unwrap()).is_err());
    }
    assert_eq!(db.number("SELECT count(*) AS n FROM post_votes WHERE user_id = (SELECT id FROM users WHERE username = 'voter')"), 0);
}

/// Repositories are written once for both databases, so one that writes where it should read fails
/// on SQLite in its own tests.
#[test]
fn connections_for_reads_refuse_to_write_on_sqlite() {
    let db = sqlite();
    db.add_user("ann");
    let delete = "DELETE FROM users";
    for database in [db.database.clone(), db.database.worker_reads().unwrap()] {
        assert!(database.read(|conn| sql_query(delete).execute(conn)).is_err());
        assert!(database.snapshot(|conn| sql_query(delete).execute(conn)).is_err());
    }
    assert_eq!(db.number("SELECT count(*) AS n FROM users WHERE username = 'ann'"), 1);
}
