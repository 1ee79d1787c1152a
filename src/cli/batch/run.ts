/** A whole batch: from inputs through threads to the output. */
import { stat } from "node:fs/promises";
import type { BatchOptions } from "../../batch/options.ts";
import type { LocatedRowError } from "../../batch/rows.ts";
import { compress } from "./compression.ts";
import { type Converting, createConverting } from "./converting.ts";
import { Counts } from "./counts.ts";
import { BatchRunError, BatchUsageError } from "./errors.ts";
import { STANDARD_INPUT } from "./file-names.ts";
import { inOrder } from "./in-order.ts";
import { type InputRequest, type PlannedInput, planInputs } from "./inputs.ts";
import { release, releaseBuffer } from "./memory.ts";
import { type BatchOutput, type OutputRequest, openOutput } from "./output.ts";
import type { PieceAnswer } from "./pieces.ts";
import { type ProgressKind, rateText, startProgress } from "./progress.ts";
import { Reader, type ReadPiece } from "./reading.ts";
import type { Progressed } from "./resume.ts";
import type { Source } from "./source.ts";

export interface BatchRequest {
  readonly inputs: readonly InputRequest[];
  readonly output: OutputRequest;
  readonly options: Omit<BatchOptions, "from">;
  readonly threads: number;
  /** Ends at the first row that is refused. */
  readonly isStrict: boolean;
}

export interface BatchSurroundings {
  /** Ends the batch between two pieces, with the signal's reason as error. */
  readonly stop: AbortSignal;
  readonly progress: ProgressKind;
  /** Standard error, or what stands for it. */
  readonly messages: NodeJS.WriteStream;
}

const NOTHING = new Uint8Array(0);

const NOTHING_REACHED = { pieces: 0, inputHash: "", outputBytes: 0, hasAnswers: false };

function placeOf(path: string): string {
  return path === STANDARD_INPUT ? "standard input" : path;
}

/** The first row that was refused, as --strict tells it. */
function strictFailure(path: string, { line, column, message }: LocatedRowError): BatchRunError {
  const within = column === undefined ? "" : `, column ${column}`;
  return new BatchRunError(`${placeOf(path)}, line ${line}${within}: ${message}`);
}

async function checkNotInput(
  inputs: readonly PlannedInput[],
  path: string | undefined,
): Promise<void> {
  if (path === undefined) return;
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return;
  const same = inputs.find(({ identity }) => identity === `${found.dev}:${found.ino}`);
  if (same) throw new BatchUsageError(`The file '${path}' is the input; expected another output.`);
}

class Batch {
  readonly #request: BatchRequest;
  readonly #inputs: readonly PlannedInput[];
  readonly #output: BatchOutput;
  readonly #converting: Converting;
  readonly #counts: Counts;
  readonly #rowsBefore: number;
  readonly reader: Reader;
  #reached: Progressed;

  constructor(
    request: BatchRequest,
    inputs: readonly PlannedInput[],
    output: BatchOutput,
    note: (line: string) => void,
  ) {
    const { progressed, isResumable } = output;
    const answers = { isStrict: request.isStrict, compression: request.output.compression };
    this.#request = request;
    this.#inputs = inputs;
    this.#output = output;
    const expectedBytes = inputs.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
    this.#converting = createConverting({ threads: request.threads, answers, note }, expectedBytes);
    this.#counts = new Counts(inputs, progressed);
    this.#rowsBefore = this.#counts.rows;
    // An output that may be resumed needs pieces that are the same when they are read again.
    this.reader = new Reader({ inputs, isHashed: isResumable, isLive: !isResumable });
    this.#reached = progressed ?? { ...NOTHING_REACHED, ...this.#counts.reached };
  }

  get counts(): Pick<Counts, "rows" | "answered" | "refused"> {
    return this.#counts;
  }

  /** How many rows this run has converted. */
  get ownRows(): number {
    return this.#counts.rows - this.#rowsBefore;
  }

