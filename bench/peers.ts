/**
 * `npm run bench:peers`: the engine beside the published C library, Python's `mapcode` and libraries for other codes of
 * places, which are installed into a temporary folder. A thousand answers of each are checked first. Writes record.json,
 * the table in docs/performance.md and docs/speed.svg.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../scripts/paths.js";
import { workloadOf } from "./engine.ts";
import { type Peer, pictureOf } from "./picture.ts";
import { cityPoints } from "./points.ts";

const HERE = import.meta.dirname;
const NPM_PACKAGES = ["h3-js@4.5.0", "open-location-code@1.0.3", "ngeohash@0.6.4"];
const PYPI_PACKAGE = "mapcode==2.5.5.0";
const POINTS = 50_000;
const ROUNDS = 7;
const TURNS = 3;
const CHECKED = 1_000;
/** Cells are centered on the decoded point: 12 m is the most that a cell of another code is off. */
const MAX_OFFSET_METERS = 12;
/** The most that libraries for mapcodes differ in a decoded point. */
const MAX_MAPCODE_METERS = 0.1;

/** What the process of a library prints. */
interface Answers {
  /** The codes of each of the first points; empty for codes that are no mapcodes. */
  readonly codes: readonly (readonly string[])[];
  /** The first codes, decoded; empty for our own. */
  readonly points: readonly (readonly [latDeg: number, lonDeg: number])[];
  /** Least CPU nanoseconds of one thread. */
  readonly ns: readonly [encode: number, decode: number];
}

function run([program, ...args]: readonly string[], cwd = ROOT): string {
  return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Installs the peers. @returns the command that starts the process of each library */
function install(folder: string): Readonly<Record<string, readonly string[]>> {
  writeFileSync(join(folder, "package.json"), "{}");
  run(["npm", "install", "--no-audit", "--no-fund", "--silent", ...NPM_PACKAGES], folder);
  const python = join(folder, "python/bin/python");
  run(["python3", "-m", "venv", join(folder, "python")]);
  run([python, "-m", "pip", "install", "--quiet", PYPI_PACKAGE]);
  // The sources of the C library come with Python's package.
  const download = ["download", "--quiet", "--no-deps", "--no-binary", ":all:", PYPI_PACKAGE];
  run([python, "-m", "pip", ...download], folder);
  const archive = readdirSync(folder).find((name) => name.endsWith(".tar.gz")) ?? "";
  mkdirSync(join(folder, "sources"));
  run(["tar", "xzf", archive, "--strip-components=1", "-C", "sources"], folder);
  const sources = join(folder, "sources/mapcodelib");
  const files = readdirSync(sources).filter((name) => /^(?!.*legacy).*\.c$/.test(name));
  const [library, program] = [join(folder, "libmapcode.so"), join(folder, "c-library")];
  run(["cc", "-O3", "-shared", "-fPIC", "-o", library, ...files, "-lm"], sources);
  run(["cc", "-O2", join(HERE, "peers/c-library.c"), "-o", program, "-ldl"]);
  const inNode = (name: string) => {
    return [process.execPath, "--import", "tsx", join(HERE, "peers/node.ts"), name, folder];
  };
  const names = ["mapcoded, Into functions", "mapcoded"];
  const others = ["h3-js", "open-location-code", "ngeohash"];
  return {
    ...Object.fromEntries(names.map((name) => [name, inNode(name)])),
    "C library": [program, library],
    "Python's mapcode": [python, join(HERE, "peers/mapcode_package.py")],
    ...Object.fromEntries(others.map((name) => [name, inNode(name)])),
  };
}

/** @throws Error if an answer differs from ours, or a decoded point is not near the encoded one */
function check(name: string, answers: Answers, own: typeof import("../src/index.ts")): void {
  if (name.startsWith("mapcoded")) return;
  const { codes, points: decoded } = answers;
  if (decoded.length !== CHECKED) throw new Error(`${name} decodes too few codes.`);
  for (const [index, [lat, lon]] of decoded.entries()) {
    const [latDeg, lonDeg] = points.subarray(2 * index);
    const point = codes.length > 0 ? own.decode(texts[index]) : { latDeg, lonDeg };
    const meters = own.distanceMeters(point, { latDeg: lat, lonDeg: lon });
    if (!(meters <= (codes.length > 0 ? MAX_MAPCODE_METERS : MAX_OFFSET_METERS))) {
      throw new Error(`${name} decodes the code of ${latDeg}, ${lonDeg} as ${lat}, ${lon}.`);
    }
    const all = own.encode(latDeg, lonDeg).map(({ territory, code }) => {
      return territory === "AAA" ? code : `${territory} ${code}`;
    });
    if (codes.length > 0 && `${all}` !== `${codes[index]}`) {
      throw new Error(`${name} encodes ${latDeg}, ${lonDeg} as ${codes[index]}, we as ${all}.`);
    }
  }
}

/** What encoding makes, by the name of a library. */
function madeBy(name: string): string {
  if (name.includes("Into")) return "all mapcodes, as bytes";
  return /^mapcoded|C lib|Python/.test(name) ? "all mapcodes" : "one code";
}

function measure(folder: string, own: typeof import("../src/index.ts")): readonly Peer[] {
  const files = [join(folder, "points.f64"), join(folder, "texts.txt")];
  writeFileSync(files[0], points);
  writeFileSync(files[1], texts.map((text) => `${text}\n`).join(""));
  const commands = Object.entries(install(folder));
  const least = new Map<string, readonly number[]>();
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [name, command] of commands) {
      const answers = JSON.parse(run([...command, ...files, `${ROUNDS}`, `${CHECKED}`])) as Answers;
      if (turn === 0) check(name, answers, own);
      const before = least.get(name) ?? answers.ns;
      least.set(
        name,
        answers.ns.map((ns, at) => Math.min(ns, before[at])),
      );
    }
  }
  return Array.from(least, ([library, [encodeNs, decodeNs]]) => {
    const [encode, decode] = [Math.round(encodeNs), Math.round(decodeNs)];
    return { library, makes: madeBy(library), encodeNs: encode, decodeNs: decode };
  });
}

/** Puts the table between the two comments of the document. */
function writeDocument(peers: readonly Peer[], machine: string): void {
  const path = join(ROOT, "docs/performance.md");
  const rows = peers.map((peer) => `| ${Object.values(peer).join(" | ")} |`);
  const head = [
    "| library | encoding makes | ns to encode | ns to decode |",
    "| --- | --- | --- | --- |",
  ];
  const text = [`On ${machine}:`, "", ...head, ...rows].join("\n");
  const document = readFileSync(path, "utf8");
  const [before, , after] = document.split(/(?<=<!-- peers -->\n)|(?=<!-- end of peers -->)/);
  writeFileSync(path, `${before}${text}\n${after}`);
}

const points = cityPoints(POINTS, 3);
const { texts } = workloadOf(points);
const folder = mkdtempSync(join(tmpdir(), "mapcoded-peers-"));
try {
  const peers = measure(folder, await import(join(ROOT, "dist/index.js")));
  const machine = `${cpus()[0].model.trim()}, ${availableParallelism()} cores, Node ${process.version}`;
  const record = { machine, date: new Date().toISOString().slice(0, 10), peers };
  writeFileSync(join(HERE, "record.json"), `${JSON.stringify(record, null, 2)}\n`);
  writeDocument(peers, machine);
  writeFileSync(join(ROOT, "docs/speed.svg"), pictureOf(peers, machine));
} finally {
  rmSync(folder, { recursive: true });
}
