use kernel::Page;

use crate::{
    request::{Params, Position},
    response::ApiResponse,
};

impl<T> ApiResponse<Vec<T>> {
    /// A page of a list, with the link to the next one.
    pub(crate) fn page<U, P: Position>(page: Page<U, P>, params: &Params) -> Self
    where
        T: From<U>,
    {
        let next = page.next.map(|position| params.with_cursor(&position.encode()));
        Self::ok(page.items.into_iter().map(T::from).collect()).with_next(next)
    }
}
