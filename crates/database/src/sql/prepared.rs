use std::{borrow::Cow, fmt, marker::PhantomData};

use diesel::{
    QueryResult, RunQueryDsl,
    backend::Backend,
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    serialize::{self, IsNull, Output, ToSql},
    sql_types::{Array, BigInt, HasSqlType, Nullable, Text},
    sqlite::Sqlite,
};

/// A statement as text that is prepared once on each connection: diesel's `sql_query` is compiled each
/// time. A row has the type `ST`.
#[derive(Clone, Debug)]
pub struct Prepared<ST = ()> {
    sql: Cow<'static, str>,
    values: Vec<Value>,
    locking: Option<&'static str>,
    row: PhantomData<ST>,
}

/// A value for a `?`.
#[derive(Clone, Debug)]
pub enum Value {
    Number(i64),
    Null,
    Text(String),
    /// A subquery with one column, `value`.
    List(Numbers),
}

#[derive(Clone)]
pub struct Numbers(Vec<i64>);

impl Numbers {
    fn json(&self) -> String {
        let numbers: Vec<_> = self.0.iter().map(ToString::to_string).collect();
        format!("[{}]", numbers.join(","))
    }
}

/// Shows the JSON that SQLite gets.
impl fmt::Debug for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.json().fmt(f)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Self {
        number.map_or(Self::Null, Self::Number)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl FromIterator<i64> for Value {
    fn from_iter<I: IntoIterator<Item = i64>>(numbers: I) -> Self {
        Self::List(Numbers(numbers.into_iter().collect()))
    }
}

/// Returns the statement; each `?` in it takes one of the values that are bound, in their order.
pub fn prepared<ST>(sql: impl Into<Cow<'static, str>>) -> Prepared<ST> {
    Prepared { sql: sql.into(), values: vec![], locking: None, row: PhantomData }
}

impl<ST> Prepared<ST> {
    #[must_use]
    pub fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Ends it with these locking clauses. SQLite has a single writer and needs no locks.
    #[must_use]
    pub fn locking(mut self, clauses: &'static str) -> Self {
        self.locking = Some(clauses);
        self
    }
}

/// What differs between the SQL dialects.
pub trait Dialect: Backend {
    const HAS_LOCKS: bool;

    /// Appends a subquery of these numbers.
    fn push_list<'b>(list: &'b Numbers, out: &mut AstPass<'_, 'b, Self>) -> QueryResult<()>;
}

impl Dialect for Sqlite {
    const HAS_LOCKS: bool = false;

    fn push_list<'b>(list: &'b Numbers, out: &mut AstPass<'_, 'b, Self>) -> QueryResult<()> {
        out.push_sql("(SELECT value FROM json_each(");
        out.push_bind_param::<Text, _>(list)?;
        out.push_sql("))");
        Ok(())
    }
}

/// As a JSON array: SQLite has no others.
impl ToSql<Text, Sqlite> for Numbers {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.json());
        Ok(IsNull::No)
    }
}

impl Dialect for Pg {
    const HAS_LOCKS: bool = true;

    fn push_list<'b>(list: &'b Numbers, out: &mut AstPass<'_, 'b, Self>) -> QueryResult<()> {
        out.push_sql("(SELECT value FROM unnest(CAST(");
        out.push_bind_param::<Array<BigInt>, _>(&list.0)?;
        out.push_sql(" AS BIGINT[])) AS list (value))");
        Ok(())
    }
}

/// Statements are identified by their text.
impl<ST> QueryId for Prepared<ST> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<ST> Query for Prepared<ST> {
    type SqlType = ST;
}

impl<ST, Conn> RunQueryDsl<Conn> for Prepared<ST> {}

impl<ST, DB> QueryFragment<DB> for Prepared<ST>
where
    DB: Dialect + HasSqlType<BigInt> + HasSqlType<Text>,
    i64: ToSql<BigInt, DB>,
    Option<i64>: ToSql<Nullable<BigInt>, DB>,
    String: ToSql<Text, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        let mut values = self.values.iter();
        for (nth, part) in self.sql.split('?').enumerate() {
            if nth > 0 {
                match values.next() {
                    Some(Value::Number(number)) => {
                        out.push_bind_param::<BigInt, _>(number)?;
                    }
                    Some(Value::Null) => {
                        out.push_bind_param::<Nullable<BigInt>, Option<i64>>(&None)?;
                    }
                    Some(Value::Text(text)) => out.push_bind_param::<Text, _>(text)?,
                    Some(Value::List(list)) => DB::push_list(list, &mut out)?,
                    // The database refuses it.
                    None => out.push_sql("?"),
                }
            }
            out.push_sql(part);
        }
        if let (Some(clauses), true) = (self.locking, DB::HAS_LOCKS) {
            out.push_sql(" ");
            out.push_sql(clauses);
        }
        Ok(())
    }
}
