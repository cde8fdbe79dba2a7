//! What a migration may do while copies of the version before serve on a database with large tables.

mod cases;
mod statements;

use self::statements::{Statement, statements};
use super::{
    FIRST_BESIDE_COPIES,
    embedded::{Migration, POSTGRES, SQLITE},
};

/// Tables that stay small: a change of all their rows takes no time.
const SMALL: [&str; 4] = ["schema_state", "site", "site_days", "site_pages"];

/// What breaks a copy of the version before, unless that no longer uses it.
const CONTRACT: &str = "-- Contract: nothing uses ";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Sqlite,
    Postgres,
}

/// What is known of a migration when one of its statements is judged.
struct Context<'a> {
    dialect: Dialect,
    /// The migrations from [`FIRST_BESIDE_COPIES`] on, to this one.
    until_now: &'a [Migration],
    statements: &'a [Statement],
    contract: Vec<&'a str>,
}

#[test]
fn migrations_let_copies_of_the_version_before_serve() {
    for (dialect, all) in [(Dialect::Sqlite, SQLITE), (Dialect::Postgres, POSTGRES)] {
        let first = all.iter().position(|one| one.version() == FIRST_BESIDE_COPIES).unwrap();
        for last in first..all.len() {
            assert_eq!(problems(dialect, &all[first..=last]), [""; 0], "{}", all[last].name);
        }
    }
}

/// Returns what the last of these migrations may not do.
fn problems(dialect: Dialect, until_now: &[Migration]) -> Vec<String> {
    let Some(migration) = until_now.last() else { return vec![] };
    let statements = statements(migration.up);
    let (contract, mut problems) = contract(migration, &statements);
    let context = Context { dialect, until_now, statements: &statements, contract };
    let found = statements.iter().filter_map(|statement| context.judge(statement));
    problems.extend(found.map(|why| format!("{}: {why}", migration.name)));
    problems.extend(of_concurrency(migration, &statements).map(str::to_owned));
    problems
}

/// Reads `-- Contract: nothing uses posts.old, posts_by_old since 0080.`: names, and the first migration of the release in
/// whose programs nothing uses them.
fn contract<'a>(migration: &'a Migration, statements: &[Statement]) -> (Vec<&'a str>, Vec<String>) {
    let (mut unused, mut problems) = (vec![], vec![]);
    for line in migration.up.lines().filter_map(|line| line.strip_prefix(CONTRACT)) {
        let parts = line.strip_suffix('.').and_then(|line| line.split_once(" since "));
        let Some((names, since)) = parts.filter(|(_, since)| is_version(since)) else {
            problems.push(format!("not of the form `{CONTRACT}NAME, NAME since NNNN.`: {line}"));
            continue;
        };
        if since < FIRST_BESIDE_COPIES || since >= migration.version() {
            problems.push(format!("{since} is of no release before this one"));
        }
        if !migration.up.contains(&format!("UPDATE schema_state SET needs = '{since}'")) {
            problems
                .push(format!("older programs start: UPDATE schema_state SET needs = '{since}'"));
        }
        unused.extend(names.split(", "));
    }
    if !unused.is_empty() && statements.len() < 2 {
        problems.push("a contract that takes nothing away".to_owned());
    }
    (unused, problems)
}

fn is_version(word: &str) -> bool {
    word.len() == 4 && word.bytes().all(|digit| digit.is_ascii_digit())
}

fn of_concurrency(migration: &Migration, statements: &[Statement]) -> Option<&'static str> {
    if !migration.is_concurrent() {
        return None;
    }
    let [create] = statements else { return Some("CONCURRENTLY beside another statement") };
    let words: Vec<&str> = create.iter().map(String::as_str).collect();
    let (["create", "index", "concurrently", name, ..]
    | ["create", "unique", "index", "concurrently", name, ..]) = words[..]
    else {
        return Some("CONCURRENTLY is for CREATE INDEX");
    };
    let drop = format!("DROP INDEX CONCURRENTLY IF EXISTS {name};\n");
    (migration.down != drop)
        .then_some("its down.sql is not `DROP INDEX CONCURRENTLY IF EXISTS NAME;`")
}

