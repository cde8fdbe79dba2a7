/// A path of this site where a sign-in leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextPath(String);

impl NextPath {
    const MAX_BYTES: usize = 2_000;

    /// Returns `None` for what a browser could take for an address of another site: it skips control characters, and reads
    /// a backslash as a slash.
    #[must_use]
    pub fn parse(raw: &str) -> Option<Self> {
        let is_path = raw.starts_with('/') && !raw.starts_with("//");
        let is_plain = !raw.contains(|c: char| c == '\\' || c.is_control());
        (is_path && is_plain && raw.len() <= Self::MAX_BYTES).then(|| Self(raw.to_owned()))
    }

    #[must_use]
    pub fn from_stored(path: String) -> Self {
        Self(path)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_this_site_are_taken() {
        for path in ["/", "/posts/3", "/search?q=a//b#c", "/ü"] {
            assert_eq!(NextPath::parse(path).unwrap().as_str(), path);
        }
        let long = format!("/{}", "a".repeat(2_000));
        for other in [
            "",
            "posts",
            "//evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "https://evil.example",
            "javascript:alert(1)",
            &long,
        ] {
            assert_eq!(NextPath::parse(other), None, "{other}");
        }
    }
}
