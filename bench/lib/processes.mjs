// Child processes, which end with this one, and what they cost by /proc.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";

const running = new Set();
const TICKS_PER_SECOND = Number(execFileSync("getconf", ["CLK_TCK"]));

process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

/** Starts a program that runs until it is stopped; what it says on its standard error is shown, unless told otherwise. */
export function start(program, args, { env, stdout = "ignore", stderr = "inherit" } = {}) {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", stdout, stderr],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Ends a program, and waits until it is gone. */
export async function stop(child, signal = "SIGTERM") {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await gone;
}

/** Ends all that was started. */
export function stopAll() {
  return Promise.all([...running].map((child) => stop(child)));
}

/** Runs a program to its end, and gives what it wrote on its standard output. */
export function run(program, args, { env } = {}) {
  return new Promise((resolve, reject) => {
    const child = start(program, args, { env, stdout: "pipe" });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} ${args[0]} ended with ${code}`)),
    );
  });
}

export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** The fields of /proc/PID/stat from the third on, which follow the name in brackets; null of one that ended. */
function stat(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    return line.slice(line.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

/** Seconds of processor time of a process until now. */
export function cpuSeconds(pid) {
  const fields = stat(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The same of a process with its children, those that ended among them. */
export function cpuSecondsOfFamily(pid) {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = pids.filter((child) => stat(child)?.[1] === String(pid));
  const ended = stat(pid)
    .slice(13, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0);
  const alive = [pid, ...children].map((one) => (stat(one) ? cpuSeconds(one) : 0));
  return alive.reduce((sum, one) => sum + one, ended / TICKS_PER_SECOND);
}

/** Forgets what a process had in memory at the most: Linux starts to count anew. */
export function resetPeak(pid) {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

/** What a process has in memory now, and had at the most, in MiB. */
export function memory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mib = (name) => Number(status.match(new RegExp(`${name}:\\s+(\\d+)`))[1]) / 1024;
  return { now: mib("VmRSS"), most: mib("VmHWM") };
}
