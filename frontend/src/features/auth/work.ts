import { api, call } from "../../api/client";
import { ApiError } from "../../api/error";
import type { Puzzle } from "./solve";

/** Solves the puzzle that the server sets whoever registers; nothing where it sets none. */
export async function work(onBegin: () => void) {
  const puzzle = await call(api.GET("/register/challenge"));
  if (puzzle.bits === 0) return {};
  onBegin();
  return { challenge: puzzle.challenge, solution: await solution(puzzle) };
}

/** Looked for beside the page, which stays alive meanwhile. */
function solution(puzzle: Puzzle): Promise<string> {
  const worker = new Worker(new URL("./work.worker.ts", import.meta.url), { type: "module" });
  const found = new Promise<string>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<string>) => resolve(data));
    worker.addEventListener("error", () => reject(new ApiError("request")));
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none to name
  worker.postMessage(puzzle);
  return found.finally(() => worker.terminate());
}
