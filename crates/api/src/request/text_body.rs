use super::RequestBody;
use crate::problem::Problem;

/// A body with a text that is stored with what it looks like.
pub(crate) trait TextBody: RequestBody + Send {
    /// The values of its fields.
    type Written: Send + 'static;

    /// # Errors
    /// 422 says which fields are refused.
    fn parse(self) -> Result<Self::Written, Problem>;

    /// Returns the text among the values.
    fn text(written: &Self::Written) -> &str;
}
