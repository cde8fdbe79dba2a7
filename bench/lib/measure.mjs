// Measures one case over HTTP on all candidates, and directly on their databases.
import { join } from "node:path";
import { capture } from "./capture.mjs";
import { runLoop } from "./loop.mjs";
import { pgbench } from "./pgbench.mjs";
import { recordResponses } from "./recordResponses.mjs";
import { measureInterleaved } from "./rounds.mjs";
import { startLimit } from "./server.mjs";
import { seconds } from "./settings.mjs";
import { runWrk, writeRequests } from "./wrk.mjs";

const WARM_UP_SECONDS = 1;
/** The round whose responses are recorded for the bare server. */
const RECORDED = -1;

/**
 * Measures a case; `limits` says which limits to measure beside the products, `isEnough` of the products' medians,
 * in their order, whether to leave out the rounds that are left. Returns a row for each candidate.
 */
export async function measureCase(one, products, limits, work, isEnough = () => false) {
  const databases = limits.database ? await databaseLimits(one, products, work) : [];
  const bare = limits.http ? await httpLimit(one, products[0], work) : null;
  const candidates = [...products.map(overHttp), ...(bare ? [bare] : []), ...databases];
  const areEnough = (medians) =>
    isEnough(products.map(({ name }) => ({ candidate: name, ...medians[name] })));
  const results = await measureInterleaved(candidates, areEnough, (candidate, round) => {
    const time = round ? Math.max(seconds, one.leastSeconds ?? 0) : WARM_UP_SECONDS;
    return candidate.sample(one, round, time, work);
  });
  await bare?.stop();
  const ratio = (name, limit) => limit && results[name].perSecond / results[limit.name].perSecond;
  return candidates.map(({ name, kind, isProduct }) => ({
    case: one.name,
    title: one.title,
    candidate: name,
    ...results[name],
    ofLimit: isProduct ? ratio(name, bare) : undefined,
    ofDatabase: isProduct
      ? ratio(
          name,
          databases.find((database) => database.kind === kind),
        )
      : undefined,
  }));
}

function overHttp(product) {
  return {
    ...product,
    isProduct: true,
    sample: async (one, round, time, work) =>
      httpSample(product, one, await requestsOf(one, product, round), time, work),
  };
}

/** The bare server with the recorded responses of the first candidate, for the same requests. */
async function httpLimit(one, product, work) {
  const responses = join(work, "responses.json");
  const requests = await requestsOf(one, product, RECORDED);
  await recordResponses(product.site, one, requests, responses);
  const bare = await startLimit(responses);
  return { ...bare, sample: (_, round, time) => httpSample(bare, one, requests, time, work) };
}

/** One limit per kind of database, measured on the last product's, which has the current schema. */
async function databaseLimits(one, products, work) {
  const latest = [...new Map(products.map((product) => [product.kind, product])).values()];
  const [request] = await one.requests(latest[0].site, 0, latest[0].name);
  return request.call
    ? Promise.all(latest.map((product) => databaseLimit(one, product, work)))
    : [];
}

async function databaseLimit(one, product, work) {
  const { kind } = product;
  const script = product.cluster && (await capture(one, product));
  if (script)
    return {
      name: `${kind}: pgbench`,
      kind,
      sample: (_, round, time) => pgbench(product, script, time),
    };
  const name = `${kind}: loop`;
  const sample = async (_, round, time) => {
    const requests = await one.requests(product.site, round, name);
    return runLoop(product, one, requests, join(work, "calls.tsv"), time);
  };
  return { name, kind, sample };
}

async function requestsOf(one, { site, name }, round) {
  const requests = await one.requests(site, round, name);
  return requests.map((request) => ({ ...request, token: site.tokens[request.member ?? 0] }));
}

async function httpSample(candidate, one, requests, time, work) {
  const file = join(work, "requests.tsv");
  writeRequests(file, requests);
  const [server, database] = [candidate.cpuSeconds(), candidate.databaseCpuSeconds?.()];
  const figures = await runWrk(candidate.base, file, time, one);
  const count = Math.max(figures.requests, 1);
  figures.serverCpu = (candidate.cpuSeconds() - server) / count;
  if (database !== undefined)
    figures.databaseCpu = (candidate.databaseCpuSeconds() - database) / count;
  return figures;
}
