import { expect, test } from "vitest";
import { answer } from "../../test/server";
import { endSession } from "./endSession";

const token = (claims: object) => `h.${btoa(JSON.stringify(claims))}.s`;

test("the session that the token names ends", async () => {
  const calls = answer("delete", "/api/user/{id}/sessions/{sessionId}", null, { status: 204 });
  await endSession(token({ sub: "1", sid: 81_234_567_890 }), 1);
  expect(calls.map(({ url }) => url.pathname)).toEqual(["/api/user/1/sessions/81234567890"]);
});

test("a token that names none asks for nothing", async () => {
  const calls = answer("delete", "/api/user/{id}/sessions/{sessionId}", null, { status: 204 });
  for (const other of ["", "token", "a.b.c", token({ sub: "1" }), token({ sid: "7" })])
    await endSession(other, 1);
  expect(calls).toEqual([]);
});
