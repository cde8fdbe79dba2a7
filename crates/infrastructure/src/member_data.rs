//! Every table, declared once: whose data it holds, what deleting an account does to it, what an export
//! shows of it, and whether a backup contains it.
//!
//! Deletion, backups and `postup check` walk [`TABLES`]; a test compares it with the schema of both
//! databases.

use ::users::ExportSection;
use database::{DbConnection, on_backend};
use diesel::{QueryResult, RunQueryDsl, sql_query, sql_types::BigInt};

/// The author of content of deleted accounts: a row created by the first deletion. No address or list
/// shows it: ids start at 1.
pub(crate) const DELETED_USER_ID: i64 = -1;

/// A table of POST-UP.
pub(crate) struct TableDeclaration {
    pub(crate) name: &'static str,
    /// Not where rows expire anyway.
    pub(crate) in_backup: bool,
    /// The columns that refer to a member.
    members: &'static [MemberColumn],
}

/// A column that refers to a member.
struct MemberColumn {
    name: &'static str,
    on_deletion: OnDeletion,
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "a test compares it with the export's sections")
    )]
    export: Export,
}

/// The treatment of the rows when the member deletes the account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OnDeletion {
    /// The foreign key deletes them together with the account.
    Cascade,
    /// They are deleted before the account.
    Delete,
    /// They stay and refer to [`DELETED_USER_ID`] instead.
    Anonymize,
}

use OnDeletion::{Anonymize, Cascade, Delete};

/// The part of the rows that an export shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Export {
    Section(ExportSection),
    /// Nothing, for this reason.
    Nothing(&'static str),
}

use Export::{Nothing, Section};

const fn table(name: &'static str, members: &'static [MemberColumn]) -> TableDeclaration {
    TableDeclaration { name, in_backup: true, members }
}

const fn member(name: &'static str, on_deletion: OnDeletion, export: Export) -> MemberColumn {
    MemberColumn { name, on_deletion, export }
}

