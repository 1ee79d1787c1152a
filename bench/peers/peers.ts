/**
 * The engine beside its peers: the published C library, Python's `mapcode`, and libraries for other codes of places.
 * Peers are installed into a temporary folder, and their answers are checked before a time counts.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode, distanceMeters, encode } from "../engine.ts";
import { encodeAll, textsToDecode } from "../engine-cases.ts";
import { cityPoints } from "../point-sets.ts";
import type { Table } from "../report.ts";

export interface PeerTiming {
  readonly points: number;
  /** How often each process goes over the points. */
  readonly rounds: number;
  /** Processes of each library; all libraries take turns. */
  readonly processes: number;
}

/** What the process of a library prints. */
export interface PeerAnswers {
  /** The codes of the first points; empty for libraries whose codes are not mapcodes. */
  readonly codes: readonly (readonly string[])[];
  /** The first points, decoded; empty for this library. */
  readonly points: readonly (readonly number[])[];
  /** Least CPU nanoseconds of encoding a point and decoding a code, then of encoding the international code. */
  readonly ns: readonly number[];
}

const CHECKED = 1_000;
/** Cells are centered on the decoded point: 12 m is the most that one of the peers' cells is off. */
const MAX_OFFSET_METERS = 12;
const NPM_PACKAGES = ["h3-js@4.5.0", "open-location-code@1.0.3", "ngeohash@0.6.4"];
const PYPI_PACKAGE = "mapcode==2.5.5.0";
const HERE = import.meta.dirname;

/** The files that all libraries read. */
interface Inputs {
  readonly folder: string;
  readonly args: readonly string[];
}

/** Prepares a kind of libraries. @returns the command that starts the process of each */
type Install = (inputs: Inputs) => Readonly<Record<string, readonly string[]>>;

/** The end of a name that encodes the international mapcode only. */
const INTERNATIONAL = ", international";
const OWN = [
  "mapcoded, Into functions",
  "mapcoded, Into functions, international",
  "mapcoded",
  "mapcoded, international",
];
const OTHER_CODES = ["h3-js", "open-location-code", "ngeohash"];

function nodeCommands(names: readonly string[], folder: string) {
  const start = [process.execPath, "--import", "tsx", join(HERE, "node-library.ts")];
  return Object.fromEntries(names.map((name) => [name, [...start, name, folder]]));
}

function run([program, ...args]: readonly string[], cwd: string): string {
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
  return execFileSync(program, args, { cwd, encoding: "utf8", stdio, maxBuffer: 2 ** 26 });
}

