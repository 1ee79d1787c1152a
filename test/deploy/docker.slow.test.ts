import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { hasBinary } from "../../src/service/transports/uws-binary.ts";
import { listenTo, untilServing } from "../cli/command.ts";
import { freePort } from "../support/free-port.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { PREFERRED } from "../support/transports.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DOCKERFILE = readFileSync(join(ROOT, "Dockerfile"), "utf8");

/** A stage: what it begins with, its name, and its instructions as [name, the rest]. */
interface Stage {
  readonly base: string;
  readonly name: string;
  readonly instructions: readonly (readonly [name: string, text: string])[];
}

const stages: readonly Stage[] = DOCKERFILE.replaceAll("\\\n", "")
  .split(/^(?=FROM )/m)
  .slice(1)
  .map((text) => {
    const instructions = text
      .split("\n")
      .filter((line) => /^[A-Z]+ /.test(line))
      .map(
        (line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)] as const,
      );
    const [, base = "", name = ""] = /^(\S+)(?: AS (\w+))?$/.exec(instructions[0][1]) ?? [];
    return { base, name, instructions };
  });
const [nodeStage, buildStage, packagesStage, finalStage] = stages as [Stage, Stage, Stage, Stage];

function instruction(name: string): string {
  return finalStage.instructions.find(([other]) => other === name)?.[1] ?? "";
}

/** The arguments of an instruction in the form of a JSON list. */
function listOf(text: string): string[] {
  return JSON.parse(text.slice(text.indexOf("["))) as string[];
}

const environment = Object.fromEntries(
  instruction("ENV")
    .split(" ")
    .map((one) => one.split("=") as [string, string]),
);

const root = temporaryFolder();

/** The folder that stands for /app of a stage. */
const folderOf = (stage: Stage) => join(root, stage.name || "final");

