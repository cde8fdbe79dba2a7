import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./forum.ts";
import type { Forum } from "../src/api/types.ts";
import { answer, openForum, write } from "./world.ts";

/** Uses controls by touch or by keyboard. */
type Hand = {
  press: (control: Locator) => Promise<void>;
  type: (field: Locator, text: string) => Promise<void>;
};

const finger: Hand = {
  press: (control) => control.tap(),
  async type(field, text) {
    await field.tap();
    await field.page().keyboard.type(text);
  },
};

const MOST_STEPS = 60;

/** The key that moves the focus towards the control; undefined if it has the focus. */
const keyTowards = (control: Locator) =>
  control.evaluate((element) => {
    const focus = document.activeElement;
    if (!focus || focus === element) return focus ? undefined : "Tab";
    const isBefore = focus.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
    return isBefore ? "Shift+Tab" : "Tab";
  });

/** Presses Tab until the control has the focus. Every focused element must be in view. */
async function tabTo(control: Locator) {
  const page = control.page();
  await control.waitFor();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const key = await keyTowards(control);
    if (!key) return;
    await page.keyboard.press(key);
    const isOnPage = await page.evaluate(() => document.activeElement !== document.body);
    if (isOnPage) await expect(page.locator(":focus")).toBeInViewport();
  }
  throw new Error(`not reached within ${MOST_STEPS} steps: ${control}`);
}

const keys: Hand = {
  async press(control) {
    await tabTo(control);
    await control.page().keyboard.press("Enter");
  },
  async type(field, text) {
    await tabTo(field);
    await field.page().keyboard.type(text);
  },
};

const button = (page: Page | Locator, name: string) =>
  page.getByRole("button", { name, exact: true }).first();
const link = (page: Page | Locator, name: string) =>
  page.getByRole("link", { name, exact: true }).first();

async function signUp(page: Page, { press, type }: Hand, username: string) {
  await page.goto("/");
  await press(link(page.getByRole("main"), "sign up"));
  await type(page.getByLabel("Username"), username);
  await type(page.getByLabel("Password", { exact: true }), "correct horse");
  await type(page.getByLabel("Confirm password"), "correct horse");
  await press(button(page, "Create account"));
  // The screen of registration has such a field, too, and stays until this one is loaded.
  await expect(page.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
  await type(page.getByLabel("Username"), username);
  await type(page.getByLabel("Password", { exact: true }), "correct horse");
  await press(button(page, "Sign in"));
  await press(button(page.getByRole("dialog"), "Close"));
}

/** Opens a forum by its name, as the list may have more pages. */
async function findForum(page: Page, { press, type }: Hand, topic: string) {
  const main = page.getByRole("main");
  await type(main.getByRole("searchbox"), topic);
  await press(button(main, "Search"));
  await press(link(main, topic));
}

/** Writes a post in the host's forum, and a reply to the host's post. */
async function takePart(page: Page, hand: Hand, host: { topic: string; title: string }) {
  const { press, type } = hand;
  const main = page.getByRole("main");
  await press(link(page.getByRole("navigation", { name: "Main" }), "Forums"));
  await findForum(page, hand, host.topic);
  await press(link(main, "Create Post"));
  await type(main.getByLabel("Title"), "Hello everybody");
  await type(main.getByLabel("Description"), "I am new here.");
  await press(button(main, "Submit"));
  await expect(page).toHaveURL(/\/posts\/\d+$/);

  await press(link(main, host.topic));
  await press(link(main, host.title));
  await type(main.getByLabel("Write a reply"), "Good question.");
  await press(button(main, "Post reply"));
  await expect(main.getByText("Good question.")).toBeInViewport();
}

async function sendMessage(page: Page, { press, type }: Hand, to: string) {
  const main = page.getByRole("main");
  await press(link(page.getByRole("navigation", { name: "Main" }), "Messages"));
  await press(link(main, "Find someone to message"));
  await type(main.getByRole("searchbox"), to);
  await press(button(main, "Search"));
  await press(main.getByRole("link", { name: to }).first());
  await type(main.getByRole("textbox"), "Thanks for the welcome");
  await press(button(main, "Send"));
  await expect(main.getByRole("listitem").getByText("Thanks for the welcome")).toBeInViewport();
}

async function createForum(page: Page, hand: Hand, topic: string) {
  const { press, type } = hand;
  const main = page.getByRole("main");
  await press(link(page.getByRole("navigation", { name: "Main" }), "Forums"));
  await press(link(main, "Create Forum"));
  await type(main.getByLabel("Title"), topic);
  await type(main.getByLabel("Description"), "Mine to moderate");
  await press(button(main, "Submit"));
  await findForum(page, hand, topic);
  await expect(page).toHaveURL(/\/forums\/\d+$/);
}

/** Removes another member's reply in the own forum. */
async function moderate(page: Page, { press }: Hand, title: string) {
  const main = page.getByRole("main");
  await press(link(main, title));
  const reply = main.getByRole("region", { name: "Replies" }).getByRole("article");
  // A phone has room for a menu.
  if ((page.viewportSize()?.width ?? 0) < 600) {
    await press(button(reply, "More actions"));
    await press(page.getByRole("menuitem", { name: "Remove" }));
  } else {
    await press(button(reply, "Remove"));
  }
  await press(button(page.getByRole("dialog"), "Remove"));
  await expect(reply.getByRole("paragraph")).toHaveText("removed");
}

const newcomers = [
  {
    what: "by touch on a phone",
    hand: finger,
    topic: "Fingers",
    options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
  {
    what: "by keyboard alone",
    hand: keys,
    topic: "Keys",
    options: { viewport: { width: 1440, height: 900 } },
  },
] as const;

for (const { what, hand, topic, options } of newcomers) {
  test(`a newcomer signs up, posts and replies ${what}`, async ({ visit, join }) => {
    const host = await join(`${topic}-host`);
    const forum = await openForum(host, topic);
    const { title } = await write(host, forum, "What do you think?");
    const page = await visit(undefined, options);
    await signUp(page, hand, `${topic}-guest`);
    await takePart(page, hand, { topic, title });
  });

  test(`a newcomer writes a message and moderates a forum ${what}`, async ({ visit, join }) => {
    const [host, guest] = [await join(`${topic}-friend`), await join(`${topic}-owner`)];
    const page = await visit(guest, options);
    await page.goto("/");
    await sendMessage(page, hand, host.username);
    await createForum(page, hand, `${topic} again`);
    const own = await host.api.get<Forum>(`/forums/${page.url().split("/").at(-1)}`);
    const post = await write(host, own, "A guest writes");
    await answer(host, post, "Something rude");
    await page.reload();
    await moderate(page, hand, post.title);
  });
}
