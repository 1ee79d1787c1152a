/** Attacks a running service with bytes on raw connections, and finds out whether it still answers others. */
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { TransportName } from "../../src/service/transports/transport.ts";
import type { RunningService } from "../cli/command.ts";
import { portOf, RawConnection } from "../support/raw-connection.ts";
import { describeTransports } from "../support/transports.ts";
import { PATIENCE_MS } from "../support/until.ts";
import { expectHealthy, processOfGroup } from "./running-services.ts";

/** The end of the head of a request. */
export const HEAD = "Host: x\r\n\r\n";

/** A complete request that gets a 200. */
export const GOOD = `GET /mapcode/status HTTP/1.1\r\n${HEAD}`;

/** After this time without the connection being closed, the service is taken to send nothing more. */
const QUIET_MS = 400;

/** What is sent after this time arrives as a packet of its own. */
const PACKET_GAP_MS = 20;

/**
 * A limit of the heap, as in a container of 256 MB. Without it, V8 lets the garbage of refused replies grow to 700 MB on a
 * large machine before it collects it, which hides how much is held.
 */
const HEAP_LIMIT = { NODE_OPTIONS: "--max-old-space-size=128" };

/** The service of a group of tests in a process of its own, with a small heap. */
export class AttackedService {
  readonly #running: () => RunningService;

  constructor(transport: TransportName) {
    this.#running = processOfGroup(() => ["--transport", transport], HEAP_LIMIT);
  }

  get address(): string {
    return this.#running().address;
  }

  get port(): number {
    return portOf(this);
  }

  expectHealthy(): Promise<void> {
    return expectHealthy(this);
  }

  /**
   * Sends bytes on a new connection.
   * @param isComplete whether this is all that is expected; undefined to expect nothing, and to wait only QUIET_MS
   * @returns what is received until it is complete or the connection closes
   */
  async exchange(
    bytes: string | Buffer,
    isComplete?: (received: string) => boolean,
  ): Promise<string> {
    const connection = new RawConnection(this.port, bytes);
    const { socket } = connection;
    const limit = isComplete === undefined ? QUIET_MS : PATIENCE_MS;
    const timer = setTimeout(() => socket.destroy(), limit);
    socket.on("data", () => {
      if (isComplete?.(connection.received)) socket.destroy();
    });
    await connection.closed;
    clearTimeout(timer);
    return connection.received;
  }

  /** Sends a request in two packets. @returns what is received until it is a reply in JSON */
  async inPieces(first: string, second: string): Promise<string> {
    const connection = new RawConnection(this.port, first, { noDelay: true });
    const { socket } = connection;
    await once(socket, "connect");
    await wait(PACKET_GAP_MS);
    socket.write(second);
    socket.on("data", () => {
      if (connection.received.endsWith("}")) socket.end();
    });
    await connection.closed;
    return connection.received;
  }

  /** Sends requests on a new connection. @returns what is received until it is as many replies in JSON */
  replies(bytes: string, count = 1): Promise<string> {
    return this.exchange(bytes, (received) => {
      return received.endsWith("}") && received.split(/^HTTP\/1\.1 \d/m).length === count + 1;
    });
  }
}

/**
 * Declares a group of tests for each transport, with one service for all of them. After all attacks, it must still
 * stop cleanly.
 * @param title a sentence with %s for the name of the transport
 */
export function describeAttacked(
  title: string,
  tests: (service: AttackedService, transport: TransportName) => void,
): void {
  describeTransports(title, (transport) => tests(new AttackedService(transport), transport));
}
