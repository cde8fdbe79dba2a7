use kernel::first_graphemes;
use proptest::{collection::vec, prelude::*, sample::select};

use super::{rendered, safety::is_safe};
use crate::{MAX_EXCERPT_CHARS, mentioned_names, plain_text};

/// Pieces that mean something in Markdown or HTML.
const PIECES: [&str; 67] = [
    "*",
    "**",
    "_",
    "`",
    "```",
    "~~",
    "||",
    "[",
    "]",
    "(",
    ")",
    "![",
    "](",
    "<",
    ">",
    "</",
    "/>",
    "\"",
    "'",
    "&",
    "&amp;",
    "&#x3c;",
    "&lt;",
    "\\",
    "\n",
    "\n\n",
    " ",
    "    ",
    "\t",
    "- ",
    "1. ",
    "> ",
    "# ",
    "---",
    "===",
    "|",
    "|-|",
    ":-:",
    "@ann",
    ":smile:",
    "[x]",
    "[ ] ",
    "https://a.example/",
    "javascript:",
    "www.",
    "a@b.c",
    "<script>",
    "<img src=x onerror=x>",
    "<!--",
    "-->",
    "<![CDATA[",
    "<?",
    "style=",
    "class=",
    "\u{a0}",
    "\u{202e}",
    "\u{feff}",
    "\u{fffd}",
    "ä",
    "漢",
    "👍",
    "word",
    "[a]: /b",
    "[^a]",
    "[^a]: ",
    "https://a.example。",
    "/images/u/x",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_mix_of_markup_is_safe(pieces in vec(select(&PIECES[..]), 0..40)) {
        is_safe(&pieces.concat());
    }

    #[test]
    fn any_text_is_safe(text in "\\PC{0,80}") {
        is_safe(&text);
    }

    #[test]
    fn any_text_has_plain_text_and_excerpt(pieces in vec(select(&PIECES[..]), 0..60)) {
        let source = pieces.concat();
        let rendered = rendered(&source);
        prop_assert_eq!(&rendered.plain, &plain_text(&source));
        prop_assert!(first_graphemes(&rendered.excerpt, MAX_EXCERPT_CHARS) == rendered.excerpt);
        prop_assert!(!rendered.excerpt.contains('\n'));
        prop_assert!(mentioned_names(&source).iter().all(|name| name.len() <= 30));
    }
}
