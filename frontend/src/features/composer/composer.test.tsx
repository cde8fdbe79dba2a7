import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { bob, forum, post, signIn } from "../../../test/fixtures";
import { answer, refuse } from "../../../test/server";

const PICTURE = { url: "/images/u/abc.webp", width: 4, height: 3 };
const picture = (name = "cat.png", type = "image/png") => new File(["bytes"], name, { type });

beforeEach(() => {
  signIn();
  answer("get", "/forums/{id}", forum());
});

async function compose() {
  const app = visit("/forums/7/create-post");
  const box = await screen.findByLabelText<HTMLTextAreaElement>("Description");
  return { ...app, box };
}

/** A composer with its tools, which the first focus loads. */
async function composeWithTools() {
  const app = await compose();
  await app.user.click(app.box);
  await screen.findByRole("tab", { name: "Write" });
  return app;
}

test("an open box gets its tools without the focus", async () => {
  const { box } = await compose();
  expect(box).not.toHaveFocus();
  expect(await screen.findByRole("toolbar", { name: "Formatting" })).toBeVisible();
});

test.each([
  ["Bold", "**so red**"],
  ["Italic", "_so red_"],
  ["Block quote", "> so red"],
  ["Code", "`so red`"],
  ["List", "- so red"],
])("the button %s writes Markdown around the selection", async (name, written) => {
  const { user, box } = await composeWithTools();
  await user.type(box, "so red");
  box.setSelectionRange(0, 6);
  await user.click(screen.getByRole("button", { name }));
  expect(box.value.trim()).toBe(written);
  expect(localStorage.getItem("draft:1:post-in-7:description")).toContain(written);
});

test("Ctrl+B makes the selection bold", async () => {
  const { user, box } = await composeWithTools();
  await user.type(box, "red");
  box.setSelectionRange(0, 3);
  await user.keyboard("{Control>}b{/Control}");
  expect(box).toHaveValue("**red**");
});

test("an address pasted over a selection makes it a link", async () => {
  const { user, box } = await composeWithTools();
  await user.type(box, "red");
  box.setSelectionRange(0, 3);
  await user.paste("https://example.org/red");
  expect(box).toHaveValue("[red](https://example.org/red)");
});

test("the preview shows what the server renders, and writing goes on", async () => {
  const calls = answer("post", "/api/preview", { html: "<p>So <strong>red</strong></p>" });
  const { user, box } = await composeWithTools();
  await user.type(box, "So **red**");
  await user.click(screen.getByRole("tab", { name: "Preview" }));
  expect(await screen.findByText("red")).toBeVisible();
  expect(calls[0]?.body).toEqual({ text: "So **red**" });
  expect(box).not.toBeVisible();
  await user.keyboard("{ArrowLeft}");
  expect(box).toBeVisible();
  expect(screen.getByRole("tab", { name: "Write" })).toHaveFocus();
});

test("a preview that fails can be asked for again", async () => {
  refuse("post", "/api/preview", 500);
  const { user, box } = await composeWithTools();
  await user.type(box, "Red");
  await user.click(screen.getByRole("tab", { name: "Preview" }));
  const panel = screen.getByRole("tabpanel", { name: "Preview" });
  await within(panel).findByText("Couldn't load the preview. Try again.");
  answer("post", "/api/preview", { html: "<p>So red</p>" });
  await user.click(within(panel).getByRole("button", { name: "Retry" }));
  expect(await within(panel).findByText("So red")).toBeVisible();
});

test("suggestions open above the line where there is no room below", async () => {
  answer("get", "/users/filtered/{filter}", [bob()]);
  const { user, box } = await composeWithTools();
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(
    new DOMRect(8, 700, 160, 120),
  );
  await user.type(box, "@bo");
  await waitFor(() => expect(screen.getByRole("listbox").style.translate).toBe("0px -152px"));
});

test("a box grows with its text in browsers without field-sizing", async () => {
  const { user, box } = await composeWithTools();
  vi.stubGlobal("CSS", { supports: () => false });
  vi.spyOn(box, "scrollHeight", "get").mockReturnValue(240);
  await user.type(box, "a");
  expect(box.style.height).toBe("240px");
});

