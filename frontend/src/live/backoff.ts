const MAX_MS = 60_000;

/**
 * How long to wait before the next try, in milliseconds. The first one is spread over twice the
 * server's `retry`, so that a restart is not met by everybody at once; the rest back off.
 */
export function reconnectDelay(failures: number, retryMs: number): number {
  const spread = Math.min(2 * retryMs * 2 ** failures, MAX_MS);
  return failures === 0 ? Math.random() * spread : spread / 2 + (Math.random() * spread) / 2;
}
