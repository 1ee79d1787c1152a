/** One batch: takes the tasks of its inputs through their conversion to its output. */
import type { Worker } from "node:worker_threads";
import { hopelessError, NO_BYTES } from "../../batch/chunks.ts";
import { openQuoteError } from "../../batch/errors.ts";
import { OutputFrame } from "../../batch/output/frame.ts";
import { ByteWriter } from "../../bytes.ts";
import { NoAnswerError } from "../command-errors.ts";
import { printLine } from "../terminal.ts";
import { BatchCounter, type Checkpoint } from "./checkpoint.ts";
import { compress } from "./compression.ts";
import { type InputsRequest, withPath } from "./inputs.ts";
import type { BatchOutput, OutputRequest, RejectsRequest } from "./output.ts";
import { convertInOrder, TaskRunner } from "./pool.ts";
import type { ProgressKind } from "./progress.ts";
import { type PlannedInput, Reader, type ReaderTask } from "./reading.ts";
import { appendRejects, REJECTS_HEADER } from "./rejects.ts";
import { failureText } from "./summary.ts";
import { createTaskConverter, release, type TaskResult, type TaskSettings } from "./tasks.ts";

/** What of a batch is Parquet besides its input. */
export interface ParquetRequest {
  readonly isOutput: boolean;
}

export interface BatchRequest extends InputsRequest {
  readonly output: OutputRequest;
  /** The maximum number of threads that convert; with 1, this thread converts. */
  readonly threads: number;
  /** Whether the batch ends at the first row that fails. */
  readonly isStrict: boolean;
  /** The file of the rows that fail, which the output then lacks; undefined if they stay in the output. */
  readonly rejects: RejectsRequest | undefined;
  /** The batch ends after this many rows; undefined for no limit. */
  readonly maxRows: number | undefined;
  /** Undefined unless the only input is Parquet. */
  readonly parquet: ParquetRequest | undefined;
}

/** What the process provides to a batch. */
export interface BatchContext {
  /** Stops the batch at once; the batch rejects with the signal's reason. */
  readonly stop: AbortSignal;
  readonly progress: ProgressKind;
  /** Starts a thread that runs worker.ts. */
  readonly startThread: () => Worker;
}

/** A batch whose inputs are planned and whose output is open. */
export class Batch {
  readonly #request: BatchRequest;
  readonly #inputs: readonly PlannedInput[];
  readonly #output: BatchOutput;
  readonly #taskSettings: TaskSettings;
  readonly #runner: TaskRunner;
  readonly #frame: OutputFrame;
  readonly #resumedRows: number;
  readonly counts: BatchCounter;
  readonly reader: Reader;
  #checkpoint: Checkpoint;
  readonly #rejectsWriter = new ByteWriter(0);

  constructor(
    request: BatchRequest,
    inputs: readonly PlannedInput[],
    output: BatchOutput,
    context: BatchContext,
  ) {
    const { isStrict, threads, rejects } = request;
    const { resumedFrom } = output;
    const { startThread } = context;
    const { compression } = request.output;
    const task = { isStrict, compression, hasRejects: rejects !== undefined };
    const knownBytes = inputs.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
    this.#request = request;
    this.#inputs = inputs;
    this.#output = output;
    this.#taskSettings = task;
    this.#runner = new TaskRunner({ task, threads, startThread, log: printLine }, knownBytes);
    this.#frame = new OutputFrame(inputs[0].plan, resumedFrom?.hasRows);
    this.#resumedRows = resumedFrom?.rows ?? 0;
    this.counts = new BatchCounter(inputs, resumedFrom);
    this.reader = new Reader({ inputs, isResumable: output.checkpoints !== undefined });
    this.#checkpoint = resumedFrom ?? this.#checkpointAt({ tasks: 0, inputHash: "" });
  }

  /** How many rows this run has added to a resumed output, or written. */
  get newRows(): number {
    return this.counts.rows - this.#resumedRows;
  }