/// Every table that any schema of POST-UP has had, each after the tables that its rows refer to.
///
/// Does not list the indexes of full-text search, which the databases maintain by themselves.
pub(crate) const TABLES: [TableDeclaration; 72] = [
    // Of the database, not of the community in it.
    TableDeclaration { in_backup: false, ..table("schema_state", &[]) },
    // The account itself: the export begins with it, and deletion ends with it.
    table("users", &[]),
    // Hashes, without the accounts that they were of.
    table("former_names", &[]),
    // Until migration 0012.
    table("username_suffixes", &[]),
    table("username_parts", &[member("user_id", Cascade, Nothing("parts of the name"))]),
    table("forums", &[member("author_id", Anonymize, Section(ExportSection::Forums))]),
    // Rules belong to the forum, not to the moderator who wrote them.
    table("forum_rules", &[]),
    // Until migration 0011.
    table("forum_days", &[]),
    table("forum_weeks", &[]),
    table("favorites", &[member("user_id", Cascade, Section(ExportSection::Favorites))]),
    table("forum_moderators", &[member("user_id", Cascade, Section(ExportSection::Moderates))]),
    table(
        "forum_members",
        &[
            member("user_id", Cascade, Section(ExportSection::Memberships)),
            member("by_id", Anonymize, Nothing("in the moderation log, as an act of the member")),
        ],
    ),
    table(
        "forum_bans",
        &[
            member("user_id", Cascade, Section(ExportSection::ForumBans)),
            member("by_id", Anonymize, Nothing("in the moderation log, as an act of the member")),
        ],
    ),
    table("posts", &[member("author_id", Anonymize, Section(ExportSection::Posts))]),
    table("post_words", &[]),
    table("post_votes", &[member("user_id", Delete, Section(ExportSection::PostVotes))]),
    table("post_mentions", &[member("user_id", Cascade, Nothing("in the text of the post"))]),
    table(
        "post_revisions",
        &[member("author_id", Anonymize, Section(ExportSection::PostRevisions))],
    ),
    table("replies", &[member("author_id", Anonymize, Section(ExportSection::Replies))]),
    // The author is that of the reply, whose export and deletion include it.
    table("removed_replies", &[]),
    // Made of the texts again after a restore, as the other three of search.
    TableDeclaration { in_backup: false, ..table("reply_words", &[]) },
    table("reply_votes", &[member("user_id", Delete, Section(ExportSection::ReplyVotes))]),
    table("reply_mentions", &[member("user_id", Cascade, Nothing("in the text of the reply"))]),
    table(
        "reply_revisions",
        &[member("author_id", Anonymize, Section(ExportSection::ReplyRevisions))],
    ),
    // Before contacts, as in the deletion of one message, so that neither waits for the other.
    table(
        "messages",
        &[
            member("sender_id", Delete, Section(ExportSection::Messages)),
            member("recipient_id", Delete, Section(ExportSection::Messages)),
        ],
    ),
    table(
        "contacts",
        &[
            member("owner_id", Delete, Nothing("counts of the messages")),
            member("peer_id", Delete, Nothing("counts of the other member's messages")),
        ],
    ),
    // A restore ends them: those that ended after the backup must not come back.
    TableDeclaration {
        in_backup: false,
        ..table("sessions", &[member("user_id", Cascade, Section(ExportSection::Sessions))])
    },
    // As their sessions.
    TableDeclaration {
        in_backup: false,
        ..table(
            "push_subscriptions",
            &[member("user_id", Cascade, Section(ExportSection::PushSubscriptions))],
        )
    },
    table("recovery_codes", &[member("user_id", Cascade, Nothing("secrets"))]),
    table("second_steps", &[member("user_id", Cascade, Nothing("secrets"))]),
    TableDeclaration {
        in_backup: false,
        ..table("sign_in_tickets", &[member("user_id", Cascade, Nothing("kept for minutes"))])
    },
    table("passkeys", &[member("user_id", Cascade, Section(ExportSection::Passkeys))]),
    TableDeclaration {
        in_backup: false,
        ..table("passkey_challenges", &[member("user_id", Cascade, Nothing("kept for minutes"))])
    },
    table("api_tokens", &[member("user_id", Cascade, Section(ExportSection::ApiTokens))]),
    table("identities", &[member("user_id", Cascade, Section(ExportSection::Identities))]),
    TableDeclaration {
        in_backup: false,
        ..table("provider_requests", &[member("user_id", Cascade, Nothing("kept for minutes"))])
    },
    TableDeclaration { in_backup: false, ..table("provider_tickets", &[]) },
    // Old addresses lead here after a restore, too.
    table("imported", &[member("user_id", Cascade, Nothing("ids in another system"))]),
    table("user_emails", &[member("user_id", Cascade, Nothing("shown with the account"))]),
    TableDeclaration {
        in_backup: false,
        ..table("email_tokens", &[member("user_id", Cascade, Nothing("kept for a day"))])
    },
    table(
        "blocks",
        &[
            member("owner_id", Cascade, Section(ExportSection::Blocks)),
            member("peer_id", Cascade, Nothing("known to the other member only")),
        ],
    ),
    table("drafts", &[member("user_id", Cascade, Section(ExportSection::Drafts))]),
    table("images", &[member("owner_id", Anonymize, Section(ExportSection::Images))]),
    table("image_uploads", &[member("user_id", Cascade, Nothing("among the own images"))]),
    table("image_data", &[]),
    table(
        "image_references",
        &[member("user_id", Cascade, Nothing("the avatar, which the account shows"))],
    ),
    table(
        "notifications",
        &[
            member("user_id", Cascade, Section(ExportSection::Notifications)),
            member("actor1_id", Anonymize, Nothing("another member's notification")),
            member("actor2_id", Anonymize, Nothing("another member's notification")),
            member("actor3_id", Anonymize, Nothing("another member's notification")),
        ],
    ),
    table(
        "notification_acts",
        &[member("actor_id", Anonymize, Nothing("another member's notification"))],
    ),
    table(
        "notification_settings",
        &[member("user_id", Cascade, Section(ExportSection::NotificationSettings))],
    ),
    table("post_watches", &[member("user_id", Cascade, Section(ExportSection::PostWatches))]),
    table("forum_watches", &[member("user_id", Cascade, Section(ExportSection::ForumWatches))]),
    table("visits", &[member("user_id", Cascade, Section(ExportSection::Visits))]),
    table("saved", &[member("user_id", Cascade, Section(ExportSection::Saved))]),
    table(
        "reports",
        &[member(
            "assignee_id",
            Anonymize,
            Nothing("the work of a moderator, not about the member"),
        )],
    ),
    table("report_filings", &[member("user_id", Cascade, Section(ExportSection::Reports))]),
    table(
        "report_texts",
        &[member("author_id", Anonymize, Nothing("evidence of what others reported"))],
    ),
    table(
        "moderation_log",
        &[
            member("actor_id", Anonymize, Section(ExportSection::ModerationLog)),
            member("user_id", Anonymize, Section(ExportSection::ModerationLog)),
        ],
    ),
    // About the site; days are counts.
    table("site", &[]),
    table("site_pages", &[]),
    table(
        "invites",
        &[member("by_id", Anonymize, Nothing("in the moderation log, as an act of the member"))],
    ),
    table("site_days", &[]),
    // Events hold only ids, until they are consumed.
    table("outbox", &[]),
    // A restored community must not write to people again.
    TableDeclaration {
        in_backup: false,
        ..table("deliveries", &[member("user_id", Cascade, Nothing("gone within a day"))])
    },
    // A forum's or the site's, whoever made them.
    table("webhooks", &[]),
    // Of ids, as the outbox.
    TableDeclaration { in_backup: false, ..table("webhook_deliveries", &[]) },
    // Read by other copies within seconds.
    TableDeclaration { in_backup: false, ..table("changes", &[]) },
    TableDeclaration { in_backup: false, ..table("search_words", &[]) },
    TableDeclaration { in_backup: false, ..table("search_neighbours", &[]) },
    TableDeclaration { in_backup: false, ..table("search_tasks", &[]) },
    TableDeclaration {
        in_backup: false,
        ..table("idempotency_keys", &[member("user_id", Cascade, Nothing("kept for a day"))])
    },
    // These two are keyed by texts, and their rows expire. Deletion clears the failures by name.
    TableDeclaration { in_backup: false, ..table("login_failures", &[]) },
    TableDeclaration { in_backup: false, ..table("budgets", &[]) },
];

