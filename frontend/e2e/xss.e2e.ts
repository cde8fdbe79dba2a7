import { expect, type Browser, type BrowserContext, type Page } from "@playwright/test";
import type { Forum, Message, Post, Reply } from "../src/api/types.ts";
import { kept, register, type Account } from "./api.ts";
import { test } from "./forum.ts";
import { startServer } from "./server.ts";
import { packed, PICTURES, XSS, XSS_MARKDOWN } from "./xss.ts";
import { quiet } from "./quiet.ts";

/** The most characters of each text field. */
const ROOM = { topic: 100, forum: 2_000, title: 200, post: 20_000, reply: 10_000, message: 5_000 };
/** The items of a page. */
const PAGE = 50;

type Poisoned = Awaited<ReturnType<typeof poison>>;

/** Writes every string into every field, as many in one text as fit. */
async function poison(author: Account, peer: Account) {
  const { api } = author;
  const texts = packed(XSS_MARKDOWN, ROOM.forum);
  // As many as a page of the list shows.
  const topics = packed(XSS, ROOM.topic).filter((_, at) => at % 6 === 0);
  const forums: Forum[] = [];
  expect(topics.length).toBeGreaterThanOrEqual(texts.length);
  for (const [at, topic] of topics.entries()) {
    const description = texts[at % texts.length];
    forums.push(await api.post<Forum>("/forums/create", { topic, description }));
  }
  const posts: Post[] = [];
  const descriptions = packed(XSS_MARKDOWN, ROOM.post);
  for (const [at, title] of packed(XSS, ROOM.title).entries()) {
    const forum = forums[Math.floor(at / PAGE)] as Forum;
    const description = descriptions[at] ?? "Text";
    posts.push(await api.post<Post>(`/api/forum/${forum.id}/posts`, { title, description }));
  }
  const replies = packed(XSS_MARKDOWN, ROOM.reply - 20);
  // The mention creates a notification.
  for (const text of replies) {
    const description = `${text}\n\n@${peer.username}`;
    const body = { respondsTo: null, description };
    await api.post<Reply>(`/api/post/${posts[0]?.id}/replies`, body);
  }
  const messages = packed(XSS_MARKDOWN, ROOM.message);
  for (const message of messages) await api.post<Message>(`/api/contacts/${peer.id}`, { message });
  const pictures = await illustrate(author, forums.at(-1) as Forum);
  return { author, peer, forums, texts, posts, descriptions, pictures };
}

/** Writes posts, and the profile, with every picture address that the server accepts; returns those. */
async function illustrate({ api, id }: Account, forum: Forum) {
  const taken: string[] = [];
  for (const image of PICTURES) {
    const body = { title: "A picture", description: "Text", image };
    const created = await api.post<Post>(`/api/forum/${forum.id}/posts`, body).catch(String);
    if (typeof created === "string") expect(created, image).toContain(": 422 ");
    else taken.push(image);
  }
  await api.put(`/api/user/${id}`, taken[0]);
  return taken;
}

const found = encodeURIComponent('"><svg/onload=xss()>');

/** Every screen that shows user content or parts of its URL. */
function screens(
  { peer, author, forums, texts, posts, descriptions }: Poisoned,
  who: Account | undefined,
) {
  const [forum] = forums as [Forum];
  const open = [
    "/",
    "/forums",
    `/forums?keyword=${found}`,
    `/forums?topic=${found}`,
    `/forums?topic=${encodeURIComponent(forum.topic)}`,
    ...texts.map((_, at) => `/forums/${forums[at]?.id}`),
    `/forums/${forums.at(-1)?.id}`,
    `/forums/${forum.id}/posts`,
    `/forums/${forum.id}/posts/search?keyword=${found}`,
    `/forums/${forum.id}/posts/search?keyword=xss`,
    ...descriptions.map((_, at) => `/posts/${posts[at]?.id}`),
    `/posts/${posts[0]?.id}?sort=${found}#${found}`,
    `/posts/share?post=${posts[0]?.id}`,
    `/posts/share?post=${found}`,
    `/posts/${found}`,
    `/forums/${found}`,
    `/${found}`,
    `/login?next=${found}`,
    "/register",
  ];
  if (!who) return open;
  const peerId = who === author ? peer.id : author.id;
  return [
    ...open,
    "/logged-in",
    "/forums/favorites",
    `/forums/${forum.id}/create-post`,
    `/posts/${posts[0]?.id}/edit`,
    `/moderation/forum/${forum.id}/promote`,
    "/messages",
    `/messages/${peerId}`,
    `/messages/${found}`,
    "/notifications",
    "/drafts",
    "/settings/account",
    "/settings/security",
    "/settings/data",
  ];
}

/** Texts that the screens must show letter for letter; Markdown changes the rest. */
function texts({ forums, posts }: Poisoned): [string, string[]][] {
  const [forum, post] = [forums[0], posts[0]];
  return [
    ["/forums", forums.slice(-10).map(({ topic }) => topic)],
    [`/forums/${forum?.id}`, [forum?.topic ?? "", post?.title ?? ""]],
    [`/posts/${post?.id}`, [post?.title ?? "", "<script>xss()</script>"]],
  ];
}

