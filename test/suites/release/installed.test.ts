/** What is packed, installed by the lines of the README in an empty project: examples, and licenses of what comes along. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMAND_PACKAGE } from "../../../scripts/paths.js";
import { testExamples } from "../../documents/examples.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { INSTALLING, type Installed, installByReadme } from "./installation.ts";
import { bundled, installedByNpm, installedByPip, inWheel, type Licensed } from "./licenses.ts";

/** Licenses that allow passing on with a notice, and ask for nothing else. */
const ALLOWED = ["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "Python-2.0"];

const withOthers = (packages: readonly Licensed[]) =>
  packages.filter(({ license }) => !ALLOWED.includes(license));

const folder = temporaryFolder();
let installed: Installed;

beforeAll(async () => {
  installed = await installByReadme(folder);
});
afterAll(() => installed.stop());

describe("what the README installs,", () => {
  it("is the library, the command line and the package of Python", () => {
    expect(INSTALLING).toHaveLength(3);
    const decode = [join(installed.pythonPrograms, "mapcoded"), installed.program].map((program) =>
      execFileSync(program, ["decode", "NLD 49.4V"], { encoding: "utf8" }),
    );
    expect(decode).toEqual(Array(2).fill("52.37651400000124 4.908543375\n"));
  });

  testExamples(() => installed);
});

describe("the licenses", () => {
  it("of packages that npm installs with the command line are allowed", () => {
    const packages = installedByNpm(installed.commandPackage);
    expect(packages.map(({ name }) => name)).toContain("cli-progress");
    expect(withOthers(packages)).toEqual([]);
  });

  it("of packages in ours are allowed, and NOTICE names these packages and versions", () => {
    const packages = bundled();
    expect(packages.map(({ name }) => name)).toContain("commander");
    expect(withOthers(packages)).toEqual([]);
    const notice = readFileSync(join(COMMAND_PACKAGE, "NOTICE"), "utf8").replaceAll(/\s+/g, " ");
    const isMissing = ({ name, version }: Licensed) => !notice.includes(`${name} ${version} (`);
    expect(packages.filter(isMissing)).toEqual([]);
  });

  it("of packages in the wheel are allowed and beside them", () => {
    const packages = inWheel(installed.pythonPrograms);
    expect(packages.map(({ name }) => name)).toContain("cli-progress");
    expect(withOthers(packages)).toEqual([]);
    const isMissing = (path: string) =>
      !readdirSync(path).some((name) => /^licen[cs]e/i.test(name));
    expect(packages.filter((one) => isMissing(one.folder))).toEqual([]);
  });

  it("of packages that pip installs with the wheel are allowed", () => {
    const packages = installedByPip(installed.pythonPrograms);
    expect(packages.map(({ name }) => name)).toContain("pyarrow");
    expect(withOthers(packages)).toEqual([]);
  });
});
