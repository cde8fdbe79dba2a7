import type { StreamEvent } from "./events";

export type ParserOutput = {
  onEvent: (event: StreamEvent) => void;
  onRetry: (milliseconds: number) => void;
};

/**
 * Parses `text/event-stream` by the HTML standard, in whatever chunks it arrives. `EventSource` does
 * so too but sends no `Authorization` header.
 */
export function createEventParser({ onEvent, onRetry }: ParserOutput) {
  let rest = "";
  let isStart = true;
  let id = "";
  let name = "";
  let data: string[] = [];

  function endEvent() {
    if (data.length > 0) onEvent({ name: name || "message", data: data.join("\n"), id });
    name = "";
    data = [];
  }

  function readLine(line: string) {
    if (line === "") return endEvent();
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") data.push(value);
    else if (field === "event") name = value;
    else if (field === "id" && !value.includes("\0")) id = value;
    else if (field === "retry" && /^\d+$/.test(value)) onRetry(Number(value));
  }

  return (chunk: string) => {
    rest += isStart ? chunk.replace(/^\uFEFF/, "") : chunk;
    isStart &&= chunk === "";
    // A carriage return at the end may be half of a line's end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) readLine(line);
  };
}
