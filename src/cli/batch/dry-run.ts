/** `--dry-run`: says what was understood of the inputs and shows the first results. */
import { NO_BYTES, RowCounter, type RowCounts } from "../../batch/chunks.ts";
import { FORMAT_FACTS } from "../../batch/options/formats.ts";
import type { BatchPlan } from "../../batch/plan.ts";
import { onOneLine } from "../terminal.ts";
import type { BatchRequest } from "./batch.ts";
import { displayName } from "./file-names.ts";
import { compressionNotice, type PlannedInput, planInputs } from "./inputs.ts";
import { Reader } from "./reading.ts";
import type { Closable } from "./sources.ts";
import { absentColumnTexts, LOCAL_RULE_TEXTS } from "./summary.ts";
import { createTaskConverter } from "./tasks.ts";

/** How many rows are converted. */
const SHOWN_ROWS = 3;

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

function factsOf({ path, plan, compression }: PlannedInput): readonly string[] {
  const { options, delimiter } = plan;
  const { kind, summary } = FORMAT_FACTS[options.from];
  const isTable = kind === "table";
  const columns = columnsText(plan);
  return [
    displayName(path),
    `  format: ${options.from} (${summary})${compression ? `, compressed with ${compression}` : ""}`,
    ...(isTable ? [`  delimiter: ${DELIMITER_NAMES[delimiter] ?? delimiter}`] : []),
    ...(isTable ? [`  header: ${options.header ? "yes" : "no"}`] : []),
    ...(columns === "" ? [] : [`  ${isTable ? "columns" : "members"}: ${columns}`]),
    `  added: ${plan.added.join(", ")}`,
    ...(options.operation === "encode" ? [`  ${LOCAL_RULE_TEXTS[options.local]}`] : []),
    ...plan.notices.map((notice) => `  note: ${notice}`),
  ];
}

interface FirstResults {
  /** As the output would have them. */
  readonly text: string;
  readonly counts: RowCounts;
}

async function firstResults(input: PlannedInput): Promise<FirstResults> {
  const { plan } = input;
  const convert = createTaskConverter(plan, {
    isStrict: false,
    compression: undefined,
    hasRejects: false,
    hasStatistics: false,
  });
  const reader = new Reader({ inputs: [input], isResumable: false });
  const parts = [plan.opening];
  const counts = new RowCounter(plan.preambleLines);
  for await (const { chunks } of reader.tasks()) {
    const result = convert(chunks, SHOWN_ROWS - counts.rows);
    parts.push(counts.rows > 0 && result.rows > 0 ? plan.between : NO_BYTES, result.bytes);
    counts.add(result);
    if (counts.rows >= SHOWN_ROWS) break;
  }
  reader.close();
  return { text: Buffer.concat(parts).toString(), counts };
}

/**
 * Describes the inputs of a batch, and the first results of the first one. Nothing is written.
 * @returns lines of text
 * @throws as runBatch, for errors that are known before the first row
 */
export async function describeBatch(request: BatchRequest): Promise<string> {
  const sources = new Set<Closable>();
  try {
    const inputs = await planInputs(request.inputs, request.options, (source) => {
      sources.add(source);
    });
    const lines: string[] = [];
    for (const input of inputs) {
      const notice = compressionNotice(input);
      lines.push(...factsOf(input), ...(notice ? [`  note: ${notice}`] : []));
    }
    const { to } = inputs[0].plan.options;
    const { text, counts } = await firstResults(inputs[0]);
    const results = text.trimEnd().split(/\r?\n/);
    const plans = inputs.map(({ plan }) => plan);
    const absent = absentColumnTexts("None of the first rows", counts.absentColumns, plans);
    lines.push(...absent.map((sentence) => `  note: ${sentence}`));
    const name = request.output.path ?? "standard output";
    lines.push(`${name}: ${to}, nothing is written`, ...results.map((line) => `  ${line}`));
    return `${lines.map((line) => onOneLine(line)).join("\n")}\n`;
  } finally {
    for (const source of sources) source.close();
  }
}
