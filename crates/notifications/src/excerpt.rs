/// The most characters of an excerpt.
const MAX_CHARS: usize = 200;

/// Returns the beginning of a text in one line, cut at a word.
#[must_use]
pub fn excerpt(text: &str) -> String {
    let mut excerpt = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let chars = word.chars().count();
        let space = usize::from(length > 0);
        if length + space + chars > MAX_CHARS {
            if length == 0 {
                excerpt.extend(word.chars().take(MAX_CHARS));
            }
            break;
        }
        if space == 1 {
            excerpt.push(' ');
        }
        excerpt.push_str(word);
        length += space + chars;
    }
    excerpt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpt_is_one_line_cut_at_a_word() {
        assert_eq!(excerpt("  Tea\n\nand  milk "), "Tea and milk");
        assert_eq!(excerpt(""), "");
        let words = "ähm ".repeat(100);
        assert_eq!(excerpt(&words), "ähm ".repeat(50).trim());
        assert_eq!(excerpt(&"ä".repeat(300)), "ä".repeat(200));
    }
}
