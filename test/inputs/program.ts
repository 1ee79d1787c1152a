/** Runs the program within this process: a process of its own would take 80 ms for each of a thousand runs. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { Readable, Writable } from "node:stream";
import { run } from "../../src/cli/program.ts";

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

type StreamName = "stdin" | "stdout" | "stderr";

/** @returns a function that puts the stream of the process back */
function replaceStream(name: StreamName, stream: Readable | Writable): () => void {
  const own = Object.getOwnPropertyDescriptor(process, name) ?? {};
  Object.defineProperty(process, name, { value: stream, configurable: true });
  return () => Object.defineProperty(process, name, own);
}

function collector(parts: Uint8Array[]): Writable {
  return new Writable({
    write(part, _encoding, done) {
      parts.push(Buffer.from(part));
      done();
    },
  });
}

/** Collects what is written to the descriptor of standard output. @returns a function that ends this */
function replaceDescriptor(parts: Uint8Array[]): () => void {
  const own = fs.writeSync;
  const replace = (write: unknown) => {
    Object.assign(fs, { writeSync: write });
    syncBuiltinESMExports();
  };
  replace((descriptor: number, bytes: Uint8Array, from = 0, ...rest: number[]) => {
    if (descriptor !== 1) return own(descriptor, bytes, from, ...rest);
    parts.push(bytes.slice(from));
    return bytes.length - from;
  });
  return () => replace(own);
}

/**
 * Runs a command line. Runs must not overlap.
 * @param input the bytes of standard input; undefined for an empty one
 */
export async function runHere(args: readonly string[], input?: Uint8Array): Promise<Ended> {
  const [out, err]: Uint8Array[][] = [[], []];
  const listeners = new Map(
    (["SIGINT", "SIGTERM"] as const).map((name) => [name, process.listeners(name)]),
  );
  const putBack = [
    replaceStream("stdin", Readable.from(input === undefined ? [] : [Buffer.from(input)])),
    replaceStream("stdout", collector(out)),
    replaceStream("stderr", collector(err)),
    replaceDescriptor(out),
  ];
  const { exitCode } = process;
  process.exitCode = undefined;
  try {
    const code = await run(args);
    return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
  } finally {
    process.exitCode = exitCode;
    for (const restore of putBack) restore();
    for (const [name, before] of listeners) {
      for (const added of process.listeners(name)) {
        if (!before.includes(added)) process.removeListener(name, added);
      }
    }
  }
}
