// Child processes, which end with this one, and their use of processor and memory from /proc.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:net";

const running = new Set();
const SAMPLE_MEMORY_MS = 20;
const TICKS_PER_SECOND = Number(execFileSync("getconf", ["CLK_TCK"]));

process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

/** Starts a program that runs until it is stopped; shows its standard error by default. */
export function start(program, args, { env, stdout = "ignore", stderr = "inherit" } = {}) {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", stdout, stderr],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Stops a program and waits for its exit. */
export async function stop(child, signal = "SIGTERM") {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await exited;
}

/** Stops all running children. */
export function stopAll() {
  return Promise.all([...running].map((child) => stop(child)));
}

/** Runs a program to its end and returns its standard output. */
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

/** The fields of /proc/PID/stat from the third on, after the name in brackets; null if it ended. */
function stat(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    return line.slice(line.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

/** Processor time that a process has used, in seconds. */
export function cpuSeconds(pid) {
  const fields = stat(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Processor time of a process and its children, including ended ones. */
export function cpuSecondsWithChildren(pid) {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = pids.filter((child) => stat(child)?.[1] === String(pid));
  const ended = stat(pid)
    .slice(13, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0);
  const alive = [pid, ...children].map((one) => (stat(one) ? cpuSeconds(one) : 0));
  return alive.reduce((sum, one) => sum + one, ended / TICKS_PER_SECOND);
}

/** Memory of a process in MiB without mapped files: the kernel takes their pages back when it needs memory. */
export function memory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mib = (name) => Number(status.match(new RegExp(`${name}:\\s+(\\d+)`))[1]) / 1024;
  return mib("RssAnon") + mib("RssShmem");
}

/** Samples the memory of a process; `stop` gives the maximum in MiB. */
export function watchMemory(pid) {
  let most = memory(pid);
  const sample = () => (most = Math.max(most, memory(pid)));
  const timer = setInterval(sample, SAMPLE_MEMORY_MS);
  return {
    stop() {
      clearInterval(timer);
      return sample();
    },
  };
}
