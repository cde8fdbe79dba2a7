import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { resetSite, signIn } from "../../../test/fixtures";
import { answer, refuse, SITE as NEW_SITE } from "../../../test/server";
import type { Day, Site } from "../../api/types";

vi.mock("uplot", () => ({
  default: class {
    static tzDate = (date: Date) => date;
    destroy() {}
    setSize() {}
  },
}));

const ADMIN = { authorities: [{ name: "ROLE_ADMIN" }] };
const SITE: Site = {
  ...NEW_SITE,
  name: "Garden Talk",
  tagline: "About gardens",
  rules: "Be kind",
  rules_html: "<p>Be kind</p>",
};

afterEach(resetSite);

function day(change: Partial<Day>): Day {
  const none = {
    registrations: 0,
    activeMembers: 0,
    posts: 0,
    replies: 0,
    messages: 0,
    reports: 0,
  };
  return { day: "2026-11-25", ...none, ...change };
}

test("visitors see the name of the site in the bar and the title", async () => {
  answer("get", "/api/site", SITE);
  answer("get", "/forums", []);
  visit("/forums");
  expect(await screen.findByRole("link", { name: "Garden Talk" })).toHaveAttribute("href", "/");
  expect(document.title).toBe("Forums · Garden Talk");
});

test("changed settings are still there after a look at another tab", async () => {
  signIn(ADMIN);
  answer("get", "/api/site", SITE);
  answer("get", "/users/admin", []);
  const { user } = visit("/admin/site");
  const name = await screen.findByRole("textbox", { name: "Name" });
  await user.type(name, " of ours");
  await user.selectOptions(screen.getByRole("combobox", { name: "Registration" }), "Closed");
  const tabs = within(screen.getByRole("navigation", { name: "Administration" }));
  await user.click(tabs.getByRole("link", { name: "Users" }));
  await screen.findByText("Wow, such empty!");
  await user.click(tabs.getByRole("link", { name: "Site" }));
  expect(await screen.findByRole("textbox", { name: "Name" })).toHaveValue("Garden Talk of ours");
  expect(screen.getByRole("combobox", { name: "Registration" })).toHaveValue("closed");
  expect(screen.getByText("Draft restored")).toBeVisible();
});

test("an admin renames the site and closes registration", async () => {
  signIn(ADMIN);
  answer("get", "/api/site", SITE);
  const changed = { ...SITE, name: "Fish & Ships", registration: "closed" };
  const calls = answer("put", "/api/site", changed);
  const { user } = visit("/admin/site");
  const name = await screen.findByRole("textbox", { name: "Name" });
  expect(name).toHaveValue("Garden Talk");
  await user.clear(name);
  await user.type(name, "Fish & Ships");
  await user.selectOptions(screen.getByRole("combobox", { name: "Registration" }), "Closed");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Settings saved.")).toBeVisible();
  const { name: named, tagline, rules, registration } = changed;
  expect(calls[0]?.body).toEqual({ name: named, tagline, rules, registration });
  expect(screen.getByRole("link", { name: "Fish & Ships" })).toBeVisible();
  expect(document.title).toBe("Site settings · Fish & Ships");
  expect(screen.getByText(/Invitation links don't work/)).toBeVisible();
});

test("an admin without a second step is told to set one up before asking others", async () => {
  signIn(ADMIN);
  answer("get", "/api/site", { ...SITE, secondStep: "moderators" });
  const detail = "Set up a second step for your own account first.";
  const calls = refuse("put", "/api/site", 409, { code: "no-second-step", detail });
  const { user } = visit("/admin/site");
  const name = "Who needs a second step to sign in";
  const field = await screen.findByRole("combobox", { name });
  expect(field).toHaveDisplayValue("Moderators and admins");
  await user.selectOptions(field, "Everyone");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(detail)));
  expect(calls[0]?.body).toMatchObject({ secondStep: "everyone" });
});

