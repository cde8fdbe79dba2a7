import { expect } from "@playwright/test";
import { signIn, test } from "./forum.ts";

test("a new member registers and replies through the screens", async ({ visit }) => {
  const page = await visit();
  const greta = { username: "greta", password: "correct horse" };
  await page.goto("/");
  await page.getByRole("link", { name: "Login" }).click();
  await page.getByRole("link", { name: "Create an account" }).click();
  // The previous screen has a username field too, and stays until this one is loaded.
  await expect(page.getByRole("heading", { name: "Create Account" })).toBeVisible();
  await page.getByLabel("Username").fill(greta.username);
  await page.getByLabel("Password", { exact: true }).fill(greta.password);
  await page.getByLabel("Confirm password").fill("another horse");
  await page.getByRole("radio", { name: "Avatar 3" }).check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("alert")).toHaveText("Password & Confirm Password do not match.");
  await page.getByLabel("Confirm password").fill(greta.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("status")).toHaveText("Thank you for registering, please sign in.");

  await signIn(page, greta);
  const welcome = page.getByRole("dialog", { name: "Welcome, greta!" });
  await expect(welcome).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(welcome).toBeHidden();
  await expect(page).toHaveURL("/");
  const bar = page.getByRole("navigation", { name: "Main" });
  await expect(bar).toContainText("greta");
  const picture = bar.getByRole("img", { name: "Profile picture" });
  await expect(picture).toHaveAttribute("src", "/images/avatars/avatar-3.svg");

  await bar.getByRole("link", { name: "Forums" }).click();
  await page.getByRole("link", { name: "Create Forum" }).click();
  await expect(page.getByRole("button", { name: "Submit" })).toBeDisabled();
  await page.getByLabel("Title").fill("Beekeeping");
  await page.getByLabel("Description").fill("All that hums");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("status")).toHaveText("Forum created successfully.");
  await expect(page).toHaveURL("/forums");
  await page.getByRole("link", { name: "Beekeeping" }).click();
  await expect(page.getByText("Wow, such empty!")).toBeVisible();

  await page.getByRole("link", { name: "Create Post" }).click();
  await page.getByLabel("Title").fill("A swarm in May");
  await page.getByLabel("Description").fill("It hangs in the old apple tree.");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "A swarm in May", level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "0 replies" })).toBeVisible();

  await page.getByLabel("Write a reply").click();
  await page.getByRole("button", { name: "Post reply" }).click();
  await expect(page.getByRole("alert")).toHaveText("Comment cannot be empty.");
  await page.getByLabel("Write a reply").fill("Who has a ladder?");
  await page.keyboard.press("Control+Enter");
  const thread = page.getByRole("region", { name: "Replies" });
  const first = thread.getByRole("article").filter({ hasText: "Who has a ladder?" });
  await expect(first).toBeVisible();
  await expect(page.getByLabel("Write a reply")).toHaveValue("");
  await first.getByRole("button", { name: "Reply" }).click();
  await expect(page.getByLabel("Your reply")).toBeFocused();
  await page.getByLabel("Your reply").fill("I have one");
  await first.getByRole("button", { name: "Post reply" }).click();
  const second = thread.getByRole("article").filter({ hasText: "I have one" });
  await expect(second).toBeVisible();
  await expect(page.getByRole("heading", { name: "2 replies" })).toBeVisible();

  await page.reload();
  await expect(second).toBeVisible();
  const left = async (reply: typeof first) => (await reply.boundingBox())?.x ?? 0;
  expect(await left(second)).toBeGreaterThan(await left(first));
});

test("the page says that screens are loading", async ({ visit }) => {
  const page = await visit();
  const held = Promise.withResolvers<void>();
  await page.route("**/assets/LoginScreen-*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  const waiting = page.getByRole("status");
  await expect(waiting).toHaveText("Loading . . .");
  await expect(page.getByRole("img", { name: "POST-UP" })).toBeVisible();
  held.resolve();
  await expect(page.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
  await expect(waiting).toBeHidden();
});

test("a name that is taken, and a wrong password", async ({ visit, world: { bob } }) => {
  const page = await visit();
  await page.goto("/register");
  await page.getByLabel("Username").fill("BOB");
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByLabel("Confirm password").fill("correct horse");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("alert")).toContainText("Bad Request: User already exists");
  await page.goto("/login");
  await signIn(page, { username: bob.username, password: "wrong horse" });
  await expect(page.getByRole("alert")).toHaveText("Invalid username and password!");
});

test("a screen renamed by a release still loads", async ({ visit }) => {
  const page = await visit();
  await page.goto("/");
  let old = true;
  await page.route("**/assets/LoginScreen-*.js", (route) =>
    old ? route.fulfill({ status: 404 }) : route.continue(),
  );
  page.on("request", (request) => {
    if (request.isNavigationRequest()) old = false;
  });
  await page.getByRole("link", { name: "Login" }).click();
  await expect(page.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
  await expect(page).toHaveURL("/login");
});
