/** Connections for bytes that clients such as undici do not send. */
import { connect, type Socket, type TcpNetConnectOpts } from "node:net";

/** The port of a service, in this process or another one. */
export function portOf({ address }: { readonly address: string }): number {
  return Number(new URL(address).port);
}

export class RawConnection {
  readonly socket: Socket;
  /** The received bytes: a character for each. */
  received = "";
  isClosed = false;
  readonly closed: Promise<void>;

  /** @param bytes sent at once */
  constructor(port: number, bytes: string | Buffer = "", options: Partial<TcpNetConnectOpts> = {}) {
    this.socket = connect({ port, host: "127.0.0.1", ...options }).setEncoding("latin1");
    this.socket.on("data", (data) => {
      this.received += data;
    });
    this.socket.on("error", () => {});
    this.closed = new Promise((resolve) => {
      this.socket.on("close", () => {
        this.isClosed = true;
        resolve();
      });
    });
    if (bytes.length > 0) this.socket.write(bytes);
  }
}

/** Sends bytes on a new connection. @returns all received text until it ends */
export async function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const connection = new RawConnection(port, bytes);
  await connection.closed;
  return connection.received;
}
