/** `npm run bench`: measures, records and prints tables; see docs/performance.md. */
import { measureFormats } from "./batch/measure.ts";
import { measureEngine } from "./engine-timing.ts";
import { measureHttp } from "./http/measure.ts";
import { measurePeers } from "./libraries/peers.ts";
import { measurePython } from "./libraries/python.ts";
import { type BenchSizes, type Part, parseBenchOptions } from "./options.ts";
import { type Table, tableText } from "./report.ts";
import { describeRun, headText, writeRecord } from "./results.ts";
import { measureWeb } from "./web.ts";

type Measure = (sizes: BenchSizes) => readonly Table[] | Promise<readonly Table[]>;

const MEASURES: Readonly<Record<Part, Measure>> = {
  peers: ({ peers }) => measurePeers(peers),
  engine: ({ engine }) => measureEngine(engine),
  batch: ({ batch }) => measureFormats(batch),
  python: ({ python }) => measurePython(python),
  http: ({ http }) => measureHttp(http),
  web: ({ web }) => measureWeb(web),
};

const { sizes, parts, record, note } = parseBenchOptions();
const run = describeRun("bench", note);
console.log(`${headText(run)}\n`);
for (const part of parts) {
  const tables = await MEASURES[part](sizes);
  for (const one of tables) console.log(`${tableText(one)}\n`);
  if (!record || tables.length === 0) continue;
  // Written after each part, so that a run that is interrupted keeps the parts before.
  console.log(`recorded in ${writeRecord(run, { [part]: { run, tables } })}\n`);
}