  /** Converts all tasks. Rejects soon after the signal, with the first error that the abort causes. */
  async run(stop: AbortSignal): Promise<void> {
    const stopThreads = () => this.#runner.stop();
    stop.addEventListener("abort", stopThreads);
    try {
      stop.throwIfAborted();
      if (!this.#output.resumedFrom) await this.#begin();
      if (this.#remainingRows > 0) await this.#convertTasks(stop);
      stop.throwIfAborted();
      await this.#end();
    } catch (error) {
      // If this fails, the previous checkpoint is still valid.
      await this.#output.checkpoints?.saveNow(this.#checkpoint).catch(() => {});
      throw error;
    } finally {
      stop.removeEventListener("abort", stopThreads);
      await this.#runner.stop();
      await this.#output.close();
    }
  }

  /** How many more rows the output may have. */
  get #remainingRows(): number {
    return (this.#request.maxRows ?? Number.POSITIVE_INFINITY) - this.counts.rows;
  }

  async #convertTasks(stop: AbortSignal): Promise<void> {
    const convert = async (task: ReaderTask) => {
      return { task, result: await this.#runner.convert(task) };
    };
    const { maxInFlight } = this.#runner;
    for await (const { task, result } of convertInOrder(
      this.#remainingTasks(),
      maxInFlight,
      convert,
    )) {
      stop.throwIfAborted();
      const remainingRows = this.#remainingRows;
      const isLast = result.rows >= remainingRows;
      // A row that is too long comes in several chunks, maybe of several tasks.
      const isOpen = result.rows <= remainingRows && task.chunks.at(-1)?.error?.isLast === false;
      await this.#add(task, isLast ? this.#convertLast(task) : result);
      if (isLast && !isOpen) return;
    }
  }

  /** Converts a task again, up to the last row that the output may have. Only now is it known how many precede it. */
  #convertLast({ plan, chunks }: ReaderTask): TaskResult {
    return createTaskConverter(plan, this.#taskSettings)(chunks, this.#remainingRows);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    const { compression } = this.#request.output;
    if (bytes.length > 0) await this.#output.sink.write(compress(bytes, compression));
  }

  /** Writes the header of the first input that has one. */
  async #begin(): Promise<void> {
    const first = this.#inputs.find(({ plan }) => plan.opening.length > 0);
    if (first) await this.#write(first.plan.opening);
    await this.#writeRejects(REJECTS_HEADER);
    this.#checkpoint = this.#checkpointAt(this.#checkpoint);
    await this.#output.checkpoints?.saveNow(this.#checkpoint);
  }

  async #writeRejects(bytes: Uint8Array): Promise<void> {
    const { rejects } = this.#request;
    await this.#output.rejects?.write(compress(bytes, rejects?.compression));
  }

  async #end(): Promise<void> {
    const { sink } = this.#output;
    const { compression } = this.#request.output;
    await this.#write(this.reader.closing ?? this.#inputs[0].plan.closing);
    // A compressed file of no bytes at all would be invalid.
    if (compression && sink.endBytes === 0) await sink.write(compress(NO_BYTES, compression));
    await this.#output.complete();
  }

  /** The tasks after the checkpoint. The inputs before it are read again, as they must not have changed. */
  async *#remainingTasks(): AsyncGenerator<ReaderTask> {
    const { tasks: finishedTasks, inputHash } = this.#checkpoint;
    let number = 0;
    for await (const task of this.reader.tasks()) {
      ({ number } = task);
      if (number === finishedTasks && task.inputHash !== inputHash) throw this.#changedInputs();
      if (number > finishedTasks) yield task;
      else task.release();
    }
    if (number < finishedTasks) throw this.#changedInputs();
  }

  #changedInputs(): NoAnswerError {
    const { path } = this.#request.output;
    return new NoAnswerError(
      `The inputs differ from those that '${path}' was started with. Use the same inputs, or --force instead of --resume to start over.`,
    );
  }

  async #add(task: ReaderTask, result: TaskResult): Promise<void> {
    const { sink, checkpoints } = this.#output;
    await this.#write(this.#frame.before(result.bytes, result.isContinued));
    if (result.bytes.length > 0) await sink.write(result.bytes);
    release(result.bytes);
    task.release();
    const linesBefore = this.counts.linesBefore(task.inputIndex);
    const error = this.counts.add(task.inputIndex, result);
    const hopeless = hopelessError(this.counts, false);
    if (hopeless) throw withPath(hopeless, task.input.path);
    if (result.rejects) {
      const writer = this.#rejectsWriter;
      writer.length = 0;
      appendRejects(writer, result.rejects, task.input.path, linesBefore);
      release(result.rejects.bytes);
      await this.#writeRejects(writer.written());
    }
    const open = result.failures.find(({ first }) => first.code === "open-quote");
    if (open) {
      const { line } = open.first;
      throw withPath(
        openQuoteError(linesBefore + line, task.plan.options.maxRowBytes),
        task.input.path,
      );
    }
    if (error && this.#request.isStrict) {
      throw new NoAnswerError(failureText(task.input.path, error));
    }
    this.#checkpoint = this.#checkpointAt({ tasks: task.number, inputHash: task.inputHash });
    checkpoints?.saveIfDue(this.#checkpoint);
  }

  #checkpointAt({ tasks, inputHash }: Pick<Checkpoint, "tasks" | "inputHash">): Checkpoint {
    const { sink, rejects } = this.#output;
    return {
      tasks,
      inputHash,
      outputBytes: sink.endBytes,
      hasRows: this.#frame.hasRows,
      ...this.counts,
      rejectsBytes: rejects?.endBytes,
    };
  }
}
