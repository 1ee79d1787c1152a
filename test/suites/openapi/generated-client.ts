/** A client in TypeScript: types that openapi-typescript makes of our document, and openapi-fetch. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import openapiTS, { astToString } from "openapi-typescript";
import { ROOT } from "../../../scripts/paths.js";

/** In the project, as the program imports its packages. */
const FOLDER = join(ROOT, "node_modules/.cache/mapcoded-openapi-client");

const PROGRAM = `
import createClient from "openapi-fetch";
import type { paths } from "./schema.d.ts";

const { GET, POST } = createClient<paths>({ baseUrl: process.argv[2] });
const path = { lat: 52.376514, lon: 4.908543 };
const query = { precision: 2, include: ["alphabet" as const, "territory" as const] };
const codes = await GET("/codes/{lat},{lon}", { params: { path, query } });
const local: string | undefined = codes.data?.local?.mapcode;
const territory: string | undefined = codes.data?.international.territory;
const place = await GET("/coords/{code}", { params: { path: { code: "NLD 49.4V" } } });
const rows = await POST("/batch/codes", { body: [{ lat: path.lat, lon: path.lon }] });
const wrong = await GET("/coords/{code}", { params: { path: { code: "frogs" } } });
const parameter: string | undefined = wrong.error?.parameter;
console.log(JSON.stringify({ local, territory, place: place.data, rows: rows.data, parameter }));
`;

const EXPECTED = {
  local: "49.4V-K2",
  territory: "AAA",
  place: { latDeg: 52.37651400000124, lonDeg: 4.908543375 },
  rows: [
    {
      lat: 52.376514,
      lon: 4.908543,
      territory: "NLD",
      mapcode: "49.4V",
      international: "VHXGB.1J9J",
    },
  ],
  parameter: "code",
};

/** Generates the client of a service, checks its types and calls the service. @returns what is wrong */
export async function problemsOfClient(address: string): Promise<string[]> {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "client.mts"), PROGRAM);
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(ROOT, "node_modules/.bin", program), args, { cwd: FOLDER, encoding: "utf8" });
  const settings = ["--strict", "--skipLibCheck", "--module", "nodenext", "--types", "node"];
  try {
    const types = astToString(await openapiTS(new URL(`${address}/openapi.json`)));
    writeFileSync(join(FOLDER, "schema.d.ts"), types);
    run(
      "tsc",
      "--noEmit",
      "--ignoreConfig",
      "--allowImportingTsExtensions",
      ...settings,
      "client.mts",
    );
    const output = run("tsx", "client.mts", address);
    return isDeepStrictEqual(JSON.parse(output), EXPECTED) ? [] : [`the client got ${output}`];
  } catch (error) {
    return [`the generated client fails: ${(error as { stdout: string }).stdout || error}`];
  }
}
