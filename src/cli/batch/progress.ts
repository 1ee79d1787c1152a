/** Shows the progress of a batch as a bar, on a terminal. */
import { SingleBar } from "cli-progress";

export interface Progress {
  /** @param readBytes of all inputs @param rows that were converted */
  update(readBytes: number, rows: number): void;
  stop(): void;
}

const MEGABYTE = 1e6;

/**
 * Starts a bar, or without it if nobody knows how much there is, as for piped input, a count.
 * @param totalBytes of all inputs; undefined if that is unknown
 * @param stream standard error, or a stand-in
 */
export function startProgress(
  totalBytes: number | undefined,
  stream: NodeJS.WriteStream,
): Progress {
  const bar = new SingleBar({
    stream,
    hideCursor: true,
    clearOnComplete: true,
    format:
      totalBytes === undefined
        ? "{rows} rows  {megabytes} MB read  {duration_formatted}"
        : "{bar} {percentage} %  {rows} rows  {eta_formatted} left",
  });
  bar.start(totalBytes ?? 0, 0, { rows: 0, megabytes: "0.0" });
  return {
    update(readBytes, rows) {
      const megabytes = (readBytes / MEGABYTE).toFixed(1);
      bar.update(Math.min(readBytes, totalBytes ?? 0), { rows, megabytes });
    },
    stop: () => bar.stop(),
  };
}
