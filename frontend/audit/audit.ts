import { chromium } from "@playwright/test";
import { logIn } from "../e2e/api.ts";
import { launch } from "../e2e/browser.ts";
import { withDemo } from "../scripts/demo-server.ts";
import { nothingShort } from "./judge.ts";
import { writeLongThread } from "./long-thread.ts";
import { openings } from "./opening.ts";
import { paints } from "./paint.ts";
import { scores } from "./scores.ts";
import { typing } from "./typing.ts";
import { weights } from "./weight.ts";

const DEMO = { username: "mara.lindqvist", password: "postup-demo" };

await withDemo(async (origin) => {
  await scores(origin);
  const browser = await chromium.launch(launch);
  try {
    await weights(browser, origin);
    const member = await logIn(origin, DEMO);
    await paints(browser, origin, member);
    const long = await writeLongThread(member);
    await openings(browser, origin, member, long);
    await typing(browser, origin, member, long);
  } finally {
    await browser.close();
  }
});
process.exitCode = nothingShort() ? 0 : 1;
