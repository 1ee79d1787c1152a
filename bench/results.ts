/** On which machine the benchmark ran, and the records of its results: one file a day. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import type { Part } from "./options.ts";
import type { Table } from "./report.ts";

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  readonly v8: string;
  readonly platform: string;
}

/** A run of the benchmark. */
export interface BenchRun {
  /** When it began, in UTC. */
  readonly date: string;
  readonly command: string;
  readonly note: string | undefined;
  /** The system's load average of the minute before: other work makes results worse. */
  readonly loadBefore: number;
}

/** The tables of a part with the run that measured it. */
export interface MeasuredPart {
  readonly run: BenchRun;
  readonly tables: readonly Table[];
}

/** The parts that were measured. */
export type Measured = { readonly [P in Part]?: MeasuredPart };

const MACHINE: Machine = {
  cpu: cpus()[0]?.model.trim() ?? "unknown",
  cores: availableParallelism(),
  node: process.version,
  v8: process.versions.v8,
  platform: `${process.platform} ${process.arch}`,
};

/** The command that repeats this run. @param script of package.json */
function ownCommand(script: string): string {
  const args = process.argv.slice(2).map((arg) => (/\s/.test(arg) ? `"${arg}"` : arg));
  return [`npm run ${script}`, ...(args.length > 0 ? ["--", ...args] : [])].join(" ");
}

/** @param script of package.json that runs this process */
export function describeRun(script: string, note?: string): BenchRun {
  return {
    date: new Date().toISOString(),
    command: ownCommand(script),
    note,
    loadBefore: loadavg()[0],
  };
}

/** What a run prints first: its machine and its command. */
export function headText({ command, loadBefore }: BenchRun): string {
  const { cpu, cores, node, v8, platform } = MACHINE;
  return [
    `machine  ${cpu}, ${cores} cores, ${platform}, load average before ${loadBefore.toFixed(2)}`,
    `node     ${node}, V8 ${v8}`,
    `command  ${command}`,
  ].join("\n");
}

export interface BenchRecord {
  readonly machine: Machine;
  readonly parts: Measured;
}

const RECORDS = new URL("records/", import.meta.url);

/** Keeps only characters that every file system allows: names of CPUs contain others. */
function fileNamePart(text: string): string {
  return text
    .replace(/\((?:R|TM)\)/gi, "")
    .replace(/[^A-Za-z0-9.]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** @param name file name of a record, or a path that ends in it; the newest unless given */
export function readRecord(name?: string): { readonly name: string; readonly record: BenchRecord } {
  const file = name?.split("/").at(-1) ?? readdirSync(RECORDS).toSorted().at(-1);
  if (file === undefined) throw new Error("There is no record. Run `npm run bench -- --record`.");
  return { name: file, record: JSON.parse(readFileSync(new URL(file, RECORDS), "utf8")) };
}

/**
 * Writes parts to the record of the day, machine and Node version. Other parts stay there as they are, so that a
 * record can be made part by part.
 * @param run that measured the parts
 * @returns the path of the record in the project
 */
export function writeRecord({ date }: BenchRun, measured: Measured): string {
  const parts = [date.slice(0, 10), MACHINE.cpu, `node-${MACHINE.node}`];
  const file = new URL(`${parts.map(fileNamePart).join("-")}.json`, RECORDS);
  mkdirSync(RECORDS, { recursive: true });
  const before = existsSync(file) ? readRecord(file.pathname).record.parts : {};
  const record: BenchRecord = { machine: MACHINE, parts: { ...before, ...measured } };
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
  return fileURLToPath(file).slice(fileURLToPath(new URL("../", import.meta.url)).length);
}
