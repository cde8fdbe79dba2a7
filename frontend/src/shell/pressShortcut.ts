import type { NavigateFunction } from "react-router";
import { paths } from "../paths";
import { focusInPlace } from "../ui/focus";
import { saveArticle } from "./saveArticle";

/** The maximum delay of the second key after `g`. */
const SEQUENCE_MS = 1000;
let wentAt = 0;

export type ShortcutContext = {
  navigate: NavigateFunction;
  goBack: () => unknown;
  signedIn: boolean;
  /** Whether there is a queue for the member. */
  moderates: boolean;
  showMap: () => void;
};

/** Runs the shortcut of a key; returns whether there is one. */
export function pressShortcut(key: string, context: ShortcutContext): boolean {
  const { navigate, goBack, signedIn, moderates, showMap } = context;
  const isSecond = Date.now() - wentAt < SEQUENCE_MS;
  wentAt = key === "g" && !isSecond ? Date.now() : 0;
  const actions: Record<string, (() => unknown) | undefined> = isSecond
    ? {
        h: () => navigate(paths.home),
        m: signedIn ? () => navigate(paths.messages) : undefined,
        n: signedIn ? () => navigate(paths.notifications) : undefined,
        q: moderates ? () => navigate(paths.queue) : undefined,
      }
    : {
        "?": showMap,
        j: () => focusArticle(1),
        k: () => focusArticle(-1),
        o: () => open(navigate),
        u: goBack,
        v: () => activate(currentArticle() ?? document, "upvote"),
        s: signedIn ? save : undefined,
        r: reply,
        n: focusNextNew,
        ...(moderates && QUEUE),
      };
  const act = actions[key];
  void act?.();
  return act !== undefined;
}

function currentArticle() {
  return document.activeElement?.closest<HTMLElement>("main article");
}

/** Opens the focused item. A reply opens at its own address, because its heading links to the author. */
function open(navigate: NavigateFunction) {
  const article = currentArticle();
  if (article?.id.startsWith("reply-"))
    return navigate({ search: location.search, hash: article.id });
  article?.querySelector<HTMLElement>('[data-shortcut="open"], :is(h2, h3) a[href]')?.click();
}

/** Rows of posts have no Save button. */
function save() {
  const article = currentArticle();
  if (!activate(article ?? document, "save") && article) void saveArticle(article);
}

/** The post's reply box is outside of its article. */
function reply() {
  const article = currentArticle();
  if (article && activate(article, "reply")) return;
  if (!article?.id.startsWith("reply-")) activate(document, "reply");
}

/** Moves to the next or previous post, reply or message; from elsewhere to the first, on home of the feed, or the last. */
function focusArticle(step: 1 | -1) {
  const articles = [...document.querySelectorAll<HTMLElement>("main article")];
  const current = currentArticle();
  const first = Math.max(
    0,
    articles.findIndex((article) => article.closest("#feed")),
  );
  const at = current ? articles.indexOf(current) + step : step > 0 ? first : articles.length - 1;
  const article = articles[at];
  if (article) focusInPlace(article);
}

/** Moves to the next unread reply, or else shows the waiting ones. */
function focusNextNew() {
  const articles = [...document.querySelectorAll<HTMLElement>("main article[data-new]")];
  const current = currentArticle();
  const isAfter = (article: HTMLElement) =>
    !current || (current.compareDocumentPosition(article) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = articles.find(isAfter) ?? articles.find((article) => article !== current);
  if (next) focusInPlace(next);
  else activate(document, "new");
}

/** For moderators; only the queue of reports has these controls. */
const QUEUE: Record<string, () => unknown> = {
  a: () => activate(document, "approve"),
  x: () => activate(document, "reject"),
  d: () => activate(document, "remove"),
  b: () => activate(document, "ban"),
  t: () => activate(document, "take"),
};

type Shortcut =
  | "upvote"
  | "save"
  | "reply"
  | "new"
  | "approve"
  | "reject"
  | "remove"
  | "ban"
  | "take";

/** Presses the control with that `data-shortcut`; returns whether there is one. */
function activate(within: ParentNode, shortcut: Shortcut): boolean {
  const control = within.querySelector<HTMLElement>(`[data-shortcut="${shortcut}"]`);
  control?.focus();
  control?.click();
  return control !== null;
}
