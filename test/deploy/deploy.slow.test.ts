/** The files for operators: checked by the programs that read them, or by doing what they say. */
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
  // It complains of units that run a program which is not there.
  expect(stderr.replace(/^.*Command .* is not executable.*\n/gm, "")).toBe("");
});

it.skipIf(!has("promtool"))("promtool finds no mistake in alerts.yml", () => {
  const { status, stdout } = check("promtool", "check", "rules", "deploy/alerts.yml");
  expect([status, stdout]).toEqual([0, expect.stringContaining("SUCCESS")]);
});

// The image, without Docker

/** The instructions of each stage as [name, the rest]. */
const STAGES = readFileSync(join(ROOT, "Dockerfile"), "utf8")
  .replaceAll("\\\n", "")
  .split(/^(?=FROM )/m)
  .slice(1)
  .map((text) =>
    Array.from(text.matchAll(/^([A-Z]+) (.*)$/gm), ([, name, rest]) => [name, rest] as const),
  );
const FINAL = STAGES.at(-1) ?? [];
const FOLDERS = new Map<string, string>();

const instruction = (wanted: string) => FINAL.find(([name]) => name === wanted)?.[1] ?? "";

/** The arguments of an instruction in the form of a JSON list. */
const listOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf("[")));

/** Does what COPY does. What other stages have outside of /app is left out: it is Node. */
function copy(text: string, to: string): void {
  const [, stage, list = ""] = /^(?:--from=(\w+) )?(.*)$/.exec(text) ?? [];
  if (stage === "node") return;
  const paths = list.split(" ").map((path) => path.replace(/^\/app\//, ""));
  const target = paths.pop() ?? "";
  for (const path of paths) {
    const destination = join(to, target, target.endsWith("/") ? basename(path) : "");
    const source = join(stage === undefined ? ROOT : (FOLDERS.get(stage) ?? ""), path);
    cpSync(source, destination, { recursive: true, verbatimSymlinks: true });
  }
}

describe("the image, rebuilt in empty folders", () => {
  const root = temporaryFolder();
  const folder = join(root, "final");

  beforeAll(() => {
    for (const [[, from], ...instructions] of STAGES.slice(1)) {
      const name = / AS (\w+)$/.exec(from)?.[1] ?? "final";
      FOLDERS.set(name, join(root, name));
      mkdirSync(join(root, name));
      for (const [kind, text] of instructions) {
        if (kind === "COPY") copy(text, join(root, name));
        if (kind !== "RUN") continue;
        const command = text.replaceAll("npm ci ", "npm ci --prefer-offline --no-audit --no-fund ");
        execFileSync("sh", ["-ec", command], { cwd: join(root, name), stdio: "pipe" });
      }
    }
  });

  it.each([
    "PORT",
    "MAPCODED_OPS_PORT",
  ])("serves, is healthy by %s, and ends with 0 on SIGTERM", async (variable) => {
    const set = instruction("ENV")
      .split(" ")
      .map((one) => one.split("="));
    const env = { ...process.env, ...Object.fromEntries(set), PORT: "0" };
    env[variable] = `${await freePort()}`;
    const [, ...args] = listOf(instruction("CMD"));
    const child = spawn(process.execPath, args, { cwd: folder, env });
    const said = listenTo(child);
    const service = await untilServing(child);
    expect(JSON.parse(said.out.split("\n")[0])).toMatchObject({ transport: PREFERRED });
    const [, ...check] = listOf(instruction("HEALTHCHECK"));
    const health = () => spawnSync(process.execPath, check, { cwd: folder, env }).status;
    expect(health()).toBe(0);
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
    expect(health()).toBe(1);
    expect(instruction("USER")).toBe("1000:1000");
  });
});
