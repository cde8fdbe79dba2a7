/** How long a screen waits for data before it shows its loading state, in milliseconds. */
const LOADER_TIMEOUT_MS = 50;

/** Resolves when all are settled, or after the timeout; the screen handles failures. */
export async function waitUpTo(...data: Promise<void>[]): Promise<null> {
  await Promise.race([
    Promise.all(data),
    new Promise((resolve) => setTimeout(resolve, LOADER_TIMEOUT_MS)),
  ]);
  return null;
}
