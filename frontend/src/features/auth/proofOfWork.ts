import { api, unwrap } from "../../api/client";
import { ApiError, statusOf } from "../../error";
import { trustedScriptUrl } from "../../ui/trusted";
// oxlint-disable-next-line import/default -- Vite makes the address
import workerUrl from "./proofOfWork.worker.ts?worker&url";
import type { Challenge } from "./solve";

/** The proof for a registration; nothing if the server requires none. */
type Proof = { challenge?: string; solution?: string };
type Options = { onBegin: () => void; signal: AbortSignal };

/**
 * Sends a registration with the proof of work that the server requires. The server checks the form first, so
 * the proof of a rejected form can mostly be used again.
 */
export function createProofOfWork() {
  let unused: Proof | undefined;
  return async function withProof<T>(
    send: (proof: Proof) => Promise<T>,
    options: Options,
  ): Promise<T> {
    const earlier = unused;
    unused = undefined;
    const proof = earlier ?? (await prove(options));
    try {
      return await send(proof);
    } catch (error) {
      if (statusOf(error) === 422) unused = proof;
      // The proof has expired, or the rejected registration has used it.
      if (earlier && statusOf(error) === 403) return withProof(send, options);
      throw error;
    }
  };
}

async function prove({ onBegin, signal }: Options): Promise<Proof> {
  const challenge = await unwrap(api.GET("/register/challenge", { signal }));
  if (challenge.bits === 0) return {};
  onBegin();
  return { challenge: challenge.challenge, solution: await solveInWorker(challenge, signal) };
}

/** Solves in a worker, which keeps the page responsive. */
function solveInWorker(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: "module" });
  const solution = new Promise<string>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<string>) => resolve(data));
    worker.addEventListener("error", () => reject(new ApiError("request")));
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none to name
  worker.postMessage(challenge);
  return solution.finally(() => worker.terminate());
}
