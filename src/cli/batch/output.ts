/** The output of a batch: opened anew or where it was left, and what is saved of how far it is. */
import { type Compression, checkCompression } from "./compression.ts";
import { BatchRunError } from "./errors.ts";
import {
  askedText,
  type Progressed,
  readProgressed,
  removeProgressed,
  resumePath,
  saveProgressed,
} from "./resume.ts";
import { isSpecial, openOutputFile, openSpecial, type Sink, standardOutput } from "./sink.ts";

export interface OutputRequest {
  /** Undefined for standard output. */
  readonly path: string | undefined;
  readonly compression: Compression | undefined;
  /** Goes on after the last complete piece. */
  readonly isResumed: boolean;
  /** Writes a file anew that is there already. */
  readonly isForced: boolean;
}

export interface BatchOutput {
  readonly sink: Sink;
  /** How far the output had come before. */
  readonly progressed: Progressed | undefined;
  /** Whether what interrupts the batch leaves something to be resumed. */
  readonly isResumable: boolean;
  /** Notes how far the output has come; not each time. */
  save(progressed: Progressed, isLast: boolean): Promise<void>;
  /** Nothing is left to be resumed. */
  complete(): Promise<void>;
}

/** So much work is done again at most. */
const SAVE_EVERY_MS = 500;

/** Saves while the batch goes on, one at a time. */
class Saving {
  readonly #save: (reached: Progressed) => Promise<void>;
  #current: Promise<void> | undefined;
  #failure: unknown;
  #savedAtMs = 0;

  constructor(save: (reached: Progressed) => Promise<void>) {
    this.#save = save;
  }

  /** @throws what an earlier one has failed with */
  async soon(reached: Progressed): Promise<void> {
    if (this.#failure) throw this.#failure;
    if (this.#current || Date.now() - this.#savedAtMs < SAVE_EVERY_MS) return;
    this.#current = this.#save(reached)
      .catch((error: unknown) => {
        this.#failure = error;
      })
      .finally(() => {
        this.#current = undefined;
        this.#savedAtMs = Date.now();
      });
  }

  async last(reached: Progressed): Promise<void> {
    await this.rest();
    await this.#save(reached);
  }

  async rest(): Promise<void> {
    await this.#current;
  }
}

function streamOutput(sink: Sink): BatchOutput {
  const none = async () => {};
  return { sink, progressed: undefined, isResumable: false, save: none, complete: none };
}

async function openFile(
  path: string,
  request: OutputRequest,
  asked: string,
): Promise<Pick<BatchOutput, "sink" | "progressed">> {
  const { isResumed, isForced } = request;
  const progressed = isResumed ? await readProgressed(path, asked) : undefined;
  if (isForced) await removeProgressed(path);
  try {
    const sink = await openOutputFile(path, progressed?.outputBytes, isForced);
    return { sink, progressed };
  } catch (error) {
    if (!isResumed || progressed || !(error instanceof BatchRunError)) throw error;
    throw new BatchRunError(
      `${error.message.replace(/;.*/, "")} and has no ${resumePath(path)} beside it: it is complete, or not to be resumed; --force writes it anew.`,
    );
  }
}

/**
 * @param asked what the answers depend on besides the inputs
 * @throws BatchRunError
 */
export async function openOutput(request: OutputRequest, asked: unknown): Promise<BatchOutput> {
  const { path, compression } = request;
  checkCompression(compression);
  if (path === undefined) return streamOutput(standardOutput());
  if (await isSpecial(path)) return streamOutput(openSpecial(path));
  const text = askedText(asked);
  const { sink, progressed } = await openFile(path, request, text);
  const saving = new Saving(async (reached) => {
    // What is noted as written has to be there after a loss of power.
    await sink.secure();
    await saveProgressed(path, text, reached);
  });
  return {
    sink,
    progressed,
    isResumable: true,
    save: (reached, isLast) => (isLast ? saving.last(reached) : saving.soon(reached)),
    complete: async () => {
      await saving.rest();
      await sink.secure();
      await removeProgressed(path);
    },
  };
}
