use unicode_segmentation::UnicodeSegmentation as _;

/// The most bytes of what [`first_graphemes`] returns: any number of marks may stand above one letter.
const MAX_BYTES: usize = 8_000;

/// Returns the start of a text: at most this many characters as readers see them, which may be several in Unicode:
/// letters with their accents, flags, joined emoji.
#[must_use]
pub fn first_graphemes(text: &str, most: usize) -> &str {
    let ends = text.grapheme_indices(true).map(|(at, grapheme)| at + grapheme.len());
    &text[..ends.take(most).take_while(|end| *end <= MAX_BYTES).last().unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_between_characters_as_readers_see_them() {
        let accents = format!("e{}", "\u{301}".repeat(1_200));
        for grapheme in ["a", "e\u{301}", "👨‍👩‍👧‍👦", "🇩🇪", "क्षि", "각", accents.as_str()]
        {
            assert_eq!(first_graphemes(&grapheme.repeat(5), 3), grapheme.repeat(3));
            assert_eq!(first_graphemes(grapheme, 3), grapheme);
        }
    }

    #[test]
    fn endless_characters_are_left_out() {
        let endless = format!("ae{}", "\u{301}".repeat(10_000));
        assert_eq!(first_graphemes(&endless, 200), "a");
    }
}
