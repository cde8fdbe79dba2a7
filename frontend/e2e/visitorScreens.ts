import type { Page } from "@playwright/test";
import { register } from "./api.ts";
import { signIn } from "./forum.ts";
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
import { protect } from "./totp.ts";

const registerWithCodes = (username: string) => async (page: Page) => {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByLabel("Confirm password").fill("correct horse");
  await page.getByRole("checkbox", { name: "Generate recovery codes" }).check();
  await press("Create account")(page);
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
};

export const VISITOR: Screen[] = [
  { name: "home", path: () => "/", shows: trending },
  { name: "login", path: () => "/login", shows: button("Sign in") },
  { name: "register", path: () => "/register", shows: button("Create account") },
  {
    name: "the codes of a new account",
    path: () => "/register",
    open: registerWithCodes("keeper"),
    shows: (page) => page.getByRole("group", { name: "Recovery codes" }),
  },
  {
    name: "leaving the codes",
    path: () => "/register",
    async open(page) {
      await registerWithCodes("leaver")(page);
      await page.getByRole("link", { name: "Forums" }).click();
    },
    shows: dialog,
  },
  { name: "forums", path: () => "/forums", shows: (page) => page.getByRole("article").first() },
  { name: "forums of a topic", path: () => "/forums?topic=chess", shows: link("Chess") },
  {
    name: "no forum found",
    path: () => "/forums?keyword=nowhere",
    shows: (page) => page.getByText("No forums found matching your search."),
  },
  { name: "forum", path: ({ forum }) => `/forums/${forum.id}`, shows: link("First tomatoes") },
  { name: "post", path: ({ post }) => `/posts/${post.id}`, shows: button("Copy link") },
  {
    name: "moderation log",
    path: () => "/modlog",
    shows: link("mallory"),
  },
  { name: "rules", path: () => "/rules", shows: heading("Rules of this site") },
  { name: "page", path: () => "/pages/imprint", shows: heading("Imprint") },
  { name: "search", path: () => "/search?q=tomatoes&in=posts", shows: link("First tomatoes") },
  {
    name: "nothing found",
    path: () => "/search?q=xylophone&in=people",
    shows: link("Search without filters"),
  },
  { name: "share", path: () => "/posts/share", shows: button("Facebook") },
  {
    name: "a forgotten password",
    path: () => "/login/forgotten",
    async open(page) {
      await offerMail(page);
      await page.goto(page.url().replace("recovery", "forgotten"));
    },
    shows: button("Send link"),
  },
  { name: "a new password", path: () => "/password/new?token=a", shows: button("Set password") },
  { name: "a link that ended", path: () => "/password/new", shows: link("Ask for a new link") },
  {
    name: "confirming an address",
    path: () => "/email/confirm?token=a",
    shows: button("Confirm address"),
  },
  {
    name: "recovery",
    path: () => "/login/recovery",
    shows: heading("Forgot your password?"),
  },
  {
    name: "second step",
    path: () => "/login",
    async open(page) {
      const walter = await register(new URL(page.url()).origin, "walter");
      await protect(walter);
      await signIn(page, walter);
    },
    shows: heading("One more step"),
  },
  {
    name: "sign-in with a provider that failed",
    path: () => "/login?error=provider-unavailable",
    open: (page) => offerProvider(page),
    shows: link("Continue with Work"),
  },
  {
    name: "a name for who came from a provider",
    path: () => "/login",
    async open(page) {
      const registration = { ticket: "ticket", username: "walter2" };
      await page.route("**/login/complete", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ json: { registration } })
          : route.continue(),
      );
      await page.goto("/login/complete?ticket=any");
    },
    shows: button("Create account"),
  },
  { name: "not found", path: () => "/nothing/here", shows: heading("Not found") },
];
