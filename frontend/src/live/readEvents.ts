import { createEventParser, type ParserOutput } from "./parser";

/** The server sends a comment every 15 s; a connection without two of them is dead. */
const SILENCE_MS = 40_000;

/** Reads events until the body ends; aborts a connection that stays silent. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  connection: AbortController,
  output: ParserOutput,
): Promise<void> {
  const push = createEventParser(output);
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      watchdog = setTimeout(() => connection.abort(), SILENCE_MS);
      const { value, done } = await reader.read();
      clearTimeout(watchdog);
      if (done) return;
      push(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(watchdog);
  }
}