/** The sources of the C library come with Python's package. */
function installMapcode({ folder }: Inputs) {
  run(["python3", "-m", "venv", "python"], folder);
  const python = join(folder, "python/bin/python");
  run([python, "-m", "pip", "install", "--quiet", PYPI_PACKAGE], folder);
  run(
    [python, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", PYPI_PACKAGE],
    folder,
  );
  const archive = readdirSync(folder).find((name) => name.endsWith(".tar.gz")) ?? "";
  mkdirSync(join(folder, "sources"));
  run(["tar", "xzf", archive, "--strip-components=1", "-C", "sources"], folder);
  const library = join(folder, "libmapcode.so");
  const sources = join(folder, "sources/mapcodelib");
  const files = readdirSync(sources).filter(
    (name) => name.endsWith(".c") && !name.includes("legacy"),
  );
  run(["cc", "-O3", "-shared", "-fPIC", "-o", library, ...files, "-lm"], sources);
  const program = join(folder, "c-library");
  run(["cc", "-O2", join(HERE, "c-library.c"), "-o", program, "-ldl"], folder);
  return {
    "C library": [program, library],
    "Python's mapcode": [python, join(HERE, "python_library.py")],
  };
}

const INSTALLS: readonly Install[] = [
  ({ folder }) => nodeCommands(OWN, folder),
  installMapcode,
  ({ folder }) => {
    writeFileSync(join(folder, "package.json"), "{}");
    run(["npm", "install", "--no-audit", "--no-fund", "--silent", ...NPM_PACKAGES], folder);
    return nodeCommands(OTHER_CODES, folder);
  },
];

/** @throws Error if an answer differs from ours, or a decoded point is not near the encoded one */
function checkAnswers(
  name: string,
  { codes, points: decoded }: PeerAnswers,
  points: Float64Array,
  texts: readonly string[],
): void {
  const isOwn = OWN.includes(name);
  if (!isOwn && decoded.length !== CHECKED) throw new Error(`${name} decodes too few codes.`);
  for (const [index, [lat, lon]] of decoded.entries()) {
    const [latDeg, lonDeg] = points.subarray(2 * index);
    const expected = codes.length > 0 ? decode(texts[index]) : { latDeg, lonDeg };
    const meters = distanceMeters(expected, { latDeg: lat, lonDeg: lon });
    if (!(meters <= (codes.length > 0 ? 0.1 : MAX_OFFSET_METERS))) {
      throw new Error(`${name} decodes ${latDeg}, ${lonDeg} as ${lat}, ${lon}.`);
    }
    if (codes.length === 0) continue;
    const ours = encode(latDeg, lonDeg).map(({ territory, code }) => {
      return territory === "AAA" ? code : `${territory} ${code}`;
    });
    if (`${ours}` !== `${codes[index]}`) {
      throw new Error(`${name} encodes ${latDeg}, ${lonDeg} as ${codes[index]}, we as ${ours}.`);
    }
  }
}

/** What the encoding of a point makes, by the words in the name of a library. */
function madeBy(name: string, codesPerPoint: string): string {
  if (OTHER_CODES.includes(name)) return "one code";
  const made = name.includes(INTERNATIONAL)
    ? "the international mapcode"
    : `all ${codesPerPoint} mapcodes`;
  return name.includes("Into") ? `${made}, as bytes` : made;
}

/** Installs the peers that this machine can install. */
function installPeers(inputs: Inputs): ReadonlyMap<string, readonly string[]> {
  const commands: [string, readonly string[]][] = [];
  for (const install of INSTALLS) {
    try {
      commands.push(...Object.entries(install(inputs)));
    } catch (error) {
      console.log(
        `A peer cannot be installed: ${error instanceof Error ? error.message : error}\n`,
      );
    }
  }
  return new Map(commands);
}

/** Measures all libraries by turns, each in processes of its own. */
export function measurePeers(timing: PeerTiming): readonly Table[] {
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-peers-"));
  try {
    const points = cityPoints(timing.points, 3);
    const texts = textsToDecode(points);
    const files = [join(folder, "points.f64"), join(folder, "texts.txt")];
    writeFileSync(files[0], points);
    writeFileSync(files[1], texts.map((text) => `${text}\n`).join(""));
    const inputs = { folder, args: [...files, `${timing.rounds}`, `${CHECKED}`] };
    const commands = installPeers(inputs);
    const least = new Map<string, readonly number[]>();
    for (let turn = 0; turn < timing.processes; turn++) {
      for (const [name, command] of commands) {
        const answers: PeerAnswers = JSON.parse(
          run([...command, ...inputs.args], join(HERE, "../..")),
        );
        if (turn === 0) checkAnswers(name, answers, points, texts);
        const before = least.get(name) ?? [];
        least.set(
          name,
          answers.ns.map((ns, at) => Math.min(ns, before[at] ?? ns)),
        );
      }
    }
    const codesPerPoint = (encodeAll(points, 0) / timing.points).toFixed(1);
    const rows = Array.from(least).flatMap(([name, [encodeNs, decodeNs, internationalNs]]) => {
      const isInternational = name.includes(INTERNATIONAL);
      const rowOf = (own: string, ns: number, decoding: string) => {
        return [
          own.replace(INTERNATIONAL, ""),
          madeBy(own, codesPerPoint),
          ns.toFixed(0),
          decoding,
        ];
      };
      return [
        rowOf(name, encodeNs, isInternational ? "" : decodeNs.toFixed(0)),
        ...(internationalNs === undefined
          ? []
          : [rowOf(`${name}${INTERNATIONAL}`, internationalNs, "")]),
      ];
    });
    return [
      {
        title: "Least CPU nanoseconds of one thread, for points around cities:",
        head: ["library", "encoding makes", "ns to encode", "ns to decode"],
        names: 2,
        rows,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
