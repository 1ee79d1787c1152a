/**
 * `npm run test:openapi`: Schemathesis sends requests that it makes of our own OpenAPI document, and compares the
 * replies with it, on both transports.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { testService } from "../service-suite.ts";

const VERSION = "4.32.5";
const CONFIGURATION = fileURLToPath(new URL("schemathesis.toml", import.meta.url));
const HOOKS = fileURLToPath(new URL("hooks.py", import.meta.url));

/** Installs Schemathesis into a virtual environment, unless an earlier run did. */
function install(): string {
  const folder = join(tmpdir(), `mapcoded-schemathesis-${VERSION}-${process.getuid?.() ?? 0}`);
  const command = join(folder, "bin/schemathesis");
  if (existsSync(join(folder, "complete"))) return command;
  rmSync(folder, { recursive: true, force: true });
  execFileSync("python3", ["-m", "venv", folder], { stdio: "inherit" });
  const args = ["install", "--quiet", "--disable-pip-version-check", `schemathesis==${VERSION}`];
  execFileSync(join(folder, "bin/pip"), args, { stdio: "inherit" });
  // Made last, so that an interrupted installation is repeated.
  writeFileSync(join(folder, "complete"), "");
  return command;
}

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, seed: { type: "string", default: "1" } },
});
const command = install();
await testService({
  async test({ address }, transport) {
    console.log(`\n${transport}, seed ${values.seed}`);
    const args = ["--config-file", CONFIGURATION, "run", `${address}/openapi.json`];
    args.push("--phases", "examples,coverage,fuzzing", "--continue-on-failure", "--no-color");
    args.push("--max-time", values.seconds, "--seed", values.seed);
    const env = { ...process.env, SCHEMATHESIS_HOOKS: HOOKS };
    const child = spawn(command, args, { cwd: tmpdir(), env, stdio: "inherit" });
    const [status] = await once(child, "close");
    return status === 0 ? [] : [`Schemathesis ended with ${status}`];
  },
});
