/** What a transport hands to the router and gets back, and how it is ended; none is known here. */

export interface Request {
  /** Upper case. */
  readonly method: string;
  /** As it was sent, percent-encoded, without the query. */
  readonly path: string;
  /** As it was sent, without the question mark; empty when there is none. */
  readonly query: string;
}

export interface Reply {
  readonly status: number;
  /** In sending order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** A transport that takes requests. */
export interface Listener {
  /** The port listened on, also when any free one (0) was asked for. */
  readonly port: number;
  /** Ends listening and all connections; replies are made at once, so none is under way. */
  close(): void;
}

export class ListenError extends Error {
  override name = "ListenError";

  constructor(host: string, port: number) {
    super(
      `Cannot listen on ${host}, port ${port}: in use, not allowed, or no address of this machine.`,
    );
  }
}
