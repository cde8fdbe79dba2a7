import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { visit } from "../../test/app";
import { answer, unreachable } from "../../test/server";
import { bob, forum, LATER, page, post, reply, signIn, tokenUntil } from "../../test/fixtures";
import { api, unwrapPage } from "./client";
import { prefetch, takePrefetched } from "./early";
import { refreshMe } from "./me";
import { session } from "./session";

const FORUMS = `${location.origin}/forums`;
const list = () => unwrapPage(api.GET("/forums", { params: { query: {} } }));
const ask = (address: string) => prefetch(new URL(address, location.origin));

// Early answers expire only when a test says so, however slow the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

function everything() {
  return [
    answer("get", "/api/posts", [post(), post({ id: 12 }), post({ id: 13 })]),
    answer("get", "/forums", [forum()]),
    answer("get", "/forums/{id}", forum()),
    answer("get", "/api/forum/{id}/posts", [post()]),
    answer("get", "/api/posts/{id}", post()),
    answer("get", "/api/posts/{postId}/replies", []),
    answer("get", "/api/pages/{slug}", page()),
  ];
}

test.each([
  ["/", 3],
  ["/?sort=recent", 3],
  ["/?feed=top", 3],
  ["/forums", 1],
  ["/forums/7", 2],
  ["/posts/11", 2],
  ["/pages/imprint", 1],
])(
  "%s takes what was asked for early, all of it, and asks nothing a second time",
  async (address, count) => {
    const calls = everything();
    ask(address);
    await vi.waitFor(() => expect(calls.flat()).toHaveLength(count));
    visit(address);
    await screen.findAllByText(/First tomatoes|Gardening|gardeners/);
    expect(calls.flat()).toHaveLength(count);
  },
);

test.each([
  "/forums?topic=x",
  "/forums/7?keyword=x",
  "/posts/11?sort=new",
  "/posts/x",
  "/login/recovery",
])("nothing is asked early for %s, which asks something else", (address) => {
  const fetch = vi.spyOn(globalThis, "fetch");
  ask(address);
  expect(fetch).not.toHaveBeenCalled();
});

test.each([
  ["/messages", 1],
  ["/messages/2", 2],
  ["/forums/favorites", 1],
])(
  "%s, for members, takes what was asked for early; visitors ask nothing",
  async (address, count) => {
    const calls = [
      answer("get", "/api/contacts", []),
      answer("get", "/users/{id}", bob()),
      answer("get", "/api/contacts/{userId}/messages", []),
      answer("get", "/forums/favorites", []),
    ];
    ask(address);
    signIn();
    ask(address);
    await vi.waitFor(() => expect(calls.flat()).toHaveLength(count));
    visit(address);
    await screen.findByText(/Wow, such empty!/);
    // Wait for its calls before the test ends.
    await refreshMe();
    expect(calls.flat()).toHaveLength(count);
    expect(new Set(calls.flat().map(({ token }) => token)).size).toBe(1);
  },
);

test("it is sent once, with the token of the member", async () => {
  signIn();
  const calls = answer("get", "/forums", [forum()]);
  ask("/forums");
  await list();
  expect(calls.map(({ token }) => token)).toEqual([`Bearer ${tokenUntil(LATER)}`]);
  await list();
  expect(calls).toHaveLength(2);
});

test("answers of another user and old answers are not used", async () => {
  const calls = answer("get", "/forums", [forum()]);
  ask("/forums");
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  signIn();
  await list();
  expect(calls.map(({ token }) => token)).toEqual([null, `Bearer ${tokenUntil(LATER)}`]);
  session.clear();
  ask("/forums");
  vi.setSystemTime(Date.now() + 10_001);
  expect(takePrefetched(new Request(FORUMS))).toBeUndefined();
  // Or the next test would have its call.
  await vi.waitFor(() => expect(calls).toHaveLength(3));
});

test("nothing is asked with a token that has expired", () => {
  const fetch = vi.spyOn(globalThis, "fetch");
  signIn();
  session.set({ token: tokenUntil(1) });
  ask("/forums");
  expect(fetch).not.toHaveBeenCalled();
});

test("a failed early request is reported where it is used", async () => {
  unreachable("get", "/forums");
  ask("/forums");
  await expect(list()).rejects.toMatchObject({ kind: "unreachable" });
});

/** Puts answers into the document, as the server does. */
function embed(known: Record<string, { body: unknown; link?: string }>) {
  const element = document.createElement("script");
  Object.assign(element, { type: "application/json", id: "answers" });
  element.textContent = JSON.stringify(known);
  document.body.append(element);
  return element;
}

test("visitors use later answers embedded in the document", async () => {
  const calls = everything();
  const call = "/api/posts?filter=popularity&limit=10";
  const element = embed({
    [`${call}&today=true`]: { body: [] },
    "/forums?isMostActive=true": { body: [] },
    "/api/posts?filter=recent&limit=20": { body: [] },
    [call]: { body: [post({ title: "Of all time" })] },
  });
  try {
    ask("/");
    visit("/");
    await screen.findByText("Of all time");
    expect(calls.flat()).toHaveLength(0);
  } finally {
    element.remove();
  }
});

test("a post that came with its document is shown with its replies at once", async () => {
  const element = embed({
    "/api/posts/11": { body: post() },
    "/api/posts/11/replies?sort=old": { body: [reply({ description_html: "<p>Mine too.</p>" })] },
  });
  ask("/posts/11");
  element.remove();
  const seen: string[] = [];
  const screenText = () => document.querySelector("main")?.textContent ?? "";
  const observer = new MutationObserver(() => seen.push(screenText()));
  observer.observe(document.body, { childList: true, subtree: true });
  visit("/posts/11");
  await screen.findByText("Mine too.");
  observer.disconnect();
  const firstWithPost = seen.find((text) => text.includes("First tomatoes"));
  expect(firstWithPost).toContain("Mine too.");
  expect(seen.join()).not.toContain("Loading");
});

test("visitors use embedded answers; members send requests", async () => {
  const calls = answer("get", "/forums", []);
  const link = '</forums?cursor=x>; rel="next"';
  const element = embed({ "/forums": { body: [forum()], link } });
  try {
    ask("/forums");
    expect(await list()).toMatchObject({ items: [{ id: 7 }], next: "x" });
    expect(calls).toHaveLength(0);
    signIn();
    ask("/forums");
    expect(await list()).toMatchObject({ items: [] });
    expect(calls).toHaveLength(1);
  } finally {
    element.remove();
  }
});
