/** What the documents for users show is what happens. */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sectionSizes } from "../../codegen/emit.ts";
import { packTables } from "../../codegen/pack.ts";
import { readTables } from "../../codegen/read.ts";
import { ROOT } from "../../scripts/freshness.js";
import { BORDER_FILE } from "../../src/borders/layout.ts";
import type { Service } from "../../src/service/serve.ts";
import { arrayFileBytes, viewArrays } from "../../src/tables/array-file.ts";
import { TABLE_FILE } from "../../src/tables/layout/sections.ts";
import { MAIN } from "../cli/command.ts";
import { startService } from "../http/both-transports.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testExamples } from "./examples.ts";

/** The library and the command of this repository, and a service in this process. */
describe("in a clone,", () => {
  const folder = temporaryFolder();
  let service: Service;

  beforeAll(async () => {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(ROOT, join(folder, "node_modules/mapcoded"), "dir");
    service = await startService();
  });
  afterAll(() => service.stop());

  testExamples(() => ({ folder, program: MAIN, address: service.address }));
});

describe("the figures of docs/performance.md", () => {
  it("name their record and a table", () => {
    const text = readFileSync(join(ROOT, "docs/performance.md"), "utf8");
    const [figures = ""] = /(?<=<!-- figures -->\n).*(?=<!-- end of figures -->)/s.exec(text) ?? [];
    const [, record = ""] = /\[record\]\(([^)]*)\)/.exec(figures) ?? [];
    expect(existsSync(join(ROOT, "docs", record))).toBe(true);
    expect(figures).toMatch(/^\| --- \|/m);
  });
});

describe("the generator's README", () => {
  it("lists the sizes of all arrays", () => {
    const text = readFileSync(join(ROOT, "codegen/README.md"), "utf8");
    const tables = packTables(readTables(new URL("../../data/", import.meta.url)));
    const borders = viewArrays(BORDER_FILE, new ArrayBuffer(arrayFileBytes(BORDER_FILE)));
    for (const sizes of [sectionSizes(tables, TABLE_FILE), sectionSizes(borders, BORDER_FILE)]) {
      for (const { name, type, length, bytes } of sizes) {
        expect(text).toContain(`| ${name} | ${type} | ${length} | ${bytes} |`);
      }
      expect(text).toContain(`| all | | | ${sizes.reduce((sum, { bytes }) => sum + bytes, 0)} |`);
    }
  });
});