test("saving the name leaves a policy alone that another admin may have changed", async () => {
  signIn(ADMIN);
  answer("get", "/api/site", { ...SITE, secondStep: "moderators" });
  const calls = answer("put", "/api/site", SITE);
  const { user } = visit("/admin/site");
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "s");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Settings saved.")).toBeVisible();
  expect(calls[0]?.body).not.toHaveProperty("secondStep");
});

test("unsaved site rules are kept as a draft", async () => {
  signIn(ADMIN);
  answer("get", "/api/site", SITE);
  answer("put", "/api/site", { ...SITE, rules: "Be kind to bees" });
  const { user, router } = visit("/admin/site");
  await user.type(await screen.findByRole("textbox", { name: "Rules" }), " to bees");
  await router.navigate("/drafts");
  await screen.findByRole("heading", { name: "Drafts" });
  await router.navigate("/admin/site");
  expect(await screen.findByText("Draft restored")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Rules" })).toHaveValue("Be kind to bees");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Settings saved.")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Rules" })).toHaveValue("Be kind to bees");
  expect(screen.queryByText("Draft restored")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(Object.keys(localStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
});

test("an admin makes an invitation, which is shown once", async () => {
  signIn(ADMIN);
  answer("get", "/api/site", { ...SITE, registration: "invite" });
  const until = "2026-12-02T10:00:00.000Z";
  answer("post", "/api/invites", { url: "/register?invite=abc", until }, { status: 201 });
  const { user } = visit("/admin/site");
  await user.click(await screen.findByRole("button", { name: "Create invitation" }));
  const link = await screen.findByRole("textbox", { name: "Invitation link" });
  expect(link).toHaveValue(`${location.origin}/register?invite=abc`);
  expect(link).toHaveAccessibleDescription(/Valid until .*It is not shown again/);
});

test("an admin sees who made the open invitations, and revokes one", async () => {
  signIn(ADMIN);
  answer("get", "/api/site", SITE);
  const until = "2031-05-04T10:00:00.000Z";
  answer("get", "/api/invites", [
    { id: 2, by: null, until },
    { id: 1, by: "ada", until },
  ]);
  const revoked = answer("delete", "/api/invites/{id}", null, { status: 204 });
  const { user } = visit("/admin/site");
  const list = within(await screen.findByRole("list", { name: "Open invitations" }));
  const [byNobody, byAda] = await list.findAllByRole("listitem");
  expect(byNobody).toHaveTextContent(/^Valid until May 4, 2031/);
  expect(byAda).toHaveTextContent(/by ada/);
  await user.click(within(byAda!).getByRole("button", { name: "Revoke" }));
  answer("get", "/api/invites", [{ id: 2, by: null, until }]);
  const dialog = await screen.findByRole("dialog", { name: "Revoke this invitation?" });
  await user.click(within(dialog).getByRole("button", { name: "Revoke" }));
  expect(await screen.findByText("Invitation revoked.")).toBeVisible();
  expect(revoked[0]?.url.pathname).toBe("/api/invites/1");
  await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(1));
});

test("the link of a new invitation goes with it when it is revoked", async () => {
  signIn(ADMIN);
  answer("get", "/api/site", { ...SITE, registration: "invite" });
  const until = "2031-05-04T10:00:00.000Z";
  answer("get", "/api/invites", [
    { id: 2, by: "ada", until },
    { id: 1, by: "ada", until: "2031-05-03T10:00:00.000Z" },
  ]);
  answer("post", "/api/invites", { url: "/register?invite=abc", until }, { status: 201 });
  answer("delete", "/api/invites/{id}", null, { status: 204 });
  const { user } = visit("/admin/site");
  await user.click(await screen.findByRole("button", { name: "Create invitation" }));
  await screen.findByRole("textbox", { name: "Invitation link" });
  const revoke = async (at: number) => {
    await user.click(screen.getAllByRole("button", { name: "Revoke" })[at]!);
    const dialog = await screen.findByRole("dialog", { name: "Revoke this invitation?" });
    await user.click(within(dialog).getByRole("button", { name: "Revoke" }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  };
  await revoke(1);
  expect(screen.getByRole("textbox", { name: "Invitation link" })).toBeVisible();
  await revoke(0);
  await waitFor(() =>
    expect(screen.queryByRole("textbox", { name: "Invitation link" })).toBeNull(),
  );
});

test("statistics have a chart, sums and all numbers by day", async () => {
  signIn(ADMIN);
  const days = [
    day({ day: "2026-11-24", posts: 3, activeMembers: 2 }),
    day({ posts: 1_000, activeMembers: 5 }),
  ];
  const calls = answer("get", "/api/site/statistics", days);
  const { user, address } = visit("/admin/statistics");
  const posts = within(await screen.findByRole("region", { name: "Posts" }));
  expect(posts.getByText("1,003")).toBeVisible();
  expect(posts.getByText("1,000")).toBeVisible();
  const active = within(screen.getByRole("region", { name: "Active members" }));
  expect(active.queryByText("total")).not.toBeInTheDocument();
  await user.click(screen.getByText("Numbers by day"));
  const rows = within(screen.getByRole("table")).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "DayActive membersRegistrationsPostsRepliesMessagesReports",
    "Nov 25, 2026501,000000",
    "Nov 24, 2026203000",
  ]);
  await user.click(screen.getByRole("link", { name: "365 days" }));
  await waitFor(() => expect(address()).toBe("/admin/statistics?days=365"));
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("days")).toBe("365"));
});

