use ::users::Username;
use database::{Database, DbConnection, on_backend, schema::users};
use diesel::prelude::*;
use kernel::{RepositoryError, UserId};
use markup::{MemberDirectory, Members, mentioned_names};

/// Names looked up in one query.
const BATCH: usize = 500;

/// Members by name, in the database.
pub struct DbMembers(pub Database);

impl MemberDirectory for DbMembers {
    fn members_named(&self, names: &[String]) -> Result<Vec<(UserId, String)>, RepositoryError> {
        self.0.read(|conn| named(conn, names))
    }
}

/// Returns the members that any of these texts may mention.
pub(crate) fn members_among<'a>(
    conn: &mut DbConnection,
    texts: impl IntoIterator<Item = &'a str>,
) -> QueryResult<Members> {
    let mut names: Vec<String> = texts.into_iter().flat_map(mentioned_names).collect();
    names.sort_unstable();
    names.dedup();
    Ok(named(conn, &names)?.into_iter().collect())
}

fn named(conn: &mut DbConnection, names: &[String]) -> QueryResult<Vec<(UserId, String)>> {
    let mut members = vec![];
    for some in names.chunks(BATCH) {
        let keys = some.iter().map(|name| Username::key_of(name));
        let query = users::table
            .filter(users::username_key.eq_any(keys))
            .select((users::id, users::username));
        let rows: Vec<(i64, String)> = on_backend!(conn, conn => query.load(conn))?;
        members.extend(rows.into_iter().map(|(id, username)| (UserId(id), username)));
    }
    Ok(members)
}
