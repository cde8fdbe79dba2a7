use std::{cell::RefCell, fmt::Write};

use database::{Database, DatabaseUrl};
use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl,
    connection::{InstrumentationEvent, SimpleConnection, set_default_instrumentation},
    sql_types::Text,
};

use crate::support::TestDb;

thread_local! {
    /// The statements that this test's thread sent since it last looked.
    static SENT: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Asks the database how it would answer what the ports send.
pub(super) struct Plans<'a> {
    db: &'a TestDb,
    /// Of its own, so that its connections are listened to.
    database: Database,
    refused: RefCell<String>,
}

#[derive(QueryableByName)]
struct SqliteStep {
    #[diesel(sql_type = Text)]
    detail: String,
}

#[derive(QueryableByName)]
struct PostgresStep {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    line: String,
}

impl<'a> Plans<'a> {
    pub(super) fn of(db: &'a TestDb) -> Self {
        set_default_instrumentation(|| Some(Box::new(listen))).unwrap();
        Self { db, database: Database::open(db.url()).unwrap(), refused: RefCell::default() }
    }

    pub(super) fn are_of_postgres(&self) -> bool {
        matches!(self.db.url(), DatabaseUrl::Postgres(_))
    }

    pub(super) fn database(&self) -> Database {
        self.database.clone()
    }

    /// Every statement of `list` seeks in an index, in whose order it reads.
    pub(super) fn check(&self, name: &str, list: impl FnOnce()) {
        self.examine(name, list, false, |statement| self.explain(statement));
    }

    /// As [`Self::check`], by the plan that is made once for all values, as it is for the server, and with PostgreSQL's
    /// own ideas of what a sort costs.
    pub(super) fn check_planned_once(&self, name: &str, list: impl FnOnce()) {
        self.examine(name, list, false, |statement| self.explain_planned_once(statement));
    }

    /// As [`Self::check`], but what was found may be sorted: `name` says what bounds it.
    pub(super) fn check_sorting(&self, name: &str, list: impl FnOnce()) {
        self.examine(name, list, true, |statement| self.explain(statement));
    }

    /// The number of statements that `list` sends.
    pub(super) fn count(list: impl FnOnce()) -> usize {
        SENT.take();
        list();
        SENT.take().len()
    }

    /// A statement of `list` reads an index of this name.
    pub(super) fn check_uses(&self, index: &str, list: impl FnOnce()) {
        self.find_index(index, list, |statement| self.explain(statement));
    }

    /// As [`Self::check_uses`], by the plan that is made once for all values.
    pub(super) fn check_uses_planned_once(&self, index: &str, list: impl FnOnce()) {
        self.find_index(index, list, |statement| self.explain_planned_once(statement));
    }

    fn find_index(&self, index: &str, list: impl FnOnce(), plan_of: impl Fn(&str) -> Vec<String>) {
        SENT.take();
        list();
        let sent = SENT.take();
        let plans: Vec<_> =
            sent.iter().filter(|sql| reads(sql)).flat_map(|sql| plan_of(sql)).collect();
        if !plans.iter().any(|step| step.contains(index)) {
            writeln!(self.refused.borrow_mut(), "nothing reads {index}: {plans:#?}").unwrap();
        }
    }

    /// Fails with all that was refused.
    pub(super) fn report(&self) {
        let refused = self.refused.borrow();
        assert!(refused.is_empty(), "{refused}");
    }

    fn examine(
        &self,
        name: &str,
        list: impl FnOnce(),
        may_sort: bool,
        plan_of: impl Fn(&str) -> Vec<String>,
    ) {
        SENT.take();
        list();
        let sent = SENT.take();
        assert!(!sent.is_empty(), "{name}: nothing was heard");
        for statement in sent.iter().filter(|sql| reads(sql)) {
            let plan = plan_of(statement);
            let is_bad = |step: &&String| {
                reads_all(step) || reads_votes_of_all(step) || (!may_sort && sorts(step))
            };
            let bad: Vec<_> = plan.iter().filter(is_bad).collect();
            if !bad.is_empty() {
                let all = plan.join("\n    ");
                writeln!(self.refused.borrow_mut(), "{name}: {bad:?}\n    {statement}\n    {all}")
                    .unwrap();
            }
        }
    }

    fn explain(&self, statement: &str) -> Vec<String> {
        let sql = with_values(statement);
        match self.db.url() {
            DatabaseUrl::Sqlite(_) => self.explain_on_sqlite(&sql),
            DatabaseUrl::Postgres(url) => {
                let conn = &mut PgConnection::establish(url).unwrap();
                // The planner rightly scans small tables, so this shows its plan for a large one.
                conn.batch_execute("SET enable_seqscan = off; SET enable_sort = off").unwrap();
                lines(conn, &format!("EXPLAIN {sql}"))
            }
        }
    }

