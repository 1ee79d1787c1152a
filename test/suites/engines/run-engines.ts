/**
 * `npm run test:engines`: runs mapcoded in databases and other engines, compares what they return with the library,
 * and prints a table. An engine that cannot be started fails. `npm run test:engines -- ClickHouse` runs one;
 * `npm run test:engines -- --write` puts the speeds of all engines into docs/engines.md.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { endWithCounts } from "../../support/counts.ts";
import { clickHouse } from "./clickhouse.ts";
import { dask } from "./dask.ts";
import { duckDB } from "./duckdb.ts";
import type { Engine } from "./engine.ts";
import { installTools } from "./engine-command.ts";
import { writeSpeeds } from "./examples.ts";
import { parallel } from "./jobs.ts";
import { postgreSQL } from "./postgresql.ts";
import { pythonPackage } from "./python.ts";
import { spark } from "./spark.ts";

const ENGINES: readonly Engine[] = [
  clickHouse,
  duckDB,
  postgreSQL,
  pythonPackage,
  spark,
  dask,
  parallel,
];

const HEADER = ["engine", "version", "checked", "rows", "rows/s", "rows/s of CPU", "result"];

/** Checks of all engines. */
const counts = { passed: 0, failed: 0 };

/** Rows a second; a process that takes no hundredth of a second has none. */
function perSecond(rows: number, seconds = 0): string {
  return seconds === 0 ? "" : `${Math.round(rows / seconds)}`;
}

/** Runs an engine. @returns the rows of the table, without that of the header */
async function runEngine({ name, run }: Engine): Promise<string[][]> {
  const checked: string[][] = [];
  let version = "?";
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-engine-"));
  try {
    version = await run(folder, (check) => {
      const { rows, seconds, cpuSeconds } = check;
      checked.push([
        check.name,
        `${rows}`,
        perSecond(rows, seconds),
        perSecond(rows, cpuSeconds),
        "ok",
      ]);
      counts.passed++;
      console.log(`${name}: ${check.name}, ok`);
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : `${error}`;
    checked.push(["", "", "", "", `FAILS: ${message.slice(0, 500)}`]);
    console.log(`${name}: FAILS: ${message}`);
    counts.failed++;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return checked.map((cells) => [name, version, ...cells]);
}

/** Checks of failures and of few rows, whose speeds say nothing. */
const WITHOUT_SPEED = /^(the same|all vectors)/;

/** The rows of the table of speeds. The first row of an engine has its name and version. */
function speedsOf(rows: readonly string[][]): string {
  let last = "";
  const speeds = rows.filter(([, , name, , speed]) => {
    return /^\d+$/.test(speed) && !WITHOUT_SPEED.test(name);
  });
  const lines = speeds.map(([engine, version, name, , speed, ofCpu]) => {
    const title = engine === last ? "| |" : `| ${engine} ${version} |`;
    last = engine;
    return `${title} ${name} | ${speed} | ${ofCpu} |`;
  });
  return lines.join("\n");
}

const { values, positionals } = parseArgs({
  options: { write: { type: "boolean", default: false } },
  allowPositionals: true,
});
const unknown = positionals.find((name) => !ENGINES.some((engine) => engine.name === name));
if (unknown !== undefined) {
  throw new Error(
    `There is no engine ${unknown}. Choose from: ${ENGINES.map(({ name }) => name)}.`,
  );
}
if (values.write && positionals.length > 0) throw new Error("--write needs all engines.");
installTools();
const rows = [HEADER, HEADER.map(() => "---")];
for (const engine of ENGINES) {
  if (positionals.length > 0 && !positionals.includes(engine.name)) continue;
  rows.push(...(await runEngine(engine)));
}
const table = rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
console.log(`\n${table}`);
if (values.write && counts.failed === 0) writeSpeeds(speedsOf(rows));
endWithCounts(counts);
