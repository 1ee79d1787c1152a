/** A Python client that openapi-generator makes from our OpenAPI document, as users would. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ROOT } from "../../../scripts/paths.js";
import { startServing } from "../../cli/command.ts";
import { installRequirements } from "../../support/python-tools.ts";

const VERSION = "7.10.0";
const SHA256 = "615e014705af34861e789e0b2a11075d3c80db134f881e937265479a4a83996e";
const ADDRESS = `https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli/${VERSION}/openapi-generator-cli-${VERSION}.jar`;
const FOLDER = join(ROOT, "node_modules/.cache/mapcoded-python-client");

const PROGRAM = `
import json, sys
import mapcoded_client as client
api = client.DefaultApi(client.ApiClient(client.Configuration(host=sys.argv[1])))
codes = api.get_codes_lat_lon(52.376514, 4.908543, precision=2, include=["alphabet", "territory"])
place = api.get_coords_code("NLD 49.4V")
near = api.get_coords_code("49.4V", near="52.3,4.9")
rows = api.post_batch_codes([{"lat": 52.376514, "lon": 4.908543}])
try:
    api.get_coords_code("frogs")
except client.ApiException as error:
    status = error.status
print(json.dumps([codes.local.mapcode, codes.international.territory, place.lat_deg, near.territory, rows[0]["mapcode"], status]))
`;

const hasJava = spawnSync("java", ["-version"]).status === 0;

it.skipIf(!hasJava)("the client of openapi-generator in Python calls the service", async () => {
  const jar = join(FOLDER, `openapi-generator-${VERSION}.jar`);
  mkdirSync(FOLDER, { recursive: true });
  if (!existsSync(jar)) {
    writeFileSync(jar, Buffer.from(await (await fetch(ADDRESS)).arrayBuffer()));
  }
  expect(createHash("sha256").update(readFileSync(jar)).digest("hex")).toBe(SHA256);
  const service = await startServing(["--transport", "node"]);
  onTestFinished(async () => void (await service.stop("SIGTERM")));
  const output = join(FOLDER, "client");
  const options = ["-g", "python", "--package-name", "mapcoded_client", "-o", output];
  const source = ["-i", `${service.address}/openapi.json`];
  execFileSync("java", ["-jar", jar, "generate", ...source, ...options], { stdio: "ignore" });
  const requirements = join(output, "requirements.txt");
  const python = join(installRequirements(requirements, join(FOLDER, "environment")), "python");
  const args = ["-c", PROGRAM, service.address];
  const text = execFileSync(python, args, { cwd: output, encoding: "utf8" });
  expect(JSON.parse(text)).toEqual(["49.4V-K2", "AAA", 52.37651400000124, "NLD", "49.4V", 400]);
});
