import type { Report } from "../src/api/types";
import { post } from "./fixtures";
import { answer } from "./server";

/** Answers the queue, its reports and the reported post. */
export function aQueue(...reports: Report[]) {
  answer("get", "/api/reports", reports);
  answer("get", "/api/reports/{id}", ({ url }) => {
    const found = reports.find(({ id }) => url.pathname.endsWith(`/${id}`));
    if (!found) throw new Error(`no report at ${url.pathname}`);
    return found;
  });
  answer("get", "/api/posts/{id}", post({ creator_username: "bob" }));
}
