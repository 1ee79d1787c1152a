/** Runs a batch: plans its inputs, opens its output, converts, and says what was done. */
import { fstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { UsageError } from "../command-errors.ts";
import { nameFlag, printLine } from "../terminal.ts";
import { Batch, type BatchContext, type BatchRequest } from "./batch.ts";
import type { Dependencies } from "./checkpoint.ts";
import { describePath } from "./file-names.ts";
import { compressionNotice, withInputs } from "./inputs.ts";
import { openOutput } from "./output.ts";
import { startProgress } from "./progress.ts";
import type { PlannedInput } from "./reading.ts";
import { absentColumnTexts, type BatchSummary } from "./summary.ts";

/** @throws UsageError when a file is both input and output, by whatever name */
async function checkNotInput(
  inputs: readonly PlannedInput[],
  path: string | undefined,
): Promise<void> {
  const stats = path === undefined ? fstatSync(1) : await stat(path).catch(() => undefined);
  if (!stats?.isFile()) return;
  const same = inputs.find(({ identity }) => identity === `${stats.dev}:${stats.ino}`);
  if (!same) return;
  const name = path === undefined ? same.path : path;
  throw new UsageError(`${describePath(name)} is an input and the output. Name another output.`);
}

/** Everything that determines the bytes of an output, except the contents of the inputs and the program. */
function dependenciesOf(
  { output, options, rejects, maxRows }: BatchRequest,
  inputs: readonly PlannedInput[],
): Dependencies {
  const named = Object.entries(options).map(([name, value]) => [nameFlag(name), value]);
  const ofInputs = inputs.flatMap(({ plan, sizeBytes }, index) => {
    const name = inputs.length === 1 ? "the input" : `input ${index + 1}`;
    return [
      [`format of ${name}`, plan.options.from],
      [`number of bytes of ${name}`, sizeBytes ?? "unknown"],
    ];
  });
  return {
    ...Object.fromEntries(named),
    "number of inputs": inputs.length,
    ...Object.fromEntries(ofInputs),
    "compression of the output": output.compression ?? "none",
    // Another file in the place of the rejects would be cut to the length that these had.
    "option --rejects": rejects && basename(rejects.path),
    "compression of the rejects": rejects?.compression ?? "none",
    "option --limit": maxRows,
  };
}

async function convertAll(
  request: BatchRequest,
  context: BatchContext,
  inputs: readonly PlannedInput[],
): Promise<BatchSummary> {
  const notify = (text: string) => {
    if (context.progress !== "none") printLine(text);
  };
  const { output: outputRequest, rejects } = request;
  await checkNotInput(inputs, outputRequest.path);
  if (rejects) await checkNotInput(inputs, rejects.path);
  for (const input of inputs) {
    const notice = compressionNotice(input);
    if (notice) notify(notice);
    for (const text of input.plan.notices) notify(`${describePath(input.path)}: ${text}`);
  }
  const output = await openOutput(outputRequest, rejects, dependenciesOf(request, inputs));
  const batch = new Batch(request, inputs, output, context);
  const startMs = Date.now();
  const progress = {
    totalBytes: batch.reader.totalBytes,
    readBytes: () => batch.reader.readBytes(),
    rows: () => batch.newRows,
  };
  const display = startProgress(context.progress, progress, process.stderr);
  try {
    await batch.run(context.stop);
  } finally {
    display.stop();
  }
  for (const text of batch.reader.notices) notify(text);
  const { counts, newRows } = batch;
  const elapsedMs = Date.now() - startMs;
  const plans = inputs.map(({ plan }) => plan);
  const absentColumns = absentColumnTexts("No row", counts.absentColumns, plans);
  const { operation, local } = request.options;
  return {
    localRule: operation === "encode" ? local : undefined,
    counts,
    absentColumns,
    newRows,
    elapsedMs,
    rejectsPath: rejects?.path,
  };
}

/**
 * Converts all inputs, one after the other, into the output.
 * @throws NoAnswerError when a file cannot be read or written, or a row fails in a strict batch
 * @throws BatchError when options are wrong
 * @throws UsageError when an input is also the output
 * @throws OutputClosedError when the reader of the output has closed it
 * @throws the reason of `context.stop` when that is aborted
 */
export async function runBatch(
  request: BatchRequest,
  context: BatchContext,
): Promise<BatchSummary> {
  const { stop } = context;
  try {
    return await withInputs(request, (inputs) => convertAll(request, context, inputs), stop);
  } catch (error) {
    throw stop.aborted ? stop.reason : error;
  }
}
