// Turns the SQL statements of one request into a pgbench script.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { data } from "./settings.mjs";
import { get } from "./site.mjs";

/** Numbers up to this one may be page limits, not ids. */
const MAX_LIKELY_LIMIT = 20;
const RELOAD_MS = 300;

const FOLDER = join(data, "sql");

/** Writes the statements of a case to a file; null if pgbench cannot draw their values. */
export async function capture(one, product) {
  if (!one.hasRandomIds) return null;
  const requests = await one.requests(product.site, 0, product.name);
  const request = requests.find((candidate) =>
    ids(candidate).every(([, id]) => id > MAX_LIKELY_LIMIT),
  );
  const statements = await statementsDuring(product, () =>
    get(product.site, request.path, request.member),
  );
  if (!statements.length)
    throw new Error(`${one.name}: the server sent no statements to the database`);
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${one.name}.sql`);
  writeFileSync(file, script(statements, ids(request), product.site));
  return file;
}

const ids = ({ randomIds, member }) => Object.entries({ ...randomIds, ...(member && { member }) });

/** The statements, with their values, that programs other than psql sent while `work` ran. */
async function statementsDuring({ cluster, database }, work) {
  const start = readFileSync(cluster.log, "utf8").length;
  await cluster.sql("ALTER SYSTEM SET log_statement = 'all'");
  await cluster.sql("SELECT pg_reload_conf()");
  await sleep(RELOAD_MS);
  await work();
  await cluster.sql("ALTER SYSTEM RESET log_statement");
  await cluster.sql("SELECT pg_reload_conf()");
  await sleep(RELOAD_MS);
  const lines = readFileSync(cluster.log, "utf8")
    .slice(start)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return lines
    .filter((line) => line.dbname === database && line.application_name !== "psql")
    // What delivers events and checks idle connections does so by itself, whatever is measured.
    .filter((line) => !/"outbox"|SELECT 1$/.test(line.message))
    .flatMap(parseStatement);
}

function parseStatement({ message, detail }) {
  const sql = message.match(/^(?:execute [^:]*|statement): (.*)$/s)?.[1];
  if (!sql) return [];
  const values = [...(detail ?? "").matchAll(/\$(\d+) = '((?:[^']|'')*)'/g)].map(
    ([, , value]) => value,
  );
  return [{ sql: sql.replaceAll(/\s+/g, " "), values }];
}

/** Draws random ids in each transaction; other values are parameters with a fixed value. */
function script(statements, randomIds, site) {
  const max = { post: site.posts, forum: site.forums, member: site.tokens.length - 1 };
  const lines = randomIds.map(([name]) => `\\set ${name} random(1, ${max[name]})`);
  statements.forEach(({ sql, values }, nth) => {
    const written = values.map((value, at) => {
      const name = randomIds.find(([, id]) => String(id) === value)?.[0];
      if (name) return `:${name}`;
      // pgbench's variables are numbers alone.
      if (Number.isNaN(Number(value))) return `'${value}'`;
      lines.push(`\\set value_${nth}_${at} ${value}`);
      return `:value_${nth}_${at}`;
    });
    lines.push(sql.replaceAll(/\$(\d+)/g, (_, number) => written[number - 1]) + ";");
  });
  return lines.join("\n") + "\n";
}
