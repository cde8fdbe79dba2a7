// Three nodes with etcd, Patroni and PostgreSQL, each in a network namespace of its own, on one bridge.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const PATRONI = resolve("target/patroni/bin/patroni");
const NETWORK = "10.213.0";
const NUMBERS = [1, 2, 3];
/** Docker drops packets between ports of bridges that are not its own. */
const BETWEEN_NODES = ["FORWARD", "--in-interface", "postup-drill", "--out-interface", "postup-drill", "--jump", "ACCEPT"];
/** In seconds. Patroni gives up a leader that has not been heard of for so long. */
const TTL = 20;
const PATIENCE_MS = 120_000;

export class Cluster {
  #folder;
  #bin;
  #children = new Map();

  /** Needs root, etcd, Patroni and PostgreSQL. */
  static async start(folder) {
    const cluster = new Cluster();
    cluster.#folder = folder;
    try {
      await cluster.#startAll();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  async #startAll() {
    const versions = await readdir("/usr/lib/postgresql");
    this.#bin = join("/usr/lib/postgresql", versions.sort((a, b) => b - a)[0], "bin");
    run("ip", "link", "add", "postup-drill", "type", "bridge");
    run("ip", "address", "add", `${NETWORK}.254/24`, "dev", "postup-drill");
    run("ip", "link", "set", "postup-drill", "up");
    attempt("iptables", "--insert", ...BETWEEN_NODES);
    for (const number of NUMBERS) this.#addHost(number);
    for (const number of NUMBERS) this.#startEtcd(number);
    for (const number of NUMBERS) await this.#writeSettings(number);
    for (const number of NUMBERS) this.startPatroni(number);
    await this.untilWhole();
  }

  async stop() {
    for (const child of [...this.#children.values()].reverse()) await end(child, "SIGTERM");
    for (const number of NUMBERS) attempt("ip", "netns", "delete", host(number));
    attempt("iptables", "--delete", ...BETWEEN_NODES);
    attempt("ip", "link", "delete", "postup-drill");
  }

  /** One URL that finds the primary among all nodes. */
  get url() {
    const hosts = NUMBERS.map(address).join(",");
    return `postgres://postgres@${hosts}/postup?target_session_attrs=read-write`;
  }

  /** One URL for each node. */
  get nodeUrls() {
    return NUMBERS.map((number) => `postgres://postgres@${address(number)}/postup`);
  }

  /** Returns what psql prints on the primary. */
  sql(statement, database = "postup") {
    return run(join(this.#bin, "psql"), "-AtX", this.url.replace("/postup?", `/${database}?`), "-c", statement);
  }

  /** Returns the number of the node that Patroni calls the leader. */
  async leader() {
    const { members } = await this.#ask();
    return Number(members.find((member) => member.role === "leader").name);
  }

  /** Returns the number of the node that has all acknowledged writes, too. */
  async syncStandby() {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(250)) {
      const { members } = await this.#ask();
      const standby = members.find((member) => member.role === "sync_standby");
      if (standby) return Number(standby.name);
    }
    throw new Error("no standby has all acknowledged writes");
  }

  /** Kills Patroni and PostgreSQL of a node at once, and its etcd not. */
  async kill(number) {
    const patroni = this.#children.get(`patroni-${number}`);
    const all = run("ip", "netns", "pids", host(number)).split("\n");
    const etcd = String(this.#children.get(`etcd-${number}`).pid);
    for (const pid of all.filter((pid) => pid && pid !== etcd)) attempt("kill", "-9", pid);
    if (patroni.exitCode === null && patroni.signalCode === null) await once(patroni, "exit");
  }

  /** Cuts a node off from all others and from the forum. */
  cutOff(number) {
    run("ip", "link", "set", `drill-${number}`, "down");
  }

  reconnect(number) {
    run("ip", "link", "set", `drill-${number}`, "up");
  }

  async switchover(from, to) {
    const body = JSON.stringify({ leader: String(from), candidate: String(to) });
    const response = await fetch(`http://${address(from)}:8008/switchover`, { method: "POST", body });
    if (!response.ok) throw new Error(`switchover: ${await response.text()}`);
  }

  /** Returns whether a node that is cut off takes writes, asked from within. */
  takesWrites(number) {
    const url = `postgres://postgres@${address(number)}/postup?connect_timeout=2`;
    const command = [join(this.#bin, "psql"), "-AtX", url, "-c", "SELECT NOT pg_is_in_recovery()"];
    return attempt("ip", "netns", "exec", host(number), ...command)?.trim() === "t";
  }

  /** Waits until one node leads and both others follow. A replica that is still being rewound is `running`. */
  async untilWhole() {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(250)) {
      const members = await this.#ask().then(({ members }) => members, () => []);
      const following = members.filter((member) => member.role !== "leader" && member.state === "streaming");
      const leads = members.some((member) => member.role === "leader" && member.state === "running");
      const sync = members.some((member) => member.role === "sync_standby");
      if (leads && sync && following.length === NUMBERS.length - 1) return;
    }
    throw new Error(`the nodes did not come together: ${JSON.stringify(await this.#ask())}`);
  }

  startPatroni(number) {
    this.#start(`patroni-${number}`, number, PATRONI, join(this.#folder, `${number}.yml`));
  }

  async #ask() {
    const asks = NUMBERS.map(async (number) => {
      const response = await fetch(`http://${address(number)}:8008/cluster`, { signal: AbortSignal.timeout(2_000) });
      return response.json();
    });
    return Promise.any(asks);
  }

  #addHost(number) {
    run("ip", "netns", "add", host(number));
    run("ip", "link", "add", `drill-${number}`, "type", "veth", "peer", "name", "eth0", "netns", host(number));
    run("ip", "link", "set", `drill-${number}`, "master", "postup-drill", "up");
    const inside = (...command) => run("ip", "netns", "exec", host(number), ...command);
    inside("ip", "address", "add", `${address(number)}/24`, "dev", "eth0");
    inside("ip", "link", "set", "eth0", "up");
    inside("ip", "link", "set", "lo", "up");
  }

  #startEtcd(number) {
    const peer = (of) => `http://${address(of)}:2380`;
    const client = `http://${address(number)}:2379`;
    const options = {
      name: String(number),
      "data-dir": join(this.#folder, `etcd-${number}`),
      "listen-client-urls": client,
      "advertise-client-urls": client,
      "listen-peer-urls": peer(number),
      "initial-advertise-peer-urls": peer(number),
      // The default since 3.5. Without it a node that comes back forces an election; meanwhile Patroni may ask that node,
      // which still names the old primary, and promote that: what was acknowledged since is lost.
      "pre-vote": "true",
      "initial-cluster": NUMBERS.map((of) => `${of}=${peer(of)}`).join(","),
      "log-level": "error",
    };
    const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    this.#start(`etcd-${number}`, number, "etcd", ...args);
  }

  async #writeSettings(number) {
    const data = join(this.#folder, `data-${number}`);
    await mkdir(data, { mode: 0o700 });
    run("chown", "postgres:", data);
    const authentication = { username: "postgres" };
    const settings = {
      scope: "postup",
      name: String(number),
      restapi: { listen: `${address(number)}:8008`, connect_address: `${address(number)}:8008` },
      etcd3: { hosts: NUMBERS.map((of) => `${address(of)}:2379`) },
      bootstrap: {
        dcs: {
          ttl: TTL,
          loop_wait: 5,
          retry_timeout: 5,
          synchronous_mode: true,
          postgresql: { use_pg_rewind: true, parameters: { hot_standby_feedback: "on", wal_log_hints: "on" } },
        },
        initdb: [{ encoding: "UTF8" }, "data-checksums"],
      },
      postgresql: {
        listen: `${address(number)}:5432`,
        connect_address: `${address(number)}:5432`,
        data_dir: join(data, "pg"),
        bin_dir: this.#bin,
        pgpass: join(data, "pgpass"),
        remove_data_directory_on_rewind_failure: true,
        parameters: { unix_socket_directories: data },
        pg_hba: ["local all all trust", `host all all ${NETWORK}.0/24 trust`, `host replication all ${NETWORK}.0/24 trust`],
        authentication: { superuser: authentication, replication: authentication, rewind: authentication },
      },
    };
    const file = join(this.#folder, `${number}.yml`);
    // JSON is YAML.
    await writeFile(file, JSON.stringify(settings));
    await chmod(file, 0o644);
  }

  #start(name, number, command, ...args) {
    const as = command === PATRONI ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] : [];
    const child = spawn("ip", ["netns", "exec", host(number), ...as, command, ...args], {
      cwd: this.#folder,
      stdio: ["ignore", "ignore", process.env.DRILL_LOG ? "inherit" : "ignore"],
    });
    this.#children.set(name, child);
  }
}

function host(number) {
  return `postup-drill-${number}`;
}

function address(number) {
  return `${NETWORK}.${number}`;
}

function run(command, ...args) {
  return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

function attempt(command, ...args) {
  try {
    return run(command, ...args);
  } catch {
    return undefined;
  }
}

async function end(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}
