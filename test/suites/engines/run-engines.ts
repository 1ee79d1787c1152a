/**
 * `npm run test:engines`: runs mapcoded in databases and other engines, compares what they return with the library,
 * and prints a table. An engine that cannot be started fails. `npm run test:engines -- ClickHouse` runs one;
 * `npm run test:engines -- --write` puts the speeds of all engines into docs/engines.md.
 */
import { parseArgs } from "node:util";
import { endWithCounts } from "../../support/counts.ts";
import { clickHouse } from "./clickhouse.ts";
import { dask } from "./dask.ts";
import { duckDB } from "./duckdb.ts";
import type { Engine } from "./engine.ts";
import { installTools } from "./engine-tools.ts";
import { writeSpeeds } from "./examples.ts";
import { parallel, slurm } from "./jobs.ts";
import { postgreSQL } from "./postgresql.ts";
import { spark } from "./spark.ts";

const ENGINES: readonly Engine[] = [clickHouse, duckDB, postgreSQL, spark, dask, parallel, slurm];

const HEADER = ["engine", "version", "checked", "rows", "rows/s", "result"];

/** Checks of all engines. */
const counts = { passed: 0, failed: 0 };

/** Runs an engine. @returns the rows of the table, without that of the header */
async function runEngine({ name, run }: Engine): Promise<string[][]> {
  const checked: string[][] = [];
  let version = "?";
  try {
    version = await run((check) => {
      const perSecond =
        check.seconds === undefined ? "" : `${Math.round(check.rows / check.seconds)}`;
      checked.push([check.name, `${check.rows}`, perSecond, "ok"]);
      counts.passed++;
      console.log(`${name}: ${check.name}, ok`);
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : `${error}`;
    checked.push(["", "", "", `FAILS: ${message.slice(0, 500)}`]);
    console.log(`${name}: FAILS: ${message}`);
    counts.failed++;
  }
  return checked.map((cells) => [name, version, ...cells]);
}

/** Checks of failures and of few rows, whose speeds say nothing. */
const WITHOUT_SPEED = /^(the same|all vectors)/;

/** The rows of the table of speeds. The first row of an engine has its name and version. */
function speedsOf(rows: readonly string[][]): string {
  let last = "";
  const speeds = rows.filter(([, , name, , perSecond]) => {
    return /^\d+$/.test(perSecond) && !WITHOUT_SPEED.test(name);
  });
  const lines = speeds.map(([engine, version, name, , perSecond]) => {
    const title = engine === last ? "|" : `| ${engine} ${version} |`;
    last = engine;
    return `${title} ${name} | ${perSecond} | |`;
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
