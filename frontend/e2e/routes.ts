import type { Locator, Page } from "@playwright/test";
import type { World } from "./world.ts";

type Shown = { heading: string; title: string; shows: (page: Page) => Locator };

/** A route with its heading, title and other expected content. */
type Route = Shown & {
  path: (world: World) => string;
  auth?: true;
  /** What it shows to members, where that differs. */
  member?: Shown;
};

const button = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true });
const link = (name: string) => (page: Page) => page.getByRole("link", { name, exact: true });
const FORUM = { heading: "Gardening", title: "Gardening · POST-UP" };

const HOME: Shown = {
  heading: "What people are talking about",
  title: "POST-UP",
  shows: (page) => page.getByRole("region", { name: "Trending Now" }),
};

export const ROUTES: Record<string, Route> = {
  "/": {
    path: () => "/",
    ...HOME,
  },
  "/logged-in": {
    path: () => "/logged-in",
    auth: true,
    heading: "What people are talking about",
    title: "POST-UP",
    shows: (page) => page.getByRole("dialog", { name: "Welcome, admin!" }),
  },
  "/login": {
    path: () => "/login",
    heading: "Please Sign In",
    title: "Login · POST-UP",
    shows: button("Sign in"),
    member: HOME,
  },
  // The forum of these screens sends no mail.
  "/login/forgotten": {
    path: () => "/login/forgotten",
    heading: "Forgot your password?",
    title: "Forgot your password? · POST-UP",
    shows: button("Set password and sign in"),
  },
  "/password/new": {
    path: () => "/password/new?token=unknown",
    heading: "Set a new password",
    title: "Set a new password · POST-UP",
    shows: button("Set password"),
  },
  "/email/confirm": {
    path: () => "/email/confirm?token=unknown",
    heading: "Confirm your e-mail address",
    title: "Confirm your e-mail address · POST-UP",
    shows: button("Confirm address"),
  },
  "/login/recovery": {
    path: () => "/login/recovery",
    heading: "Forgot your password?",
    title: "Forgot your password? · POST-UP",
    shows: button("Set password and sign in"),
  },
  "/login/second-step": {
    path: () => "/login/second-step",
    heading: "Please Sign In",
    title: "Login · POST-UP",
    shows: button("Sign in"),
    member: HOME,
  },
  "/login/complete": {
    path: () => "/login/complete",
    heading: "Please Sign In",
    title: "Login · POST-UP",
    shows: button("Sign in"),
    member: HOME,
  },
  "/logout": {
    path: () => "/logout",
    heading: "Please Sign In",
    title: "Login · POST-UP",
    shows: link("Login"),
    member: {
      heading: "Sign out?",
      title: "Sign out? · POST-UP",
      shows: button("Sign out"),
    },
  },
  "/register": {
    path: () => "/register",
    heading: "Create Account",
    title: "Create Account · POST-UP",
    shows: (page) => page.getByRole("radiogroup", { name: "Stock avatars" }),
    member: HOME,
  },
  "/settings/{tab}": {
    path: () => "/settings/security",
    auth: true,
    heading: "Settings",
    title: "Sign-in & security · POST-UP",
    shows: button("Save"),
  },
  "/forums": {
    path: () => "/forums?topic=chess",
    heading: "Forums about “chess”",
    title: "Forums about “chess” · POST-UP",
    shows: link("Return to Forums"),
  },
  "/forums/favorites": {
    path: () => "/forums/favorites",
    auth: true,
    heading: "Favorites",
    title: "Favorites · POST-UP",
    shows: link("Gardening"),
  },
  "/forums/create": {
    path: () => "/forums/create",
    auth: true,
    heading: "Create a Forum",
    title: "Create a Forum · POST-UP",
    shows: button("Submit"),
  },
  "/forums/{id}": {
    path: ({ forum }) => `/forums/${forum.id}`,
    ...FORUM,
    shows: link("First tomatoes"),
  },
  "/forums/{forumId}/posts": {
    path: ({ forum }) => `/forums/${forum.id}/posts`,
    ...FORUM,
    shows: link("First tomatoes"),
  },
  "/forums/{forumId}/posts/search": {
    path: ({ forum }) => `/forums/${forum.id}/posts/search?keyword=compost`,
    ...FORUM,
    shows: link("Compost"),
  },
  "/forums/{id}/webhooks": {
    path: ({ forum }) => `/forums/${forum.id}/webhooks`,
    auth: true,
    heading: "Webhooks",
    title: "Webhooks of Gardening · POST-UP",
    shows: button("Add a webhook"),
  },
  "/forums/{id}/settings": {
    path: ({ forum }) => `/forums/${forum.id}/settings`,
    auth: true,
    heading: "Forum rules",
    title: "Rules of Gardening · POST-UP",
    shows: button("Save"),
  },
  "/forums/{id}/create-post": {
    path: ({ forum }) => `/forums/${forum.id}/create-post`,
    auth: true,
    heading: "Create a Post",
    title: "Create a Post · POST-UP",
    shows: button("Submit"),
  },
  "/create-post": {
    path: () => "/create-post",
    auth: true,
    heading: "Where do you want to post?",
    title: "Where do you want to post? · POST-UP",
    shows: (page) => page.getByRole("link", { name: "Gardening", exact: true }).first(),
  },
  "/posts/{post}": {
    path: ({ post }) => `/posts/${post.id}`,
    heading: "First tomatoes",
    title: "First tomatoes · POST-UP",
    shows: (page) => page.getByText("How many are there?"),
  },
  "/posts/{post}/edit": {
    path: ({ own }) => `/posts/${own.id}/edit`,
    auth: true,
    heading: "Edit Post",
    title: "Edit Post · POST-UP",
    shows: button("Submit"),
  },
  "/posts/share": {
    path: ({ post }) => `/posts/share?post=${post.id}`,
    heading: "Share this post",
    title: "Share this post · POST-UP",
    shows: button("Whatsapp"),
  },
  "/forums/join": {
    path: () => "/forums/join?code=unknown",
    auth: true,
    heading: "Join a private forum",
    title: "Join a private forum · POST-UP",
    shows: (page) => page.getByText("This invitation has ended or is unknown."),
  },
  "/forums/{id}/members": {
    path: ({ forum }) => `/forums/${forum.id}/members`,
    auth: true,
    heading: "Members of this forum",
    title: "Members of this forum · POST-UP",
    shows: button("Remove bob"),
  },
  "/moderation/forum/{id}/promote": {
    path: ({ forum }) => `/moderation/forum/${forum.id}/promote`,
    auth: true,
    heading: "Promote to Moderator",
    title: "Promote to Moderator · POST-UP",
    shows: button("Remove bob"),
  },
  "/messages": {
    path: () => "/messages",
    auth: true,
    heading: "Messages",
    title: "Messages · POST-UP",
    shows: button("Send New Message"),
  },
  "/messages/{user}": {
    path: ({ bob }) => `/messages/${bob.id}`,
    auth: true,
    heading: "bob",
    title: "bob · POST-UP",
    shows: (page) => page.getByText("Good morning bob"),
  },
  // Other tests leave reports open.
  "/moderation/queue": {
    path: () => "/moderation/queue",
    auth: true,
    heading: "Reports",
    title: "Reports · POST-UP",
    shows: link("Rejected"),
  },
  "/rules": {
    path: () => "/rules",
    heading: "Rules of this site",
    title: "Rules of this site · POST-UP",
    shows: (page) => page.getByText("This site has no rules of its own."),
  },
  // Other tests add more entries than a page has.
  "/modlog": {
    path: () => "/modlog?user=mallory",
    heading: "Moderation log",
    title: "Moderation log · POST-UP",
    shows: (page) => page.getByRole("listitem").filter({ hasText: "admin banned mallory" }),
  },
  "/pages/{slug}": {
    path: () => "/pages/imprint",
    heading: "Imprint",
    title: "Imprint · POST-UP",
    shows: (page) => page.getByText("gardeners"),
  },
  // Newer texts of other tests come first.
  "/search": {
    path: () => "/search?q=compost&in=posts",
    heading: "Search",
    title: "compost · Search · POST-UP",
    shows: link("Compost"),
  },
  "/saved": {
    path: () => "/saved",
    auth: true,
    heading: "Saved",
    title: "Saved · POST-UP",
    shows: (page) => page.getByText("What you save shows up here."),
  },
  // Other tests write more of his posts than a page has.
  "/u/{name}": {
    path: () => "/u/bob",
    heading: "bob",
    title: "bob · POST-UP",
    shows: (page) => page.getByRole("list", { name: "Posts" }),
  },
  "/u/{name}/posts": {
    path: () => "/u/bob/posts",
    heading: "bob",
    title: "bob · POST-UP",
    shows: (page) => page.getByRole("list", { name: "Posts" }),
  },
  "/u/{name}/replies": {
    path: () => "/u/bob/replies",
    heading: "bob",
    title: "bob · POST-UP",
    shows: (page) => page.getByRole("list", { name: "Replies" }),
  },
  "/notifications": {
    path: () => "/notifications",
    auth: true,
    heading: "Notifications",
    title: "Notifications · POST-UP",
    shows: button("Mark all as read"),
  },
  "/drafts": {
    path: () => "/drafts",
    auth: true,
    heading: "Drafts",
    title: "Drafts · POST-UP",
    shows: (page) => page.getByText("Wow, such empty!"),
  },
  "/users/admin": {
    path: () => "/users/admin",
    auth: true,
    heading: "Admin Access",
    title: "Admin Access · POST-UP",
    shows: button("Ban bob"),
  },
  "/admin/{tab}": {
    path: () => "/admin/statistics",
    auth: true,
    heading: "Admin Access",
    title: "Statistics · POST-UP",
    shows: (page) => page.getByRole("region", { name: "Active members" }),
  },
};
