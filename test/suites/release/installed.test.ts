/** The packed packages, installed by the lines of the README in an empty project: examples, and licenses. */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildWheel, DIST } from "../../../scripts/build-python.ts";
import { packPackage } from "../../../scripts/pack.ts";
import { COMMAND_DIST, COMMAND_PACKAGE, LIBRARY_PACKAGE, ROOT } from "../../../scripts/paths.js";
import { BUNDLED } from "../../../scripts/rolldown.config.ts";
import { type RunningService, untilServing } from "../../cli/command.ts";
import { blocks, testExamples } from "../../documents/examples.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** The lines of the README that install files. */
const INSTALLING = blocks("sh", readFileSync(join(ROOT, "README.md"), "utf8"))
  .flatMap((block) => block.trim().split("\n"))
  .filter((line) => /^(npm|pip) install .*\.\//.test(line));

const folder = temporaryFolder();
/** The programs of the Python environment. */
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

it("the lines of the README install the library, the command line and the package of Python", () => {
  expect(INSTALLING).toHaveLength(3);
  for (const command of [program, join(pythonPrograms, "mapcoded")]) {
    const point = execFileSync(command, ["decode", "NLD 49.4V"], { encoding: "utf8" });
    expect(point).toBe("52.37651400000124 4.908543375\n");
  }
});

testExamples(() => ({ folder, program, address: service.address }));

interface Licensed {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or the package's text in its place. */
  readonly license: string;
}

/** Licenses that require only a notice for redistribution. */
const ALLOWED = ["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "Python-2.0"];

/** Prints the folder of the packages in the wheel, then all packages except pip and setuptools. */
const PYTHON_PACKAGES = `
import importlib.metadata, json, mapcoded
def licensed(about):
    classes = [text.split(" :: ")[-1] for text in about.get_all("Classifier", []) if text.startswith("License")]
    license = about["License-Expression"] or about["License"] or ", ".join(classes)
    return {"name": about["Name"], "version": about["Version"], "license": license.removesuffix(" License")}
packages = [licensed(one.metadata) for one in importlib.metadata.distributions()]
packages = [one for one in packages if one["name"] not in ("pip", "setuptools")]
print(json.dumps([mapcoded.__path__[0] + "/engine/node_modules", packages]))`;

function run(cwd: string, command: string, ...args: string[]) {
  return JSON.parse(execFileSync(command, args, { cwd, encoding: "utf8" }));
}

it("the licenses of all packages that come along are allowed, and passed on", () => {
  const manifestIn = (path: string): Licensed =>
    JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  const page = readFileSync(join(COMMAND_DIST, "web/licenses.txt"), "utf8");
  const inPage = Array.from(page.matchAll(/(?<=^-{80}\n\n)[\w@/-]+$/gm), ([name]) => name);
  expect(inPage).toEqual(expect.arrayContaining(["ol", "world-atlas"]));
  const bundled = [...BUNDLED, ...inPage].map((name) =>
    manifestIn(join(ROOT, "node_modules", name)),
  );
  const [modules, ofPython] = run(folder, join(pythonPrograms, "python"), "-c", PYTHON_PACKAGES);
  const inWheel = readdirSync(modules).map((name) => join(modules, name));
  const ofNpm = run(join(globalFolder, "lib/node_modules/mapcoded-cli"), "npm", "query", "*");
  const lists: readonly (readonly Licensed[])[] = [
    bundled,
    inWheel.map(manifestIn),
    ofPython,
    ofNpm,
  ];
  // A known package of each list shows that it is not empty.
  for (const [index, known] of ["commander", "cli-progress", "pyarrow", "cli-progress"].entries()) {
    expect(lists[index].map(({ name }) => name)).toContain(known);
    expect(lists[index].filter(({ license }) => !ALLOWED.includes(license))).toEqual([]);
  }
  const notice = readFileSync(join(COMMAND_PACKAGE, "NOTICE"), "utf8").replaceAll(/\s+/g, " ");
  expect(bundled.filter(({ name, version }) => !notice.includes(`${name} ${version} (`))).toEqual(
    [],
  );
  const hasLicense = (path: string) => readdirSync(path).some((name) => /^licen[cs]e/i.test(name));
  expect(inWheel.filter((path) => !hasLicense(path))).toEqual([]);
});
