/// Escapes a text for HTML and XML, between tags and in quoted attributes.
#[must_use]
pub fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Returns a plain text as HTML: blank lines part paragraphs, and other line ends stay.
#[must_use]
pub fn paragraphs(text: &str) -> String {
    let mut html = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.trim().is_empty() {
            continue;
        }
        html.push_str("<p>");
        html.push_str(&escape_html(line));
        while let Some(line) = lines.next_if(|line| !line.trim().is_empty()) {
            html.push_str("<br>");
            html.push_str(&escape_html(line));
        }
        html.push_str("</p>");
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_has_no_markup() {
        let escaped = escape_html("<a href=\"x\" b='y'>&amp;</a>");
        let wanted = "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;";
        assert_eq!(escaped, wanted);
    }

    #[test]
    fn blank_lines_part_paragraphs() {
        assert_eq!(paragraphs("a\nb\n \n\nc <i>"), "<p>a<br>b</p><p>c &lt;i&gt;</p>");
        assert_eq!(paragraphs(""), "");
    }
}
