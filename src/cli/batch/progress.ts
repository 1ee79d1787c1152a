/** Shows how far a batch has come: a bar on a terminal, a line now and then elsewhere. */
import { SingleBar } from "cli-progress";

export type ProgressKind = "bar" | "lines" | "none";

export interface Reading {
  /** What is to be read; undefined when nobody knows. */
  readonly totalBytes: number | undefined;
  /** How much of it has been read so far. */
  readBytes(): number;
  /** How many rows were answered or refused since the start. */
  rows(): number;
}

export interface Progress {
  stop(): void;
}

const BAR_EVERY_MS = 200;
const LINE_EVERY_MS = 10_000;

function rateOf(rows: number, elapsedMs: number): number {
  return Math.round((rows * 1000) / Math.max(1, elapsedMs));
}

function secondsLeft({ totalBytes, readBytes }: Reading, elapsedMs: number): number | undefined {
  const read = readBytes();
  if (totalBytes === undefined || read === 0) return undefined;
  return Math.round((elapsedMs * Math.max(0, totalBytes - read)) / read / 1000);
}

/** How many rows, and how fast: for lines of progress and the summary. */
export function rateText(rows: number, elapsedMs: number): string {
  return `${rateOf(rows, elapsedMs)} rows/s`;
}

function startBar(reading: Reading, stream: NodeJS.WriteStream): Progress {
  const { totalBytes = 0 } = reading;
  const startMs = Date.now();
  const bar = new SingleBar({
    stream,
    hideCursor: true,
    clearOnComplete: true,
    format: "{bar} {percentage} %  {rows} rows  {rate}  {left}",
  });
  const draw = () => {
    const elapsedMs = Date.now() - startMs;
    const left = secondsLeft(reading, elapsedMs);
    bar.update(Math.min(reading.readBytes(), totalBytes), {
      rows: reading.rows(),
      rate: rateText(reading.rows(), elapsedMs),
      left: left === undefined ? "" : `${left} s left`,
    });
  };
  bar.start(totalBytes, 0, { rows: 0, rate: "", left: "" });
  const drawing = setInterval(draw, BAR_EVERY_MS);
  return {
    stop() {
      clearInterval(drawing);
      bar.stop();
    },
  };
}

function startLines(reading: Reading, write: (line: string) => void): Progress {
  const startMs = Date.now();
  let told = 0;
  const telling = setInterval(() => {
    const rows = reading.rows();
    // A filter that waits for input has nothing to tell.
    if (rows === told) return;
    told = rows;
    const elapsedMs = Date.now() - startMs;
    const { totalBytes } = reading;
    const left = secondsLeft(reading, elapsedMs);
    const share = totalBytes ? `, ${Math.floor((reading.readBytes() * 100) / totalBytes)} %` : "";
    const wait = left === undefined ? "" : `, ${left} s left`;
    write(`${rows} rows, ${rateText(rows, elapsedMs)}${share}${wait}`);
  }, LINE_EVERY_MS);
  return { stop: () => clearInterval(telling) };
}

/** @param stream standard error, or what stands for it */
export function startProgress(
  kind: ProgressKind,
  reading: Reading,
  stream: NodeJS.WriteStream,
): Progress {
  if (kind === "none") return { stop() {} };
  // Nobody knows how long a bar would have to be.
  if (kind === "bar" && reading.totalBytes !== undefined) return startBar(reading, stream);
  return startLines(reading, (line) => stream.write(`${line}\n`));
}
