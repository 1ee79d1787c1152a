/** The examples in the documents for users give the output shown. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { ROOT } from "../../scripts/paths.js";
import type { Service } from "../../src/service/serve.ts";
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
