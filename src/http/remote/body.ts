/**
 * Splits the body of a request by an engine, a JSON object with an array of rows, as its bytes arrive. Parsing the
 * whole body at its end would block other requests, and take five times its memory.
 */

import { afterJsonSpace, NO_END } from "../../batch/scan.ts";
import { createElementScan, findElementEnd } from "../../batch/syntax/element-splitter.ts";
import { afterString } from "../../batch/syntax/json-scan.ts";
import {
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
} from "../../characters.ts";
import { HttpError } from "../http-error.ts";

/** What a body consists of, in its order. */
export interface BodyVisitor {
  /** A member that does not have the rows. */
  onMember(name: string, value: unknown): void;
  /** The next rows, and how many bytes they take. */
  onRows(rows: readonly unknown[], bytes: number): void;
}

/** What comes next: the object, a member or its rest, rows, what follows the array of rows, or nothing more. */
type Place = "object" | "member" | "rows" | "after-rows" | "end";

export class RemoteBody {
  readonly #rowsName: string;
  readonly #maxItemBytes: number;
  readonly #visitor: BodyVisitor;
  /** Bytes that are not parsed yet. */
  #bytes: Buffer = Buffer.alloc(0);
  /** Where in these the next byte to look at is, where the next item begins, and where the last complete row ends. */
  #at = 0;
  #start = 0;
  #rowsEnd = 0;
  #place: Place = "object";
  #scan = createElementScan();
  #hasRows = false;
  #hasPassedRows = false;

  /**
   * @param rowsName the name of the member with the rows
   * @param maxItemBytes limit of a row and of any other member
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
    this.#bytes = Buffer.concat([this.#bytes.subarray(this.#start), bytes]);
    this.#at -= this.#start;
    this.#start = 0;
    this.#rowsEnd = 0;
    while (this.#at < this.#bytes.length) this.#take();
    if (this.#rowsEnd > this.#start) this.#passRows(this.#rowsEnd);
    if (this.#bytes.length - this.#start <= this.#maxItemBytes) return;
    const expected = `at most ${this.#maxItemBytes} bytes for a row`;
    throw new HttpError("content-too-large", `A row is too long. Send ${expected}.`, {
      parameter: "body",
      expected,
    });
  }

  /** @throws HttpError when the object has not ended, or has no rows */
  end(): void {
    if (this.#place !== "end" || !this.#hasRows) throw this.#malformed();
  }

  /** Takes the next item, or what there is of it. */
  #take(): void {
    if (this.#place === "member") this.#takeMember();
    else if (this.#place === "rows") this.#takeRow();
    else this.#takeBetween();
  }

  /** Takes white space, and the character that has to follow it. */
  #takeBetween(): void {
    this.#at = afterJsonSpace(this.#bytes, this.#at);
    if (this.#at === this.#bytes.length) return;
    const byte = this.#bytes[this.#at];
    if (this.#place === "object" && byte === OPENING_BRACE) this.#begin("member", this.#at + 1);
    else if (this.#place !== "after-rows") throw this.#malformed();
    else if (byte === COMMA) this.#begin("member", this.#at + 1);
    else if (byte === CLOSING_BRACE) this.#begin("end", this.#at + 1);
    else throw this.#malformed();
  }

  #takeMember(): void {
    const rows = this.#afterRowsOpening();
    if (rows !== undefined) {
      if (this.#hasRows) throw this.#malformed();
      this.#hasRows = true;
      this.#scan = createElementScan();
      this.#begin("rows", rows);
      return;
    }
    const end = findElementEnd(this.#bytes, this.#at, this.#scan, CLOSING_BRACE);
    this.#at = end === NO_END ? this.#bytes.length : end;
    if (end === NO_END) return;
    this.#passMember(end);
    this.#begin(this.#bytes[end] === COMMA ? "member" : "end", end + 1);
  }

  /** The position after the bracket of the rows if these are the value of the next member. */
  #afterRowsOpening(): number | undefined {
    const bytes = this.#bytes;
    const name = afterJsonSpace(bytes, this.#start);
    const nameEnd = bytes[name] === QUOTE ? afterString(bytes, name) : NO_END;
    if (nameEnd < 0) return undefined;
    const colon = afterJsonSpace(bytes, nameEnd);
    const value = afterJsonSpace(bytes, colon + 1);
    if (bytes[colon] !== COLON || bytes[value] !== OPENING_BRACKET) return undefined;
    const isRows = this.#parse(bytes.toString("utf8", name, nameEnd)) === this.#rowsName;
    return isRows ? value + 1 : undefined;
  }

  #takeRow(): void {
    const end = findElementEnd(this.#bytes, this.#at, this.#scan);
    this.#at = end === NO_END ? this.#bytes.length : end + 1;
    if (end === NO_END) return;
    if (this.#bytes[end] !== CLOSING_BRACKET) {
      this.#rowsEnd = end;
      return;
    }
    const isBlank = afterJsonSpace(this.#bytes, this.#start) === end;
    if (!isBlank || this.#hasPassedRows) this.#passRows(end);
    this.#begin("after-rows", end + 1);
  }

  #begin(place: Place, start: number): void {
    this.#place = place;
    this.#at = start;
    this.#start = start;
  }

  #passMember(end: number): void {
    const text = this.#bytes.toString("utf8", this.#start, end);
    const [[name, value] = []] = Object.entries(Object(this.#parse(`{${text}}`)));
    if (name === undefined || name === this.#rowsName) throw this.#malformed();
    this.#visitor.onMember(name, value);
  }

  /** Parses the rows up to a place, all at once: one by one would take three times as long. */
  #passRows(end: number): void {
    const rows = this.#parse(`[${this.#bytes.toString("utf8", this.#start, end)}]`);
    // White space before a comma, or after the last one.
    if (!Array.isArray(rows) || rows.length === 0) throw this.#malformed();
    this.#hasPassedRows = true;
    const bytes = end - this.#start;
    this.#start = end + 1;
    this.#visitor.onRows(rows, bytes);
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
    return new HttpError("malformed-request", `The body is malformed. Send ${expected}.`, {
      parameter: "body",
      expected,
    });
  }
}
