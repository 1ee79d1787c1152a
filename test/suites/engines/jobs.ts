/** Jobs of many files: deploy/jobs under GNU parallel and Slurm, as docs/engines.md calls it; a task is killed. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { delimiter, join } from "node:path";
import type { Coordinate } from "../../../src/index.ts";
import { freePort } from "../../support/free-port.ts";
import { until } from "../../support/until.ts";
import {
  type EngineCheck,
  engineOf,
  expectRows,
  stopDaemons,
  timed,
  withoutCpu,
} from "./engine.ts";
import { installCommand, npmVariables } from "./engine-command.ts";
import { localText, manyPoints, vectorPoints } from "./engine-points.ts";
import { blocksOf } from "./examples.ts";

/** What installCommand has done. */
const INSTALLING = "npm install --global mapcoded-cli\n";

const FILES = 8;
const ROWS_OF_FILE = 60_000;

/** A folder with files of points, and the command. */
class JobFolder {
  readonly path: string;
  readonly environment: NodeJS.ProcessEnv;
  /** What has been started beside the jobs. */
  readonly daemons: ChildProcess[] = [];
  readonly #files: readonly (readonly Coordinate[])[];

  constructor(path: string) {
    this.path = path;
    this.environment = {
      ...process.env,
      ...npmVariables(path),
      PATH: `${installCommand(path)}${delimiter}${process.env.PATH}`,
    };
    const many = manyPoints();
    const slices = Array.from({ length: FILES - 1 }, (_, index) =>
      many.slice(index * ROWS_OF_FILE, (index + 1) * ROWS_OF_FILE),
    );
    this.#files = [vectorPoints(), ...slices];
    mkdirSync(join(this.path, "points"));
    for (const [index, points] of this.#files.entries()) {
      const rows = points.map(({ latDeg, lonDeg }, id) => `${id},${latDeg},${lonDeg}\n`);
      writeFileSync(join(this.path, `points/${index}.csv`), `id,lat,lon\n${rows.join("")}`);
    }
  }

  get rows(): number {
    return this.#files.reduce((rows, points) => rows + points.length, 0);
  }

  run(program: string, args: readonly string[]): Promise<number> {
    const child = spawn(program, args, {
      cwd: this.path,
      env: this.environment,
      stdio: ["ignore", "ignore", "inherit"],
    });
    return new Promise((resolve, reject) => {
      child.on("error", reject).on("close", (code) => resolve(code ?? 1));
    });
  }

  /** Compares each file with the library, and removes them. */
  checkFiles(name: string): void {
    for (const [index, points] of this.#files.entries()) {
      const text = readFileSync(join(this.path, `coded/${index}.csv`), "utf8");
      const rows = text.split("\n").slice(1, -1);
      const mapcodes = rows.map((row) => {
        const [id, , , territory, code] = row.split(",");
        return `${id},${code === "" ? "" : `${territory} ${code}`}`;
      });
      const expected = points.map((point, id) => `${id},${localText(point, "")}`);
      expectRows(`${name}, file ${index}`, mapcodes, expected);
    }
    rmSync(join(this.path, "coded"), { recursive: true });
  }

  /** Lets the next process of the command be killed while it writes. */
  killNext(): void {
    const program = join(this.path, "bin/mapcoded");
    const text = readFileSync(program, "utf8");
    const mark = join(this.path, "killed");
    const once = `if mkdir "${mark}" 2>/dev/null; then timeout -s KILL 0.3 "$0" "$@"; exit 137; fi\n`;
    writeFileSync(program, text.replace("exec", `${once}exec`));
    chmodSync(program, 0o755);
  }
}

/**
 * Runs the example of a section twice: undisturbed, and with a task that is killed.
 * @param retries whether the engine repeats a failed task by itself; otherwise the job is started again
 */
async function checkJobs(
  section: string,
  folder: JobFolder,
  retries: boolean,
): Promise<EngineCheck[]> {
  const [block = ""] = blocksOf(section, "sh");
  const example = block.replace(INSTALLING, "");
  const run = () => folder.run("sh", ["-euc", example]);
  const [status, cost] = await timed(run);
  if (status !== 0) throw new Error(`The example ends with ${status}.`);
  folder.checkFiles("undisturbed");
  folder.killNext();
  const killed = await run();
  if ((killed === 0) !== retries)
    throw new Error(`With a killed task, the example ends with ${killed}.`);
  if (!retries && (await run()) !== 0) throw new Error("The second run fails.");
  folder.checkFiles("with a killed task");
  const name = `${FILES} files of CSV, mapcoded encode --workers 1`;
  return [
    { name, rows: folder.rows, ...cost },
    { name: "the same with a task killed", rows: folder.rows },
  ];
}

function versionLine(program: string, flag: string): string {
  return execFileSync(program, [flag], { encoding: "utf8" }).split("\n")[0];
}

