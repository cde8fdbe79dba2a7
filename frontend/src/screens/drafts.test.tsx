import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../test/app";
import { answer, refuse } from "../../test/server";
import { bob, forum, message, post, reply, signIn } from "../../test/fixtures";
import { dismiss } from "../ui/notify";

type User = ReturnType<typeof visit>["user"];
type Box = {
  address: string;
  /** Opens the box, if it is not open from the start. */
  open?: (user: User) => Promise<void>;
  typed: Record<string, string>;
  send: string;
  fails: () => unknown;
  works: () => unknown;
};

const own = { sender: { id: 1, username: "ann" } };
const text = { Title: "First tomatoes", Description: "Red" };

const boxes: Record<string, Box> = {
  "a new post": {
    address: "/forums/7/create-post",
    typed: { ...text, "Image URL": "https://pictures.example/red.png" },
    send: "Submit",
    fails: () => refuse("post", "/api/forum/{id}/posts", 500),
    works: () => answer("post", "/api/forum/{id}/posts", post(), { status: 201 }),
  },
  "a changed post": {
    address: "/posts/11/edit",
    typed: { ...text, "Image URL": "https://pictures.example/red.png" },
    send: "Submit",
    fails: () => refuse("post", "/api/posts/{id}", 500),
    works: () => answer("post", "/api/posts/{id}", post()),
  },
  "a new forum": {
    address: "/forums/create",
    typed: text,
    send: "Submit",
    fails: () => refuse("post", "/forums/create", 500),
    works: () => answer("post", "/forums/create", forum(), { status: 201 }),
  },
  "a changed forum": {
    address: "/forums/7",
    async open(user) {
      await user.click(await screen.findByRole("button", { name: "More actions" }));
      await user.click(screen.getByRole("menuitem", { name: "Edit" }));
    },
    typed: text,
    send: "Submit",
    fails: () => refuse("post", "/forums/{id}", 500),
    works: () => answer("post", "/forums/{id}", forum()),
  },
  "a comment": {
    address: "/posts/11",
    typed: { "Write a reply": "So red" },
    send: "Post reply",
    fails: () => refuse("post", "/api/post/{postId}/replies", 500),
    works: () => answer("post", "/api/post/{postId}/replies", reply(), { status: 201 }),
  },
  "a message": {
    address: "/messages/2",
    typed: { Message: "Hello bob" },
    send: "Send",
    fails: () => refuse("post", "/api/contacts/{userId}", 500),
    works: () => answer("post", "/api/contacts/{userId}", message(own), { status: 201 }),
  },
  "a changed message": {
    address: "/messages/2",
    open: async (user) => user.click(await screen.findByRole("button", { name: "Edit" })),
    typed: { "Edit message": "Hello bob" },
    send: "Save",
    fails: () => refuse("put", "/api/contacts/{userId}/messages/{messageId}", 500),
    works: () => answer("put", "/api/contacts/{userId}/messages/{messageId}", message(own)),
  },
};

function site() {
  answer("get", "/forums", []);
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forum/{id}/posts", []);
  answer("get", "/api/posts/{id}", post({ creator_username: "ann" }));
  answer("get", "/api/posts/{postId}/replies", []);
  answer("get", "/users/{id}", bob());
  answer("get", "/api/contacts", []);
  answer("get", "/api/contacts/{userId}/messages", [message({ ...own, message: "Helo" })]);
}

async function arrive({ address, open }: Box) {
  const { user } = visit(address);
  await open?.(user);
  return user;
}

async function fill(user: User, typed: Box["typed"]) {
  for (const [label, words] of Object.entries(typed)) {
    await user.clear(await screen.findByLabelText(label));
    await user.type(screen.getByLabelText(label), words);
  }
}

async function expectTyped(typed: Box["typed"]) {
  for (const [label, words] of Object.entries(typed))
    expect(await screen.findByLabelText(label)).toHaveValue(words);
}

const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("draft:1:"));

test.each(Object.keys(boxes))(
  "%s survives a failed send and a reload, and is no draft once it is sent",
  async (name) => {
    const box = boxes[name]!;
    signIn({}, [7]);
    site();
    box.fails();
    const user = await arrive(box);
    await fill(user, box.typed);
    await user.click(screen.getByRole("button", { name: box.send }));
    await screen.findByRole("alert");
    await expectTyped(box.typed);
    cleanup();
    dismiss();
    const again = await arrive(box);
    await expectTyped(box.typed);
    expect(drafts()).not.toEqual([]);
    box.works();
    await again.click(screen.getByRole("button", { name: box.send }));
    await waitFor(() => expect(drafts()).toEqual([]));
  },
);

test("a rate-limited author learns when to retry", async () => {
  const box = boxes["a comment"]!;
  signIn();
  site();
  refuse("post", "/api/post/{postId}/replies", 429, {
    code: "too-many-requests",
    detail: "That is a lot in a short time. Please try again in 2 seconds.",
  });
  const user = await arrive(box);
  await fill(user, box.typed);
  await user.click(screen.getByRole("button", { name: box.send }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Please try again in 2 seconds.");
  await expectTyped(box.typed);
});

test("a rate-limited search says when to try again", async () => {
  refuse("get", "/forums/search", 429, {
    code: "too-many-requests",
    detail: "Those are many searches in a short time. Please try again in a second.",
  });
  const { user } = visit("/forums?keyword=boats");
  expect(await screen.findByText(/Please try again in a second/)).toBeVisible();
  expect(screen.getByRole("searchbox")).toHaveValue("boats");
  answer("get", "/forums/search", [forum()]);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Gardening")).toBeVisible();
});
