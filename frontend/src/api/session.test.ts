import { expect, test } from "vitest";
import { ann, signIn } from "../../test/things";
import { roleOf, session } from "./session";

test("keeps itself under token, user and access, and reads them again", () => {
  signIn({}, [7]);
  expect(Object.keys(localStorage).toSorted()).toEqual(["access", "token", "user"]);
  const before = session.get();
  session.reload();
  expect(session.get()).toEqual(before);
});

test("a stored picture is put into the session without its double quotes", () => {
  localStorage.setItem("token", "t");
  localStorage.setItem("user", JSON.stringify(ann({ userImage: ' "https://x/y.png" ' })));
  session.reload();
  expect(session.get().user?.userImage).toBe("https://x/y.png");
});

test("the role is the first authority's name, ROLE_USER without one", () => {
  expect(roleOf(ann({ authorities: [{ name: "ROLE_ADMIN" }, { name: "x" }] }))).toBe("ROLE_ADMIN");
  expect(roleOf(ann({ authorities: [] }))).toBe("ROLE_USER");
});

test("what is stored and is no JSON is nobody", () => {
  localStorage.setItem("user", "{");
  session.reload();
  expect(session.get().user).toBeNull();
});
