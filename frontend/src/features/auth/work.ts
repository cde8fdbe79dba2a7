import { api, unwrap } from "../../api/client";
import { ApiError, statusOf } from "../../api/error";
import type { Puzzle } from "./solve";

/** What goes along with a registration; nothing where no work is asked for. */
type Done = { challenge?: string; solution?: string };
type How = { onBegin: () => void; signal: AbortSignal };

/**
 * Does the work that the server asks of whoever registers, and sends with it. The server looks at
 * the form first: work for a form that it sends back is good for the next one, mostly.
 */
export function createWork() {
  let kept: Done | undefined;
  return async function withWork<T>(send: (done: Done) => Promise<T>, how: How): Promise<T> {
    const before = kept;
    kept = undefined;
    const done = before ?? (await work(how));
    try {
      return await send(done);
    } catch (error) {
      if (statusOf(error) === 422) kept = done;
      // Too old by now, or used up by what only showed later.
      if (before && statusOf(error) === 403) return withWork(send, how);
      throw error;
    }
  };
}

async function work({ onBegin, signal }: How): Promise<Done> {
  const puzzle = await unwrap(api.GET("/register/challenge", { signal }));
  if (puzzle.bits === 0) return {};
  onBegin();
  return { challenge: puzzle.challenge, solution: await solution(puzzle, signal) };
}

/** Looked for beside the page, which stays alive meanwhile. */
function solution(puzzle: Puzzle, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL("./work.worker.ts", import.meta.url), { type: "module" });
  const found = new Promise<string>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<string>) => resolve(data));
    worker.addEventListener("error", () => reject(new ApiError("request")));
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none to name
  worker.postMessage(puzzle);
  return found.finally(() => worker.terminate());
}
