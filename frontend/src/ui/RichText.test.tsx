import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answer } from "../../test/server";
import { post } from "../../test/fixtures";
import { visit } from "../../test/app";

/** A post whose text the server rendered. */
async function read(description_html: string) {
  answer("get", "/api/posts/{id}", post({ description: "source", description_html }));
  answer("get", "/api/posts/{postId}/replies", []);
  answer("get", "/forums", []);
  const app = visit("/posts/11");
  await screen.findByRole("heading", { name: "First tomatoes" });
  return app;
}

test("rendered text replaces its source", async () => {
  await read("<p>So <strong>red</strong></p>");
  expect(screen.getByText("red").tagName).toBe("STRONG");
  expect(screen.queryByText("source")).toBeNull();
});

test("a link to a screen of ours is followed without a reload", async () => {
  const { user, address } = await read('<p><a href="/forums">Forums here</a></p>');
  await user.click(screen.getByRole("link", { name: "Forums here" }));
  await waitFor(() => expect(address()).toBe("/forums"));
});

test("a link elsewhere is marked and left to the browser", async () => {
  const { user, address } = await read('<p><a href="https://example.org/a">Away</a></p>');
  const link = screen.getByRole("link", { name: "Away" });
  expect(link).toHaveAttribute("data-external");
  const followed = new Promise<boolean>((resolve) => {
    addEventListener(
      "click",
      (event) => {
        resolve(!event.defaultPrevented);
        event.preventDefault();
      },
      { once: true },
    );
  });
  await user.click(link);
  expect(await followed).toBe(true);
  expect(address()).toBe("/posts/11");
});

test.each(["click", "Enter", " "])("a spoiler opens by %j and keeps the focus", async (how) => {
  const html = '<p><span class="spoiler">It was <a href="/forums">him</a></span></p>';
  const { user, address } = await read(html);
  const spoiler = screen.getByRole("button", { name: "Show spoiler" });
  if (how === "click") await user.click(spoiler);
  else {
    spoiler.focus();
    await user.keyboard(`{${how}}`);
  }
  expect(screen.queryByRole("button", { name: "Show spoiler" })).toBeNull();
  expect(address()).toBe("/posts/11");
  await user.click(screen.getByRole("link", { name: "him" }));
  await waitFor(() => expect(address()).toBe("/forums"));
});

test("a picture opens larger in a dialog", async () => {
  const { user } = await read('<p><img src="/images/u/a.webp" alt="A tomato"></p>');
  await user.click(screen.getByRole("button", { name: "Open picture: A tomato" }));
  const dialog = await screen.findByRole("dialog", { name: "Picture" });
  const large = within(dialog).getByRole("img", { name: "A tomato" });
  expect(large).toHaveAttribute("src", expect.stringMatching(/a\.webp$/));
});

test("an animation stands still for people who prefer less motion until they open it", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(prefers-reduced-motion: reduce)",
    addEventListener() {},
    removeEventListener() {},
  }));
  const { user } = await read(
    '<p><img src="/images/u/a.webp" alt="A cat"><img src="/images/u/b.png" alt="A cup"></p>',
  );
  const shown = (name: string) => screen.getByRole("button", { name }).getAttribute("src");
  expect(shown("Open picture: A cat")).toBe("/images/u/a.webp?size=400");
  expect(shown("Open picture: A cup")).toBe("/images/u/b.png");
  await user.click(screen.getByRole("button", { name: "Open picture: A cat" }));
  const dialog = await screen.findByRole("dialog", { name: "Picture" });
  const large = within(dialog).getByRole("img", { name: "A cat" });
  expect(large).toHaveAttribute("src", expect.stringMatching(/a\.webp$/));
});

test("tables and code can be scrolled by keyboard, tasks have names", async () => {
  await read(
    '<pre><code>x</code></pre><table><tr><td>1</td></tr></table><ul><li><input type="checkbox" disabled> Sow</li></ul>',
  );
  expect(screen.getByRole("table").parentElement).toHaveAttribute("tabindex", "0");
  expect(screen.getByText("x").parentElement).toHaveAttribute("tabindex", "0");
  expect(screen.getByRole("checkbox", { name: "Sow" })).toBeDisabled();
});
