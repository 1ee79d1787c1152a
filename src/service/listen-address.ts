/** Where a service listens: a port, the file of a socket, or a socket that systemd has opened. */
import { chmodSync, lstatSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { ServiceError } from "./start-errors.ts";

/** The options that say where a service listens. */
export interface AddressOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The path of a socket to listen on instead of host and port; empty for none. */
  readonly socket: string;
  /** The permissions of the file of that socket. */
  readonly socketMode: number;
}

/** Plain data, which is sent to worker processes. */
export type ListenAddress =
  | { readonly kind: "port"; readonly host: string; readonly port: number }
  | { readonly kind: "file"; readonly path: string; readonly mode: number }
  /** A socket that another process has opened; it listens at `at`, or where is not known yet. */
  | { readonly kind: "inherited"; readonly descriptor: number; readonly at?: Address };

/** What `server.address()` of node:net returns. */
type Address = string | { readonly address: string; readonly port: number };

/** The first descriptor after standard input, output and error (sd_listen_fds(3)). */
const FIRST_INHERITED = 3;

/** The variables by which systemd passes sockets to a process. */
export type ActivationVariables = Readonly<
  Record<string, string | undefined> & { LISTEN_PID?: string; LISTEN_FDS?: string }
>;

/**
 * Returns where the options say to listen, or the socket that systemd passes to the service.
 * @throws ServiceError if systemd passes several sockets
 */
export function listenAddressOf(
  { host, port, socket, socketMode }: AddressOptions,
  { LISTEN_PID, LISTEN_FDS }: ActivationVariables = process.env,
  pid: number = process.pid,
): ListenAddress {
  // The variables of a process that has started this one are not meant for it.
  const inherited = LISTEN_PID === `${pid}` ? Number(LISTEN_FDS) : 0;
  if (inherited > 1) {
    throw new ServiceError(
      `systemd passes ${inherited} sockets, and the service takes one. Leave one ListenStream in the socket unit.`,
    );
  }
  if (inherited === 1) return { kind: "inherited", descriptor: FIRST_INHERITED };
  if (socket !== "") return { kind: "file", path: socket, mode: socketMode };
  return { kind: "port", host, port };
}

function originOf(host: string, port: number): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/**
 * Returns the base address of a service. The address at a socket's file has the form that nginx reads:
 * `http://unix:/run/mapcoded.sock:/mapcode`.
 */
export function baseAddress(
  listenAddress: ListenAddress,
  prefix: string,
  isSecure = false,
): string {
  const scheme = isSecure ? "https" : "http";
  switch (listenAddress.kind) {
    case "port":
      return `${scheme}://${originOf(listenAddress.host, listenAddress.port)}${prefix}`;
    case "file":
      return `${scheme}://unix:${listenAddress.path}:${prefix}`;
    case "inherited": {
      const { at } = listenAddress;
      if (at === undefined) return `${scheme}://descriptor-${listenAddress.descriptor}${prefix}`;
      if (typeof at === "string") return `${scheme}://unix:${at}:${prefix}`;
      return `${scheme}://${originOf(at.address, at.port)}${prefix}`;
    }
  }
}

/**
 * The service cannot listen at an address.
 * @param cause the error of the system, if it is known
 * @param options the options that choose a port
 */
export function listenError(
  listenAddress: ListenAddress,
  cause?: Error,
  options = "--port or --host",
): ServiceError {
  const reason = cause === undefined ? "" : ` (${cause.message})`;
  switch (listenAddress.kind) {
    case "port":
      return new ServiceError(
        `Cannot listen on ${listenAddress.host}, port ${listenAddress.port}: the port is in use or not permitted, or the address is not one of this machine. Choose another ${options}.`,
      );
    case "file":
      return new ServiceError(
        `Cannot listen on the socket ${listenAddress.path}${reason}. Its folder must exist and be writable, and its path have at most ${MAX_PATH_BYTES} bytes; choose another --socket.`,
      );
    case "inherited":
      return new ServiceError(
        `Cannot listen on the socket that systemd passes${reason}. It must be a ListenStream.`,
      );
  }
}

/** Whether a process listens on the socket of this file. */
function isInUse(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    // Only this error says that nobody listens; without permission, it is not known.
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "ECONNREFUSED"));
  });
}

/** The field of the system for a path has 108 bytes with the final zero. */
const MAX_PATH_BYTES = 107;

/**
 * Makes sure that a service can listen at a file: removes what a killed service has left behind, and tries it, as
 * the binary of uWebSockets.js crashed some time after it had failed to.
 * @throws ServiceError if another process listens there, the file is not a socket, or the service cannot listen there
 */
export async function claimFile(listenAddress: ListenAddress & { kind: "file" }): Promise<void> {
  if (Buffer.byteLength(listenAddress.path) > MAX_PATH_BYTES) throw listenError(listenAddress);
  await removeStaleFile(listenAddress.path);
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => reject(listenError(listenAddress, error)));
    server.listen(listenAddress.path, () => server.close(() => resolve()));
  });
}

async function removeStaleFile(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) {
    throw new ServiceError(
      `Cannot listen on the socket ${path}: another file is there. Remove it, or choose another --socket.`,
    );
  }
  if (await isInUse(path)) {
    throw new ServiceError(
      `Cannot listen on the socket ${path}: another process listens there. Stop it, or choose another --socket.`,
    );
  }
  rmSync(path, { force: true });
}

/**
 * Gives the file of a socket its permissions.
 * @returns a function that removes the file, unless another service has put its own there
 */
export function ownFile({ path, mode }: ListenAddress & { kind: "file" }): () => void {
  chmodSync(path, mode);
  const { ino, dev } = lstatSync(path);
  return () => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.ino === ino && found.dev === dev) rmSync(path, { force: true });
  };
}
