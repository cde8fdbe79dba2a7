use diesel::{QueryResult, result::Error as DieselError};

/// Work that is called once, through a trait object: so what calls it is compiled once instead of for each work.
pub(crate) struct Once<W, T> {
    work: Option<W>,
    value: Option<T>,
}

impl<W, T> Once<W, T> {
    pub(crate) fn new(work: W) -> Self {
        Self { work: Some(work), value: None }
    }

    pub(crate) fn call(&mut self, call: impl FnOnce(W) -> QueryResult<T>) -> QueryResult<()> {
        let work = self.work.take().ok_or(DieselError::RollbackTransaction)?;
        self.value = Some(call(work)?);
        Ok(())
    }

    /// Returns what the work returned; an error if it failed, or was not called.
    pub(crate) fn value(self) -> QueryResult<T> {
        self.value.ok_or(DieselError::RollbackTransaction)
    }
}
