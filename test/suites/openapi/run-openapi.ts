/**
 * `npm run test:openapi`, on both transports: a client in TypeScript that is generated of our own OpenAPI document, then
 * Schemathesis, which sends requests that it makes of the document, and compares the replies with it.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import openapiTS, { astToString } from "openapi-typescript";
import { ROOT } from "../../../scripts/paths.js";
import { installRequirements } from "../../support/python-tools.ts";
import { testService } from "../service-suite.ts";

const CACHE = join(ROOT, "node_modules/.cache");
/** In the project, as the client imports its packages. */
const CLIENT = join(CACHE, "mapcoded-openapi-client");
const fileOf = (name: string) => join(import.meta.dirname, name);

const PROGRAM = `
import createClient from "openapi-fetch";
import type { paths } from "./schema.d.ts";
const { GET, POST } = createClient<paths>({ baseUrl: process.argv[2] });
const path = { lat: 52.376514, lon: 4.908543 };
const query = { precision: 2, include: ["alphabet" as const, "territory" as const] };
const codes = await GET("/codes/{lat},{lon}", { params: { path, query } });
const place = await GET("/coords/{code}", { params: { path: { code: "NLD 49.4V" } } });
const rows = await POST("/batch/codes", { body: [{ lat: path.lat, lon: path.lon }] });
const wrong = await GET("/coords/{code}", { params: { path: { code: "frogs" } } });
const texts: (string | undefined)[] = [codes.data?.local?.mapcode, codes.data?.international.territory, wrong.error?.parameter];
console.log(JSON.stringify([...texts, place.data, rows.data]));
`;
const EXPECTED =
  '["49.4V-K2","AAA","code",{"latDeg":52.37651400000124,"lonDeg":4.908543375},' +
  '[{"lat":52.376514,"lon":4.908543,"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}]]\n';

/** Generates the client of a service, checks its types and calls the service. @returns what is wrong */
async function problemsOfClient(address: string): Promise<string[]> {
  mkdirSync(CLIENT, { recursive: true });
  writeFileSync(join(CLIENT, "client.mts"), PROGRAM);
  const types = await openapiTS(new URL(`${address}/openapi.json`));
  writeFileSync(join(CLIENT, "schema.d.ts"), astToString(types));
  const options =
    "--noEmit --ignoreConfig --allowImportingTsExtensions --strict --skipLibCheck --module nodenext --types node";
  const commands = `npx tsc ${options} client.mts && npx tsx client.mts "$0"`;
  const said = spawnSync("sh", ["-c", commands, address], { cwd: CLIENT, encoding: "utf8" });
  const output = said.stdout + said.stderr;
  return output === EXPECTED ? [] : [`the generated client says ${output}`];
}

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, seed: { type: "string", default: "1" } },
});
const environment = join(CACHE, "mapcoded-openapi");
const command = join(installRequirements(fileOf("requirements.txt"), environment), "schemathesis");
await testService({
  async test({ address }, transport) {
    const problems = await problemsOfClient(address);
    console.log(`\n${transport}, seed ${values.seed}`);
    const document = `${address}/openapi.json`;
    const args = ["--config-file", fileOf("schemathesis.toml"), "run", document, "--no-color"];
    args.push("--phases", "examples,coverage,fuzzing", "--continue-on-failure");
    args.push("--max-time", values.seconds, "--seed", values.seed);
    const env = { ...process.env, SCHEMATHESIS_HOOKS: fileOf("hooks.py") };
    const child = spawn(command, args, { cwd: tmpdir(), env, stdio: "inherit" });
    const [status] = await once(child, "close");
    return status === 0 ? problems : [...problems, `Schemathesis ended with ${status}`];
  },
});