test("the admin tabs are in the URL; others see none", async () => {
  signIn(ADMIN);
  answer("get", "/users/admin", []);
  visit("/admin/users");
  const tabs = within(await screen.findByRole("navigation", { name: "Administration" }));
  expect(tabs.getByRole("link", { name: "Users" })).toHaveAttribute("aria-current", "page");
  expect(tabs.getByRole("link", { name: "Users" })).toHaveAttribute("href", "/users/admin");
  expect(tabs.getByRole("link", { name: "Statistics" })).toHaveAttribute(
    "href",
    "/admin/statistics",
  );
});

test.each(["/admin/site", "/admin/statistics", "/users/admin"])(
  "%s is marked as a part of ADMIN in the bar",
  async (address) => {
    signIn(ADMIN);
    answer("get", "/users/admin", []);
    answer("get", "/api/site/statistics", []);
    visit(address);
    await screen.findByRole("navigation", { name: "Administration" });
    const bar = within(screen.getByRole("navigation", { name: "Main" }));
    const link = bar.getByRole("link", { name: "ADMIN" });
    expect(link).toHaveAttribute("aria-current", "page");
    expect(link).toHaveClass("active");
    expect(bar.getByRole("link", { name: "Home" })).not.toHaveAttribute("aria-current");
  },
);

test("statistics are for admins alone", async () => {
  signIn();
  visit("/admin/statistics");
  expect(await screen.findByText("Only admins can see this page.")).toBeVisible();
});

test("the registration shows the rules of the site", async () => {
  answer("get", "/api/site", SITE);
  const { user } = visit("/register");
  await user.click(await screen.findByText("Rules of this site"));
  expect(screen.getByText("Be kind")).toBeVisible();
});

test("a closed site has no form to register", async () => {
  answer("get", "/api/site", { ...SITE, registration: "closed" });
  visit("/register?invite=abc");
  expect(await screen.findByText(/Nobody can sign up here at the moment/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Create account" })).not.toBeInTheDocument();
});

test("a site by invitation takes the code of the address", async () => {
  answer("get", "/api/site", { ...SITE, registration: "invite" });
  const { user, router } = visit("/register");
  expect(await screen.findByText(/You need an invitation/)).toBeVisible();
  await router.navigate("/register?invite=abc");
  const calls = refuse("post", "/register", 403, {
    code: "registration-closed",
    detail: "You need a valid invitation to sign up here.",
  });
  await user.type(await screen.findByRole("textbox", { name: "Username" }), "dora");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await user.type(screen.getByLabelText("Confirm password"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Create account" }));
  expect(await screen.findByText("You need a valid invitation to sign up here.")).toBeVisible();
  expect(calls[0]?.body).toMatchObject({ invite: "abc" });
});
