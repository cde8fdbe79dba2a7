// Debian's Postfix as a relay of its own: a queue and mailboxes in a folder, STARTTLS required.
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { freePort, start } from "../../bench/lib/processes.mjs";

const PATIENCE_MS = 30_000;
/** The user `nobody` keeps the mailboxes. */
const NOBODY = 65534;

export class Postfix {
  port;
  #folder;
  #master;

  constructor(folder, port) {
    this.#folder = folder;
    this.port = port;
  }

  /** Starts one that shows a certificate for `localhost`. Needs root. */
  static async start(folder, { key, certificate }) {
    const postfix = new Postfix(folder, await freePort());
    for (const name of ["", "etc", "queue", "data", "mail"]) await mkdir(join(folder, name));
    execFileSync("chown", ["postfix", join(folder, "data")]);
    execFileSync("chown", ["nobody", join(folder, "mail")]);
    await writeFile(join(folder, "etc/main.cf"), settings(folder, key, certificate));
    await writeFile(join(folder, "etc/master.cf"), services(postfix.port));
    await postfix.again();
    return postfix;
  }

  /** Starts it, also after a kill. */
  async again() {
    this.#master = start("postfix", ["-c", join(this.#folder, "etc"), "start-fg"]);
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
      if (await listens(this.port)) return;
    }
    throw new Error(`Postfix did not start: ${await readFile(join(this.#folder, "mail.log"), "utf8")}`);
  }

  /** Kills all of its processes at once: its master leads them. */
  async kill() {
    const master = Number(await readFile(join(this.#folder, "queue/pid/master.pid"), "utf8"));
    const exited = new Promise((resolve) => this.#master.once("exit", resolve));
    process.kill(-master, "SIGKILL");
    await exited;
  }

  /** The mails that it took over and delivered, as text. */
  async mails() {
    const folder = join(this.#folder, "mail/all/new");
    const names = await readdir(folder).catch(() => []);
    return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  }
}

function settings(folder, key, certificate) {
  return `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/mail.log
maillog_file_prefixes = ${folder}
myhostname = localhost
inet_interfaces = 127.0.0.1
mynetworks = 127.0.0.0/8
mydestination =
alias_maps =
smtpd_tls_security_level = encrypt
smtpd_tls_chain_files = ${key}, ${certificate}
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_client_connection_count_limit = 0
virtual_mailbox_domains = tea.example
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = static:all/
virtual_uid_maps = static:${NOBODY}
virtual_gid_maps = static:${NOBODY}
`;
}

function services(port) {
  return `${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
proxymap unix - - n - - proxymap
error unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;
}

function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => socket.destroy(resolve(true)));
    socket.once("error", () => resolve(false));
  });
}
