//! Statements of a migration as lists of words.

/// One statement: words in lower case, signs, and texts in quotes as `''`.
pub(super) type Statement = Vec<String>;

/// Splits a migration at semicolons outside of texts, comments and the bodies of triggers.
pub(super) fn statements(sql: &str) -> Vec<Statement> {
    let (mut all, mut one) = (vec![], Statement::new());
    let mut rest = sql;
    while let Some((word, after)) = next(rest) {
        rest = after;
        match word.as_str() {
            ";" if !is_in_body(&one) => all.push(std::mem::take(&mut one)),
            "" => {}
            _ => one.push(word),
        }
    }
    all.push(one);
    all.retain(|statement| !statement.is_empty());
    all
}

/// SQLite's triggers have statements between `BEGIN` and `END`.
fn is_in_body(statement: &Statement) -> bool {
    let has = |word: &str| statement.iter().any(|one| one == word);
    has("trigger") && has("begin") && statement.last().is_some_and(|last| last != "end")
}

/// Returns the first word, empty for a space or comment, and what follows it.
fn next(sql: &str) -> Option<(String, &str)> {
    let first = sql.chars().next()?;
    if let Some(comment) = sql.strip_prefix("--") {
        return Some((String::new(), comment.split_once('\n').map_or("", |(_, after)| after)));
    }
    if let Some(text) = sql.strip_prefix('\'') {
        return Some(("''".to_owned(), text.split_once('\'').map_or("", |(_, after)| after)));
    }
    if let Some(body) = sql.strip_prefix("$$") {
        return Some(("''".to_owned(), body.split_once("$$").map_or("", |(_, after)| after)));
    }
    let is_of_word = |sign: char| sign.is_alphanumeric() || "_.\"".contains(sign);
    let end = match first {
        space if space.is_whitespace() => {
            return Some((String::new(), sql.trim_start()));
        }
        sign if is_of_word(sign) => sql.find(|sign| !is_of_word(sign)).unwrap_or(sql.len()),
        sign => sign.len_utf8(),
    };
    Some((sql[..end].replace('"', "").to_lowercase(), &sql[end..]))
}
