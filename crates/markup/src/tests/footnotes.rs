use super::{html, rendered};

const REL: &str = "rel=\"nofollow ugc noopener\"";

/// The HTML with `X` for the checksum in ids.
fn noted(source: &str) -> String {
    let html = html(source);
    let (_, rest) = html.split_once("fnref-").unwrap_or_else(|| panic!("{html}"));
    html.replace(rest.split('-').next().unwrap(), "X").replace(REL, "rel")
}

#[test]
fn a_note_is_at_the_end_and_leads_back() {
    assert_eq!(
        noted("a[^1] b[^note]\n\n[^note]: *late*\n[^1]: note"),
        "<p>a<sup><a href=\"#fn-X-1\" id=\"fnref-X-1\" rel>1</a></sup> \
         b<sup><a href=\"#fn-X-2\" id=\"fnref-X-2\" rel>2</a></sup></p>\n\
         <section class=\"footnotes\">\n<ol>\n\
         <li id=\"fn-X-1\">\n<p>note <a href=\"#fnref-X-1\" rel>↩</a></p>\n</li>\n\
         <li id=\"fn-X-2\">\n<p><em>late</em> <a href=\"#fnref-X-2\" rel>↩</a></p>\n</li>\n\
         </ol>\n</section>\n"
    );
}

#[test]
fn a_note_of_several_references_leads_back_to_each() {
    let html = noted("a[^1] b[^1]\n\n[^1]: note\n\n    - list");
    assert!(html.contains("id=\"fnref-X-1-2\" rel>1</a></sup></p>"), "{html}");
    let back = "</ul>\n <a href=\"#fnref-X-1\" rel>↩</a> <a href=\"#fnref-X-1-2\" rel>↩<sup>2</sup></a>\n</li>";
    assert!(html.contains(back), "{html}");
}

#[test]
fn texts_on_one_page_have_ids_of_their_own() {
    let id = |source: &str| {
        let html = html(source);
        html.split_once("id=\"").unwrap().1.split('"').next().unwrap().to_owned()
    };
    assert_ne!(id("a[^1]\n\n[^1]: b"), id("b[^1]\n\n[^1]: b"));
}

#[test]
fn a_reference_without_a_note_is_text() {
    assert_eq!(html("a[^1]"), "<p>a[^1]</p>\n");
}

#[test]
fn a_note_within_a_note_or_defined_twice_is_text() {
    for source in ["a[^1]\n\n[^1]: b\n\n    [^2]: c", "a[^1]\n\n[^1]: c\n\n[^1]: b"] {
        let html = html(source);
        assert_eq!(html.matches("<li").count(), 1, "{html}");
        assert!(html.contains("<p>c</p>"), "{html}");
    }
}

#[test]
fn a_reference_in_a_link_is_no_link_in_it() {
    let html = html("[a[^1]](/b) c[^1]\n\n[^1]: d");
    assert!(
        html.starts_with(
            "<p><a href=\"/b\" rel=\"nofollow ugc noopener\">a<sup>1</sup></a> c<sup><a"
        ),
        "{html}"
    );
}

#[test]
fn notes_are_in_the_plain_text() {
    assert_eq!(rendered("a[^1].\n\n[^1]: note").plain, "a.\nnote");
}
