import { expect, test } from "vitest";
import type { StreamEvent } from "./events";
import { createEventParser } from "./parser";

function parse(...chunks: string[]) {
  const events: StreamEvent[] = [];
  const retries: number[] = [];
  const push = createEventParser({
    onEvent: (event) => events.push(event),
    onRetry: (milliseconds) => retries.push(milliseconds),
  });
  for (const chunk of chunks) push(chunk);
  return { events, retries };
}

test("reads name, data and id of an event", () => {
  const { events } = parse('event: reply\ndata: {"id":1}\nid: a-7\n\n');
  expect(events).toEqual([{ name: "reply", data: '{"id":1}', id: "a-7" }]);
});

test.each([
  ["\n", "line feeds"],
  ["\r", "carriage returns"],
  ["\r\n", "both"],
])("ends lines with %j", (end) => {
  const { events } = parse(["event: votes", "data: 1", "data: 2", "", ": beat", ""].join(end));
  expect(events).toEqual([{ name: "votes", data: "1\n2", id: "" }]);
});

test("every way to cut a stream gives the same events", () => {
  const stream = "\uFEFFretry: 2000\r\n\r\nid: 1\r\nevent: post\r\ndata: ä\r\n\r\ndata\r\n\r\n";
  const whole = parse(stream);
  expect(whole.events).toHaveLength(2);
  for (let cut = 0; cut <= stream.length; cut += 1)
    expect(parse(stream.slice(0, cut), stream.slice(cut))).toEqual(whole);
  expect(parse(...stream)).toEqual(whole);
});

test("the id stays for the events after it", () => {
  const { events } = parse("id: 1\ndata: a\n\ndata: b\n\nid: 2\n\ndata: c\n\n");
  expect(events.map(({ id }) => id)).toEqual(["1", "1", "2"]);
});

test("comments and unknown fields are ignored", () => {
  expect(parse(": beat\n\nsize: 7\n\n").events).toEqual([]);
});

test("an event without data is ignored", () => {
  expect(parse("event: resync\n\n").events).toEqual([]);
});

test("an unfinished event is not emitted", () => {
  expect(parse("data: a\n").events).toEqual([]);
});

test("retry must be a number", () => {
  expect(parse("retry: 2000\nretry: soon\nretry:\n").retries).toEqual([2000]);
});
