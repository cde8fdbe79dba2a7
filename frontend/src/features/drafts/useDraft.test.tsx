import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { question } from "../../ui/confirm";
import { clearDrafts } from "./clearDrafts";
import { hasDraft } from "./draftStorage";
import { confirmDiscard, useDraft } from "./useDraft";

const KEY = "1:reply-11-post";
const draft = (key = KEY, base = "") =>
  renderHook((props: { key: string; base: string }) => useDraft(props.key, props.base), {
    initialProps: { key, base },
  });

afterEach(() => vi.unstubAllGlobals());

test("a draft is kept for the next visit and can be discarded", () => {
  const first = draft();
  expect(first.result.current.isRestored).toBe(false);
  act(() => first.result.current.setText("So red"));
  first.unmount();
  const { result } = draft();
  expect(result.current).toMatchObject({ text: "So red", isRestored: true, isOutdated: false });
  act(() => result.current.discard());
  expect(result.current).toMatchObject({ text: "", isRestored: false });
  expect(hasDraft(KEY)).toBe(false);
});

test("text typed while sending stays in the box and in the draft", () => {
  const { result, unmount } = draft();
  act(() => result.current.setText("First"));
  const { clearSent } = result.current;
  act(() => result.current.setText("First\nSecond"));
  act(() => clearSent("First"));
  expect(result.current.text).toBe("Second");
  unmount();
  expect(draft().result.current.text).toBe("Second");
});

test("other text typed while sending stays whole", () => {
  const { result } = draft();
  act(() => result.current.setText("First"));
  const { clearSent } = result.current;
  act(() => result.current.setText("Something else"));
  act(() => clearSent("First"));
  expect(result.current.text).toBe("Something else");
});

test("a sent text leaves no draft, even after the box is gone", () => {
  const { result, unmount } = draft();
  act(() => result.current.setText("First"));
  const { clearSent } = result.current;
  unmount();
  clearSent("First");
  expect(hasDraft(KEY)).toBe(false);
});

test("sending for one target leaves the draft of the next alone", () => {
  const { result, rerender } = draft("1:message-2");
  act(() => result.current.setText("Hello"));
  const { clearSent } = result.current;
  rerender({ key: "1:message-3", base: "" });
  act(() => result.current.setText("Hello"));
  act(() => clearSent("Hello"));
  expect(result.current.text).toBe("Hello");
  expect(hasDraft("1:message-3")).toBe(true);
  expect(hasDraft("1:message-2")).toBe(false);
});

test("sending in one tab keeps the different draft of another", () => {
  const [one, other] = [draft(), draft()];
  act(() => one.result.current.setText("From one tab"));
  act(() => other.result.current.setText("From another"));
  act(() => one.result.current.clearSent("From one tab"));
  expect(one.result.current.text).toBe("");
  expect(other.result.current.text).toBe("From another");
  expect(draft().result.current.text).toBe("From another");
});

test("a draft of another tab is offered, not overwritten", () => {
  const [one, other] = [draft(), draft()];
  act(() => one.result.current.setText("From one tab"));
  act(() => other.result.current.setText("From another"));
  expect(other.result.current).toMatchObject({ text: "From another", other: "From one tab" });
  const { result } = draft();
  expect(result.current).toMatchObject({ text: "From another", other: "From one tab" });
  act(() => result.current.swapOther());
  expect(result.current).toMatchObject({ text: "From one tab", other: "From another" });
  act(() => result.current.dropOther());
  expect(draft().result.current.other).toBeUndefined();
});

test("an edit draft of an older version is marked as outdated", () => {
  const first = draft(KEY, "Version 1");
  act(() => first.result.current.setText("My version"));
  first.unmount();
  const { result } = draft(KEY, "Version 2");
  expect(result.current).toMatchObject({ text: "My version", isOutdated: true });
  act(() => result.current.setText("My version still"));
  expect(result.current.isOutdated).toBe(true);
  act(() => result.current.discard());
  expect(result.current).toMatchObject({ text: "Version 2", isOutdated: false });
});

test("an untouched text follows the version on the server", () => {
  const { result, rerender } = draft(KEY, "Version 1");
  rerender({ key: KEY, base: "Version 2" });
  expect(result.current).toMatchObject({ text: "Version 2", isOutdated: false });
  act(() => result.current.setText("Mine"));
  rerender({ key: KEY, base: "Version 3" });
  expect(result.current).toMatchObject({ text: "Mine", isOutdated: true });
});

test("a sent edit is replaced by the server's version", () => {
  const { result, rerender } = draft(KEY, "Version 1");
  act(() => result.current.setText("Version 2"));
  act(() => result.current.clearSent("Version 2"));
  rerender({ key: KEY, base: "Version 2" });
  expect(result.current).toMatchObject({ text: "Version 2", isOutdated: false });
  expect(hasDraft(KEY)).toBe(false);
});

test("a short text is discarded without a question", async () => {
  const { result } = draft();
  act(() => result.current.setText("Short"));
  await act(async () => expect(await confirmDiscard(result.current)).toBe(true));
  expect(result.current.text).toBe("");
});

test("a text above 80 characters is discarded only when confirmed", async () => {
  const { result } = draft();
  const long = "word ".repeat(20);
  act(() => result.current.setText(long));
  const kept = confirmDiscard(result.current);
  await waitFor(() => expect(question.get()).not.toBeNull());
  question.get()?.answer(null);
  expect(await kept).toBe(false);
  expect(result.current.text).toBe(long);
  const discarded = confirmDiscard(result.current);
  await waitFor(() => expect(question.get()).not.toBeNull());
  await act(async () => question.get()?.answer({}));
  expect(await discarded).toBe(true);
  expect(result.current.text).toBe("");
});

test("throwing storage loses the draft but not the text", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  const { result } = draft();
  act(() => result.current.setText("So red"));
  expect(result.current.text).toBe("So red");
  act(() => result.current.clearSent("So red"));
  expect(result.current.text).toBe("");
  expect(hasDraft(KEY)).toBe(false);
  expect(() => clearDrafts(1)).not.toThrow();
});

test("a stored draft of an older release is restored as plain text", () => {
  localStorage.setItem(`draft:${KEY}`, "123");
  expect(draft().result.current.text).toBe("123");
});
