import {
  button,
  dialog,
  heading,
  link,
  offerMail,
  offerProvider,
  press,
  trending,
  type Screen,
} from "./screens.ts";
import { ADMIN } from "./server.ts";
import { openForum } from "./world.ts";

export const MEMBER: Screen[] = [
  { name: "home", path: () => "/", shows: trending },
  { name: "welcome", path: () => "/logged-in", shows: dialog },
  {
    name: "profile image",
    path: () => "/",
    open: press("Profile picture"),
    shows: (page) => page.getByLabel("Profile Image URL"),
  },
  { name: "account settings", path: () => "/settings/account", shows: heading("Settings") },
  {
    name: "security settings",
    path: () => "/settings/security",
    shows: (page) => page.getByRole("list", { name: "Sessions" }),
  },
  {
    name: "setting up the second step",
    path: () => "/settings/security",
    async open(page) {
      await press("Set up…")(page);
      const card = page.getByRole("region", { name: "Second step" });
      await card.getByLabel("Your password").fill(ADMIN.password);
      await card.getByRole("button", { name: "Continue" }).click();
    },
    shows: (page) => page.getByRole("img", { name: "QR code of the key" }),
  },
  {
    name: "connected sign-ins",
    path: () => "/settings/security",
    async open(page) {
      await offerProvider(page, [
        { provider: "home", name: "Home", since: "2026-11-19T10:58:00.123Z" },
      ]);
      await press("Connect Work")(page);
    },
    shows: (page) =>
      page.getByRole("region", { name: "Connected sign-ins" }).getByLabel("Your password"),
  },
  {
    name: "creating an API token",
    path: () => "/settings/security",
    open: press("Create a token…"),
    shows: dialog,
  },
  {
    name: "new codes",
    path: () => "/settings/security",
    async open(page) {
      await page.getByLabel("Your password").fill(ADMIN.password);
      await press("Generate new codes")(page);
    },
    shows: (page) => page.getByRole("group", { name: "Recovery codes" }),
  },
  {
    name: "appearance",
    path: () => "/settings/appearance",
    shows: (page) => page.getByLabel("Language"),
  },
  { name: "your data", path: () => "/settings/data", shows: button("Download") },
  {
    name: "deleting the account",
    path: () => "/settings/data",
    open: press("Delete account"),
    shows: (page) => dialog(page).getByLabel("Password"),
  },
  {
    name: "notification settings",
    path: () => "/settings/notifications",
    shows: (page) => page.getByRole("checkbox", { name: "Mentions of my name" }),
  },
  {
    name: "an e-mail address",
    path: () => "/settings/notifications",
    open: (page) =>
      offerMail(page, {
        email: "ann@example.org",
        confirmed: true,
        pending: "ann@mail.example.org",
        switchedOff: true,
      }),
    shows: button("Send again"),
  },
  {
    name: "adding an e-mail address",
    path: () => "/settings/notifications",
    async open(page) {
      await offerMail(page);
      await press("Add an address")(page);
    },
    shows: dialog,
  },
  { name: "notifications", path: () => "/notifications", shows: link("bob") },
  {
    name: "the bell",
    path: () => "/forums",
    open: (page) => page.getByRole("button", { name: /^Notifications/ }).click(),
    shows: (page) => page.getByRole("list", { name: "Latest notifications" }),
  },
  { name: "favorites", path: () => "/forums/favorites", shows: link("Gardening") },
  { name: "create forum", path: () => "/forums/create", shows: heading("Create a Forum") },
  { name: "forum", path: ({ forum }) => `/forums/${forum.id}`, shows: link("First tomatoes") },
  {
    name: "edit forum",
    path: ({ forum }) => `/forums/${forum.id}`,
    async open(page) {
      await press("More actions")(page);
      await page.getByRole("menuitem", { name: "Edit" }).click();
    },
    shows: (page) => page.getByLabel("Title"),
  },
  {
    name: "posts found",
    path: ({ forum }) => `/forums/${forum.id}/posts/search?keyword=compost`,
    shows: link("Compost"),
  },
  {
    name: "choose the forum of a post",
    path: () => "/create-post",
    shows: heading("Where do you want to post?"),
  },
  {
    name: "post with its menu",
    path: ({ post }) => `/posts/${post.id}`,
    open: press("More actions"),
    shows: (page) => page.getByRole("menuitem", { name: "Report" }),
  },
  {
    name: "create post",
    path: ({ forum }) => `/forums/${forum.id}/create-post`,
    shows: heading("Create a Post"),
  },
  {
    name: "post with a thread, a removed reply and an open answer",
    path: ({ post }) => `/posts/${post.id}`,
    open: press("Reply"),
    shows: (page) => page.getByLabel("Your reply"),
  },
  {
    name: "a linked reply",
    path: ({ post, reply }) => `/posts/${post.id}#reply-${reply.id}`,
    shows: (page) => page.getByRole("article").filter({ hasText: "Nineteen" }),
  },
  {
    name: "share over a post",
    path: ({ post }) => `/posts/${post.id}`,
    open: (page) => page.getByRole("link", { name: "Share" }).click(),
    shows: (page) => dialog(page).getByRole("button", { name: "Facebook" }),
  },
  {
    name: "confirm",
    path: ({ post }) => `/posts/${post.id}`,
    open: press("Remove"),
    shows: dialog,
  },
  {
    name: "notification",
    path: ({ post }) => `/posts/${post.id}`,
    async open(page) {
      await page.getByLabel("Write a reply").click();
      await press("Post reply")(page);
    },
    shows: (page) => page.getByRole("alert"),
  },
  {
    name: "invitation to a private forum",
    async path({ bob }) {
      const { id } = await openForum(bob, "Orangery", "private");
      return (await bob.api.post<{ url: string }>(`/api/forums/${id}/invites`, {})).url;
    },
    shows: (page) => page.getByText("bob invites you"),
  },
  {
    name: "invitation that has ended",
    path: () => "/forums/join?code=unknown",
    shows: (page) => page.getByText("This invitation has ended or is unknown."),
  },
  {
    name: "members of a forum",
    path: ({ forum }) => `/forums/${forum.id}/members`,
    shows: button("Remove bob"),
  },
  {
    name: "promotion",
    path: ({ forum }) => `/moderation/forum/${forum.id}/promote`,
    shows: button("Remove bob"),
  },
  {
    name: "create post with tools",
    path: ({ forum }) => `/forums/${forum.id}/create-post`,
    open: (page) => page.getByLabel("Description").click(),
    shows: (page) => page.getByRole("tab", { name: "Preview" }),
  },
  {
    name: "edit reply",
    path: ({ post }) => `/posts/${post.id}`,
    open: (page) => page.getByRole("article").getByRole("button", { name: "Edit" }).first().click(),
    shows: (page) => page.getByLabel("Edit reply"),
  },
  { name: "drafts", path: () => "/drafts", shows: heading("Drafts") },
  { name: "contacts", path: () => "/messages", shows: link("bob") },
  {
    name: "people",
    path: () => "/messages",
    open: press("Send New Message"),
    shows: (page) => page.getByRole("list", { name: "Users" }),
  },
  {
    name: "chat",
    path: ({ bob }) => `/messages/${bob.id}`,
    shows: (page) => page.getByText("Hello admin"),
  },
  {
    name: "chat with somebody blocked",
    path: ({ mallory }) => `/messages/${mallory.id}`,
    shows: button("Unblock"),
  },
  {
    name: "edit message",
    path: ({ bob }) => `/messages/${bob.id}`,
    open: press("Edit"),
    shows: (page) => page.getByLabel("Edit message"),
  },
  { name: "admin", path: () => "/users/admin", shows: button("Unban mallory") },
  { name: "admins", path: () => "/users/admin?role=admin", shows: button("Demote admin") },
  {
    name: "the queue with a report",
    path: ({ bob }) => `/messages/${bob.id}`,
    async open(page) {
      await press("Report")(page);
      await dialog(page).getByRole("radio", { name: "Spam" }).check();
      await dialog(page).getByRole("button", { name: "Report" }).click();
      await page.getByText("Thank you. Your report was sent.").waitFor();
      await page.goto("/moderation/queue");
      await page.getByRole("link", { name: "Hello admin" }).click();
    },
    shows: (page) => page.getByRole("region", { name: "Report" }),
  },
  {
    name: "site settings",
    path: () => "/admin/site",
    open: press("Create invitation"),
    shows: (page) => page.getByLabel("Invitation link"),
  },
  {
    name: "pages of the site",
    path: () => "/admin/pages",
    open: press("Edit Imprint"),
    shows: button("Save"),
  },
  {
    name: "webhooks of the site",
    path: () => "/admin/webhooks",
    open: press("Add a webhook"),
    shows: button("Save"),
  },
  {
    name: "statistics",
    path: () => "/admin/statistics",
    open: (page) => page.getByText("Numbers by day").first().click(),
    shows: (page) => page.getByRole("table"),
  },
  {
    name: "rules of a forum",
    path: ({ forum }) => `/forums/${forum.id}/settings`,
    shows: button("Save"),
  },
];
