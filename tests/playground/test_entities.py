"""Marked texts are read, and refused, as the service does it."""

from __future__ import annotations

import pytest

from playground.telegram import html, markdown, old_markdown
from playground.telegram.entities import Entity, Marked, cut, finished, length
from playground.telegram.refusals import Refusal

HTML = [
    ("plain & <b>bold</b>", "plain & bold", [("bold", 8, 4, "")]),
    ("<b>a<i>b</i></b>", "ab", [("bold", 0, 2, ""), ("italic", 1, 1, "")]),
    ("😀<u>x</u>", "😀x", [("underline", 2, 1, "")]),
    ("<s>😀</s>", "😀", [("strikethrough", 0, 2, "")]),
    ("&lt;b&gt; &amp; &quot; &#9824; &#x2665; &nbsp;", '<b> & " ♠ ♥ &nbsp;', []),
    ('<a href="https://x.y/?a=1&amp;b=2">go</a>', "go", [("text_link", 0, 2, "https://x.y/?a=1&b=2")]),
    ("<a href='tg://user?id=12'>you</a>", "you", [("text_mention", 0, 3, "12")]),
    ("<a>https://x.y/z</a>", "https://x.y/z", [("text_link", 0, 13, "https://x.y/z")]),
    ('<pre><code class="language-c">x;</code></pre>', "x;", [("pre", 0, 2, "c")]),
    ("<pre>a</pre><code>b</code>", "ab", [("pre", 0, 1, ""), ("code", 1, 1, "")]),
    ("<pre><code>♠ A</code></pre>", "♠ A", [("pre", 0, 3, "")]),
    (
        '<span class="tg-spoiler">s</span><tg-spoiler>t</tg-spoiler>',
        "st",
        [("spoiler", 0, 1, ""), ("spoiler", 1, 1, "")],
    ),
    ("<blockquote expandable>q</blockquote>", "q", [("expandable_blockquote", 0, 1, "")]),
    ("<B>x</B>", "x", [("bold", 0, 1, "")]),
    ("<b>x</>", "x", [("bold", 0, 1, "")]),
    ("<b></b>nothing", "nothing", []),
    ("  <b>x </b> ", "x", [("bold", 0, 1, "")]),
    ("<code><b>x</b></code>", "x", [("code", 0, 1, "")]),
    ("1 > 0", "1 > 0", []),
    ("&ltx &#00000065; &#x1F600 &quot", '&ltx &#00000065; 😀 "', []),
    ('<a href="x.y">go</a><a href="nowhere">no</a>', "gono", [("text_link", 0, 2, "http://x.y/")]),
    ("<a>😀😀</a> <a>x.y</a>", "😀😀 x.y", [("text_link", 5, 3, "http://x.y/")]),
    (
        '<s><u><b><a href="x.y"><blockquote>x</blockquote></a></b></u></s>',
        "x",
        [
            ("blockquote", 0, 1, ""),
            ("text_link", 0, 1, "http://x.y/"),
            ("bold", 0, 1, ""),
            ("underline", 0, 1, ""),
            ("strikethrough", 0, 1, ""),
        ],
    ),
    (
        "<b>a<i>b</i><b>c</b></b><b>d</b>",
        "abcd",
        [("bold", 0, 3, ""), ("italic", 1, 1, ""), ("bold", 3, 1, "")],
    ),
    ("<code class=other>a</code>", "a", [("code", 0, 1, "")]),
    ("<b> \n</b>x<i> y </i>z", "x y z", [("italic", 2, 2, "")]),
    ("a\r\n\tb\u202e<b>c</b>\0", "a\n bc", [("bold", 4, 1, "")]),
    ("\u00a0x\u3000", "\u00a0x\u3000", []),
    ("\u200b \u00a0\n", "", []),
]


@pytest.mark.parametrize(("source", "text", "entities"), HTML)
def test_html_is_read(source: str, text: str, entities: list[tuple[str, int, int, str]]) -> None:
    marked = finished(html.read(source))
    assert marked == Marked(text, tuple(Entity(*entity) for entity in entities))


