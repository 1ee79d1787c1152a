/** A server of PostgreSQL as Debian installs it, in a folder of its own. */
import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { installCommand, npmVariables } from "./engine-command.ts";
import { blocksOf } from "./examples.ts";

const PROGRAMS = "/usr/lib/postgresql/15/bin";
export const SHARED = "/usr/share/postgresql/15";
/** The PATH of servers that Debian's pg_ctlcluster starts. */
const DEBIAN_PATH = "/sbin:/bin:/usr/sbin:/usr/bin";
export const NULL = "\\N";

/** Who runs the server, which refuses to run as root. */
interface User {
  readonly uid?: number;
  readonly gid?: number;
}

function serverUser(): User {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string) =>
    Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/** A role without any right but to make tables. */
export const PLAIN = "plain";
/** A role that may also run programs and read files. */
export const LOADER = "loader";
export const SUPERUSER = "postgres";

/**
 * A server with a socket in a folder of its own, which listens on no port. Its programs are copies of Debian's: they
 * look for extensions in a folder near to them, so that none is installed in the system.
 */
export class PostgreSQL {
  readonly folder: string;
  readonly #user = serverUser();
  readonly #programs: string;
  readonly #environment: Readonly<Record<string, string>>;

  constructor(folder: string) {
    this.folder = folder;
    this.#programs = join(folder, PROGRAMS);
    this.#environment = {
      PATH: `${join(folder, "bin")}${delimiter}${this.#programs}${delimiter}${DEBIAN_PATH}`,
      LC_ALL: "C.UTF-8",
      PGHOST: folder,
      PGUSER: SUPERUSER,
      PGDATABASE: "postgres",
      ...npmVariables(folder),
    };
  }

  start(): void {
    const { uid, gid } = this.#user;
    if (uid !== undefined && gid !== undefined) chownSync(this.folder, uid, gid);
    installCommand(this.folder);
    this.run("mapcoded", ["--version"]);
    this.#copyServer();
    const data = join(this.folder, "data");
    this.run("initdb", ["--auth=trust", "--username=postgres", "--encoding=UTF8", data]);
    const settings = `listen_addresses = ''\nunix_socket_directories = '${this.folder}'\nfsync = off\n`;
    appendFileSync(join(data, "postgresql.conf"), settings);
    const log = join(this.folder, "server.log");
    this.run("pg_ctl", ["start", "--wait", `--pgdata=${data}`, `--log=${log}`]);
  }

  /** Copies the programs, and links all else but the folder of extensions to that of the system. */
  #copyServer(): void {
    cpSync(PROGRAMS, this.#programs, { recursive: true });
    symlinkSync(join(PROGRAMS, "../lib"), join(this.#programs, "../lib"));
    const shared = join(this.folder, SHARED);
    for (const folder of ["", "extension"]) {
      mkdirSync(join(shared, folder), { recursive: true });
      for (const name of readdirSync(join(SHARED, folder))) {
        if (name !== "extension")
          symlinkSync(join(SHARED, folder, name), join(shared, folder, name));
      }
    }
    const [example = ""] = blocksOf("PostgreSQL", "sh");
    const copy = example.split("\n").find((line) => line.startsWith("cp "));
    if (copy === undefined) throw new Error("docs/engines.md does not say what to copy.");
    execFileSync("sh", ["-euc", copy.replace(SHARED, shared)], { env: this.#environment });
  }

  stop(): void {
    const data = join(this.folder, "data");
    if (!existsSync(join(data, "postmaster.pid"))) return;
    this.run("pg_ctl", ["stop", "--mode=fast", "--wait", `--pgdata=${data}`]);
  }

  /** Runs a program as the user of the server. @throws Error with what it wrote to standard error */
  run(program: string, args: readonly string[], input = "", role = SUPERUSER): string {
    return execFileSync(program, args, {
      ...this.#user,
      cwd: this.folder,
      env: { ...this.#environment, PGUSER: role },
      input,
      encoding: "utf8",
      maxBuffer: 1 << 29,
      stdio: ["pipe", "pipe", "pipe"],
    });
  }

  /** The rows of the statements, with tabs between the columns. */
  query(sql: string, role = PLAIN): readonly string[] {
    const options = [
      "--no-psqlrc",
      "--quiet",
      "--tuples-only",
      "--no-align",
      "--field-separator=\t",
    ];
    const settings = ["--set=ON_ERROR_STOP=1", `--pset=null=${NULL}`, "--file=-"];
    return this.run("psql", [...options, ...settings], sql, role)
      .split("\n")
      .slice(0, -1);
  }

  /** A session that takes statements one by one. */
  session() {
    const options = ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"];
    return spawn("psql", options, {
      ...this.#user,
      cwd: this.folder,
      env: { ...this.#environment, PGUSER: PLAIN },
      stdio: ["pipe", "pipe", "pipe"],
    });
  }

  /** A file that the server may read and programs may write. */
  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
    chmodSync(join(this.folder, name), 0o666);
  }

  read(name: string): readonly string[] {
    return readFileSync(join(this.folder, name), "utf8").split("\n").slice(0, -1);
  }
}
