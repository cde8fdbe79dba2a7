import { expect, test } from "vitest";
import { AS_OF } from "../asOf";
import { connection, noteAnswer } from "./connection";

const kept = (time: number) => new Response("", { headers: { [AS_OF]: String(time) } });

test("the oldest answer that is shown counts, until there is a new one", () => {
  noteAnswer(kept(2000));
  expect(connection.get()).toMatchObject({ isLost: true, asOf: 2000 });
  noteAnswer(kept(1000));
  noteAnswer(kept(3000));
  expect(connection.get().asOf).toBe(1000);
  noteAnswer();
  expect(connection.get().asOf).toBe(1000);
  noteAnswer(new Response());
  expect(connection.get()).toMatchObject({ isLost: false, asOf: 0 });
});

test("without an answer, the screen is as of the last one", () => {
  noteAnswer(new Response());
  noteAnswer();
  expect(Date.now() - connection.get().asOf).toBeLessThan(60_000);
});
