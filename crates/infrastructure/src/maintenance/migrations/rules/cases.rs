//! Each rule refuses what it is for, and lets its harmless neighbour through.

use super::{Dialect, Migration, problems};

const fn migration(name: &'static str, up: &'static str, down: &'static str) -> Migration {
    Migration { name, up, down }
}

fn refused(dialect: Dialect, up: &'static str) -> String {
    problems(dialect, &[migration("0090_case", up, "")]).join("\n")
}

#[track_caller]
fn refuses_on_both(up: &'static str, why: &str) {
    for dialect in [Dialect::Sqlite, Dialect::Postgres] {
        let found = refused(dialect, up);
        assert!(found.contains(why), "{up}: {found}");
    }
}

/// What takes no lock on SQLite that others don't take, too.
#[track_caller]
fn refuses(up: &'static str, why: &str) {
    let found = refused(Dialect::Postgres, up);
    assert!(found.contains(why), "{up}: {found}");
}

#[track_caller]
fn allows(up: &'static str) {
    for dialect in [Dialect::Sqlite, Dialect::Postgres] {
        assert_eq!(refused(dialect, up), "", "{up}");
    }
}

#[test]
fn what_the_version_before_uses_stays() {
    refuses_on_both("ALTER TABLE posts DROP COLUMN html;", "may use posts.html");
    refuses_on_both("ALTER TABLE posts DROP COLUMN IF EXISTS html", "may use posts.html");
    refuses_on_both("ALTER TABLE posts ADD COLUMN a TEXT, DROP COLUMN html;", "may use posts.html");
    refuses_on_both("DROP TABLE IF EXISTS \"drafts\";", "may use drafts");
    refuses_on_both("CREATE TABLE a (id BIGINT); DROP TABLE a, drafts CASCADE;", "may use");
    refuses_on_both("DROP INDEX posts_hot;", "may use posts_hot");
    refuses_on_both("DROP VIEW shown_posts;", "may use shown_posts");
    refuses_on_both("DROP TRIGGER reply_added ON replies;", "may use reply_added");
    refuses_on_both("ALTER TABLE posts RENAME COLUMN html TO markup;", "rename column html");
    refuses_on_both("ALTER TABLE posts RENAME TO texts;", "rename to texts");
    refuses_on_both("alter table posts alter column html drop not null;", "may use posts.html");
    allows("DROP VIEW shown_posts; CREATE VIEW shown_posts AS SELECT id FROM posts;");
    allows("CREATE OR REPLACE VIEW shown_posts AS SELECT id FROM posts;");
}

#[test]
fn the_version_before_writes_on() {
    refuses_on_both("ALTER TABLE posts ADD COLUMN a TEXT NOT NULL;", "NOT NULL without a DEFAULT");
    refuses("ALTER TABLE posts ALTER COLUMN a SET NOT NULL;", "without a validated CHECK");
    allows("ALTER TABLE posts ADD COLUMN a TEXT NOT NULL DEFAULT '; DROP TABLE posts';");
    allows("ALTER TABLE posts ADD COLUMN a BIGINT;");
}

#[test]
fn no_statement_reads_or_rewrites_a_large_table_under_a_lock() {
    refuses("ALTER TABLE posts ALTER COLUMN score TYPE NUMERIC;", "type numeric is not known");
    refuses("ALTER TABLE posts ALTER COLUMN score SET DATA TYPE NUMERIC;", "is not known");
    refuses("ALTER TABLE posts ADD COLUMN a BIGINT DEFAULT random() NOT NULL;", "computed default");
    refuses("ALTER TABLE posts ADD COLUMN a BIGINT REFERENCES users (id);", "with references");
    refuses("ALTER TABLE posts ADD COLUMN a BIGINT UNIQUE;", "with unique");
    refuses("CREATE INDEX a ON posts (score);", "index of posts without CONCURRENTLY");
    refuses("CREATE UNIQUE INDEX a ON notifications (id);", "index of notifications without");
    refuses("ALTER TABLE posts ADD CONSTRAINT a CHECK (score > 0);", "without NOT VALID");
    refuses(
        "ALTER TABLE posts ADD CONSTRAINT a CHECK (score > 0) NOT VALID; ALTER TABLE posts VALIDATE CONSTRAINT a;",
        "a is validated in the transaction that adds it",
    );
    refuses("LOCK TABLE posts;", "`lock table posts` is not known");
    refuses("TRUNCATE post_votes;", "is not known");
    refuses("VACUUM FULL posts;", "is not known");
    allows("ALTER TABLE posts ADD CONSTRAINT a CHECK (score > 0 AND hot > 0) NOT VALID;");
    allows("ALTER TABLE posts VALIDATE CONSTRAINT a;");
    allows("ALTER TABLE posts ALTER COLUMN score SET DEFAULT 1;");
    allows(
        "CREATE TABLE poems (id BIGINT, author_id BIGINT REFERENCES users (id)); CREATE INDEX poems_by ON poems (author_id);",
    );
    assert_eq!(refused(Dialect::Sqlite, "CREATE INDEX a ON posts (score);"), "", "one process");
}

