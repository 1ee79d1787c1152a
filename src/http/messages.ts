/** What a transport hands to the router and gets back; no transport is known here. */
import type { OperationName } from "./operations/operation.ts";

export interface Request {
  /** Upper case. */
  readonly method: string;
  /** As it was sent, percent-encoded, without the query. */
  readonly path: string;
  /** As it was sent, without the question mark; empty when there is none. */
  readonly query: string;
  /**
   * A header by its lower-case name; empty when it was not sent. A function, because most requests
   * are answered without looking at any, and reading one costs.
   */
  header(name: string): string;
}

/** In sending order. */
export type Headers = readonly (readonly [name: string, value: string])[];

export interface Reply {
  readonly status: number;
  /** Without the body's length, which the transport tells. */
  readonly headers: Headers;
  /** Bytes are valid until the next request is answered: who needs them longer copies them. */
  readonly body: string | Uint8Array;
  /** What was asked for, for counting and logging. */
  readonly operation: OperationName;
}
