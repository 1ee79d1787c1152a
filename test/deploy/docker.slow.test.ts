import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBinary } from "../../src/service/transports/uws-binary.ts";
import { freePort } from "../support/free-port.ts";
import { PREFERRED } from "../support/transports.ts";
import { until } from "../support/until.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DOCKERFILE = readFileSync(join(ROOT, "Dockerfile"), "utf8");

/** Instructions of a stage as [name, the rest]. */
function instructionsOf(stage: string): [string, string][] {
  return stage
    .replaceAll("\\\n", "")
    .split("\n")
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]);
}

const [, build = "", runtime = ""] = DOCKERFILE.split(/^(?=FROM )/m);
const instructions = instructionsOf(runtime);

function instruction(name: string): string {
  return instructions.find(([other]) => other === name)?.[1] ?? "";
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

/** What the runtime stage copies of the repository, or of what the first stage has built there. */
const copied = instructions
  .filter(([name]) => name === "COPY")
  .flatMap(([, text]) =>
    text
      .split(" ")
      .filter((word) => !word.startsWith("--"))
      .slice(0, -1)
      .map((path) => path.replace(/^\/app\//, "")),
  );

describe("the image", () => {
  it("is built with the Node and on the system that the service supports", () => {
    const base = /^FROM node:22\.[\d.]+-bookworm-slim@sha256:[0-9a-f]{64}\b/;
    const [[digest] = [], [other] = []] = [build, runtime].map((stage) => stage.match(base) ?? []);
    expect(digest).toBeDefined();
    expect(other).toBe(digest);
  });

  it("stops before Docker kills it", () => {
    const graceSeconds = 10;
    expect(Number(environment.MAPCODED_STOP_AFTER)).toBeLessThan(graceSeconds);
  });

  it("runs as a user without rights, stops on SIGTERM and looks after its health", () => {
    expect(instruction("USER")).toBe("node");
    expect(instruction("STOPSIGNAL")).toBe("SIGTERM");
    expect(instruction("HEALTHCHECK")).toContain(
      'CMD ["node", "packages/cli/dist/cli/main.js", "status"]',
    );
    expect(environment.MAPCODED_HOST).toBe("0.0.0.0");
  });

  it("is built of all but what .dockerignore names, which the build makes itself", () => {
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

describe("the runtime stage, rebuilt in an empty folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-image-"));
  const files = () => readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();

  beforeAll(() => {
    for (const path of copied) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
    // The cache of npm belongs to whoever runs the tests.
    const commands = instruction("RUN")
      .split(/ +&& +/)
      .filter((command) => !command.startsWith("npm cache "))
      .map((command) => command.replace(/^npm ci /, "$&--prefer-offline --no-audit --no-fund "));
    execFileSync("sh", ["-ec", commands.join("\n")], { cwd: folder, stdio: "pipe" });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("copies only what is there", () => {
    expect(copied).toEqual([
      "package.json",
      "package-lock.json",
      "LICENSE",
      "NOTICE",
      "packages/cli/package.json",
      "packages/cli/dist",
    ]);
    for (const path of copied) expect(existsSync(join(ROOT, path))).toBe(true);
  });

  it("has no packages that only development needs", () => {
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
    return files()
      .filter((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file))
      .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
  }

  it("has the one binary of uWebSockets.js that it runs", () => {
    const { platform, arch, versions } = process;
    const binaries = files().filter((file) => file.endsWith(".node"));
    const kept = `uws_${platform}_${arch}_${versions.modules}.node`;
    expect(binaries).toEqual(hasBinary() ? [`node_modules/uWebSockets.js/dist/bin/${kept}`] : []);
  });

  it("lists its packages with their versions in sbom.json", () => {
    const { components } = JSON.parse(readFileSync(join(folder, "sbom.json"), "utf8"));
    const listed = components.map((component: Record<string, string>) => component["bom-ref"]);
    for (const { name, version } of installedPackages())
      expect(listed).toContain(`${name}@${version}`);
    expect(listed.filter((one: string) => /^(vitest|typescript)@/.test(one))).toEqual([]);
  });

  it("serves, is healthy, writes no files, and ends with 0 on SIGTERM", async () => {
    const before = files();
    const env = { ...process.env, ...environment, PORT: `${await freePort()}` };
    const [command = "", ...args] = listOf(instruction("CMD"));
    const service = spawn(process.execPath, args, { cwd: folder, env });
    expect(command).toBe("node");
    let out = "";
    let err = "";
    service.stdout.on("data", (data) => {
      out += data;
    });
    service.stderr.on("data", (data) => {
      err += data;
    });
    await until(
      () => out.includes("serves at") || service.exitCode !== null,
      () => `It does not serve: ${out}${err}`,
    );
    expect([service.exitCode, err]).toEqual([null, ""]);
    expect(JSON.parse(out.split("\n")[0])).toMatchObject({ transport: PREFERRED });
    const [, ...check] = listOf(instruction("HEALTHCHECK"));
    expect(execFileSync(process.execPath, check, { cwd: folder, env }).toString()).toBe("OK\n");
    service.kill("SIGTERM");
    expect(await once(service, "close")).toEqual([0, null]);
    expect(() =>
      execFileSync(process.execPath, check, { cwd: folder, env, stdio: "pipe" }),
    ).toThrow("There is no answer from http://127.0.0.1:");
    expect(files()).toEqual(before);
  });
});
