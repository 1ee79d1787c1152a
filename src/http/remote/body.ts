/**
 * Splits the body of a request by an engine, a JSON object with an array of rows, as its bytes arrive. Parsing the
 * whole body at its end would block other requests, and take five times its memory.
 */
import {
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
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

type Place = "before" | "member" | "rows" | "after-rows" | "after";

/** How many brackets are open around a member of the object, and around a row in its array. */
const MEMBER_DEPTH = 1;
const ROW_DEPTH = 2;

export class RemoteBody {
  readonly #rowsName: string;
  readonly #maxItemBytes: number;
  readonly #visitor: BodyVisitor;
  /** Bytes that are not parsed yet. */
  #bytes: Buffer = Buffer.alloc(0);
  /** Where in these the next byte to look at is, where the current item begins, and where its last row ends. */
  #at = 0;
  #start = 0;
  #rowsEnd = 0;
  #place: Place = "before";
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #hasItems = false;
  #hasRows = false;

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
    for (; this.#at < this.#bytes.length; this.#at++) this.#take(this.#bytes[this.#at]);
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
    if (this.#place !== "after" || !this.#isBlank(this.#bytes.length)) throw this.#malformed();
    if (!this.#hasRows) throw this.#malformed();
  }

  #take(byte: number): void {
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#isInString = false;
      return;
    }
    if (byte === QUOTE) this.#isInString = true;
    else if (byte === COMMA) this.#onComma();
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) this.#open(byte);
    else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) this.#close(byte);
  }

  #onComma(): void {
    if (this.#depth === ROW_DEPTH && this.#place === "rows") {
      if (this.#isBlank(this.#at)) throw this.#malformed();
      this.#rowsEnd = this.#at;
    } else if (this.#depth === MEMBER_DEPTH) {
      this.#passMember();
      this.#startItem("member");
    }
  }

  #open(byte: number): void {
    this.#depth++;
    if (this.#place === "before") {
      if (byte !== OPENING_BRACE || !this.#isBlank(this.#at)) throw this.#malformed();
      this.#startItem("member");
    } else if (this.#place === "after") {
      throw this.#malformed();
    } else if (
      this.#place === "member" &&
      this.#depth === ROW_DEPTH &&
      byte === OPENING_BRACKET &&
      this.#text(this.#at).trimEnd().endsWith(":") &&
      this.#nameBefore(this.#at) === this.#rowsName
    ) {
      if (this.#hasRows) throw this.#malformed();
      this.#hasRows = true;
      this.#startItem("rows");
      this.#hasItems = false;
    }
  }

  #close(byte: number): void {
    if (this.#depth === ROW_DEPTH && this.#place === "rows") {
      if (byte !== CLOSING_BRACKET) throw this.#malformed();
      if (!this.#isBlank(this.#at)) this.#passRows(this.#at);
      else if (this.#hasItems) throw this.#malformed();
      this.#startItem("after-rows");
    } else if (this.#depth === MEMBER_DEPTH) {
      if (byte !== CLOSING_BRACE) throw this.#malformed();
      const isEmpty = this.#place === "member" && !this.#hasItems && this.#isBlank(this.#at);
      if (!isEmpty) this.#passMember();
      this.#startItem("after");
    }
    this.#depth--;
    if (this.#depth < 0) throw this.#malformed();
  }

  #startItem(place: Place): void {
    this.#place = place;
    this.#start = this.#at + 1;
  }

  #passMember(): void {
    if (this.#place === "after-rows") {
      if (!this.#isBlank(this.#at)) throw this.#malformed();
      this.#hasItems = true;
      return;
    }
    const entries = Object.entries(this.#parse(`{${this.#text(this.#at)}}`));
    const [name, value] = entries[0] ?? [];
    if (name === undefined || name === this.#rowsName) throw this.#malformed();
    this.#hasItems = true;
    this.#visitor.onMember(name, value);
  }

  /** Parses the rows up to a place, all at once: one by one would take three times as long. */
  #passRows(end: number): void {
    const rows = this.#parse(`[${this.#text(end)}]`);
    if (!Array.isArray(rows)) throw this.#malformed();
    this.#hasItems = true;
    const bytes = end - this.#start;
    this.#start = end + 1;
    this.#visitor.onRows(rows, bytes);
  }

  /** The name of the member whose value begins at a place. */
  #nameBefore(at: number): unknown {
    const text = this.#text(at).trim();
    return this.#parse(text.slice(0, -1));
  }

  #text(end: number): string {
    return this.#bytes.toString("utf8", this.#start, end);
  }

  #isBlank(end: number): boolean {
    // White space is ASCII, so the bytes need not be decoded as UTF-8.
    return this.#bytes.toString("latin1", this.#start, end).trim() === "";
  }

  #parse(text: string): object {
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
