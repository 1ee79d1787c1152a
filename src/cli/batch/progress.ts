/** Shows the progress of a batch: a bar on a terminal, a line every ten seconds elsewhere. */
import { SingleBar } from "cli-progress";

export type ProgressKind = "bar" | "lines" | "none";

/** The state of a batch, read whenever progress is shown. */
export interface BatchProgress {
  /** Bytes of all inputs; undefined when unknown. */
  readonly totalBytes: number | undefined;
  /** Bytes that have been read. */
  readBytes(): number;
  /** Rows since the start of this run. */
  rows(): number;
}

export interface ProgressDisplay {
  stop(): void;
}

const BAR_INTERVAL_MS = 200;
const LINE_INTERVAL_MS = 10_000;

/** How fast rows are converted: "5000 rows/s". */
export function rateText(rows: number, elapsedMs: number): string {
  return `${Math.round((rows * 1000) / Math.max(1, elapsedMs))} rows/s`;
}

/** The estimated time for the rest: "30 s left"; undefined if unknown. */
function timeLeft({ totalBytes, readBytes }: BatchProgress, elapsedMs: number): string | undefined {
  const read = readBytes();
  if (totalBytes === undefined || read === 0) return undefined;
  const leftMs = (elapsedMs * Math.max(0, totalBytes - read)) / read;
  return `${Math.round(leftMs / 1000)} s left`;
}

/** The line that a bar shows; without the bar if nobody knows how much there is, as for piped input. */
const BAR_FORMAT = "{bar} {percentage} %  {rows} rows  {rate}  {left}";
const COUNT_FORMAT = "{rows} rows  {rate}  {read}";

const MEGABYTE = 1e6;

function startBar(progress: BatchProgress, stream: NodeJS.WriteStream): ProgressDisplay {
  const { totalBytes = 0 } = progress;
  const startMs = Date.now();
  const bar = new SingleBar({
    stream,
    hideCursor: true,
    clearOnComplete: true,
    format: progress.totalBytes === undefined ? COUNT_FORMAT : BAR_FORMAT,
  });
  const draw = () => {
    const elapsedMs = Date.now() - startMs;
    const rows = progress.rows();
    bar.update(Math.min(progress.readBytes(), totalBytes), {
      rows,
      rate: rateText(rows, elapsedMs),
      left: timeLeft(progress, elapsedMs) ?? "",
      read: `${(progress.readBytes() / MEGABYTE).toFixed(1)} MB read`,
    });
  };
  bar.start(totalBytes, 0, { rows: 0, rate: "", left: "", read: "" });
  const timer = setInterval(draw, BAR_INTERVAL_MS);
  return {
    stop() {
      clearInterval(timer);
      bar.stop();
    },
  };
}

function startLines(progress: BatchProgress, write: (line: string) => void): ProgressDisplay {
  const startMs = Date.now();
  let shownRows = 0;
  const timer = setInterval(() => {
    const rows = progress.rows();
    // A filter that waits for input has nothing new to show.
    if (rows === shownRows) return;
    shownRows = rows;
    const elapsedMs = Date.now() - startMs;
    const { totalBytes } = progress;
    const share = totalBytes && `${Math.floor((progress.readBytes() * 100) / totalBytes)} %`;
    const values = [
      `${rows} rows`,
      rateText(rows, elapsedMs),
      share,
      timeLeft(progress, elapsedMs),
    ];
    write(values.filter(Boolean).join(", "));
  }, LINE_INTERVAL_MS);
  return { stop: () => clearInterval(timer) };
}

/**
 * Shows progress until `stop` is called.
 * @param stream standard error, or a stand-in
 */
export function startProgress(
  kind: ProgressKind,
  progress: BatchProgress,
  stream: NodeJS.WriteStream,
): ProgressDisplay {
  if (kind === "none") return { stop() {} };
  if (kind === "bar") return startBar(progress, stream);
  return startLines(progress, (line) => stream.write(`${line}\n`));
}
