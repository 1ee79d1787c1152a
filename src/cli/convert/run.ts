/** Runs a batch for `encode` or `decode`: its signals, summary and exit code. */
import { constants } from "node:os";
import type { Operation } from "../../batch/options/roles.ts";
import { keepYoungGenerationSmall } from "../../service/process-limits.ts";
import { runBatch } from "../batch/convert.ts";
import { isParquetName, STANDARD_STREAM } from "../batch/files.ts";
import type { BatchFlags } from "../batch/input.ts";
import { summaryLines } from "../batch/report.ts";
import { NO_ANSWER, NoAnswerError, printLine } from "../messages.ts";

/**
 * Runs a batch and prints its summary on standard error. The first signal stops it, the second one ends the process.
 * @param args the inputs; none for standard input
 * @returns the exit code: 0, or 1 if all rows failed, or any row with `--fail-on-errors`
 * @throws as runBatch; NoAnswerError after a signal
 */
export async function convertInputs(
  operation: Operation,
  args: readonly string[],
  { output, ...others }: BatchFlags,
): Promise<number> {
  const paths = args.length === 0 ? [STANDARD_STREAM] : args;
  const isFile = output !== undefined && output !== STANDARD_STREAM;
  const flags: BatchFlags = isFile ? { ...others, output } : others;
  const { failOnErrors = false, from, quiet = false, local = "borders", rejects } = flags;
  const startMs = Date.now();
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    // The exit code of a program that the signal has ended.
    const exitCode = 128 + constants.signals[signal];
    process.once(signal, () =>
      stopping.abort(new NoAnswerError(`Stopped by ${signal}.`, exitCode)),
    );
  }
  keepYoungGenerationSmall();
  const isParquet = from === undefined && paths.some(isParquetName);
  const run = isParquet ? (await import("../batch/parquet.ts")).convertParquet : runBatch;
  const totals = await run(operation, paths, flags, stopping.signal);
  const rule = operation === "encode" ? local : undefined;
  const lines = quiet ? [] : summaryLines(totals, Date.now() - startMs, rule, rejects);
  [...lines, ...totals.hopeless].forEach(printLine);
  const isBad = failOnErrors || totals.converted === 0 || totals.hopeless.length > 0;
  return totals.failed > 0 && isBad ? NO_ANSWER : 0;
}
