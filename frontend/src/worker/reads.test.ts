import { beforeEach, expect, test, vi } from "vitest";
import { fakeCaches } from "../../test/caches";
import { AS_OF } from "../asOf";
import { keepOnly, MOST, read } from "./reads";

const URL_OF = `${location.origin}/api/contacts`;
const bearer = (sub: string) => `Bearer head.${btoa(JSON.stringify({ sub }))}.sign`;
const request = (sub: string, url = URL_OF) =>
  new Request(url, { headers: { Authorization: bearer(sub) } });

let caches: ReturnType<typeof fakeCaches>;
const network = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  caches = fakeCaches();
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", network);
  network.mockReset();
  network.mockImplementation(() => Promise.resolve(Response.json("fresh")));
});

/** Reads, and waits until the answer is stored. */
async function readFully(of: Request) {
  const works: Promise<unknown>[] = [];
  const response = await read(of, (work) => works.push(work));
  await Promise.all(works);
  return response;
}
const cut = () => network.mockRejectedValue(new TypeError("offline"));
const stored = (name: string) => [...(caches.stores.get(name)?.keys() ?? [])];

test("without a network an answer comes from what was read, with its time", async () => {
  await keepOnly(5);
  const fresh = await readFully(request("5"));
  expect(fresh.headers.get(AS_OF)).toBeNull();
  cut();
  const kept = await readFully(request("5"));
  expect(await kept.json()).toBe("fresh");
  expect(Date.now() - Number(kept.headers.get(AS_OF))).toBeLessThan(60_000);
});

test("what was not read fails as without a worker, and refusals are not kept", async () => {
  await keepOnly(5);
  network.mockResolvedValueOnce(Response.json("no", { status: 404 }));
  await readFully(request("5"));
  cut();
  await expect(readFully(request("5"))).rejects.toThrow("offline");
});

test("no member is answered with what another one has read", async () => {
  await keepOnly(5);
  await readFully(request("5"));
  cut();
  await expect(readFully(request("6"))).rejects.toThrow("offline");
});

test("another member, or nobody, forgets what was read, but not what visitors read", async () => {
  for (const next of [6, undefined]) {
    await keepOnly(5);
    await readFully(request("5"));
    await readFully(new Request(`${location.origin}/forums`));
    await keepOnly(next);
    expect(stored("member-5")).toEqual([]);
    expect(stored("visitor")).toEqual([`${location.origin}/forums`]);
  }
});

test("an answer that arrives after the sign-out is not kept", async () => {
  await keepOnly(5);
  const late = Promise.withResolvers<Response>();
  network.mockReturnValue(late.promise);
  const reading = readFully(request("5"));
  await vi.waitFor(() => expect(network).toHaveBeenCalled());
  const forgetting = keepOnly(undefined);
  late.resolve(Response.json("late"));
  await Promise.all([reading, forgetting]);
  expect(await caches.has("member-5")).toBe(false);
});

test("the oldest answers make room", async () => {
  await keepOnly(5);
  for (let id = 0; id <= MOST; id += 1)
    await readFully(request("5", `${location.origin}/forums/${id}`));
  const kept = stored("member-5");
  expect(kept).toHaveLength(MOST);
  expect(kept[0]).toBe(`${location.origin}/forums/1`);
});
