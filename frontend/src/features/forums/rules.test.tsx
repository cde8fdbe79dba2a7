import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { forum, signIn } from "../../../test/fixtures";
import { answer, refuse } from "../../../test/server";

const RULES = {
  rules: "Be kind",
  rules_html: "<p>Be kind</p>",
  blockedWords: ["casino", "buy now"],
  holdLinksOfNew: true,
  minAccountAgeHours: 24,
};
const PUBLIC = { rules: "Be kind", rules_html: "<p>Be kind</p>" };

function atForum() {
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forum/{id}/posts", []);
  return visit("/forums/7");
}

function atSettings() {
  signIn({}, [7]);
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forums/{id}/rules", RULES);
  return visit("/forums/7/settings");
}

test("readers open the rules below the description", async () => {
  answer("get", "/api/forums/{id}/rules", PUBLIC);
  const { user } = atForum();
  const line = await screen.findByText("Forum rules");
  expect(screen.getByText("Be kind")).not.toBeVisible();
  await user.click(line);
  expect(screen.getByText("Be kind")).toBeVisible();
});

test("a forum without rules has no line for them", async () => {
  atForum();
  expect(await screen.findByText("All that grows")).toBeVisible();
  expect(screen.queryByText("Forum rules")).not.toBeInTheDocument();
});

test("moderators change all rules and settings", async () => {
  const calls = answer("put", "/api/forums/{id}/rules", RULES);
  const { user } = atSettings();
  const words = await screen.findByRole("textbox", { name: "Blocked words" });
  expect(words).toHaveValue("casino\nbuy now");
  const hours = screen.getByRole("spinbutton", { name: "Minimum age of an account, in hours" });
  expect(hours).toHaveValue(24);
  await user.clear(words);
  await user.type(words, " lottery {Enter}{Enter}casino");
  await user.clear(hours);
  await user.type(hours, "0");
  await user.type(screen.getByRole("textbox", { name: "Rules" }), "!");
  const holds = screen.getByRole("checkbox", {
    name: "Hold posts and replies with links by new members",
  });
  expect(holds).toBeChecked();
  await user.click(holds);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Rules saved.")).toBeVisible();
  expect(calls[0]?.body).toEqual({
    rules: "Be kind!",
    blockedWords: ["lottery", "casino"],
    holdLinksOfNew: false,
    minAccountAgeHours: 0,
  });
});

test("the settings link to the forum's queue", async () => {
  const { user, address } = atSettings();
  const listed = answer("get", "/api/reports", []);
  await user.click(
    await screen.findByRole("link", { name: "Reports and posts awaiting approval" }),
  );
  expect(await screen.findByText("No open reports.")).toBeVisible();
  expect(await screen.findByRole("link", { name: "Gardening" })).toHaveAttribute(
    "href",
    "/forums/7",
  );
  expect(listed[0]?.url.search).toBe("?forum=7");
  await user.click(screen.getByRole("link", { name: "Show all forums" }));
  await waitFor(() => expect(listed.at(-1)?.url.search).toBe(""));
  expect(address()).toBe("/moderation/queue");
  expect(screen.getByRole("heading", { name: "Reports" })).toHaveFocus();
});

test("a refused word shows its error at the field", async () => {
  refuse("put", "/api/forums/{id}/rules", 422, {
    errors: [{ field: "blockedWords", message: "Each word must have a letter or a digit." }],
  });
  const { user } = atSettings();
  await user.click(await screen.findByRole("button", { name: "Save" }));
  const words = screen.getByRole("textbox", { name: "Blocked words" });
  await waitFor(() => expect(words).toHaveFocus());
  expect(words).toHaveAccessibleDescription("Each word must have a letter or a digit.");
});

test("unsaved rules are kept as a draft until Cancel", async () => {
  const { user, router, address } = atSettings();
  const rules = () => screen.findByRole("textbox", { name: "Rules" });
  const words = () => screen.getByRole("textbox", { name: "Blocked words" });
  const [told, blocked] = [(await rules()).textContent, words().textContent];
  await user.type(await rules(), " and patient".repeat(8));
  await user.type(words(), "{Enter}roulette");
  await router.navigate("/drafts");
  await screen.findByRole("heading", { name: "Drafts" });
  await router.navigate("/forums/7/settings");
  expect(await screen.findByText("Draft restored")).toBeVisible();
  expect(await rules()).toHaveValue(told + " and patient".repeat(8));
  expect(words()).toHaveValue(`${blocked}\nroulette`);
  answer("get", "/api/forum/{id}/posts", []);
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(address()).toBe("/forums/7"));
  await router.navigate("/forums/7/settings");
  expect(await rules()).toHaveValue(told);
});

test("whoever does not moderate the forum is told so", async () => {
  signIn({}, [8]);
  answer("get", "/forums/{id}", forum());
  visit("/forums/7/settings");
  expect(
    await screen.findByText("Only moderators of this forum can change its rules."),
  ).toBeVisible();
});

test("rules are shown above a new post until dismissed", async () => {
  signIn();
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forums/{id}/rules", PUBLIC);
  const { user, router } = visit("/forums/7/create-post");
  const note = within(await screen.findByRole("region", { name: "Forum rules" }));
  await user.click(note.getByRole("button", { name: "Read the rules" }));
  expect(note.getByText("Be kind")).toBeVisible();
  await user.click(note.getByRole("button", { name: "Got it" }));
  expect(screen.queryByRole("region", { name: "Forum rules" })).not.toBeInTheDocument();
  await router.navigate("/drafts");
  await router.navigate("/forums/7/create-post");
  expect(await screen.findByRole("heading", { name: "Create a Post" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Forum rules" })).not.toBeInTheDocument();
});
