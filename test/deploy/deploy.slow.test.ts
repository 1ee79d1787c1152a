/** The files for operators, checked by their programs or by execution. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../../scripts/paths.js";
import { listenTo, untilServing } from "../cli/command.ts";
import { freePort } from "../support/free-port.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { PREFERRED } from "../support/transports.ts";

const has = (program: string) =>
  process.env.CI === "true" || spawnSync(program, ["--version"]).error === undefined;
const check = (program: string, ...args: string[]) =>
  spawnSync(program, args, { cwd: ROOT, encoding: "utf8" });

it.skipIf(!has("systemd-analyze"))("systemd finds no mistake in mapcoded.service", () => {
  const { stderr } = check("systemd-analyze", "verify", "deploy/mapcoded.service");
  // It complains about missing programs.
  expect(stderr.replace(/^.*Command .* is not executable.*\n/gm, "")).toBe("");
});

it.skipIf(!has("promtool"))("promtool finds no mistake in alerts.yml", () => {
  const { status, stdout } = check("promtool", "check", "rules", "deploy/alerts.yml");
  expect([status, stdout]).toEqual([0, expect.stringContaining("SUCCESS")]);
});

// The image, without Docker

/** The instructions of all stages as [name, arguments]. */
const INSTRUCTIONS = Array.from(
  readFileSync(join(ROOT, "Dockerfile"), "utf8")
    .replaceAll("\\\n", "")
    .matchAll(/^([A-Z]+) (.*)$/gm),
  ([, name, rest]) => [name, rest] as const,
);
const LAST_STAGE = INSTRUCTIONS.slice(INSTRUCTIONS.findLastIndex(([name]) => name === "FROM"));
const { ENV, CMD, HEALTHCHECK, USER } = Object.fromEntries(LAST_STAGE);

/** The arguments of Node in an instruction with a JSON list. */
const argsIn = (text: string): string[] => JSON.parse(text.slice(text.indexOf("["))).slice(1);

describe("the image, rebuilt in empty folders", () => {
  const root = temporaryFolder();
  const folder = join(root, "last");

  /** Executes COPY, except from the stage of Node. */
  function copy(text: string, to: string): void {
    const [, stage, list = ""] = /^(?:--from=(\w+) )?(.*)$/.exec(text) ?? [];
    if (stage === "node") return;
    const paths = list.split(" ").map((path) => path.replace(/^\/app\//, ""));
    const target = paths.pop() ?? "";
    for (const path of paths) {
      const destination = join(to, target, target.endsWith("/") ? basename(path) : "");
      const source = join(stage === undefined ? ROOT : join(root, stage), path);
      cpSync(source, destination, { recursive: true, verbatimSymlinks: true });
    }
  }

  beforeAll(() => {
    let cwd = root;
    for (const [kind, text] of INSTRUCTIONS) {
      if (kind === "FROM") cwd = join(root, / AS (\w+)$/.exec(text)?.[1] ?? "last");
      mkdirSync(cwd, { recursive: true });
      if (kind === "COPY") copy(text, cwd);
      const command = text.replaceAll("npm ci ", "npm ci --prefer-offline --no-audit --no-fund ");
      if (kind === "RUN") execFileSync("sh", ["-ec", command], { cwd, stdio: "pipe" });
    }
  });

  it.each(["PORT", "MAPCODED_OPS_PORT"])("serves, is healthy by %s, ends", async (name) => {
    const set = Object.fromEntries(ENV.split(" ").map((one) => one.split("=")));
    const env = { ...process.env, ...set, PORT: "0", [name]: `${await freePort()}` };
    const child = spawn(process.execPath, argsIn(CMD), { cwd: folder, env });
    const output = listenTo(child);
    const service = await untilServing(child);
    expect(JSON.parse(output.out.split("\n")[0])).toMatchObject({ transport: PREFERRED });
    const health = () => spawnSync(process.execPath, argsIn(HEALTHCHECK), { env }).status;
    expect(health()).toBe(0);
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
    expect([health(), USER]).toEqual([1, "1000:1000"]);
  });
});