  async run(stop: AbortSignal): Promise<void> {
    try {
      if (!this.#output.progressed) await this.#begin();
      const convert = async (piece: ReadPiece) => {
        return { piece, answer: await this.#converting.convert(piece) };
      };
      const answers = inOrder(this.#unanswered(), this.#converting.maxAtOnce, convert, stop);
      for await (const { piece, answer } of answers) await this.#take(piece, answer);
      await this.#end();
    } catch (error) {
      // When not even this can be written, what was saved before still holds.
      await this.#output.save(this.#reached, true).catch(() => {});
      throw error;
    } finally {
      this.reader.close();
      await this.#converting.stop();
      await this.#output.sink.close();
    }
  }

  async #write(bytes: Uint8Array): Promise<void> {
    const { compression } = this.#request.output;
    if (bytes.length > 0) await this.#output.sink.write(compress(bytes, compression));
  }

  async #begin(): Promise<void> {
    const first = this.#inputs.find(({ plan }) => plan.opening.length > 0);
    if (first) await this.#write(first.plan.opening);
    this.#reached = { ...this.#reached, outputBytes: this.#output.sink.endBytes };
    await this.#output.save(this.#reached, true);
  }

  async #end(): Promise<void> {
    const { sink } = this.#output;
    const { compression } = this.#request.output;
    await this.#write(this.#inputs[0]?.plan.closing ?? NOTHING);
    // Nothing at all is no file that can be decompressed.
    if (compression && sink.endBytes === 0) await sink.write(compress(NOTHING, compression));
    await this.#output.complete();
  }

  /** Passes over what was answered before, if it is the same. */
  async *#unanswered(): AsyncGenerator<ReadPiece> {
    const before = this.#output.progressed;
    const answered = before?.pieces ?? 0;
    let pieces = 0;
    for await (const piece of this.reader.pieces()) {
      ({ pieces } = piece);
      if (pieces === answered && piece.inputHash !== before?.inputHash) pieces = -1;
      if (pieces < 0) break;
      if (pieces > answered) yield piece;
      else for (const buffer of piece.memory) releaseBuffer(buffer);
    }
    if (pieces >= answered) return;
    const path = this.#request.output.path;
    throw new BatchRunError(
      `The inputs are not those that '${path}' was begun with; --resume wants the same, --force begins anew.`,
    );
  }

  async #take(piece: ReadPiece, answer: PieceAnswer): Promise<void> {
    const { sink } = this.#output;
    let { hasAnswers } = this.#reached;
    if (answer.bytes.length > 0) {
      if (hasAnswers) await this.#write(piece.plan.between);
      await sink.write(answer.bytes);
      release(answer.bytes);
      hasAnswers = true;
    }
    for (const buffer of piece.memory) releaseBuffer(buffer);
    const refusal = this.#counts.add(piece.input, answer);
    if (refusal && this.#request.isStrict) {
      throw strictFailure((this.#inputs[piece.input] as PlannedInput).path, refusal);
    }
    const { pieces, inputHash } = piece;
    const outputBytes = sink.endBytes;
    this.#reached = { pieces, inputHash, outputBytes, hasAnswers, ...this.#counts.reached };
    await this.#output.save(this.#reached, false);
  }
}

/** What has to be the same for an output to be resumed, besides what has been read of the inputs. */
function askedOf({ output, options }: BatchRequest, inputs: readonly PlannedInput[]): unknown {
  const given = inputs.map(({ plan, sizeBytes }) => [plan.options.from, sizeBytes ?? "unknown"]);
  return [options, output.compression ?? "none", given];
}

async function convertAll(
  request: BatchRequest,
  { stop, progress, messages }: BatchSurroundings,
  onOpen: (source: Source) => void,
): Promise<string> {
  const inputs = await planInputs(request.inputs, request.options, onOpen);
  await checkNotInput(inputs, request.output.path);
  const output = await openOutput(request.output, askedOf(request, inputs));
  const batch = new Batch(request, inputs, output, (line) => messages.write(`${line}\n`));
  const startMs = Date.now();
  const reading = {
    totalBytes: batch.reader.totalBytes,
    readBytes: () => batch.reader.readBytes(),
    rows: () => batch.ownRows,
  };
  const shown = startProgress(progress, reading, messages);
  try {
    await batch.run(stop);
  } finally {
    shown.stop();
  }
  const { rows, answered, refused } = batch.counts;
  const rate = rateText(batch.ownRows, Date.now() - startMs);
  return `${rows} rows: ${answered} answered, ${refused} refused, ${rate}`;
}

/**
 * Converts all inputs, one after the other, into the output.
 * @returns the summary, one sentence
 * @throws BatchRunError, OutputClosedError, BatchUsageError, BatchError (from the row engine) for wrong
 *   options, and the reason that the signal to stop has
 */
export async function runBatch(
  request: BatchRequest,
  surroundings: BatchSurroundings,
): Promise<string> {
  const { stop } = surroundings;
  const sources = new Set<Source>();
  // Whoever waits for standard input waits no longer.
  const close = () => {
    for (const source of sources) source.close();
  };
  stop.addEventListener("abort", close);
  try {
    return await convertAll(request, surroundings, (source) => {
      sources.add(source);
      if (stop.aborted) close();
    });
  } catch (error) {
    throw stop.aborted ? stop.reason : error;
  } finally {
    stop.removeEventListener("abort", close);
    close();
  }
}
