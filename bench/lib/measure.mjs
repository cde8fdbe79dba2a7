// One case: its requests sent to all candidates, and asked of their databases directly.
import { join } from "node:path";
import { capture } from "./capture.mjs";
import { direct } from "./direct.mjs";
import { pgbench } from "./pgbench.mjs";
import { record } from "./record.mjs";
import { interleaved } from "./rounds.mjs";
import { startLimit } from "./server.mjs";
import { seconds } from "./settings.mjs";
import { drive, writeRequests } from "./wrk.mjs";

const WARM_UP_SECONDS = 1;
/** The round whose answers are recorded: the bare server has those alone. */
const RECORDED = -1;

/** Measures a case; `limits` says which limits to measure beside the products. Gives a row for each candidate. */
export async function measureCase(one, products, limits, work) {
  const databases = limits.database ? await databasesOf(one, products, work) : [];
  const bare = limits.http ? await bareOf(one, products[0], work) : null;
  const candidates = [...products.map(overHttp), ...(bare ? [bare] : []), ...databases];
  const results = await interleaved(candidates, (candidate, round) => {
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

/** The bare server with the answers of the first candidate, asked as that one is. */
async function bareOf(one, product, work) {
  const answers = join(work, "answers.json");
  const requests = await requestsOf(one, product, RECORDED);
  await record(product.site, one, requests, answers);
  const bare = await startLimit(answers);
  return { ...bare, sample: (_, round, time) => httpSample(bare, one, requests, time, work) };
}

/** For each kind of database, the one of its last product, which has the schema of this tree. */
async function databasesOf(one, products, work) {
  const lasts = [...new Map(products.map((product) => [product.kind, product])).values()];
  const [request] = await one.requests(lasts[0].site, 0, lasts[0].name);
  return request.call ? Promise.all(lasts.map((product) => databaseOf(one, product, work))) : [];
}

async function databaseOf(one, product, work) {
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
    return direct(product, one, requests, join(work, "calls.tsv"), time);
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
  const figures = await drive(candidate.base, file, time, one);
  const each = Math.max(figures.requests, 1);
  figures.serverCpu = (candidate.cpuSeconds() - server) / each;
  if (database !== undefined)
    figures.databaseCpu = (candidate.databaseCpuSeconds() - database) / each;
  return figures;
}
