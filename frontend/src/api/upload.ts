import { ApiError, type Problem } from "../error";
import { authorize, react } from "./client";
import { API } from "./early";
import type { components } from "./schema";

export type UploadedImage = components["schemas"]["Image"];

type Options = {
  /** Called with the part that is sent, from 0 to 1. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
};

/** Uploads an image. `fetch` reports no progress, so this uses XMLHttpRequest. */
export function uploadImage(file: Blob, { onProgress, signal }: Options): Promise<UploadedImage> {
  return new Promise((resolve, reject) => {
    const authorization = authorize();
    const request = new XMLHttpRequest();
    request.open("POST", `${API}/api/images`);
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Authorization", authorization);
    request.setRequestHeader("Content-Type", file.type);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener("load", () => {
      const body = parse(request.responseText);
      if (request.status === 201) return resolve(body as UploadedImage);
      const error = new ApiError("refused", request.status, body as Problem);
      react(error, authorization);
      reject(error);
    });
    request.addEventListener("error", () => reject(new ApiError("unreachable")));
    request.addEventListener("abort", () => reject(new DOMException("Cancelled", "AbortError")));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
