/**
 * `npm run test:openapi`, on both transports: a client in TypeScript that is generated of our own OpenAPI document, then
 * Schemathesis, which sends requests that it makes of the document, and compares the replies with it.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../../scripts/paths.js";
import { installRequirements } from "../../support/python-tools.ts";
import { suiteOptions, testService } from "../service-suite.ts";

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
const near = await GET("/coords/{code}", { params: { path: { code: "49.4V" }, query: { near: "52.3,4.9" } } });
const rows = await POST("/batch/codes", { body: [{ lat: path.lat, lon: path.lon }] });
const wrong = await GET("/coords/{code}", { params: { path: { code: "frogs" } } });
const texts: (string | undefined)[] = [codes.data?.local?.mapcode, codes.data?.international.territory, near.data?.territory, wrong.error?.parameter];
console.log(JSON.stringify([...texts, place.data, rows.data]));
`;
const EXPECTED =
  '["49.4V-K2","AAA","NLD","code",{"latDeg":52.37651400000124,"lonDeg":4.908543375},' +
  '[{"lat":52.376514,"lon":4.908543,"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}]]\n';
mkdirSync(CLIENT, { recursive: true });
writeFileSync(join(CLIENT, "client.mts"), PROGRAM);

/** Generates the client of the service at $0, checks its types and calls the service. */
const COMMANDS = `npx openapi-typescript "$0/openapi.json" > schema.d.ts && npx tsc --noEmit --ignoreConfig \
  --allowImportingTsExtensions --strict --skipLibCheck --module nodenext --types node client.mts && npx tsx client.mts "$0"`;

const { seconds, seed, transport } = suiteOptions({ seconds: "60", seed: "1" });
const environment = join(CACHE, "mapcoded-openapi");
const command = join(installRequirements(fileOf("requirements.txt"), environment), "schemathesis");
const limits = ["--max-time", seconds, "--seed", seed, "--phases", "examples,coverage,fuzzing"];
const env = { ...process.env, SCHEMATHESIS_HOOKS: fileOf("hooks.py") };

await testService({
  only: transport,
  async test({ address }, transport) {
    const called = spawnSync("sh", ["-c", COMMANDS, address], { cwd: CLIENT, encoding: "utf8" });
    console.log(`\n${transport}, seed ${seed}`);
    const args = ["--config-file", fileOf("schemathesis.toml"), "run", `${address}/openapi.json`];
    args.push("--no-color", "--continue-on-failure", ...limits);
    const { status } = spawnSync(command, args, { cwd: tmpdir(), env, stdio: "inherit" });
    const problems = status === 0 ? [] : [`Schemathesis ended with ${status}`];
    if (called.stdout === EXPECTED) return problems;
    return [...problems, `the generated client says ${called.stdout}${called.stderr}`];
  },
});