BAD_HTML = [
    ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
    ("x</b>", "Unexpected end tag at byte offset 1"),
    ("♠<b>x</i>", 'Unmatched end tag at byte offset 7, expected "</b>", found "</i>"'),
    ("a < b", 'Unsupported start tag "" at byte offset 2'),
    ("1<2", "Unclosed start tag at byte offset 1"),
    ("<foo>x</foo>", 'Unsupported start tag "foo" at byte offset 0'),
    ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ('<a href="x', "Unclosed start tag at byte offset 0"),
    ("<a href=", 'Unclosed start tag "a" at byte offset 0'),
    ("<a href=x", "Unclosed start tag at byte offset 0"),
    ("<a href>x</a>", 'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0'),
    ("<a =x>y</a>", 'Empty attribute name in the tag "a" at byte offset 0'),
    ("♠<a href=http://x.y>z</a>", "Unexpected end of name token at byte offset 11"),
    ("<blockquote expandable", 'Unclosed start tag "blockquote" at byte offset 0'),
    ('<tg-emoji emoji-id="no">x</tg-emoji>', "Invalid custom emoji identifier specified"),
    ("<b/>", 'Unsupported start tag "b/" at byte offset 0'),
    (
        "x&#xD83D;",
        "Text contains invalid Unicode characters after decoding HTML entities, check for unmatched "
        "surrogate code units",
    ),
    ("<b>x</b", "Unclosed end tag at byte offset 4"),
    ("<!-- x -->", 'Unsupported start tag "!--" at byte offset 0'),
]


@pytest.mark.parametrize(("source", "why"), BAD_HTML)
def test_wrong_html_is_refused_with_the_place(source: str, why: str) -> None:
    with pytest.raises(Refusal) as refusal:
        html.read(source)
    assert refusal.value.code == 400
    assert refusal.value.description == f"Bad Request: can't parse entities: {why}"


MARKDOWN = [
    (
        "*bold* _it_ __un__ ~st~ ||sp||",
        "bold it un st sp",
        ["bold", "italic", "underline", "strikethrough", "spoiler"],
    ),
    ("`c` ```py\nx = 1```", "c x = 1", ["code", "pre"]),
    ("\\*not\\* 1\\.5", "*not* 1.5", []),
    ("[go](https://x\\.y) [you](tg://user?id=5)", "go you", ["text_link", "text_mention"]),
    ("_a *b*_", "a b", ["italic", "bold"]),
    (">one\n>two\nthree", "one\ntwo\nthree", ["blockquote"]),
    ("**>one\n>two||", "one\ntwo", ["expandable_blockquote"]),
    ("`a_b*c`", "a_b*c", ["code"]),
    ("```py x```", "x", ["pre"]),
    ("```a`b`c```", "abc", ["pre"]),
    ("[x\\.y] [no]", "x.y no", ["text_link"]),
    ("![♠](tg://emoji?id=5)", "♠", ["custom_emoji"]),
    ("*a\\_b* _a*b*_", "a_b ab", ["bold", "italic", "bold"]),
]


@pytest.mark.parametrize(("source", "text", "kinds"), MARKDOWN)
def test_markdown_is_read(source: str, text: str, kinds: list[str]) -> None:
    marked = finished(markdown.read(source))
    assert marked.text == text
    assert [entity.kind for entity in marked.entities] == kinds


def test_two_of_the_same_style_that_overlap_are_one() -> None:
    given = (Entity("bold", 0, 3), Entity("italic", 1, 3), Entity("bold", 2, 3), Entity("bold", 6, 1))
    assert finished(Marked("a b c d", given)).entities == (
        Entity("bold", 0, 5),
        Entity("italic", 2, 2),
        Entity("bold", 6, 1),
    )


def test_markdown_counts_in_utf16() -> None:
    marked = finished(markdown.read("😀 *♠ A*"))
    assert marked.entities == (Entity("bold", 3, 3),)
    assert cut(marked.text, marked.entities[0]) == "♠ A"


