/** Between a transport, which moves the bytes of a batch request, and what is done with them. */
import type { Headers, Reply } from "../../http/messages.ts";

/** What tells of bytes that come can be told to wait. */
export interface Source {
  pause(): void;
  resume(): void;
}

/** The side of the transport. Nothing is called once the answer has ended or the client is gone. */
export interface Wire extends Source {
  /** Sends a reply in place of an answer. If the request has not ended, the connection does. */
  reply(reply: Reply): void;
  begin(status: number, headers: Headers): void;
  /** @returns whether there is room for more; if not, `drained` tells when there is */
  write(bytes: Uint8Array): boolean;
  /** The answer is complete. If the request has not ended, the connection does. */
  end(): void;
}

/** The side of the service. All may be called at any time, also when the answer has ended. */
export interface Inlet {
  /** @param bytes of the body, which stay as they are */
  data(bytes: Uint8Array): void;
  /** The body is complete. */
  ended(): void;
  /** What was written has been taken by the client's side. */
  drained(): void;
  /** The client has gone. */
  gone(): void;
}

/** Milliseconds that a connection stays half open, for the client to read why it is ended. */
export const LINGER_MS = 2_000;