    fn explain_planned_once(&self, statement: &str) -> Vec<String> {
        let (sql, literals) = sql_and_literals(statement);
        match self.db.url() {
            DatabaseUrl::Sqlite(_) => self.explain_on_sqlite(sql),
            DatabaseUrl::Postgres(url) => {
                let conn = &mut PgConnection::establish(url).unwrap();
                let generic = "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan";
                conn.batch_execute(generic).unwrap();
                conn.batch_execute(&format!("PREPARE asked AS {sql}")).unwrap();
                lines(conn, &format!("EXPLAIN EXECUTE asked ({})", literals.join(", ")))
            }
        }
    }

    fn explain_on_sqlite(&self, sql: &str) -> Vec<String> {
        let steps = diesel::sql_query(format!("EXPLAIN QUERY PLAN {sql}"));
        // A connection of ours, which knows our functions.
        let steps: Vec<SqliteStep> = self.database.read(|conn| steps.load(conn)).unwrap();
        steps.into_iter().map(|step| step.detail).collect()
    }
}

fn reads(statement: &str) -> bool {
    statement.starts_with("SELECT") || statement.starts_with("WITH")
}

fn lines(conn: &mut PgConnection, explain: &str) -> Vec<String> {
    let steps: Vec<PostgresStep> = diesel::sql_query(explain).load(conn).unwrap();
    steps.into_iter().map(|step| step.line.trim().to_owned()).collect()
}

fn listen(event: InstrumentationEvent<'_>) {
    if let InstrumentationEvent::StartQuery { query, .. } = event {
        SENT.with_borrow_mut(|sent| sent.push(query.to_string()));
    }
}

/// `SCAN table` without an index is SQLite's word for reading all of it, `Seq Scan` PostgreSQL's, which
/// by a `Semi Join` goes through all of one table for the few that it finds in another. What statements
/// call `few` is no table, but what they found in one, up to a limit.
fn reads_all(step: &str) -> bool {
    let scans = step.strip_prefix("SCAN ").is_some_and(|table| {
        let of_no_table = ["(", "CONSTANT", "few"].into_iter().any(|name| table.starts_with(name));
        !table.contains("INDEX") && !of_no_table
    });
    scans || step.contains("Seq Scan") || step.contains("Semi Join")
}

/// A reader's own votes are found by the member, not among all votes on a post or reply.
fn reads_votes_of_all(step: &str) -> bool {
    step.contains("post_votes_by_post") || step.contains("reply_votes_by_reply")
}

fn sorts(step: &str) -> bool {
    step.contains("USE TEMP B-TREE") || step.trim_start_matches("->").trim().starts_with("Sort ")
}

/// The statement, and its values as SQL writes them.
fn sql_and_literals(statement: &str) -> (&str, Vec<String>) {
    let (sql, binds) = statement.split_once(" -- binds: ").unwrap();
    // Rust writes these characters otherwise than JSON does.
    let binds = ['\u{7f}', '\u{e000}', char::MAX].iter().fold(binds.to_owned(), |binds, c| {
        binds.replace(&c.escape_unicode().to_string(), &c.to_string())
    });
    let binds = binds.replace(", None", ", null");
    let binds: Vec<serde_json::Value> =
        serde_json::from_str(&binds).unwrap_or_else(|error| panic!("{error}: {binds}"));
    let literals = binds.iter().map(|bind| match bind {
        serde_json::Value::String(text) => format!("'{}'", text.replace('\'', "''")),
        serde_json::Value::Array(ids) => format!("'{{{}}}'", list(ids)),
        other => other.to_string(),
    });
    (sql, literals.collect())
}

/// The statement with its values in the places of their marks.
fn with_values(statement: &str) -> String {
    let (sql, literals) = sql_and_literals(statement);
    if sql.contains('?') {
        let mut parts = sql.split('?');
        let first = parts.next().unwrap().to_owned();
        return parts.zip(&literals).fold(first, |sql, (part, literal)| sql + literal + part);
    }
    // From the last on, as $1 is also the beginning of $10.
    let marks = literals.iter().enumerate().rev();
    marks.fold(sql.to_owned(), |sql, (index, literal)| {
        sql.replace(&format!("${}", index + 1), literal)
    })
}

fn list(ids: &[serde_json::Value]) -> String {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    ids.join(",")
}