test("@ suggests members and inserts the chosen one", async () => {
  const calls = answer("get", "/users/filtered/{filter}", [
    bob(),
    bob({ id: 3, username: "bobby" }),
  ]);
  const { user, box } = await composeWithTools();
  await user.type(box, "Hello @bo");
  const list = await screen.findByRole("listbox", { name: "Members" });
  expect(within(list).getAllByRole("option")).toHaveLength(2);
  expect(calls.at(-1)?.url.pathname).toBe("/users/filtered/bo");
  await user.click(within(list).getByText("bobby"));
  expect(box).toHaveValue("Hello @bobby ");
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("pasted, dropped and picked pictures are uploaded into the text", async () => {
  const calls = answer("post", "/api/images", PICTURE, { status: 201 });
  const { user, box } = await composeWithTools();
  await user.type(box, "Look:");
  fireEvent.paste(box, { clipboardData: { files: [picture()], getData: () => "" } });
  await waitFor(() => expect(box.value).toContain("![cat](/images/u/abc.webp)"));
  fireEvent.drop(box, { dataTransfer: { files: [picture("dog.png")], types: ["Files"] } });
  await waitFor(() => expect(box.value).toContain("![dog](/images/u/abc.webp)"));
  await user.upload(screen.getByLabelText("Pictures"), picture("cow.png"));
  await waitFor(() => expect(box.value).toContain("![cow](/images/u/abc.webp)"));
  expect(box.value).toMatch(/^Look:\n\n!\[cat\]/);
  expect(calls.map(({ body }) => body)).toEqual(["bytes", "bytes", "bytes"]);
  expect(calls[0]?.token).toMatch(/^Bearer /);
});

test("nothing is sent before its picture is uploaded", async () => {
  let finish = () => {};
  answer("post", "/api/images", () => new Promise((resolve) => (finish = () => resolve(PICTURE))), {
    status: 201,
  });
  const sent = answer("post", "/api/forum/{id}/posts", post(), { status: 201 });
  const { user, box } = await composeWithTools();
  await user.type(screen.getByLabelText("Title"), "Tomatoes");
  await user.type(box, "Red");
  await user.upload(screen.getByLabelText("Pictures"), picture());
  expect(await screen.findByText("Uploading cat.png…")).toBeVisible();
  expect(box.validationMessage).toBe("Wait until the picture is uploaded.");
  await user.click(screen.getByRole("button", { name: "Submit" }));
  expect(sent).toHaveLength(0);
  finish();
  await waitFor(() => expect(box.value).toContain("/images/u/abc.webp"));
  await waitFor(() => expect(box.validationMessage).toBe(""));
});

test.each([
  [413, "cat.png is larger than 10 MB."],
  [415, "cat.png isn't a JPEG, PNG, WebP or GIF."],
  [422, "cat.png has more than 40 megapixels."],
])("a picture refused with %i says why", async (status, reason) => {
  refuse("post", "/api/images", status);
  const { user, box } = await composeWithTools();
  await user.type(box, "Red");
  await user.upload(screen.getByLabelText("Pictures"), picture());
  expect(await screen.findByRole("alert")).toHaveTextContent(reason);
  expect(box).toHaveValue("Red");
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an upload that failed can be tried again", async () => {
  refuse("post", "/api/images", 503, { detail: "No room left." });
  const { user, box } = await composeWithTools();
  await user.upload(screen.getByLabelText("Pictures"), picture());
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "cat.png couldn't be uploaded. No room left.",
  );
  answer("post", "/api/images", PICTURE, { status: 201 });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(box.value).toContain("![cat](/images/u/abc.webp)"));
});

test("a file that is no image is refused before the upload", async () => {
  const { box } = await composeWithTools();
  const files = [picture("notes.pdf", "application/pdf")];
  fireEvent.drop(box, { dataTransfer: { files, types: ["Files"] } });
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "notes.pdf isn't a JPEG, PNG, WebP or GIF.",
  );
});

test("the counter appears near the limit and says what is too much", async () => {
  const { user, box } = await compose();
  fireEvent.input(box, { target: { value: "a".repeat(19_000) } });
  expect(screen.queryByText(/characters? left/)).toBeNull();
  await user.type(box, "a");
  expect(screen.getByText("999 characters left")).toBeVisible();
  fireEvent.input(box, { target: { value: "a".repeat(20_001) } });
  expect(screen.getByText("1 character too many")).toBeVisible();
  expect(box).toBeInvalid();
});

test("the counter counts an emoji as one character, as the server does", async () => {
  const { box } = await compose();
  fireEvent.input(box, { target: { value: "🍅".repeat(19_500) } });
  expect(screen.getByText("500 characters left")).toBeVisible();
  expect(box).toBeValid();
  fireEvent.input(box, { target: { value: "🍅".repeat(20_001) } });
  expect(screen.getByText("1 character too many")).toBeVisible();
});

test("a post's picture can be uploaded", async () => {
  answer("post", "/api/images", PICTURE, { status: 201 });
  const { user } = await compose();
  await user.upload(screen.getByLabelText("Upload a picture", { selector: "input" }), picture());
  await waitFor(() => expect(screen.getByLabelText("Image URL")).toHaveValue(PICTURE.url));
});
