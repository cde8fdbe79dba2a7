use std::{collections::BTreeMap, sync::LazyLock};

use serde_json::Value;

/// The server's sentences, and what German readers of the web interface see instead.
static GERMAN: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let catalog = include_str!("../../../../../frontend/src/locales/server.de.json");
    serde_json::from_str(catalog).unwrap()
});

/// Checks that all that a problem says to people has a translation.
pub(super) fn assert_translated(problem: &Value) {
    let errors = problem["errors"].as_array().into_iter().flatten();
    let messages = errors.map(|error| &error["message"]);
    let said = [&problem["title"], &problem["detail"]].into_iter().chain(messages);
    for sentence in said.filter_map(Value::as_str) {
        assert!(is_translated(sentence), "server.de.json of the web interface lacks {sentence:?}");
    }
}

fn is_translated(sentence: &str) -> bool {
    GERMAN.contains_key(sentence) || GERMAN.keys().any(|source| has_form(sentence, source))
}

/// `{sentence}` stands for another sentence of the catalog, any other placeholder for any value.
fn has_form(sentence: &str, source: &str) -> bool {
    let Some((before, placeholder)) = source.split_once('{') else { return sentence == source };
    let (name, after) = placeholder.split_once('}').unwrap();
    sentence.strip_prefix(before).is_some_and(|rest| {
        let ends = rest.char_indices().map(|(at, char)| at + char.len_utf8());
        ends.map(|end| rest.split_at(end)).any(|(value, rest)| {
            has_form(rest, after) && (name != "sentence" || is_translated(value))
        })
    })
}

#[test]
fn a_sentence_without_german_is_found() {
    assert!(is_translated("Must not be blank."));
    assert!(is_translated("Must have at most 9 characters."));
    assert!(is_translated("Must not contain “ä”, which this forum does not allow."));
    assert!(is_translated("A blocked word is invalid: Must have at most 9 characters."));
    assert!(!is_translated("Must have at most 9 characters"));
    assert!(!is_translated("Must have at most  characters."));
    assert!(!is_translated("A blocked word is invalid: It is long."));
}
