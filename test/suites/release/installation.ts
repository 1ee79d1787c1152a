/** Packs everything, and installs it in an empty project by the lines of the README. */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { buildWheel, DIST } from "../../../scripts/build-python.ts";
import { packPackage } from "../../../scripts/pack.ts";
import { COMMAND_PACKAGE, LIBRARY_PACKAGE, ROOT } from "../../../scripts/paths.js";
import { untilServing } from "../../cli/command.ts";
import { blocks, type Installation } from "../../documents/examples.ts";

export interface Installed extends Installation {
  /** The programs of the environment of Python. */
  readonly pythonPrograms: string;
  /** The installed package of the command line. */
  readonly commandPackage: string;
  stop(): Promise<unknown>;
}

/** The lines of the README that install files. */
export const INSTALLING = blocks("sh", readFileSync(join(ROOT, "README.md"), "utf8"))
  .flatMap((block) => block.trim().split("\n"))
  .filter((line) => /^(npm|pip) install .*\.\//.test(line));

/** Makes the files that the lines name, where they name them. */
function packInto(folder: string): void {
  mkdirSync(join(folder, "packed"));
  for (const source of [LIBRARY_PACKAGE, COMMAND_PACKAGE]) {
    packPackage(source, join(folder, "packed"));
  }
  buildWheel();
  cpSync(DIST, join(folder, "packages/python/dist"), { recursive: true });
}

/** @param folder an empty one */
export async function installByReadme(folder: string): Promise<Installed> {
  packInto(folder);
  writeFileSync(join(folder, "package.json"), '{"name":"elsewhere","private":true}');
  const python = join(folder, "python");
  execFileSync("python3", ["-m", "venv", python]);
  const pythonPrograms = join(python, "bin");
  const global = join(folder, "global");
  const env = {
    ...process.env,
    PATH: [pythonPrograms, process.env.PATH].join(delimiter),
    npm_config_prefix: global,
  };
  for (const line of INSTALLING) {
    execFileSync("sh", ["-c", line], { cwd: folder, env, stdio: "pipe" });
  }
  const program = join(global, "bin/mapcoded");
  const service = spawn(process.execPath, [program, "serve", "--port", "0"]);
  const { address, stop } = await untilServing(service);
  return {
    ...{ folder, program, address, pythonPrograms },
    commandPackage: join(global, "lib/node_modules/mapcoded-cli"),
    stop: () => stop("SIGTERM"),
  };
}
