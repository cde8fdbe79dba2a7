import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { answer } from "../../../test/server";
import { post, reply, signIn } from "../../../test/fixtures";
import { shareText } from "./destinations";

afterEach(() => void Reflect.deleteProperty(navigator, "share"));

const NAMES = [
  "Facebook",
  "LinkedIn",
  "Messenger",
  "Pinterest",
  "Quora",
  "Reddit",
  "Skype",
  "Tumblr",
  "X",
  "Whatsapp",
];

test("the share text is the first 20 characters", () => {
  expect(shareText("They are red and there are many")).toBe("They are red and the");
  expect([...shareText("🍅".repeat(30))]).toHaveLength(20);
});

test("offers the ten destinations, each in a pop-up of 500 by 500", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  answer("get", "/api/posts/{id}", post());
  const { user } = visit("/posts/share?post=11");
  await screen.findByRole("button", { name: "Facebook" });
  for (const name of NAMES) await user.click(screen.getByRole("button", { name }));
  expect(open).toHaveBeenCalledTimes(10);
  for (const [address, target, features] of open.mock.calls) {
    expect(decodeURIComponent(String(address))).toContain(`${location.origin}/posts/11`);
    expect(target).toBe("_blank");
    expect(features).toContain("width=500,height=500");
  }
  expect(String(open.mock.calls[5]?.[0])).toContain("They+are+red+and+the&".slice(0, -1));
});

test("opens as a dialog over the post, and closes to it", async () => {
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  const { user, address } = visit("/posts/11");
  await user.click(await screen.findByRole("link", { name: "Share" }));
  expect(await screen.findByRole("dialog", { name: "Share this post" })).toBeVisible();
  expect(address()).toBe("/posts/share?post=11");
  expect(screen.getByRole("heading", { name: "First tomatoes" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await vi.waitFor(() => expect(address()).toBe("/posts/11"));
});

test("the share dialog keeps the thread and returns the focus", async () => {
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", [reply()]);
  signIn();
  const { user, address } = visit("/posts/11?sort=top");
  const thread = await screen.findByText("Well grown");
  const box = screen.getByLabelText("Write a reply");
  await user.click(screen.getByRole("link", { name: "Share" }));
  await screen.findByRole("dialog", { name: "Share this post" });
  expect(address()).toBe("/posts/share?sort=top&post=11");
  expect(thread).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(thread).toBeInTheDocument();
  expect(box).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Share" })).toHaveFocus();
});

test("the share screen without a post shares the site", async () => {
  const { user } = visit("/posts/share");
  const write = vi.spyOn(navigator.clipboard, "writeText");
  await user.click(await screen.findByRole("button", { name: "Copy link" }));
  expect(write).toHaveBeenCalledWith(location.origin);
});

test("the system's share sheet is offered and may be closed", async () => {
  const share = vi.fn<Navigator["share"]>(() => Promise.reject(new DOMException("", "AbortError")));
  Object.defineProperty(navigator, "share", { value: share, configurable: true });
  answer("get", "/api/posts/{id}", post());
  const { user } = visit("/posts/share?post=11");
  await user.click(await screen.findByRole("button", { name: "More . . ." }));
  expect(share).toHaveBeenCalledWith({
    url: `${location.origin}/posts/11`,
    title: "First tomatoes",
    text: "They are red and the",
  });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a browser without a share sheet offers none", async () => {
  visit("/posts/share");
  await screen.findByRole("button", { name: "Copy link" });
  expect(screen.queryByRole("button", { name: "More . . ." })).toBeNull();
});

test("a link that cannot be copied is shown", async () => {
  const { user } = visit("/posts/share");
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("No"));
  await user.click(await screen.findByRole("button", { name: "Copy link" }));
  expect(await screen.findByRole("status")).toHaveTextContent(location.origin);
});
