//! A connection that forgets the type of a statement before it runs it.
//!
//! Each statement has a type of its own, and diesel compiles what prepares, runs and reports a statement for each of
//! these types. Here that is compiled once for each database: diesel's part of the binary falls from 8 to 3 MB. The price
//! is that diesel finds a prepared statement by its text instead of by its type.

use std::any::Any;

use diesel::{
    ConnectionResult, QueryResult,
    backend::Backend,
    connection::{
        AnsiTransactionManager, CacheSize, Connection, ConnectionSealed, Instrumentation,
        LoadConnection, MultiConnectionHelper, SimpleConnection,
    },
    expression::QueryMetadata,
    migration::MigrationConnection,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    r2d2::R2D2Connection,
    sql_types::{TypeMetadata, Untyped},
};

/// A connection `C` that is given statements of one type.
pub struct Erasing<C>(pub C);

/// A statement of any type.
struct Statement<'q, DB>(Box<dyn Fragment<DB> + 'q>);

/// The part of [`QueryFragment`] that differs between statements.
trait Fragment<DB: Backend> {
    fn walk<'b>(&'b self, out: AstPass<'_, 'b, DB>) -> QueryResult<()>;
    fn may_be_kept(&self, backend: &DB) -> QueryResult<bool>;
}

impl<T: QueryFragment<DB>, DB: Backend> Fragment<DB> for T {
    fn walk<'b>(&'b self, out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        self.walk_ast(out)
    }

    fn may_be_kept(&self, backend: &DB) -> QueryResult<bool> {
        self.is_safe_to_cache_prepared(backend)
    }
}

impl<DB: Backend> QueryFragment<DB> for Statement<'_, DB> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        self.0.walk(out)
    }

    fn is_safe_to_cache_prepared(&self, backend: &DB) -> QueryResult<bool> {
        self.0.may_be_kept(backend)
    }
}

impl<DB> QueryId for Statement<'_, DB> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

/// Who asked for the rows knows their type.
impl<DB> Query for Statement<'_, DB> {
    type SqlType = Untyped;
}

impl<C: SimpleConnection> SimpleConnection for Erasing<C> {
    fn batch_execute(&mut self, query: &str) -> QueryResult<()> {
        self.0.batch_execute(query)
    }
}

impl<C> ConnectionSealed for Erasing<C> {}

impl<C: Connection<TransactionManager = AnsiTransactionManager>> Connection for Erasing<C> {
    type Backend = C::Backend;
    type TransactionManager = AnsiTransactionManager;

    fn establish(url: &str) -> ConnectionResult<Self> {
        C::establish(url).map(Self)
    }

    fn execute_returning_count<T>(&mut self, source: &T) -> QueryResult<usize>
    where
        T: QueryFragment<Self::Backend> + QueryId,
    {
        self.0.execute_returning_count(&Statement(Box::new(source)))
    }

    fn transaction_state(&mut self) -> &mut AnsiTransactionManager {
        self.0.transaction_state()
    }

    fn instrumentation(&mut self) -> &mut dyn Instrumentation {
        self.0.instrumentation()
    }

    fn set_instrumentation(&mut self, instrumentation: impl Instrumentation) {
        self.0.set_instrumentation(instrumentation);
    }

    fn set_prepared_statement_cache_size(&mut self, size: CacheSize) {
        self.0.set_prepared_statement_cache_size(size);
    }
}

impl<C, Mode> LoadConnection<Mode> for Erasing<C>
where
    C: LoadConnection<
            Mode,
            TransactionManager = AnsiTransactionManager,
            Backend: QueryMetadata<Untyped> + 'static,
        >,
{
    type Cursor<'conn, 'query>
        = C::Cursor<'conn, 'query>
    where
        Self: 'conn;
    type Row<'conn, 'query>
        = C::Row<'conn, 'query>
    where
        Self: 'conn;

    fn load<'conn, 'query, T>(
        &'conn mut self,
        source: T,
    ) -> QueryResult<Self::Cursor<'conn, 'query>>
    where
        T: Query + QueryFragment<Self::Backend> + QueryId + 'query,
        Self::Backend: QueryMetadata<T::SqlType>,
    {
        self.0.load(Statement(Box::new(source)))
    }
}

impl<C: R2D2Connection + Connection<TransactionManager = AnsiTransactionManager>> R2D2Connection
    for Erasing<C>
{
    fn ping(&mut self) -> QueryResult<()> {
        self.0.ping()
    }

    fn is_broken(&mut self) -> bool {
        self.0.is_broken()
    }
}

impl<C: MigrationConnection + Connection<TransactionManager = AnsiTransactionManager>>
    MigrationConnection for Erasing<C>
{
    fn setup(&mut self) -> QueryResult<usize> {
        self.0.setup()
    }
}

impl<C> MultiConnectionHelper for Erasing<C>
where
    C: MultiConnectionHelper + Connection<TransactionManager = AnsiTransactionManager>,
{
    fn to_any<'a>(
        lookup: &mut <C::Backend as TypeMetadata>::MetadataLookup,
    ) -> &mut (dyn Any + 'a) {
        C::to_any(lookup)
    }

    fn from_any(lookup: &mut dyn Any) -> Option<&mut <C::Backend as TypeMetadata>::MetadataLookup> {
        C::from_any(lookup)
    }
}
