use kernel::UserId;

use crate::{MAX_MENTIONS, Members, Rendered, mentioned_names, render};

fn members() -> Members {
    let all = [(1, "ann"), (2, "Bob"), (3, "c.d"), (4, "eve."), (5, "_x-y_")];
    all.into_iter().map(|(id, name)| (UserId(id), name.to_owned())).collect()
}

fn mentioned(source: &str) -> Vec<i64> {
    render(source, &members()).mentions.iter().map(|user| user.0).collect()
}

#[test]
fn a_mention_links_to_the_member() {
    let Rendered { html, mentions, .. } = render("Hello @BOB!", &members());
    assert_eq!(
        html,
        "<p>Hello <a class=\"mention\" href=\"/u/Bob\" rel=\"nofollow ugc noopener\">@BOB</a>!</p>\n"
    );
    assert_eq!(mentions, [UserId(2)]);
}

#[test]
fn only_names_of_members_are_mentions() {
    for source in [
        "@nobody",
        "@an",
        "@anna",
        "ann",
        "@",
        "@@ann",
        "a@ann",
        "/@ann",
        "x/@ann",
        "@annß",
        "ß@ann",
        "@ann\u{301}",
        "@ann@b",
        "@ann＠b",
        "@ann２",
        "_@ann",
        "@ann-x",
        "@ann.x",
    ] {
        assert_eq!(mentioned(source), [0_i64; 0], "{source}");
    }
}

#[test]
fn punctuation_around_a_name_is_no_part_of_it() {
    for source in [
        "@ann",
        "(@ann)",
        "\"@ann\"",
        "@ann, hi",
        "@ann's",
        "*@ann*",
        "# @ann",
        "- @ann",
        "@ann:",
        "@ann/x",
        ".@ann",
        "Hi.@ann",
        "-@ann",
        "@nobody/@ann",
        "@annさん",
        "@ann에게",
        "は@ann",
        "（@ann）",
        "@ann。",
        "＠ann",
        "﹫ann",
        "@ann-",
        "@ann--",
        "@ann_",
        "@ann-.",
    ] {
        assert_eq!(mentioned(source), [1], "{source}");
    }
}

#[test]
fn names_are_separated_by_slashes() {
    assert_eq!(mentioned("@ann/@bob/＠c.d"), [1, 2, 3]);
    let html = render("＠ann/@nobody", &members()).html;
    assert!(html.contains(">＠ann</a>/@nobody"), "{html}");
}

#[test]
fn quotations_link_names_and_call_nobody() {
    for source in ["> ask @ann", "> > ask @ann", "- > @ann", "> - @ann\nlazy @ann"] {
        let Rendered { html, mentions, .. } = render(source, &members());
        assert!(html.contains("href=\"/u/ann\""), "{html}");
        assert_eq!(mentions, [], "{source}");
    }
    assert_eq!(mentioned("> @ann\n\n@bob and @ann"), [2, 1]);
    let quoted = (100..200).map(|number| format!("@user{number}")).collect::<Vec<_>>().join(" ");
    assert_eq!(mentioned(&format!("> {quoted}\n\n@ann")), [1]);
    assert!(mentioned_names(&format!("> {quoted}\n\n@ann")).contains(&"ann".to_owned()));
}

#[test]
fn a_trailing_dot_is_part_of_a_name_only_if_a_member_has_it() {
    assert_eq!(mentioned("Ask @ann."), [1]);
    assert_eq!(mentioned("Ask @ann..."), [1]);
    assert_eq!(mentioned("Ask @c.d."), [3]);
    assert_eq!(mentioned("Ask @eve."), [4]);
    assert_eq!(mentioned("Ask @eve"), [0_i64; 0]);
}

#[test]
fn code_links_and_images_mention_nobody() {
    for source in
        ["`@ann`", "```\n@ann\n```", "    @ann", "[@ann](/x)", "![@ann](https://a.example/b.png)"]
    {
        assert_eq!(mentioned(source), [0_i64; 0], "{source}");
        assert_eq!(mentioned_names(source), [""; 0], "{source}");
    }
}

#[test]
fn a_member_is_mentioned_once() {
    assert_eq!(mentioned("@ann @Ann @bob @ANN"), [1, 2]);
}

#[test]
fn the_first_twenty_mentions_count() {
    let source = (100..200).map(|number| format!("@user{number}")).collect::<Vec<_>>().join(" ");
    let names = mentioned_names(&source);
    assert_eq!(names.len(), MAX_MENTIONS);
    let all = (100..200).map(|number| (UserId(number), format!("user{number}")));
    let rendered = render(&source, &all.collect());
    assert_eq!(rendered.mentions.len(), MAX_MENTIONS);
    assert_eq!(rendered.html.matches("<a ").count(), MAX_MENTIONS);
}

#[test]
fn names_are_looked_up_in_lower_case_with_and_without_dots() {
    assert_eq!(mentioned_names("@Ann. and @bob"), ["ann.", "ann", "bob"]);
    assert_eq!(mentioned_names("no names"), [""; 0]);
}
