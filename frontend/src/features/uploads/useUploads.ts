import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { uploadImage, type UploadedImage } from "../../api/upload";
import { detailOf, statusOf } from "../../error";

/** The image types that the server accepts. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/gif"];
const MAX_BYTES = 10 * 1024 * 1024;

export type Upload = {
  id: number;
  file: File;
  /** The part that is sent, from 0 to 1. */
  progress: number;
  /** Why it failed; undefined during the upload. */
  error?: string;
  /** Whether another try may succeed. */
  canRetry?: boolean;
};

let lastId = 0;

/** Uploads images one after another, so that they arrive in order. */
export function useUploads(onUploaded: (image: UploadedImage, file: File) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const cancels = useRef(new Map<number, AbortController>());
  const tell = useRef(onUploaded);
  useEffect(() => {
    tell.current = onUploaded;
  });
  useEffect(() => {
    const running = cancels.current;
    return () => {
      for (const cancel of running.values()) cancel.abort();
    };
  }, []);

  const change = (id: number, by: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...by } : one)));
  const remove = (id: number) => {
    cancels.current.get(id)?.abort();
    setUploads((all) => all.filter((one) => one.id !== id));
  };

  async function send(id: number, file: File, signal: AbortSignal) {
    if (signal.aborted) return;
    const onProgress = (progress: number) => change(id, { progress });
    try {
      const image = await uploadImage(file, { onProgress, signal });
      if (!signal.aborted) tell.current(image, file);
      remove(id);
    } catch (error) {
      const canRetry = ![413, 415, 422].includes(statusOf(error));
      if (!signal.aborted) change(id, { error: refusal(file, error), canRetry });
    }
  }

  function add(file: File) {
    const id = (lastId += 1);
    const error = unsuitable(file);
    setUploads((all) => [...all, { id, file, progress: 0, ...(error && { error }) }]);
    if (error) return;
    const cancel = new AbortController();
    cancels.current.set(id, cancel);
    queue.current = queue.current.then(() => send(id, file, cancel.signal));
  }

  return {
    uploads,
    isUploading: uploads.some(({ error }) => error === undefined),
    add: (files: Iterable<File>) => [...files].forEach(add),
    remove,
    retry({ id, file }: Upload) {
      remove(id);
      add(file);
    },
  };
}

/** Why the server would refuse the file; checked before the upload. */
function unsuitable({ name, type, size }: File): string | undefined {
  if (!IMAGE_TYPES.includes(type)) return t`${name} isn't a JPEG, PNG, WebP or GIF.`;
  if (size > MAX_BYTES) return t`${name} is larger than 10 MB.`;
  return undefined;
}

function refusal({ name }: File, error: unknown): string {
  switch (statusOf(error)) {
    case 413:
      return t`${name} is larger than 10 MB.`;
    case 415:
      return t`${name} isn't a JPEG, PNG, WebP or GIF.`;
    case 422:
      return t`${name} has more than 40 megapixels.`;
    default:
      return [t`${name} couldn't be uploaded.`, detailOf(error)].filter(Boolean).join(" ");
  }
}
