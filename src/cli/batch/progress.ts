/** Shows the progress of a batch as a bar, on a terminal. */
import { SingleBar } from "cli-progress";

/**
 * Starts a bar, or without it if nobody knows how much there is, as for piped input, a count.
 * @param totalBytes of all inputs; undefined if that is unknown
 * @param stream standard error, or a stand-in
 * @returns `update` takes how many bytes of all inputs were read, and how many rows were converted
 */
export function startProgress(totalBytes: number | undefined, stream: NodeJS.WriteStream) {
  const format =
    totalBytes === undefined
      ? "{rows} rows  {megabytes} MB read  {duration_formatted}"
      : "{bar} {percentage} %  {rows} rows  {eta_formatted} left";
  const bar = new SingleBar({ stream, hideCursor: true, clearOnComplete: true, format });
  bar.start(totalBytes ?? 0, 0, { rows: 0, megabytes: "0.0" });
  return {
    update(readBytes: number, rows: number) {
      const megabytes = (readBytes / 1e6).toFixed(1);
      bar.update(Math.min(readBytes, totalBytes ?? 0), { rows, megabytes });
    },
    stop: () => bar.stop(),
  };
}