#[test]
fn no_transaction_goes_through_a_large_table() {
    refuses_on_both("UPDATE posts SET score = 0 WHERE score < 0;", "changes rows of posts");
    refuses_on_both("DELETE FROM post_votes;", "changes rows of post_votes");
    refuses_on_both(
        "CREATE TABLE poems (id BIGINT); INSERT INTO poems (id) SELECT p.id FROM posts p;",
        "reads all rows of posts",
    );
    refuses_on_both("CREATE TABLE poems AS SELECT * FROM messages;", "reads all rows of messages");
    refuses_on_both(
        "INSERT INTO site (id) SELECT s.id FROM site s JOIN users ON TRUE;",
        "of users",
    );
    allows("UPDATE site SET language = 'de';");
    allows(
        "CREATE TABLE poems (id BIGINT); INSERT INTO poems (id) VALUES (1); UPDATE poems SET id = 2;",
    );
}

#[test]
fn an_index_is_built_concurrently_alone_and_can_be_begun_again() {
    let of = |up, down| problems(Dialect::Postgres, &[migration("0090_case", up, down)]).join("\n");
    let create = "-- Why.\nCREATE INDEX CONCURRENTLY a ON posts (score);";
    assert_eq!(of(create, "DROP INDEX CONCURRENTLY IF EXISTS a;\n"), "");
    assert!(of(create, "DROP INDEX a;\n").contains("its down.sql is not"));
    let two =
        "CREATE INDEX CONCURRENTLY a ON posts (score); CREATE INDEX CONCURRENTLY b ON posts (hot);";
    assert!(of(two, "").contains("beside another statement"));
    assert!(of("REINDEX INDEX CONCURRENTLY a;", "").contains("is for CREATE INDEX"));
}

#[test]
fn a_column_is_not_null_once_a_check_is_validated() {
    let add = migration(
        "0090_add",
        "ALTER TABLE posts ADD CONSTRAINT posts_a CHECK (a IS NOT NULL) NOT VALID;",
        "",
    );
    let validate = migration("0091_validate", "ALTER TABLE posts VALIDATE CONSTRAINT posts_a;", "");
    let set = || migration("0092_set", "ALTER TABLE posts ALTER COLUMN a SET NOT NULL;", "");
    let other = migration("0091_other", "ALTER TABLE replies VALIDATE CONSTRAINT posts_a;", "");
    let add_again = migration(add.name, add.up, "");
    assert_eq!(problems(Dialect::Postgres, &[add, validate, set()]), [""; 0]);
    assert_eq!(problems(Dialect::Postgres, &[add_again, other, set()]).len(), 1);
}

#[test]
fn a_contract_names_what_it_takes_and_since_when_nothing_uses_it() {
    let whole = "-- Contract: nothing uses posts.html, posts_by_html since 0080.
        UPDATE schema_state SET needs = '0080';
        DROP INDEX posts_by_html;
        ALTER TABLE posts DROP COLUMN html;";
    allows(whole);
    refuses_on_both(
        "-- Contract: nothing uses posts.html since 0080.
        UPDATE schema_state SET needs = '0080';
        ALTER TABLE posts DROP COLUMN title;",
        "may use posts.title",
    );
    refuses_on_both(
        "-- Contract: nothing uses posts.html since 0080.
        ALTER TABLE posts DROP COLUMN html;",
        "older programs start",
    );
    for form in [
        "-- Contract: nothing uses posts.html since 0080\nSELECT 1;",
        "-- Contract: nothing uses posts.html since today.\nSELECT 1;",
        "-- Contract: nothing uses posts.html.\nSELECT 1;",
    ] {
        refuses_on_both(form, "not of the form");
    }
    for release in [
        "-- Contract: nothing uses posts.html since 0090.\nUPDATE schema_state SET needs = '0090';",
        "-- Contract: nothing uses posts.html since 0073.\nUPDATE schema_state SET needs = '0073';",
    ] {
        refuses_on_both(release, "is of no release before this one");
        refuses_on_both(release, "takes nothing away");
    }
    refuses(
        "-- Contract: nothing uses posts since 0080.\nUPDATE schema_state SET needs = '0080';\nALTER TABLE posts RENAME TO texts;",
        "rename to texts",
    );
}

#[test]
fn statements_end_outside_of_texts_comments_and_bodies() {
    allows(
        "CREATE TRIGGER a AFTER INSERT ON posts BEGIN DELETE FROM drafts; UPDATE posts SET hot = 1; END;",
    );
    allows(
        "CREATE FUNCTION a() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN DELETE FROM drafts; END $$;",
    );
    allows(
        "-- DROP TABLE posts;\nCREATE TABLE poems (id BIGINT DEFAULT 1 -- ; DROP TABLE posts\n);",
    );
    refuses_on_both(
        "CREATE TRIGGER a AFTER INSERT ON posts BEGIN SELECT 1; END; DROP TABLE posts;",
        "may use posts",
    );
}
