import { expect, test } from "vitest";
import { answer, refuse } from "../../test/server";
import { ann, signIn } from "../../test/fixtures";
import { onForbidden } from "./client";
import { refreshMe, refreshMeAfterChange } from "./me";
import { session } from "./session";

const entries = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ forumId: first + index }));

test("an access list of several pages is read to its end", async () => {
  signIn();
  answer("get", "/api/user/{id}", ann({ userImage: "/fresh.svg" }));
  const calls = answer(
    "get",
    "/moderation/user/{id}",
    ({ url }) => (url.searchParams.get("cursor") ? entries(101, 20) : entries(1, 100)),
    { headers: ({ url }) => more(url) },
  );
  await refreshMe();
  expect(calls.map(({ url }) => url.searchParams.get("cursor"))).toEqual([null, "after-100"]);
  expect(session.get().access).toEqual(entries(1, 120));
  expect(session.get().user?.userImage).toBe("/fresh.svg");
});

test("a picture that is saved meanwhile stays", async () => {
  signIn();
  const saved = () => ann({ userImage: "/saved.svg" });
  let isSaved = false;
  answer("get", "/api/user/{id}", () => {
    if (isSaved) return saved();
    isSaved = true;
    session.set({ user: saved() });
    return ann({ userImage: "/old.svg" });
  });
  const calls = answer("get", "/moderation/user/{id}", []);
  await refreshMe();
  expect(session.get().user?.userImage).toBe("/saved.svg");
  expect(calls).toHaveLength(2);
});

test("a role that changes during a refresh is read after it", async () => {
  signIn();
  let nth = 0;
  answer("get", "/api/user/{id}", () => ann({ userImage: `/${(nth += 1)}.svg` }));
  answer("get", "/moderation/user/{id}", []);
  await Promise.all([refreshMe(), refreshMeAfterChange()]);
  expect(session.get().user?.userImage).toBe("/2.svg");
});

test("a refused refresh starts no other one", async () => {
  signIn();
  const calls = [refuse("get", "/api/user/{id}", 403), refuse("get", "/moderation/user/{id}", 403)];
  const stop = onForbidden(() => void refreshMe());
  await refreshMe();
  await refreshMe();
  stop();
  expect(calls.map(({ length }) => length)).toEqual([2, 2]);
});

test("a user stored in an old shape is fetched again", async () => {
  signIn();
  localStorage.setItem("user", '{"name":"ann"}');
  session.reload();
  expect(session.get().user).toBeNull();
  answer("get", "/api/user/{id}", ann());
  answer("get", "/moderation/user/{id}", []);
  await refreshMe();
  expect(session.get().user?.username).toBe("ann");
});

function more(url: URL): Record<string, string> {
  if (url.searchParams.has("cursor")) return {};
  return { Link: '</moderation/user/1?cursor=after-100>; rel="next"' };
}
