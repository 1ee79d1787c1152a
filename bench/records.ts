/** Records: the results of the parts with the machine that they were measured on, one file a day. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type BenchRun, describeMachine, type Machine, type Measured } from "./results.ts";

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
 * Writes parts to the record of the day, machine and Node version. Parts that this run did not measure stay there
 * as they are, so that a record can be made part by part.
 * @param run that measured the parts
 * @returns the path of the record in the project
 */
export function writeRecord({ date }: BenchRun, measured: Measured): string {
  const machine = describeMachine();
  const parts = [date.slice(0, 10), machine.cpu, `node-${machine.node}`];
  const file = new URL(`${parts.map(fileNamePart).join("-")}.json`, RECORDS);
  mkdirSync(RECORDS, { recursive: true });
  const before = existsSync(file) ? readRecord(file.pathname).record.parts : {};
  const record: BenchRecord = { machine, parts: { ...before, ...measured } };
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
  return fileURLToPath(file).slice(fileURLToPath(new URL("../", import.meta.url)).length);
}
