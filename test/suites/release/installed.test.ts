/** What is packed, installed by the lines of the README in an empty project: examples, and licenses of what comes along. */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildWheel, DIST } from "../../../scripts/build-python.ts";
import { packPackage } from "../../../scripts/pack.ts";
import { COMMAND_PACKAGE, LIBRARY_PACKAGE, ROOT } from "../../../scripts/paths.js";
import { BUNDLED, IN_PAGE } from "../../../scripts/rolldown.config.ts";
import { type RunningService, untilServing } from "../../cli/command.ts";
import { blocks, testExamples } from "../../documents/examples.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** The lines of the README that install files. */
const INSTALLING = blocks("sh", readFileSync(join(ROOT, "README.md"), "utf8"))
  .flatMap((block) => block.trim().split("\n"))
  .filter((line) => /^(npm|pip) install .*\.\//.test(line));

const folder = temporaryFolder();
/** The programs of the environment of Python. */
const pythonPrograms = join(folder, "python/bin");
const globalFolder = join(folder, "global");
const program = join(globalFolder, "bin/mapcoded");
let service: RunningService;

beforeAll(async () => {
  // The files that the lines name.
  const packed = join(folder, "packed");
  mkdirSync(packed);
  for (const source of [LIBRARY_PACKAGE, COMMAND_PACKAGE]) packPackage(source, packed);
  buildWheel();
  cpSync(DIST, join(folder, "packages/python/dist"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"name":"elsewhere","private":true}');
  execFileSync("python3", ["-m", "venv", join(folder, "python")]);
  const PATH = [pythonPrograms, process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH, npm_config_prefix: globalFolder };
  for (const line of INSTALLING) {
    execFileSync("sh", ["-c", line], { cwd: folder, env, stdio: "pipe" });
  }
  service = await untilServing(spawn(process.execPath, [program, "serve", "--port", "0"]));
});
afterAll(() => service.stop("SIGTERM"));

describe("what the README installs,", () => {
  it("is the library, the command line and the package of Python", () => {
    expect(INSTALLING).toHaveLength(3);
    for (const command of [program, join(pythonPrograms, "mapcoded")]) {
      const point = execFileSync(command, ["decode", "NLD 49.4V"], { encoding: "utf8" });
      expect(point).toBe("52.37651400000124 4.908543375\n");
    }
  });

  testExamples(() => ({ folder, program, address: service.address }));
});

interface Licensed {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or what the package has in its place. */
  readonly license: string;
}

/** Licenses that allow passing on with a notice, and ask for nothing else. */
const ALLOWED = ["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "Python-2.0"];

const PYTHON_LICENSES = `
import importlib.metadata, json
def licensed(about):
    classes = [text.split(" :: ")[-1] for text in about.get_all("Classifier", []) if text.startswith("License")]
    license = about["License-Expression"] or about["License"] or ", ".join(classes)
    return {"name": about["Name"], "version": about["Version"], "license": license.removesuffix(" License")}
print(json.dumps([licensed(one.metadata) for one in importlib.metadata.distributions()]))`;
/** They come with each environment of Python. */
const BASIC = ["pip", "setuptools"];

/** @param known one of the packages, so that an empty list is none */
function expectAllowed(packages: readonly Licensed[], known: string): void {
  expect(packages.map(({ name }) => name)).toContain(known);
  expect(packages.filter(({ license }) => !ALLOWED.includes(license))).toEqual([]);
}

const manifestIn = (path: string): Licensed =>
  JSON.parse(readFileSync(join(path, "package.json"), "utf8"));

describe("the licenses", () => {
  it("of packages that npm installs with the command line are allowed", () => {
    const cwd = join(globalFolder, "lib/node_modules/mapcoded-cli");
    const found = execFileSync("npm", ["query", "*"], { cwd, encoding: "utf8" });
    expectAllowed(JSON.parse(found), "cli-progress");
  });

  it("of packages in ours are allowed, and NOTICE names these packages and versions", () => {
    const names = [...BUNDLED, ...IN_PAGE];
    const packages = names.map((name) => manifestIn(join(ROOT, "node_modules", name)));
    expectAllowed(packages, "commander");
    const notice = readFileSync(join(COMMAND_PACKAGE, "NOTICE"), "utf8").replaceAll(/\s+/g, " ");
    const isMissing = ({ name, version }: Licensed) => !notice.includes(`${name} ${version} (`);
    expect(packages.filter(isMissing)).toEqual([]);
  });

  it("of packages in the wheel are allowed and beside them", () => {
    const find = "import mapcoded; print(next(iter(mapcoded.__path__)), end='')";
    const python = join(pythonPrograms, "python");
    const found = execFileSync(python, ["-c", find], { encoding: "utf8" });
    const modules = join(found, "engine/node_modules");
    const paths = readdirSync(modules).map((name) => join(modules, name));
    expectAllowed(paths.map(manifestIn), "cli-progress");
    const hasLicense = (path: string) =>
      readdirSync(path).some((name) => /^licen[cs]e/i.test(name));
    expect(paths.filter((path) => !hasLicense(path))).toEqual([]);
  });

  it("of packages that pip installs with the wheel are allowed", () => {
    const python = join(pythonPrograms, "python");
    const said = execFileSync(python, ["-c", PYTHON_LICENSES], { encoding: "utf8" });
    const packages = (JSON.parse(said) as Licensed[]).filter(({ name }) => !BASIC.includes(name));
    expectAllowed(packages, "pyarrow");
  });
});
