// One case: its requests sent to all candidates.
import { join } from "node:path";
import { record } from "./record.mjs";
import { interleaved } from "./rounds.mjs";
import { startLimit } from "./server.mjs";
import { seconds } from "./settings.mjs";
import { drive, writeRequests } from "./wrk.mjs";

const WARM_UP_SECONDS = 1;
/** The round whose answers are recorded: the bare server has those alone. */
const RECORDED = -1;

/** Measures a case; gives a row for each candidate. */
export async function measureCase(one, products, withLimit, work) {
  const limit = withLimit ? await limitOf(one, products[0], work) : null;
  const candidates = limit ? [...products, limit] : products;
  const results = await interleaved(candidates, (candidate, round) => sample(one, candidate, round, work));
  await limit?.stop();
  return candidates.map(({ name }) => ({
    case: one.name,
    title: one.title,
    candidate: name,
    ...results[name],
    ...(limit && name !== limit.name ? { ofLimit: results[name].perSecond / results[limit.name].perSecond } : {}),
  }));
}

/** The bare server with the answers of the first candidate, asked as that one is. */
async function limitOf(one, product, work) {
  const answers = join(work, "answers.json");
  await record(product.site, one, await requestsOf(one, product, RECORDED), answers);
  return { ...(await startLimit(answers)), site: product.site, onlyRound: RECORDED };
}

async function requestsOf(one, candidate, round) {
  const requests = await one.requests(candidate.site, round, candidate.name);
  return requests.map((request) => ({ ...request, token: candidate.site.tokens[request.member ?? 0] }));
}

async function sample(one, candidate, round, work) {
  const file = join(work, "requests.tsv");
  writeRequests(file, await requestsOf(one, candidate, candidate.onlyRound ?? round));
  const time = round ? Math.max(seconds, one.leastSeconds ?? 0) : WARM_UP_SECONDS;
  const [server, database] = [candidate.cpuSeconds(), candidate.databaseCpuSeconds?.()];
  const figures = await drive(candidate.base, file, time, one);
  figures.serverCpu = (candidate.cpuSeconds() - server) / Math.max(figures.requests, 1);
  if (database !== undefined)
    figures.databaseCpu = (candidate.databaseCpuSeconds() - database) / Math.max(figures.requests, 1);
  return figures;
}
