const MAX_MS = 60_000;

/**
 * The delay before the next try, in milliseconds. The first one is random, up to twice the server's `retry`,
 * so that not everybody reconnects at once after a restart; the rest back off.
 */
export function reconnectDelay(failures: number, retryMs: number): number {
  const spread = Math.min(2 * retryMs * 2 ** failures, MAX_MS);
  return failures === 0 ? Math.random() * spread : spread / 2 + (Math.random() * spread) / 2;
}