BAD_MARKDOWN = [
    *(
        (f"a{sign}", f"Character '{sign}' is reserved and must be escaped with the preceding '\\'")
        for sign in "]()>#+-=|{}.!"
    ),
    ("♠*x", "Can't find end of Bold entity at byte offset 3"),
    ("_x", "Can't find end of Italic entity at byte offset 0"),
    ("__x", "Can't find end of Underline entity at byte offset 0"),
    ("~x", "Can't find end of Strikethrough entity at byte offset 0"),
    ("||x", "Can't find end of Spoiler entity at byte offset 0"),
    ("`x", "Can't find end of Code entity at byte offset 0"),
    ("```x", "Can't find end of Pre entity at byte offset 0"),
    ("```py\nx", "Can't find end of PreCode entity at byte offset 0"),
    ("![x", "Can't find end of CustomEmoji entity at byte offset 0"),
    ("![x]", "Custom emoji entity must contain a tg://emoji URL"),
    ("![x](tg://emoji?id=5", "Can't find end of a custom emoji URL at byte offset 5"),
    ("![x](tg://emoji?id=x)", "Invalid custom emoji identifier specified"),
    ("```a`b```", "Can't find end of Pre entity at byte offset 0"),
    ("`a```b`", "Can't find end of Code entity at byte offset 6"),
    (">*a\nb*", "Can't find end of Bold entity at byte offset 1"),
    ("[x", "Can't find end of TextUrl entity at byte offset 0"),
    ("[x](y", "Can't find end of a URL at byte offset 4"),
    ("*a_b*", "Can't find end of Bold entity at byte offset 4"),
]


@pytest.mark.parametrize(("source", "why"), BAD_MARKDOWN)
def test_wrong_markdown_is_refused_with_the_place(source: str, why: str) -> None:
    with pytest.raises(Refusal) as refusal:
        markdown.read(source)
    assert refusal.value.description == f"Bad Request: can't parse entities: {why}"


FOUND = [
    ("/play@fourth_bot now", [("bot_command", "/play@fourth_bot")]),
    ("say /hint", [("bot_command", "/hint")]),
    ("a/b no", []),
    ("@anybody see https://x.y/z.", [("mention", "@anybody"), ("url", "https://x.y/z")]),
    ("#bridge #1", [("hashtag", "#bridge")]),
]


@pytest.mark.parametrize(("text", "found"), FOUND)
def test_some_things_are_found_by_themselves(text: str, found: list[tuple[str, str]]) -> None:
    marked = finished(Marked(text))
    assert [(entity.kind, cut(marked.text, entity)) for entity in marked.entities] == found


OLD_MARKDOWN = [
    ("*b* _i_ `c` 1.5", "b i c 1.5", [("bold", 0, 1, ""), ("italic", 2, 1, ""), ("code", 4, 1, "")]),
    ("```py\nx_y```[go](https://x.y)", "x_ygo", [("pre", 0, 3, "py"), ("text_link", 3, 2, "https://x.y/")]),
    ("\\*a\\_b \\x", "*a_b \\x", []),
]


@pytest.mark.parametrize(("source", "text", "entities"), OLD_MARKDOWN)
def test_old_markdown_is_read(source: str, text: str, entities: list[tuple[str, int, int, str]]) -> None:
    assert finished(old_markdown.read(source)) == Marked(text, tuple(Entity(*entity) for entity in entities))


@pytest.mark.parametrize(("source", "at"), [("♠*x", 3), ("a_b", 1), ("`x", 0), ("[x", 0)])
def test_wrong_old_markdown_is_refused_with_the_place(source: str, at: int) -> None:
    with pytest.raises(Refusal) as refusal:
        old_markdown.read(source)
    why = f"Can't find end of the entity starting at byte offset {at}"
    assert refusal.value.description == f"Bad Request: can't parse entities: {why}"


def test_nothing_is_found_within_code() -> None:
    assert [e.kind for e in finished(html.read("<code>/play</code> /hint")).entities] == [
        "code",
        "bot_command",
    ]


def test_length_counts_what_lies_outside_the_basic_plane_twice() -> None:
    assert [length(text) for text in ("", "♠A", "😀", "中文")] == [0, 2, 2, 2]
