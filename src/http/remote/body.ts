/**
 * Splits the body of a request by an engine, a JSON object with an array of rows, as its bytes arrive. Parsing the
 * whole body at its end would block other requests, and take five times its memory.
 */

import { afterJsonSpace, NO_END } from "../../batch/scan.ts";
import { findArrayMember, JsonScan, NO_MEMBER } from "../../batch/syntax/json-structure.ts";
import { CLOSING_BRACKET } from "../../characters.ts";
import { isObject } from "../../internal.ts";
import { bodyError } from "../batch/body-errors.ts";
import type { HttpError } from "../http-error.ts";

/** What a body consists of, in its order. */
export interface BodyVisitor {
  /** A member, which may be the one with the rows, without them. */
  onMember(name: string, value: unknown): void;
  /** The next rows, and how many bytes they take. */
  onRows(rows: readonly unknown[], bytes: number): void;
}

/** Where the next bytes stand in the body. */
type Place = "before-rows" | "rows" | "after-rows";

export class RemoteBody {
  readonly #rowsName: string;
  readonly #maxItemBytes: number;
  readonly #visitor: BodyVisitor;
  /** Bytes that are not parsed yet. */
  #bytes: Buffer = Buffer.alloc(0);
  /** Where in these the next byte to look at is. */
  #at = 0;
  #place: Place = "before-rows";
  readonly #scan = new JsonScan("elements");
  #hasPassedRows = false;

  /**
   * @param rowsName the name of the member with the rows
   * @param maxItemBytes limit of a row, and of all that precedes or follows the rows
   */
  constructor(rowsName: string, maxItemBytes: number, visitor: BodyVisitor) {
    this.#rowsName = rowsName;
    this.#maxItemBytes = maxItemBytes;
    this.#visitor = visitor;
  }

  /**
   * @param bytes the next bytes, which the caller may reuse
   * @throws HttpError when they are not JSON as it should be, or an item is too long
   */
  push(bytes: Uint8Array): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    if (this.#place === "before-rows") this.#findRows();
    if (this.#place === "rows") this.#takeRows();
    if (this.#bytes.length <= this.#maxItemBytes) return;
    const expected = `at most ${this.#maxItemBytes} bytes for a row`;
    throw bodyError("content-too-large", "A row is too long.", expected);
  }

  /** @throws HttpError when the object has not ended, or has no rows */
  end(): void {
    if (this.#place !== "after-rows") throw this.#malformed();
    // A member without a name stands for what precedes the rest. No engine reads it.
    const members = this.#passMembers(`{"":0${this.#bytes.toString()}`);
    if (Object.hasOwn(members, this.#rowsName)) throw this.#malformed();
  }

  #findRows(): void {
    const start = findArrayMember(this.#bytes, this.#rowsName);
    if (start === NO_MEMBER) throw this.#malformed();
    if (start === NO_END) return;
    this.#passMembers(`${this.#bytes.toString("utf8", 0, start)}]}`);
    this.#bytes = this.#bytes.subarray(start);
    this.#place = "rows";
  }

  /** Passes the rows that are complete. */
  #takeRows(): void {
    let rowsEnd = 0;
    while (this.#at < this.#bytes.length) {
      const end = this.#scan.find(this.#bytes, this.#at);
      this.#at = end === NO_END ? this.#bytes.length : end + 1;
      if (end === NO_END) break;
      if (this.#bytes[end] === CLOSING_BRACKET) {
        this.#takeLastRows(end);
        return;
      }
      rowsEnd = end;
    }
    if (rowsEnd > 0) this.#passRows(rowsEnd);
  }

  #takeLastRows(end: number): void {
    const isBlank = afterJsonSpace(this.#bytes, 0) === end;
    if (isBlank && !this.#hasPassedRows) this.#bytes = this.#bytes.subarray(end + 1);
    else this.#passRows(end);
    this.#place = "after-rows";
  }

  /** Parses the rows up to a place, all at once: one by one would take three times as long. */
  #passRows(end: number): void {
    const rows = this.#parse(`[${this.#bytes.toString("utf8", 0, end)}]`);
    // White space before a comma, or after the last one.
    if (!Array.isArray(rows) || rows.length === 0) throw this.#malformed();
    this.#hasPassedRows = true;
    this.#bytes = this.#bytes.subarray(end + 1);
    this.#at -= end + 1;
    this.#visitor.onRows(rows, end);
  }

  /** @param text an object in JSON, whose rows are left out */
  #passMembers(text: string): object {
    const members = this.#parse(text);
    if (!isObject(members)) throw this.#malformed();
    for (const [name, value] of Object.entries(members)) this.#visitor.onMember(name, value);
    return members;
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.#malformed();
    }
  }

  #malformed(): HttpError {
    const expected = `an object in JSON whose member ${this.#rowsName} is an array of rows`;
    return bodyError("malformed-request", "The body is malformed.", expected);
  }
}