/** Does what COPY does. What other stages have outside of /app is left out: it is Node. */
function copy(text: string, to: string): void {
  const words = text.split(" ");
  const [, from] = /^--from=(\w+)$/.exec(words[0]) ?? [];
  if (from === nodeStage.name) return;
  const source = from === undefined ? ROOT : join(root, from);
  const [target = "", ...paths] = (from === undefined ? words : words.slice(1)).toReversed();
  for (const path of paths.map((one) => one.replace(/^\/app\//, ""))) {
    const isFolder = target.endsWith("/");
    const destination = join(to, target, isFolder ? basename(path) : "");
    cpSync(join(source, path), destination, { recursive: true, verbatimSymlinks: true });
  }
}

/** Builds a stage in an empty folder. */
function build(stage: Stage): void {
  const folder = folderOf(stage);
  mkdirSync(folder);
  for (const [name, text] of stage.instructions) {
    if (name === "COPY") copy(text, folder);
    if (name !== "RUN") continue;
    const command = text.replaceAll("npm ci ", "npm ci --prefer-offline --no-audit --no-fund ");
    execFileSync("sh", ["-ec", command], { cwd: folder, stdio: "pipe" });
  }
}

/** All files of a stage, by their paths. */
function filesOf(stage: Stage): string[] {
  return readdirSync(folderOf(stage), { recursive: true, encoding: "utf8" }).toSorted();
}

describe("the image", () => {
  it("is built with the Node and on the system that the service supports", () => {
    expect(nodeStage.base).toMatch(/^node:24\.[\d.]+-trixie-slim@sha256:[0-9a-f]{64}$/);
    expect([buildStage.base, packagesStage.base]).toEqual(["node", "node"]);
    expect(finalStage.base).toMatch(/^debian:trixie-\d+-slim@sha256:[0-9a-f]{64}$/);
  });

  it("has of Node its program and its license, and no npm", () => {
    const ofNode = finalStage.instructions.filter(([, text]) => text.startsWith("--from=node "));
    expect(ofNode.map(([, text]) => text.split(" ")[1])).toEqual([
      "/usr/local/bin/node",
      "/usr/local/LICENSE",
    ]);
    expect(finalStage.instructions.map(([name]) => name)).not.toContain("RUN");
  });

  it.each([
    ["build", buildStage],
    ["packages", packagesStage],
  ] as const)("keeps packages in the cache while sources change: %s", (_, { instructions }) => {
    const install = instructions.findIndex(([, text]) => text.startsWith("npm ci "));
    const before = instructions.slice(0, install).filter(([name]) => name === "COPY");
    const paths = before.flatMap(([, text]) => text.split(" ").slice(0, -1));
    expect(install).toBeGreaterThan(0);
    expect(paths.filter((path) => !/package(-lock)?\.json$/.test(path))).toEqual([]);
  });

  it("stops before Docker kills it", () => {
    const graceSeconds = 10;
    expect(Number(environment.MAPCODED_STOP_AFTER)).toBeLessThan(graceSeconds);
  });

  it("runs as a user without rights, stops on SIGTERM and looks after its health", () => {
    expect(instruction("USER")).toBe("1000:1000");
    expect(instruction("STOPSIGNAL")).toBe("SIGTERM");
    expect(instruction("HEALTHCHECK")).toContain('CMD ["bash", "health.sh"]');
    expect(environment.MAPCODED_HOST).toBe("0.0.0.0");
  });

  it("is built without what the build makes itself", () => {
    const ignored = readFileSync(join(ROOT, ".dockerignore"), "utf8").trim().split("\n");
    expect(ignored).toEqual([
      ".git",
      "node_modules",
      "dist",
      "packages/cli/dist",
      ".build-*",
      "src/generated",
      "docs/api",
    ]);
  });
});

describe("the stages, rebuilt in empty folders", () => {
  const folder = folderOf(finalStage);

  beforeAll(() => {
    for (const stage of [buildStage, packagesStage, finalStage]) build(stage);
  });

  it("build the same dist as the repository, from what they copy", () => {
    const dist = "packages/cli/dist";
    const files = (from: string) =>
      readdirSync(join(from, dist), { recursive: true, encoding: "utf8" }).toSorted();
    expect(files(folder)).toEqual(files(ROOT));
    for (const file of ["cli/main.js", "generated/tables.bin", "web/index.html"]) {
      const bytes = (from: string) => readFileSync(join(from, dist, file));
      expect(bytes(folder).equals(bytes(ROOT))).toBe(true);
    }
  });

  it("install the same files twice, byte for byte", () => {
    const again = { ...packagesStage, name: "again" };
    build(again);
    expect(filesOf(again)).toEqual(filesOf(packagesStage));
    for (const file of ["package.json", "node_modules/.package-lock.json"]) {
      const bytes = (stage: Stage) => readFileSync(join(folderOf(stage), file), "utf8");
      expect(bytes(again)).toBe(bytes(packagesStage));
    }
  });

  it("leave no packages that only development needs", () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const command = JSON.parse(readFileSync(join(ROOT, "packages/cli/package.json"), "utf8"));
    for (const name of Object.keys(devDependencies)) {
      if (name in command.optionalDependencies) continue;
      expect({ name, isThere: existsSync(join(folder, "node_modules", name)) }).toEqual({
        name,
        isThere: false,
      });
    }
  });

  /** The packages in node_modules, which are 40 or so. */
  function installedPackages(): { name: string; version: string }[] {
    return filesOf(finalStage)
      .filter((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file))
      .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
  }

  it("leave the binaries of uWebSockets.js for one version of Node", () => {
    const binaries = filesOf(finalStage).filter((file) => file.endsWith(".node"));
    const node = process.versions.node.split(".", 1)[0];
    const name = `@uwsjs/${process.platform}-${process.arch}-${node}/uws.node`;
    expect(binaries.filter((file) => !file.endsWith(name))).toEqual([]);
    if (hasBinary()) expect(binaries).not.toEqual([]);
  });

  it("list packages by their own names and versions in sbom.json", () => {
    const { components } = JSON.parse(readFileSync(join(folder, "sbom.json"), "utf8"));
    const listed = components.map((component: Record<string, string>) => component["bom-ref"]);
    for (const { name, version } of installedPackages())
      expect(listed).toContain(`${name}@${version}`);
    expect(listed.filter((one: string) => /^(vitest|typescript|uWebSockets)@/.test(one))).toEqual(
      [],
    );
  });

  it.each([
    "PORT",
    "MAPCODED_OPS_PORT",
  ])("serves, is healthy by %s, writes no files, and ends with 0 on SIGTERM", async (variable) => {
    const before = filesOf(finalStage);
    const env = { ...process.env, ...environment, PORT: "0", [variable]: `${await freePort()}` };
    const [command = "", ...args] = listOf(instruction("CMD"));
    const child = spawn(process.execPath, args, { cwd: folder, env });
    expect(command).toBe("node");
    const said = listenTo(child);
    const service = await untilServing(child);
    expect([child.exitCode, said.err]).toEqual([null, ""]);
    expect(JSON.parse(said.out.split("\n")[0])).toMatchObject({ transport: PREFERRED });
    const [shell = "", ...check] = listOf(instruction("HEALTHCHECK"));
    const isHealthy = () => spawnSync(shell, check, { cwd: folder, env }).status === 0;
    expect(isHealthy()).toBe(true);
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
    expect(isHealthy()).toBe(false);
    expect(filesOf(finalStage)).toEqual(before);
  });
});
