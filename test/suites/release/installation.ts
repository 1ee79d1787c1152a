/** Packs everything, and installs it in an empty project by the lines of the README. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { buildWheel, DIST } from "../../../scripts/build-python.ts";
import { ROOT } from "../../../scripts/freshness.js";
import { COMMAND_PACKAGE, LIBRARY_PACKAGE, packPackage } from "../../../scripts/pack.ts";
import { listenTo } from "../../cli/command.ts";
import { blocks, type Installation } from "../../documents/examples.ts";
import { until } from "../../support/until.ts";

export interface Installed extends Installation {
  /** The programs of the environment of Python. */
  readonly pythonPrograms: string;
  /** The installed package of the command line. */
  readonly commandPackage: string;
  stop(): Promise<void>;
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

/** Starts the service of the installed command. @returns its process and its address */
async function startInstalled(program: string): Promise<[service: ChildProcess, address: string]> {
  const service = spawn(process.execPath, [program, "serve", "--port", "0"]);
  const said = listenTo(service);
  const address = () => /http:\S+/.exec(said.out)?.[0];
  await until(() => address() !== undefined);
  return [service, address() as string];
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
  const [service, address] = await startInstalled(program);
  return {
    ...{ folder, program, address, pythonPrograms },
    commandPackage: join(global, "lib/node_modules/mapcoded-cli"),
    async stop() {
      const closed = once(service, "close");
      service.kill("SIGTERM");
      await closed;
    },
  };
}