/// Deletes or anonymizes a member's rows, except those that the foreign keys delete with the account.
pub(crate) fn release(conn: &mut DbConnection, user: i64) -> QueryResult<()> {
    for table in &TABLES {
        let columns = |wanted| {
            let columns = table.members.iter().filter(move |column| column.on_deletion == wanted);
            columns.map(|column| column.name)
        };
        let owned: Vec<_> = columns(Delete).map(|column| format!("{column} = $1")).collect();
        if !owned.is_empty() {
            run(conn, &format!("DELETE FROM {} WHERE {}", table.name, owned.join(" OR ")), user)?;
        }
        for column in columns(Anonymize) {
            let set = format!("SET {column} = {DELETED_USER_ID} WHERE {column} = $1");
            run(conn, &format!("UPDATE {} {set}", table.name), user)?;
        }
    }
    Ok(())
}

fn run(conn: &mut DbConnection, statement: &str, user: i64) -> QueryResult<usize> {
    on_backend!(conn, conn => sql_query(statement).bind::<BigInt, _>(user).execute(conn))
}

#[cfg(test)]
mod tests {
    use database::{Database, DatabaseUrl};
    use diesel::{QueryableByName, connection::SimpleConnection, sql_types::Text};

    use super::*;
    use crate::maintenance;

