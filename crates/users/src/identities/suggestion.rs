use crate::Username;

/// The name where the provider tells none that could be one.
const FALLBACK: &str = "member";
const MAX_CHARS: usize = 30;
/// Numbers that are tried behind a name.
const NUMBERS: std::ops::RangeInclusive<u32> = 2..=50;

/// Returns the first of these that makes a name that may be registered: spaces become dots, what follows an `@` and other
/// characters are left out.
pub(crate) fn valid_name<'a>(claims: impl IntoIterator<Item = &'a str>) -> Username {
    let named = claims.into_iter().find_map(|claim| {
        let local = claim.split('@').next().unwrap_or_default().trim();
        let dotted = local.replace(char::is_whitespace, ".");
        let kept = dotted.chars().filter(|c| Username::could_contain(c.encode_utf8(&mut [0; 4])));
        let kept: String = kept.take(MAX_CHARS).collect();
        Username::parse_for_registration(&kept).ok()
    });
    named.unwrap_or_else(|| Username::from_stored(FALLBACK.to_owned()))
}

/// Returns the name, then the name with a number behind it.
pub(crate) fn numbered(name: &Username) -> Vec<Username> {
    let with_number = |number: u32| {
        let number = number.to_string();
        let stem: String = name.as_str().chars().take(MAX_CHARS - number.len()).collect();
        Username::from_stored(stem + &number)
    };
    std::iter::once(name.clone()).chain(NUMBERS.map(with_number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(claims: &[&str]) -> String {
        valid_name(claims.iter().copied()).as_str().to_owned()
    }

    #[test]
    fn claims_become_a_name_that_may_be_registered() {
        assert_eq!(of(&["ann", "Ann Lee"]), "ann");
        assert_eq!(of(&["Ann Lee"]), "Ann.Lee");
        assert_eq!(of(&["ann.lee@mail.example"]), "ann.lee");
        assert_eq!(of(&["安", "Änne Müller", "x@y"]), "nne.Mller");
        assert_eq!(of(&["admin", "a@b", ""]), "member");
        assert_eq!(of(&[&"a".repeat(40)]), "a".repeat(30));
    }

    #[test]
    fn a_number_makes_a_taken_name_free() {
        let names = numbered(&Username::parse(&"a".repeat(30)).unwrap());
        assert_eq!(names.len(), 50);
        assert_eq!(names[0].as_str(), "a".repeat(30));
        assert_eq!(names[1].as_str(), format!("{}2", "a".repeat(29)));
        assert_eq!(names[49].as_str(), format!("{}50", "a".repeat(28)));
        assert!(names.iter().all(|name| Username::parse(name.as_str()).is_ok()));
    }
}