/** A browser that records every effect of a payload. */
async function watched(browser: Browser, origin: string, who: Account | undefined, own: boolean) {
  const context = await browser.newContext({
    baseURL: origin,
    bypassCSP: own,
    storageState: { cookies: [], origins: who ? [{ origin, localStorage: kept(who) }] : [] },
  });
  const noise: string[] = [];
  await context.exposeFunction("xss", () => noise.push("a string ran"));
  await context.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error("securitypolicyviolation", violatedDirective, blockedURI),
    ),
  );
  context.on("console", (line) => {
    if (line.text().startsWith("securitypolicyviolation")) noise.push(line.text());
  });
  context.on("dialog", (dialog) => {
    noise.push(`a dialog says ${dialog.message()}`);
    // Only one of several dialogs is shown at a time.
    dialog.dismiss().catch(() => undefined);
  });
  context.on("page", (page) => {
    page.on("popup", (popup) => noise.push(`a window opened at ${popup.url()}`));
    page.on("download", (file) => noise.push(`a download of ${file.url()}`));
  });
  await answerElsewhere(context, origin, noise);
  return { context, noise };
}

/** Only pictures may be requested from other hosts. */
async function answerElsewhere(context: BrowserContext, origin: string, noise: string[]) {
  const body = `<svg xmlns="http://www.w3.org/2000/svg" onload="parent.xss()"><script>parent.xss()</script></svg>`;
  await context.route(
    (url) => url.origin !== origin && url.protocol.startsWith("http"),
    (route, request) => {
      if (request.resourceType() !== "image") noise.push(`asked ${request.url()}`);
      return route.fulfill({ contentType: "image/svg+xml", body });
    },
  );
}

/** Elements and URLs that no screen has without a payload. */
async function strangers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const names = [...document.querySelectorAll("*")].map(({ localName }) => localName);
    const foreign = new Set([
      "iframe",
      "object",
      "embed",
      "base",
      "video",
      "audio",
      "marquee",
      "math",
      "x-y",
      "template",
    ]);
    const handlers = [...document.querySelectorAll("*")].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith("on") || name === "srcdoc"),
    );
    const addresses = [...document.querySelectorAll("[href], [src], [action], [formaction]")]
      .flatMap((element) =>
        ["href", "src", "action", "formaction"].map((a) => element.getAttribute(a)),
      )
      .filter((address) => address !== null)
      .filter((address) => !/^https?:$/.test(new URL(address, document.baseURI).protocol));
    return [...names.filter((name) => foreign.has(name)), ...handlers, ...addresses];
  });
}

test.describe("whatever people write is text", () => {
  test.describe.configure({ mode: "parallel" });
  let poisoned: Poisoned;
  let server: Awaited<ReturnType<typeof startServer>>;
  // A server of its own, so that other tests see none of this.
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    expect(XSS.length).toBeGreaterThan(500);
    server = await startServer();
    const { origin } = server;
    poisoned = await poison(await register(origin, "poisoner"), await register(origin, "reader"));
    expect(poisoned.pictures.length).toBeGreaterThan(2);
    expect(poisoned.pictures.filter((url) => !url.startsWith("https://"))).toEqual([]);
  });
  test.afterAll(() => server.stop());

  test("an executed script would be noticed", async ({ browser }) => {
    const { context, noise } = await watched(browser, server.origin, undefined, true);
    const page = await context.newPage();
    await page.goto("/login");
    expect(await strangers(page)).toEqual([]);
    await page.evaluate(
      (html) => document.body.insertAdjacentHTML("beforeend", html),
      XSS.join(""),
    );
    await expect.poll(() => noise).toContain("a string ran");
    expect(await strangers(page)).not.toEqual([]);
    await context.close();
  });

  test("all of it can be read", async ({ browser }) => {
    const { context } = await watched(browser, server.origin, poisoned.peer, false);
    const page = await context.newPage();
    for (const [path, written] of texts(poisoned)) {
      expect(written.length, path).toBeGreaterThan(1);
      await page.goto(path);
      for (const text of written) await expect(page.getByText(text).first(), path).toBeVisible();
    }
    await context.close();
  });

  for (const [who, policy] of [
    ["author", "without"],
    ["reader", "with"],
    ["visitor", "without"],
  ] as const)
    test(`for the ${who}, ${policy} the server's policy`, async ({ browser }) => {
      test.setTimeout(240_000);
      const { author, peer } = poisoned;
      const { origin } = server;
      const account = { author, reader: peer, visitor: undefined }[who];
      const { context, noise } = await watched(browser, origin, account, policy === "without");
      const page = await context.newPage();
      for (const path of screens(poisoned, account)) {
        await page.goto(path);
        await expect(page.locator("h1")).toBeAttached();
        await quiet(page);
        // Triggers handlers that need a pointer or the focus.
        await page.mouse.move(300, 400);
        await page.keyboard.press("Tab");
        expect(await strangers(page), path).toEqual([]);
        expect(new URL(page.url()).origin, path).toBe(origin);
        expect(noise, path).toEqual([]);
      }
      await context.close();
    });

  for (const policy of ["with", "without"])
    test(`in the preview, ${policy} the server's policy`, async ({ browser }) => {
      const { author, forums, descriptions } = poisoned;
      const { context, noise } = await watched(
        browser,
        server.origin,
        author,
        policy === "without",
      );
      const page = await context.newPage();
      await page.goto(`/forums/${forums[0]?.id}/create-post`);
      const box = page.getByLabel("Description", { exact: true });
      for (const text of descriptions) {
        await box.fill(text);
        await page.getByRole("tab", { name: "Preview" }).click();
        const preview = page.getByRole("tabpanel", { name: "Preview" });
        await expect(preview.getByRole("listitem").nth(50)).toBeAttached();
        await quiet(page);
        expect(await strangers(page)).toEqual([]);
        expect(noise).toEqual([]);
        await page.getByRole("tab", { name: "Write" }).click();
      }
      await page.goto("/drafts");
      await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
      expect(await strangers(page)).toEqual([]);
      expect(noise).toEqual([]);
      await context.close();
    });
});