/** The example with options, for files without a header. */
function checkOptions({ path, environment }: JobFolder): EngineCheck {
  const [block = "", last = ""] = blocksOf("GNU parallel", "sh");
  const setup = block.replace(INSTALLING, "").split("\n").slice(0, -2).join("\n");
  const strip = "for file in points/*.csv; do sed -i 1d $file; done";
  execFileSync("sh", ["-euc", `${strip}\n${setup}\n${last}`], { cwd: path, env: environment });
  const rows = readFileSync(join(path, "coded/0.csv"), "utf8").split("\n").slice(0, -1);
  const expected = vectorPoints().map((point, id) => `${id} ${localText(point, "")}`.trim());
  const codes = rows.map((row) => row.split(","));
  const texts = codes.map(([id, , , territory, code]) => `${id} ${territory} ${code}`.trim());
  expectRows("without header", texts, expected);
  return { name: "files without a header, by options", rows: rows.length };
}

/** The filter of docs/command-line.md: what parts of standard input become is what the whole of it becomes. */
function checkFilter({ path, environment }: JobFolder): EngineCheck {
  const points = vectorPoints();
  const lines = points.map(({ latDeg, lonDeg }) => `${latDeg} ${lonDeg}\n`);
  writeFileSync(join(path, "points.txt"), lines.join(""));
  const inParts = "parallel --pipe --block 50k -k mapcoded encode --quiet --workers 1";
  const script = `${inParts} < points.txt > coded.txt && mapcoded encode --quiet points.txt > whole.txt`;
  execFileSync("sh", ["-c", script], { cwd: path, env: environment });
  const rowsOf = (name: string) => readFileSync(join(path, name), "utf8").split("\n");
  expectRows("parallel --pipe", rowsOf("coded.txt"), rowsOf("whole.txt"));
  return { name: "a filter of parts of standard input", rows: points.length };
}

export const parallel = engineOf({
  name: "GNU parallel",
  open: (folder) => new JobFolder(folder),
  checks: [(folder) => checkJobs("GNU parallel", folder, true), checkFilter, checkOptions],
  version: () => versionLine("parallel", "--version").replace("GNU parallel ", ""),
});

const LOOPBACK = "127.0.0.1";
const NODES = ["one", "two"];

/** Two nodes on this machine, which trust each other and listen on the loopback interface only. */
async function slurmConfiguration(folder: string): Promise<string> {
  const user = userInfo().username;
  const lines = [
    "ClusterName=mapcoded",
    `SlurmctldHost=localhost(${LOOPBACK})`,
    `SlurmctldPort=${await freePort()}`,
    `SlurmUser=${user}`,
    `SlurmdUser=${user}`,
    "AuthType=auth/none",
    "CredType=cred/none",
    "CommunicationParameters=NoCtldInAddrAny,NoInAddrAny",
    `StateSaveLocation=${folder}/state`,
    `SlurmdSpoolDir=${folder}/spool-%n`,
    `SlurmctldPidFile=${folder}/slurmctld.pid`,
    `SlurmdPidFile=${folder}/slurmd-%n.pid`,
    "ProctrackType=proctrack/linuxproc",
    "TaskPlugin=task/none",
    "SelectType=select/cons_tres",
    "SelectTypeParameters=CR_Core",
    // Without waiting for others to start a task or to say that a job has ended.
    "SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0",
    "SlurmdParameters=config_overrides",
  ];
  for (const node of NODES) {
    lines.push(
      `NodeName=${node} NodeHostname=localhost NodeAddr=${LOOPBACK} Port=${await freePort()} CPUs=1 RealMemory=2000`,
    );
  }
  lines.push(`PartitionName=all Nodes=${NODES} Default=YES State=UP`);
  return lines.map((line) => `${line}\n`).join("");
}

/** Starts the daemons of Slurm and waits until its nodes are idle. */
async function startSlurm(folder: JobFolder): Promise<void> {
  const configuration = join(folder.path, "slurm.conf");
  mkdirSync(join(folder.path, "state"));
  writeFileSync(configuration, await slurmConfiguration(folder.path));
  folder.environment.SLURM_CONF = configuration;
  const start = (program: string, ...args: string[]) =>
    spawn(program, ["-D", "-f", configuration, ...args], {
      cwd: folder.path,
      env: folder.environment,
      stdio: "ignore",
    });
  folder.daemons.push(start("slurmctld"), ...NODES.map((node) => start("slurmd", "-N", node)));
  const args = ["--noheader", "--states=idle", "--format=%D"];
  const idle = () => {
    try {
      return execFileSync("sinfo", args, { env: folder.environment, encoding: "utf8" }).trim();
    } catch {
      return ""; // The controller does not answer yet.
    }
  };
  await until(
    () => idle() === `${NODES.length}`,
    () => "The nodes of Slurm do not become idle.",
  );
}

export const slurm = engineOf({
  name: "Slurm",
  open: (folder) => new JobFolder(folder),
  start: startSlurm,
  checks: [async (folder) => (await checkJobs("Slurm", folder, false)).map(withoutCpu)],
  version: () => versionLine("slurmctld", "-V").replace("slurm-wlm ", ""),
  stop: ({ daemons }) => stopDaemons(daemons),
});
