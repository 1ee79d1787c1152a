/**
 * Locks an output while a batch writes it: a file beside it that names the process. The file outlives a process
 * that is killed, so a lock counts only while that very process runs.
 */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { lstat, readFile, readlink, realpath, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { foreignFileError, NoAnswerError, systemCodeOf } from "../command-errors.ts";

/** The contents of a lock file. */
interface LockOwner {
  readonly program: "mapcoded";
  readonly pid: number;
  /** When the process started, as its system says; undefined if it does not say. */
  readonly started?: string | undefined;
  readonly host: string;
  /** Different for each lock. */
  readonly id: string;
}

export interface OutputLock {
  release(): Promise<void>;
}

async function readOrUndefined(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

/** The state of a process: `undefined` members are unknown. */
interface ProcessState {
  readonly started: string | undefined;
  /** Whether it has ended, and only its parent has not noticed yet. */
  readonly isZombie: boolean;
}

/** Reads the process from /proc, or asks `ps` where there is none. */
async function processState(pid: number): Promise<ProcessState> {
  const stat = await readOrUndefined(`/proc/${pid}/stat`);
  if (stat !== undefined) {
    // The name of the program, in brackets, may contain spaces and brackets. The state is field 3 and the start
    // field 22, in ticks since the boot; see proc(5).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const boot = (await readOrUndefined("/proc/sys/kernel/random/boot_id")) ?? "";
    return { started: `${boot.trim()} ${fields[19]}`, isZombie: /^[ZX]/.test(fields[0]) };
  }
  try {
    const { stdout } = await promisify(execFile)("ps", ["-o", "lstart=", "-p", `${pid}`]);
    return { started: stdout.trim() || undefined, isZombie: false };
  } catch {
    return { started: undefined, isZombie: false };
  }
}

/** Whether there is a process with this number. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Other errors mean that the process exists and belongs to somebody else.
    return systemCodeOf(error) !== "ESRCH";
  }
}

/** Whether the process that wrote a lock still runs. Processes of other hosts are assumed to. */
async function isRunning({ pid, started, host }: LockOwner): Promise<boolean> {
  if (host !== hostname()) return true;
  if (!exists(pid)) return false;
  const state = await processState(pid);
  if (state.isZombie) return false;
  // Numbers of processes are used again; the time of the start tells them apart.
  return started === undefined || state.started === undefined || started === state.started;
}

function parseOwner(text: string): LockOwner | undefined {
  try {
    const owner: Partial<LockOwner> = JSON.parse(text);
    const { program, pid, started, host, id } = owner;
    if (program !== "mapcoded" || !Number.isInteger(pid) || !pid || !host || !id) return undefined;
    return { program, pid, started, host, id };
  } catch {
    return undefined;
  }
}

/** A lock is empty for an instant, between its creation and its first byte. A file that stays empty is of another program. */
const MAX_EMPTY_MS = 1_000;
const POLL_MS = 50;

/**
 * @returns the owner in a lock file; undefined if there is no file
 * @throws NoAnswerError when the file is not a lock
 */
async function readOwner(lockPath: string): Promise<LockOwner | undefined> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    let text: string;
    try {
      text = await readFile(lockPath, "utf8");
    } catch (error) {
      if (systemCodeOf(error) === "ENOENT") return undefined;
      throw error;
    }
    const owner = parseOwner(text);
    if (owner) return owner;
    if (text !== "" || waitedMs >= MAX_EMPTY_MS) throw foreignFileError(lockPath, "lock");
    await setTimeout(POLL_MS);
  }
}

/**
 * Creates the lock file unless there is one.
 * @returns whether it was created
 */
function createLock(lockPath: string, owner: LockOwner): boolean {
  let file: number;
  try {
    file = openSync(lockPath, "wx");
  } catch (error) {
    if (systemCodeOf(error) === "EEXIST") return false;
    throw error;
  }
  try {
    // At once, as others wait for the contents.
    writeSync(file, JSON.stringify(owner));
  } catch (error) {
    // A full disk has room for the name of a file.
    rmSync(lockPath, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return true;
}

/** How often to wait for another process that is removing the same stale lock. */
const MAX_GUARD_WAITS = 100;

/**
 * Removes a lock whose process has ended. Between reading the lock and removing it, another process may have
 * replaced it by its own; so it is read again while a second lock keeps others from doing the same.
 * @returns false if another process holds that second lock
 */
async function removeStale(lockPath: string, stale: LockOwner, own: LockOwner): Promise<boolean> {
  const guardPath = `${lockPath}.takeover`;
  if (await tryLock(guardPath, own)) return false;
  try {
    const owner = await readOwner(lockPath);
    if (owner?.id === stale.id) await rm(lockPath, { force: true });
  } finally {
    await rm(guardPath, { force: true });
  }
  return true;
}

/** @returns undefined once the lock is ours, or its owner if that still runs */
async function tryLock(lockPath: string, own: LockOwner): Promise<LockOwner | undefined> {
  let waits = 0;
  for (;;) {
    if (createLock(lockPath, own)) return undefined;
    const owner = await readOwner(lockPath);
    if (!owner) continue;
    if (waits >= MAX_GUARD_WAITS) return owner;
    if (await isRunning(owner)) return owner;
    if (await removeStale(lockPath, owner, own)) continue;
    waits++;
    await setTimeout(POLL_MS);
  }
}

const MAX_LINKS = 40;

/** The path of an output without symbolic links, so that all names of a file have one lock and one checkpoint. */
export async function resolveLinks(path: string): Promise<string> {
  let resolved = resolve(path);
  for (let links = 0; links < MAX_LINKS; links++) {
    const folder = await realpath(dirname(resolved));
    resolved = join(folder, basename(resolved));
    const stats = await lstat(resolved).catch(() => undefined);
    // The output need not exist, and a link may lead to a file that does not.
    if (!stats?.isSymbolicLink()) return resolved;
    resolved = resolve(folder, await readlink(resolved));
  }
  return realpath(path);
}

function heldError(path: string, lockPath: string, { pid, host }: LockOwner): NoAnswerError {
  if (host === hostname()) {
    return new NoAnswerError(
      `Another run (pid ${pid}) is writing the file '${path}'. Wait until it has ended, or name another output.`,
    );
  }
  return new NoAnswerError(
    `Another run (pid ${pid} on the host ${host}) is writing the file '${path}'. Wait until it has ended; if it was killed, remove '${lockPath}'.`,
  );
}

/**
 * Locks an output for this process. Symbolic links to one file have one lock.
 * @throws NoAnswerError when another process holds the lock, or its file is not a lock
 * @throws the error of the system when the lock file cannot be created
 */
export async function lockOutput(path: string): Promise<OutputLock> {
  const lockPath = `${await resolveLinks(path)}.lock`;
  const { pid } = process;
  const { started } = await processState(pid);
  const own: LockOwner = {
    program: "mapcoded",
    pid,
    started,
    host: hostname(),
    id: randomUUID(),
  };
  const owner = await tryLock(lockPath, own);
  if (owner) throw heldError(path, lockPath, owner);
  return {
    async release() {
      // The user may have removed the file, and another run may have created its own.
      const current = await readOwner(lockPath).catch(() => undefined);
      if (current?.id === own.id) await rm(lockPath, { force: true });
    },
  };
}
