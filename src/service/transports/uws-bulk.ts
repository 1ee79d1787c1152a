/** Bulk requests on uWebSockets.js. */
import type { Headers, Reply } from "../../http/messages.ts";
import type { Inlet, Wire } from "../bulk/wire.ts";
import type { Traffic } from "./transport.ts";
import type { Response } from "./uws.ts";
import { writeHead } from "./uws-head.ts";

/**
 * How often uWebSockets.js is told that a connection is still wanted: it ends those that were idle,
 * or slower than 16 kB a second, for some ten seconds. Bulk requests have a limit of their own.
 */
const KEEP_EVERY_MS = 4_000;

/** Refuses a request whose body is not read: the connection ends. */
export function refuseBulk(response: Response, { status, headers, body }: Reply): void {
  response.cork(() => {
    writeHead(response, status, headers);
    response.end(body, true);
  });
}

/** A response that is written piece by piece; it is not valid any more once it has ended. */
class UwsWire implements Wire {
  readonly #response: Response;
  readonly #isStopping: () => boolean;
  readonly #over: () => void;
  readonly #keeping: NodeJS.Timeout;
  #isPaused = false;
  #hasBody = false;

  /** @param over called once, when the response has ended or the client has gone */
  constructor(response: Response, isStopping: () => boolean, over: () => void) {
    this.#response = response;
    this.#isStopping = isStopping;
    this.#over = over;
    this.#keeping = setInterval(() => {
      response.resume();
      if (this.#isPaused) response.pause();
    }, KEEP_EVERY_MS);
  }

  /** All of the body has come. */
  bodyEnded(): void {
    this.#hasBody = true;
  }

  release(): void {
    clearInterval(this.#keeping);
    this.#over();
  }

  pause(): void {
    this.#isPaused = true;
    this.#response.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#response.resume();
  }

  reply({ status, headers, body }: Reply): void {
    this.#beforeEnd();
    this.#response.cork(() => {
      writeHead(this.#response, status, headers);
      this.#response.end(body, this.#isClosing());
    });
  }

  begin(status: number, headers: Headers): void {
    this.#response.cork(() => {
      writeHead(this.#response, status, headers);
      if (this.#isStopping()) this.#response.writeHeader("Connection", "close");
    });
  }

  write(bytes: Uint8Array): boolean {
    let hasRoom = true;
    this.#response.cork(() => {
      hasRoom = this.#response.write(bytes);
    });
    return hasRoom;
  }

  end(): void {
    this.#beforeEnd();
    this.#response.cork(() => {
      this.#response.end(undefined, this.#isClosing());
    });
  }

  #isClosing(): boolean {
    return !this.#hasBody || this.#isStopping();
  }

  #beforeEnd(): void {
    // Else the rest of the body is never read, nor that the client has gone.
    if (this.#isPaused) this.#response.resume();
    this.release();
  }
}

/**
 * Answers a bulk request.
 * @param start makes what the body is moved into
 */
export function answerBulk(
  response: Response,
  start: (wire: Wire) => Inlet,
  traffic: Traffic,
  isStopping: () => boolean,
): void {
  traffic.flushing++;
  const wire = new UwsWire(response, isStopping, () => {
    traffic.flushing--;
  });
  const inlet = start(wire);
  response.onAborted(() => {
    wire.release();
    inlet.gone();
  });
  response.onWritable(() => {
    inlet.drained();
    return true;
  });
  response.onData((chunk, isLast) => {
    // The memory is only valid now.
    if (chunk.byteLength > 0) inlet.data(new Uint8Array(chunk.slice(0)));
    if (!isLast) return;
    wire.bodyEnded();
    inlet.ended();
  });
}