impl Context<'_> {
    /// Returns what is wrong with a statement. Kinds of statements that no rule is written for are.
    fn judge(&self, statement: &Statement) -> Option<String> {
        let words: Vec<&str> = statement.iter().map(String::as_str).collect();
        match words[..] {
            ["create", "table", ..] | ["insert", "into", ..] => self.reads(&words),
            ["create", "view" | "function" | "trigger", ..]
            | ["create", "or", "replace", "view" | "function", ..] => None,
            ["create", "unique", "index", ..] | ["create", "index", ..] => self.index(&words),
            ["alter", "table", table, ref action @ ..] => {
                // Actions have commas between them, as have the columns of a constraint.
                actions(action).into_iter().find_map(|action| self.alter(table, action))
            }
            ["drop", kind @ ("view" | "trigger" | "function"), ref rest @ ..] => {
                let mut gone = names(rest).filter(|name| !self.creates(kind, name));
                gone.find_map(|name| self.unless_unused(name))
            }
            ["drop", "table" | "index", ref rest @ ..] => {
                names(rest).find_map(|name| self.unless_unused(name))
            }
            ["update", table, ..] | ["delete", "from", table, ..] => {
                self.is_large(table).then(|| {
                    format!(
                        "changes rows of {table} in one transaction: let the server do it in parts"
                    )
                })
            }
            _ => Some(format!("`{}` is not known to be harmless", words.join(" "))),
        }
    }

    fn index(&self, words: &[&str]) -> Option<String> {
        let on = words.iter().position(|word| *word == "on")?;
        let table = words.get(on + 1)?;
        let holds = self.is_large(table)
            && self.dialect == Dialect::Postgres
            && !words.contains(&"concurrently");
        holds.then(|| format!("builds an index of {table} without CONCURRENTLY: writes wait"))
    }

    fn alter(&self, table: &str, action: &[&str]) -> Option<String> {
        if self.creates("table", table) {
            return None;
        }
        match *action {
            ["add", "constraint", ref rest @ ..] => {
                let is_late = rest.ends_with(&["not", "valid"]);
                (!is_late)
                    .then(|| format!("a constraint of {table} without NOT VALID reads all rows"))
            }
            ["validate", "constraint", name] => {
                let is_added = self.statements.iter().any(|one| has_all(one, &["add", name]));
                is_added.then(|| format!("{name} is validated in the transaction that adds it"))
            }
            ["add", "column", name, ref rest @ ..] => added_column(table, name, rest),
            ["alter", "column", _, "set", "default", ..] => None,
            ["alter", "column", column, "set", "not", "null"] => (!self.is_checked(table, column))
                .then(|| format!("{table}.{column} is NOT NULL without a validated CHECK before")),
            ["drop", "column", ref rest @ ..] => {
                names(rest).find_map(|name| self.unless_unused(&format!("{table}.{name}")))
            }
            ["alter", "column", column, "drop", ..] => {
                self.unless_unused(&format!("{table}.{column}"))
            }
            _ => Some(format!(
                "ALTER TABLE {table} {} is not known to be harmless",
                action.join(" ")
            )),
        }
    }

    /// What runs beside copies may not read a large table for long, either.
    fn reads(&self, words: &[&str]) -> Option<String> {
        let sources = words.windows(2).filter(|pair| ["from", "join"].contains(&pair[0]));
        let large = sources.map(|pair| pair[1]).find(|table| self.is_large(table))?;
        Some(format!("reads all rows of {large} in one transaction: let the server do it in parts"))
    }

    fn is_large(&self, table: &str) -> bool {
        !SMALL.contains(&table) && !self.creates("table", table)
    }

    fn creates(&self, kind: &str, name: &str) -> bool {
        self.statements.iter().any(|one| {
            let named = one.iter().position(|word| word == kind).and_then(|at| one.get(at + 1));
            one[0] == "create" && named.is_some_and(|named| named == name)
        })
    }

    fn unless_unused(&self, name: &str) -> Option<String> {
        (!self.contract.contains(&name)).then(|| {
            format!("a copy of the version before may use {name}: `{CONTRACT}{name} since NNNN.`")
        })
    }

    /// Whether PostgreSQL knows already that a column has no NULL.
    fn is_checked(&self, table: &str, column: &str) -> bool {
        let all: Vec<Statement> =
            self.until_now.iter().flat_map(|migration| statements(migration.up)).collect();
        let check = ["check", "(", column, "is", "not", "null", ")"];
        let of_table = |one: &&Statement| one.get(2).is_some_and(|of| of == table);
        all.iter().filter(of_table).any(|one| {
            let is_check = one.windows(check.len()).any(|words| words == check);
            is_check
                && all.iter().filter(of_table).any(|other| has_all(other, &["validate", &one[5]]))
        })
    }
}

/// A column that copies of the version before do not write, and that is added without a look at the rows.
fn added_column(table: &str, name: &str, definition: &[&str]) -> Option<String> {
    let has = |word: &str| definition.contains(&word);
    let is_needed = definition.windows(2).any(|pair| pair == ["not", "null"]);
    if is_needed && !has("default") {
        return Some(format!("{table}.{name} is NOT NULL without a DEFAULT"));
    }
    let reads = ["check", "generated", "primary", "references", "unique"];
    let rewrites =
        definition.iter().skip_while(|word| **word != "default").any(|word| *word == "(");
    let why = reads.into_iter().find(|word| has(word)).or(rewrites.then_some("a computed default"));
    why.map(|why| format!("{table}.{name} with {why} reads or rewrites all rows"))
}

fn actions<'a, 'b>(words: &'b [&'a str]) -> Vec<&'b [&'a str]> {
    let mut depth = 0;
    words
        .split(|word| {
            depth += i32::from(*word == "(") - i32::from(*word == ")");
            *word == "," && depth == 0
        })
        .collect()
}

/// Returns what a `DROP` names.
fn names<'a>(words: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    let words = words.split(|word| *word == "on").next().unwrap_or_default().iter().copied();
    words.filter(|word| !["if", "exists", ",", "(", ")", "cascade", "restrict"].contains(word))
}

fn has_all(statement: &Statement, words: &[&str]) -> bool {
    words.iter().all(|word| statement.iter().any(|one| one == word))
}
