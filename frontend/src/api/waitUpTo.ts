/** How long a screen may wait for its data before it shows that it is loading, in milliseconds. */
const LOADER_TIMEOUT_MS = 50;

/** Done when all of it is, or when it takes too long; failures are the screen's own matter. */
export async function waitUpTo(...data: Promise<void>[]): Promise<null> {
  await Promise.race([
    Promise.all(data),
    new Promise((resolve) => setTimeout(resolve, LOADER_TIMEOUT_MS)),
  ]);
  return null;
}
