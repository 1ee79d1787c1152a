/**
 * `npm run test:engines`: runs mapcoded in databases and other engines, compares what they return with the library,
 * and prints a table. An engine that cannot be started fails. `npm run test:engines -- ClickHouse` runs one.
 */
import { clickHouse } from "./clickhouse.ts";
import { duckDB } from "./duckdb.ts";
import type { Engine } from "./engine.ts";
import { postgreSQL } from "./postgresql.ts";
import { installTools } from "./tools.ts";

const ENGINES: readonly Engine[] = [clickHouse, duckDB, postgreSQL];

const HEADER = ["engine", "version", "checked", "rows", "rows/s", "result"];

/** Runs an engine. @returns the rows of the table, without that of the header */
async function runEngine({ name, run }: Engine): Promise<string[][]> {
  const checked: string[][] = [];
  let version = "?";
  try {
    version = await run((check) => {
      const perSecond =
        check.seconds === undefined ? "" : `${Math.round(check.rows / check.seconds)}`;
      checked.push([check.name, `${check.rows}`, perSecond, "ok"]);
      console.log(`${name}: ${check.name}, ok`);
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : `${error}`;
    checked.push(["", "", "", `FAILS: ${message.slice(0, 500)}`]);
    console.log(`${name}: FAILS: ${message}`);
    process.exitCode = 1;
  }
  return checked.map((cells) => [name, version, ...cells]);
}

installTools();
const requested = process.argv.slice(2);
const rows = [HEADER, HEADER.map(() => "---")];
for (const engine of ENGINES) {
  if (requested.length > 0 && !requested.includes(engine.name)) continue;
  rows.push(...(await runEngine(engine)));
}
console.log(`\n${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}`);