    /// A table, and one of its foreign keys to `users` if it has one.
    #[derive(QueryableByName)]
    struct ForeignKey {
        #[diesel(sql_type = Text)]
        table_name: String,
        #[diesel(sql_type = Text)]
        column_name: String,
        #[diesel(sql_type = Text)]
        delete_rule: String,
    }

    const ON_SQLITE: &str = "
        SELECT t.name AS table_name, coalesce(k.\"from\", '') AS column_name,
            coalesce(k.on_delete, '') AS delete_rule
        FROM pragma_table_list t
        LEFT JOIN pragma_foreign_key_list(t.name) k ON k.\"table\" = 'users'
        WHERE t.schema = 'main' AND t.type = 'table'
            AND t.name NOT LIKE 'sqlite%' AND t.name <> '__diesel_schema_migrations'";

    /// Of the system catalogs: the views of `information_schema` need 17 seconds.
    const ON_POSTGRES: &str = "
        SELECT CAST(t.relname AS TEXT) AS table_name,
            coalesce(CAST(a.attname AS TEXT), '') AS column_name,
            CASE c.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'a' THEN 'NO ACTION'
                ELSE coalesce(CAST(c.confdeltype AS TEXT), '') END AS delete_rule
        FROM pg_class t
        LEFT JOIN pg_constraint c
            ON c.conrelid = t.oid AND c.contype = 'f' AND c.confrelid = CAST('users' AS regclass)
        LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (c.conkey)
        WHERE t.relnamespace = CAST('public' AS regnamespace) AND t.relkind IN ('r', 'p')
            AND t.relname NOT IN ('__diesel_schema_migrations', 'post_search')";

    /// Lists what the schema has and [`TABLES`] lacks, or declares otherwise.
    fn undeclared(database: &Database) -> Vec<String> {
        let query = database.read(|conn| match conn {
            DbConnection::Sqlite(conn) => sql_query(ON_SQLITE).load::<ForeignKey>(conn),
            DbConnection::Postgres(conn) => sql_query(ON_POSTGRES).load::<ForeignKey>(conn),
        });
        let found = query.unwrap();
        assert!(found.len() > 15, "{}", found.len());
        let problem = |found: &ForeignKey| {
            let ForeignKey { table_name, column_name, delete_rule } = found;
            let Some(table) = TABLES.iter().find(|table| table.name == table_name) else {
                return Some(table_name.clone());
            };
            if column_name.is_empty() {
                return None;
            }
            let column = table.members.iter().find(|column| column.name == column_name);
            let fits = column.is_some_and(|column| match column.on_deletion {
                Cascade | Delete => delete_rule == "CASCADE",
                Anonymize => delete_rule == "NO ACTION",
            });
            (!fits).then(|| format!("{table_name}.{column_name} {delete_rule}"))
        };
        found.iter().filter_map(problem).collect()
    }

    fn every_table_is_declared(url: &DatabaseUrl) {
        let database = Database::open(url).unwrap();
        maintenance::migrate(&database).unwrap();
        assert_eq!(undeclared(&database), [""; 0]);
        let poems = "CREATE TABLE poems (id BIGINT PRIMARY KEY);
            CREATE TABLE forum_days (poet_id BIGINT REFERENCES users (id))";
        database.write(|conn, _| conn.batch_execute(poems)).unwrap();
        let mut found = undeclared(&database);
        found.sort();
        assert_eq!(found, ["forum_days.poet_id NO ACTION", "poems"]);
    }

    #[test]
    fn every_table_is_declared_on_sqlite() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("test.db").to_str().unwrap().to_owned();
        every_table_is_declared(&DatabaseUrl::Sqlite(file));
    }

    #[test]
    fn every_table_is_declared_on_postgres() {
        every_table_is_declared(&test_databases::empty_database().parse().unwrap());
    }

    #[test]
    fn every_section_of_the_export_has_a_table() {
        for section in ExportSection::ALL {
            let shows = |column: &MemberColumn| column.export == Section(section);
            let declared = TABLES.iter().any(|table| table.members.iter().any(shows));
            assert!(declared, "{section:?}");
        }
    }
}
