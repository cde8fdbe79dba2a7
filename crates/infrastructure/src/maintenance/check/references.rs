use database::DbConnection;
use diesel::QueryResult;

use super::{Finding, found};
use crate::maintenance::introspection::{self, Reference, Table};

/// Checks that referenced rows exist. The databases enforce it unless foreign keys are switched off.
pub(super) fn all(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let mut findings = vec![];
    for table in introspection::tables(conn)? {
        for reference in table.references(conn)? {
            findings.extend(found(conn, table.name, &orphans(&table, &reference))?);
        }
    }
    Ok(findings)
}

fn orphans(table: &Table, Reference { column, to_table, to_column }: &Reference) -> String {
    let key = table.key_columns().map(|column| format!("CAST(own.\"{column}\" AS TEXT)"));
    format!(
        "SELECT {} AS id,
                '{column} is ' || own.\"{column}\" || ', which is not in {to_table}' AS problem
            FROM \"{}\" own
            WHERE own.\"{column}\" IS NOT NULL AND NOT EXISTS
                (SELECT 1 FROM \"{to_table}\" other WHERE other.\"{to_column}\" = own.\"{column}\")",
        key.collect::<Vec<_>>().join(" || '/' || "),
        table.name
    )
}
