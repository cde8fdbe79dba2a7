//! Addresses of files in Markdown.

/// Returns whether an address of a Markdown text or of HTML in it ends before this character.
fn ends_address(c: char) -> bool {
    c.is_whitespace() || "()<>[]\"'".contains(c)
}

/// Replaces the addresses in a text for which `replacement` returns another one.
pub(crate) fn with_addresses<E>(
    text: &str,
    mut replacement: impl FnMut(&str) -> Result<Option<String>, E>,
) -> Result<String, E> {
    let mut out = String::with_capacity(text.len());
    for part in text.split_inclusive(ends_address) {
        let address = part.trim_end_matches(ends_address);
        // All addresses of files have a path or a scheme.
        let other = if address.contains('/') { replacement(address)? } else { None };
        match other {
            Some(other) => {
                out.push_str(&other);
                out.push_str(&part[address.len()..]);
            }
            None => out.push_str(part),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_replaced_wherever_they_stand() {
        let replace = |address: &str| -> Result<_, ()> {
            Ok((address == "/up/a.png").then(|| "/images/u/1.png".to_owned()))
        };
        let text = "![a](/up/a.png \"t\") <img src=\"/up/a.png\"> [x]: /up/a.png\n/up/a.pngx";
        assert_eq!(
            with_addresses(text, replace).unwrap(),
            "![a](/images/u/1.png \"t\") <img src=\"/images/u/1.png\"> [x]: /images/u/1.png\n/up/a.pngx"
        );
    }
}
