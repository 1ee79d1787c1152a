/** What conversions take: resident memory, which must not depend on the number of rows, and modules of Node. */
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createFolder } from "../support/temporary-folder.ts";
import { run, start } from "./command.ts";
import { words } from "./command-lines.ts";

const folder = createFolder();

/** `MEMORY_ROWS=10000000` takes some minutes. */
const ROWS = Number(process.env.MEMORY_ROWS ?? 400_000);
const ROWS_PER_WRITE = 2_000;

/** The limits for one worker, for each further one, and for the growth from a quarter to the end of the rows. */
const MAX_MEGABYTES = 130;
const MAX_WORKER_MEGABYTES = 60;
const MAX_GROWTH_MEGABYTES = 12;
const MAX_REJECTS_MEGABYTES = 60;
/** The limit for 80 more files, whose first blocks have 40 MB together. */
const MAX_FILES_MEGABYTES = 45;

const featureRow = (id: number, latDeg: string, lonDeg: string) =>
  `{"type":"Feature","geometry":{"type":"Point","coordinates":[${lonDeg},${latDeg}]},"properties":{"id":${id}}}`;

interface InputText {
  readonly from: string;
  readonly opening?: string;
  readonly between?: string;
  readonly closing?: string;
  readonly row: typeof featureRow;
}

const INPUTS: Readonly<Record<string, InputText>> = {
  csv: { from: "csv", opening: "id,lat,lon\n", row: (...values) => values.join(",") },
  ndjson: { from: "ndjson", row: (id, lat, lon) => `{"id":${id},"lat":${lat},"lon":${lon}}` },
  geojson: {
    from: "geojson",
    opening: '{"type":"FeatureCollection","features":[\n',
    between: ",\n",
    closing: "\n]}\n",
    row: featureRow,
  },
  features: { from: "ndjson", row: featureRow },
};

/** Some rows of an input, at points that differ from those before. */
function rowsText({ between = "\n", row }: InputText, from: number): string {
  const rows = Array.from({ length: ROWS_PER_WRITE }, (_, index) => {
    const id = from + index;
    const latDeg = ((id * 0.618_034) % 180) - 90;
    return row(id, latDeg.toFixed(6), (((id * 0.414_214) % 360) - 180).toFixed(6));
  });
  return (from === 0 ? "" : between) + rows.join(between);
}

/** The maximum resident memory of a process so far, in megabytes. */
function peakMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) / 1000;
}

/** Converts rows that are generated during the run. */
async function convert(name: string, workers: number) {
  const input = INPUTS[name];
  const child = start(words`encode - --from ${input.from} -o - --quiet --workers ${workers}`);
  const { pid, stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error("The command has no standard input or output.");
  let outputRows = 0;
  stdout.on("data", (bytes: Buffer) => {
    for (const byte of bytes) if (byte === 10) outputRows++;
  });
  const closed = once(child, "close");
  stdin.write(input.opening ?? "");
  let quarter = Number.NaN;
  for (let from = 0; from < ROWS; from += ROWS_PER_WRITE) {
    if (!stdin.write(rowsText(input, from))) await once(stdin, "drain");
    if (from + ROWS_PER_WRITE === ROWS / 4) quarter = peakMegabytes(pid);
  }
  const end = peakMegabytes(pid);
  stdin.end(input.closing ?? "\n");
  expect(await closed).toEqual([0, null]);
  return { quarter, end, outputRows };
}

/** Makes the command print its maximum resident memory at exit, in kilobytes. */
const PRINT_PEAK = `data:text/javascript,${encodeURIComponent(
  "process.on('exit',()=>console.error('PEAK',process.resourceUsage().maxRSS))",
)}`;

/** @param expectedCode the exit code of the command */
async function peakOf(args: readonly string[], expectedCode: number): Promise<number> {
  const { code, err } = await run(args, { NODE_OPTIONS: `--import=${PRINT_PEAK}` });
  expect(code).toBe(expectedCode);
  return Number(/PEAK (\d+)/.exec(err)?.[1]) / 1000;
}

describe.skipIf(!existsSync("/proc/self/status"))("resident memory of a conversion", () => {
  it.each(
    Object.keys(INPUTS),
  )("of %s is small, and the same for any number of rows", async (format) => {
    const { quarter, end, outputRows } = await convert(format, 1);
    expect(outputRows).toBeGreaterThanOrEqual(ROWS);
    expect(end).toBeLessThan(MAX_MEGABYTES);
    expect(end - quarter).toBeLessThan(MAX_GROWTH_MEGABYTES);
  });

  it("of many files is little more than of a few, as only the first rows of each are kept", async () => {
    const path = folder.write("points.csv", `lat,lon\n${"52.376514,4.908543\n".repeat(30_000)}`);
    const args = words`encode --quiet --workers 1 --force -o ${path}.csv`;
    const [few, many] = [20, 100].map((count) => Array<string>(count).fill(path));
    const growth = (await peakOf([...args, ...many], 0)) - (await peakOf([...args, ...few], 0));
    expect(growth).toBeLessThan(MAX_FILES_MEGABYTES);
  });

  it("grows little with a file of rejects, even if nearly all rows fail", async () => {
    const rows = Array.from({ length: ROWS }, (_, id) => `${id},x${id % 100},4.9\n`);
    const path = folder.write("bad.csv", `id,lat,lon\n0,52,4\n${rows.join("")}`);
    const args = words`encode ${path} --quiet --workers 2 --force -o ${path}.csv`;
    const plain = await peakOf(args, 0);
    const rejects = await peakOf([...args, "--rejects", `${path}.rejects.csv`], 0);
    expect(rejects - plain).toBeLessThan(MAX_REJECTS_MEGABYTES);
  });

  it.each(["csv", "features"])("of %s grows little with each further worker", async (format) => {
    const [one, three] = [await convert(format, 1), await convert(format, 3)];
    expect((three.end - one.end) / 2).toBeLessThan(MAX_WORKER_MEGABYTES);
  });
});

it("a point loads nothing of Node for services and threads", async () => {
  // At exit, writes the loaded modules of Node to standard error.
  const list = 'process.on("exit",()=>console.error(process.moduleLoadList.join("\\n")))';
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(list)}`;
  const { err } = await run(["encode", "52.376514", "4.908543"], { NODE_OPTIONS });
  expect(err).toMatch(/^NativeModule fs$/m);
  expect(err).not.toMatch(/^NativeModule (http|tls|worker_threads)$/m);
});
