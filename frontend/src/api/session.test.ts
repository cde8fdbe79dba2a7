import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ann, signIn } from "../../test/fixtures";
import { roleOf, session, useSession } from "./session";

test("the session is stored under token, user and access", () => {
  signIn({}, [7]);
  expect(Object.keys(localStorage).toSorted()).toEqual(["access", "token", "user"]);
  const before = session.get();
  session.reload();
  expect(session.get()).toEqual(before);
});

test("a stored picture loses its double quotes", () => {
  localStorage.setItem("token", "t");
  localStorage.setItem("user", JSON.stringify(ann({ userImage: ' "https://x/y.png" ' })));
  session.reload();
  expect(session.get().user?.userImage).toBe("https://x/y.png");
});

test("an answer updates only the session that sent the request", () => {
  signIn();
  const { token } = session.get();
  expect(session.renew(token, { token: "fresh" })).toBe(true);
  expect(localStorage.getItem("token")).toBe("fresh");
  expect(session.renew(token, { token: "late" })).toBe(false);
  session.clear();
  expect(session.renew("fresh", { token: "late" })).toBe(false);
  expect(localStorage.getItem("token")).toBeNull();
});

test("the role is the first authority's name or ROLE_USER", () => {
  expect(roleOf(ann({ authorities: [{ name: "ROLE_ADMIN" }, { name: "x" }] }))).toBe("ROLE_ADMIN");
  expect(roleOf(ann({ authorities: [] }))).toBe("ROLE_USER");
});

test.each([
  "{",
  "7",
  '"ann"',
  "[]",
  '{"id":"1","username":"ann","authorities":[]}',
  '{"id":1,"username":"ann"}',
  '{"id":1,"username":"ann","authorities":[null]}',
  '{"id":1,"username":"ann","authorities":[],"userImage":7}',
])("a stored user of another shape is nobody: %s", (stored) => {
  localStorage.setItem("user", stored);
  session.reload();
  expect(session.get().user).toBeNull();
});

test.each(["{", "{}", "[7]", "[null]", '[{"forumId":"7"}]'])(
  "a stored access list of another shape is empty: %s",
  (stored) => {
    localStorage.setItem("access", stored);
    session.reload();
    expect(session.get().access).toEqual([]);
  },
);

test("unrelated storage events notify nobody", () => {
  signIn();
  const { result } = renderHook(() => ({ session: useSession() }));
  const [first, read] = [result.current, vi.spyOn(Storage.prototype, "getItem")];
  session.followStorage(new StorageEvent("storage", { key: "draft:1:post:11" }));
  expect(read).not.toHaveBeenCalled();
  act(() => session.followStorage(new StorageEvent("storage", { key: "token" })));
  expect(result.current).toBe(first);
  localStorage.clear();
  act(() => session.followStorage(new StorageEvent("storage", { key: null })));
  expect(result.current.session.token).toBe("");
});
