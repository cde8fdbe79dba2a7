import { expect, test, vi } from "vitest";
import { hasStayed } from "./hasStayed";

vi.unmock("./hasStayed");

test("a visitor has stayed ten seconds after the start of the page", async () => {
  vi.useFakeTimers();
  vi.spyOn(performance, "now").mockReturnValue(4_000);
  const stayed = vi.fn<() => void>();
  void hasStayed().then(stayed);
  await vi.advanceTimersByTimeAsync(5_999);
  expect(stayed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(stayed).toHaveBeenCalledOnce();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
