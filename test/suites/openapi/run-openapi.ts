/**
 * `npm run test:openapi`, on both transports: a client that is generated of our own OpenAPI document, then Schemathesis,
 * which sends requests that it makes of the document, and compares the replies with it.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ROOT } from "../../../scripts/paths.js";
import { installRequirements } from "../../support/python-tools.ts";
import { testService } from "../service-suite.ts";
import { problemsOfClient } from "./generated-client.ts";

const ENVIRONMENT = join(ROOT, "node_modules/.cache/mapcoded-openapi");
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, seed: { type: "string", default: "1" } },
});
const command = join(installRequirements(fileOf("requirements.txt"), ENVIRONMENT), "schemathesis");
await testService({
  async test({ address }, transport) {
    const problems = await problemsOfClient(address);
    console.log(`\n${transport}, seed ${values.seed}`);
    const args = ["--config-file", fileOf("schemathesis.toml"), "run", `${address}/openapi.json`];
    args.push("--phases", "examples,coverage,fuzzing", "--continue-on-failure", "--no-color");
    args.push("--max-time", values.seconds, "--seed", values.seed);
    const env = { ...process.env, SCHEMATHESIS_HOOKS: fileOf("hooks.py") };
    const child = spawn(command, args, { cwd: tmpdir(), env, stdio: "inherit" });
    const [status] = await once(child, "close");
    return status === 0 ? problems : [...problems, `Schemathesis ended with ${status}`];
  },
});
