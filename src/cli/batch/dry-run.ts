/** `--dry-run`: says what was understood of the inputs and shows the first results. */
import { RowCounter, type RowCounts } from "../../batch/chunks.ts";
import { createConverter, partsUpTo } from "../../batch/converter.ts";
import { isInRange } from "../../batch/options/conversion.ts";
import { FORMAT_FACTS } from "../../batch/options/formats.ts";
import { OutputFrame } from "../../batch/output/frame.ts";
import type { BatchPlan } from "../../batch/plan.ts";
import type { Coordinate } from "../../index.ts";
import { onOneLine } from "../terminal.ts";
import type { BatchRequest } from "./batch.ts";
import { displayName } from "./file-names.ts";
import { compressionNotice, withInputs } from "./inputs.ts";
import { type PlannedInput, Reader } from "./reading.ts";
import { absentColumnTexts, failureLines, LOCAL_RULE_TEXTS } from "./summary.ts";

/** How many results are shown. */
const SHOWN_ROWS = 3;

/** So many rows, or a few more, tell what the others are like. */
const SAMPLED_ROWS = 5000;

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ",": "comma (,)",
  ";": "semicolon (;)",
  "\t": "tab",
  "|": "vertical bar (|)",
  " ": "space",
};

/** The names of the roles by the index or the name of their column. */
function rolesOf({ indexes, members, columns }: BatchPlan): ReadonlyMap<string, string> {
  const roles = new Map<string, string>();
  const add = (role: string, name: string | undefined) => {
    if (name !== undefined) roles.set(name, role);
  };
  for (const [role, index] of Object.entries(indexes)) add(role, columns[index]);
  for (const [role, member] of Object.entries(members)) add(role, member);
  return roles;
}

/** "id, lat (latitude), lon (longitude)" */
function columnsText(plan: BatchPlan): string {
  const roles = rolesOf(plan);
  const names = plan.columns.length > 0 ? plan.columns : Array.from(roles.keys());
  return names
    .map((name) => {
      const role = roles.get(name);
      return role === undefined ? name : `${name} (${role})`;
    })
    .join(", ");
}

function factsOf({ path, plan, compression }: PlannedInput, isParquet: boolean): readonly string[] {
  const { options, delimiter } = plan;
  const { kind, summary } = FORMAT_FACTS[options.from];
  const isTable = kind === "table";
  const isText = isTable && !isParquet;
  const format = isParquet ? "Parquet" : `${options.from} (${summary})`;
  const columns = columnsText(plan);
  return [
    displayName(path),
    `  format: ${format}${compression ? `, compressed with ${compression}` : ""}`,
    ...(isText ? [`  delimiter: ${DELIMITER_NAMES[delimiter] ?? delimiter}`] : []),
    ...(isText ? [`  header: ${options.header ? "yes" : "no"}`] : []),
    ...(columns === "" ? [] : [`  ${isTable ? "columns" : "members"}: ${columns}`]),
    `  added: ${plan.added.join(", ")}`,
    ...(options.operation === "encode" ? [`  ${LOCAL_RULE_TEXTS[options.local]}`] : []),
    ...plan.notices.map((notice) => `  note: ${notice}`),
  ];
}

interface FirstResults {
  /** As the output would have them. */
  readonly text: string;
  /** Of the sample. */
  readonly counts: RowCounts;
  readonly sample: Sample;
}

/** What the points of the sampled rows are like. */
class Sample {
  /** South, west, north, east. */
  readonly bounds = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  /** The points that are only in range with their coordinates swapped. */
  swapped = 0;

  add({ latDeg, lonDeg }: Coordinate): void {
    const { bounds } = this;
    bounds[0] = Math.min(bounds[0], latDeg);
    bounds[1] = Math.min(bounds[1], lonDeg);
    bounds[2] = Math.max(bounds[2], latDeg);
    bounds[3] = Math.max(bounds[3], lonDeg);
    if (!isInRange(latDeg, lonDeg) && isInRange(lonDeg, latDeg)) this.swapped++;
  }
}

/** The ranges of the points and what became of the rows. */
function sampleLines({ counts, sample }: FirstResults, path: string): readonly string[] {
  const { rows, converted, failed, failures } = counts;
  const [south, west, north, east] = sample.bounds;
  const ranges = `latitudes from ${south} to ${north}, longitudes from ${west} to ${east}`;
  const located = failures.map((group) => ({ ...group, first: { ...group.first, path } }));
  return [
    `  first rows: ${rows}, of which ${converted} are converted and ${failed} fail`,
    ...(south <= north ? [`  points: ${ranges}`] : []),
    ...failureLines({ failures: located }).map((line) => `  ${line}`),
    ...(sample.swapped > 0
      ? [`  note: ${sample.swapped} of the points look swapped: the longitude first.`]
      : []),
  ];
}

async function firstResults(input: PlannedInput): Promise<FirstResults> {
  const { plan } = input;
  const sample = new Sample();
  const converter = createConverter(plan, {
    onRow: ({ point }) => point && sample.add(point),
  });
  const reader = new Reader({ inputs: [input], isResumable: false });
  const frame = new OutputFrame(plan);
  const parts = [plan.opening];
  const counts = new RowCounter(plan.preambleLines);
  let isShown = true;
  for await (const { chunks } of reader.tasks()) {
    for (const part of isShown ? partsUpTo(SHOWN_ROWS, chunks, plan, counts) : chunks) {
      const converted = converter.convert(part);
      const { bytes, isContinued } = converted;
      isShown &&= counts.rows < SHOWN_ROWS || isContinued;
      // A copy, as the converter reuses its memory.
      if (isShown) parts.push(frame.before(bytes, isContinued), bytes.slice());
      counts.add(converted);
    }
    if (counts.rows >= SAMPLED_ROWS) break;
  }
  return { text: Buffer.concat(parts).toString(), counts, sample };
}

/**
 * Describes the inputs of a batch, and the first results of the first one. Nothing is written.
 * @returns lines of text
 * @throws as runBatch, for errors that are known before the first row
 */
export async function describeBatch(request: BatchRequest): Promise<string> {
  return withInputs(request, (inputs) => describeInputs(request, inputs));
}

async function describeInputs(
  request: BatchRequest,
  inputs: readonly PlannedInput[],
): Promise<string> {
  const lines: string[] = [];
  for (const input of inputs) {
    const notice = compressionNotice(input);
    lines.push(
      ...factsOf(input, request.parquet !== undefined),
      ...(notice ? [`  note: ${notice}`] : []),
    );
  }
  const to = request.parquet?.isOutput ? "Parquet" : inputs[0].plan.options.to;
  const first = await firstResults(inputs[0]);
  const { text, counts } = first;
  const results = text.trimEnd().split(/\r?\n/);
  const plans = inputs.map(({ plan }) => plan);
  const absent = absentColumnTexts("None of the first rows", counts.absentColumns, plans);
  if (inputs.length > 1) lines.push(displayName(inputs[0].path));
  lines.push(...sampleLines(first, inputs[0].path));
  lines.push(...absent.map((sentence) => `  note: ${sentence}`));
  const name = request.output.path ?? "standard output";
  lines.push(`${name}: ${to}, nothing is written`, ...results.map((line) => `  ${line}`));
  return `${lines.map((line) => onOneLine(line)).join("\n")}\n`;
}
