// What the server asks PostgreSQL for one request, as a script for pgbench.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { data } from "./settings.mjs";
import { ask } from "./site.mjs";

/** Numbers up to this one may be limits as well as ids. */
const MOSTLY_LIMITS = 20;
const SETTLED_MS = 300;

const FOLDER = join(data, "sql");

/** The file with the statements of a case, or null if there are values in them that pgbench cannot draw. */
export async function capture(one, product) {
  if (!one.drawn) return null;
  const requests = await one.requests(product.site, 0, product.name);
  const request = requests.find((candidate) =>
    ids(candidate).every(([, id]) => id > MOSTLY_LIMITS),
  );
  const logged = await during(product, () => ask(product.site, request.path, request.member));
  if (!logged.length) throw new Error(`${one.name}: the server asked nothing of the database`);
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${one.name}.sql`);
  writeFileSync(file, script(logged, ids(request), product.site));
  return file;
}

const ids = ({ drawn, member }) => Object.entries({ ...drawn, ...(member && { member }) });

/** The statements, with their values, that other programs than psql sent meanwhile. */
async function during({ cluster, database }, work) {
  const start = readFileSync(cluster.log, "utf8").length;
  await cluster.sql("ALTER SYSTEM SET log_statement = 'all'");
  await cluster.sql("SELECT pg_reload_conf()");
  await sleep(SETTLED_MS);
  await work();
  await cluster.sql("ALTER SYSTEM RESET log_statement");
  await cluster.sql("SELECT pg_reload_conf()");
  await sleep(SETTLED_MS);
  const lines = readFileSync(cluster.log, "utf8")
    .slice(start)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return lines
    .filter((line) => line.dbname === database && line.application_name !== "psql")
    .flatMap(statement);
}

function statement({ message, detail }) {
  const sql = message.match(/^(?:execute [^:]*|statement): (.*)$/s)?.[1];
  if (!sql) return [];
  const values = [...(detail ?? "").matchAll(/\$(\d+) = '((?:[^']|'')*)'/g)].map(
    ([, , value]) => value,
  );
  return [{ sql: sql.replaceAll(/\s+/g, " "), values }];
}

/** Ids are drawn anew in each transaction, as the requests have them; other numbers stay, as parameters all the same. */
function script(statements, drawn, site) {
  const most = { post: site.posts, forum: site.forums, member: site.tokens.length - 1 };
  const lines = drawn.map(([name]) => `\\set ${name} random(1, ${most[name]})`);
  statements.forEach(({ sql, values }, nth) => {
    const names = values.map((value, at) => {
      const name = drawn.find(([, id]) => String(id) === value)?.[0];
      if (!name) lines.push(`\\set value_${nth}_${at} ${value}`);
      return name ?? `value_${nth}_${at}`;
    });
    lines.push(sql.replaceAll(/\$(\d+)/g, (_, number) => `:${names[number - 1]}`) + ";");
  });
  return lines.join("\n") + "\n";
}
