/** One request of an engine: takes the bytes of its body and returns the bytes of the reply. */
import { copyFrom } from "../../batch/chunks.ts";
import { ByteWriter } from "../../bytes.ts";
import type { AnswerRows, RemoteEngine } from "../../functions/remote.ts";
import { tooLarge } from "../batch/body-errors.ts";
import type { BodySession } from "../batch/exchange.ts";
import { invalidValue } from "../http-error.ts";
import type { BatchRequestLimits } from "../interface-options.ts";
import type { Query } from "../requests.ts";
import { RemoteBody } from "./body.ts";
import { remoteFunctionOf } from "./function.ts";

/** Memory of a parsed row that waits for the options of its function, for each byte that it was sent as. */
const PARSED_BYTES = 5;

/** Answers of any session, until they are copied. */
const answers = new ByteWriter();

/** The member of options that has the token, for engines that cannot send a header. */
const TOKEN_NAME = "token";

/** The options in a member of the body. @throws HttpError when they are not an object of texts */
function contextOf(name: string, value: unknown): Map<string, string> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidValue(name, JSON.stringify(value), "an object", "malformed-request");
  }
  return new Map(Object.entries(value).map(([key, text]) => [key, `${text}`]));
}

/** Checks the token in the options of a body. @throws HttpError when no token of the request is the right one */
export type CheckToken = (inBody: string | undefined) => void;

export class RemoteSession implements BodySession {
  readonly #engine: RemoteEngine;
  readonly #query: Query;
  readonly #maxRows: number;
  readonly #checkToken: CheckToken;
  readonly #body: RemoteBody;
  /** Created when the options are known. */
  #answerRows: AnswerRows | undefined;
  /** Rows that have arrived before the options. */
  #waiting: (readonly unknown[])[] = [];
  #waitingBytes = 0;
  #rows = 0;
  #declaredRows: unknown;
  #output: Uint8Array[] = [];

  /**
   * @param query options of the function, which options in the body override
   * @param checkToken accepts any token in the body if a header had the right one
   * @throws HttpError when a setting is wrong
   */
  constructor(
    engine: RemoteEngine,
    query: Query,
    limits: BatchRequestLimits,
    checkToken: CheckToken,
  ) {
    this.#engine = engine;
    this.#query = query;
    this.#maxRows = limits.maxRows;
    this.#checkToken = checkToken;
    this.#body = new RemoteBody(engine.rowsName, limits.maxRowBytes, {
      onMember: (name, value) => this.#onMember(name, value),
      onRows: (rows, bytes) => this.#onRows(rows, bytes),
    });
    if (engine.contextName === undefined) this.#begin(new Map());
    // A wrong query should not wait for the body.
    else remoteFunctionOf(engine, query);
  }

  get hasRows(): boolean {
    return this.#rows > 0;
  }

  get heldBytes(): number {
    return this.#waitingBytes;
  }

  push(bytes: Uint8Array): Iterable<Uint8Array> {
    this.#body.push(bytes);
    return this.#takeOutput();
  }

  end(): Iterable<Uint8Array> {
    this.#body.end();
    if (this.#answerRows === undefined) this.#begin(new Map());
    const { countName = "" } = this.#engine;
    if (this.#declaredRows !== undefined && this.#declaredRows !== this.#rows) {
      const expected = `${this.#rows}, the number of rows`;
      throw invalidValue(countName, `${this.#declaredRows}`, expected, "malformed-request");
    }
    if (this.#rows === 0) this.#output.push(Buffer.from(this.#engine.opening));
    this.#output.push(Buffer.from(this.#engine.closing(this.#rows)));
    return this.#takeOutput();
  }

  /** Never called, as the reply begins when all rows are converted. */
  endWithError(): Iterable<Uint8Array> {
    return [];
  }

  #takeOutput(): Iterable<Uint8Array> {
    const output = this.#output;
    this.#output = [];
    return output;
  }

  #onMember(name: string, value: unknown): void {
    if (name === this.#engine.countName) this.#declaredRows = value;
    if (name !== this.#engine.contextName || this.#answerRows !== undefined) return;
    this.#begin(value === null ? new Map() : contextOf(name, value));
  }

  /** Creates the function when its options are known, and converts the rows that wait for it. */
  #begin(context: ReadonlyMap<string, string>): void {
    this.#checkToken(context.get(TOKEN_NAME));
    const options = new Map([...this.#query, ...context]);
    const answerRows = remoteFunctionOf(this.#engine, options);
    this.#answerRows = answerRows;
    for (const rows of this.#waiting) this.#convertRows(answerRows, rows);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #onRows(rows: readonly unknown[], bytes: number): void {
    if (this.#answerRows !== undefined) {
      this.#convertRows(this.#answerRows, rows);
      return;
    }
    this.#waiting.push(rows);
    this.#waitingBytes += PARSED_BYTES * bytes;
  }

  #convertRows(answerRows: AnswerRows, rows: readonly unknown[]): void {
    answers.length = 0;
    answers.appendText(this.#rows === 0 ? this.#engine.opening : ",");
    answerRows(rows, this.#rows, answers);
    this.#rows += rows.length;
    if (this.#rows > this.#maxRows) throw tooLarge("body", this.#maxRows, "rows");
    this.#output.push(copyFrom(answers.written(), 0));
  }
}
