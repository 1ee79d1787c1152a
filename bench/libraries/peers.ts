/**
 * The engine beside its peers: the published C library, Python's `mapcode`, and libraries for other codes of places.
 * Peers are installed into a temporary folder.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodeAll, textsToDecode } from "../engine-cases.ts";
import type { BenchSizes } from "../options.ts";
import { cityPoints } from "../point-sets.ts";
import type { Table } from "../report.ts";
import { installPython, pythonCommand, runProgram, Trial } from "./library.ts";

const NPM_PACKAGES = ["h3-js@4.5.0", "open-location-code@1.0.3", "ngeohash@0.6.4"];
const PYPI_PACKAGE = "mapcode==2.5.5.0";
const HERE = import.meta.dirname;

/** The end of a name that encodes the international mapcode only. */
const INTERNATIONAL = ", international";
/** Our own answers are the matter of `npm test`. */
const OWN = [
  "mapcoded, Into functions",
  "mapcoded, Into functions, international",
  "mapcoded",
  "mapcoded, international",
];
const OTHER_CODES = ["h3-js", "open-location-code", "ngeohash"];

/** The command that starts the process of each library. */
type Commands = Readonly<Record<string, readonly string[]>>;

function nodeCommands(names: readonly string[], folder: string): Commands {
  const start = [process.execPath, "--import", "tsx", join(HERE, "node-library.ts")];
  return Object.fromEntries(names.map((name) => [name, [...start, name, folder]]));
}

/** The sources of the C library come with Python's package. */
function installMapcode(folder: string): Commands {
  const python = installPython(join(folder, "python"), [PYPI_PACKAGE]);
  const download = ["download", "--quiet", "--no-deps", "--no-binary", ":all:", PYPI_PACKAGE];
  runProgram([python, "-m", "pip", ...download], folder);
  const archive = readdirSync(folder).find((name) => name.endsWith(".tar.gz")) ?? "";
  mkdirSync(join(folder, "sources"));
  runProgram(["tar", "xzf", archive, "--strip-components=1", "-C", "sources"], folder);
  const library = join(folder, "libmapcode.so");
  const sources = join(folder, "sources/mapcodelib");
  const files = readdirSync(sources).filter(
    (name) => name.endsWith(".c") && !name.includes("legacy"),
  );
  runProgram(["cc", "-O3", "-shared", "-fPIC", "-o", library, ...files, "-lm"], sources);
  const program = join(folder, "c-library");
  runProgram(["cc", "-O2", join(HERE, "c-library.c"), "-o", program, "-ldl"], folder);
  return {
    "C library": [program, library],
    "Python's mapcode": pythonCommand(python, "mapcode"),
  };
}

function installOtherCodes(folder: string): Commands {
  writeFileSync(join(folder, "package.json"), "{}");
  const options = ["--no-audit", "--no-fund", "--silent"];
  runProgram(["npm", "install", ...options, ...NPM_PACKAGES], folder);
  return nodeCommands(OTHER_CODES, folder);
}

/** Installs the peers that this machine can install. */
function installPeers(folder: string): Commands {
  let commands = nodeCommands(OWN, folder);
  for (const install of [installMapcode, installOtherCodes]) {
    try {
      commands = { ...commands, ...install(folder) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : error;
      console.log(`A peer cannot be installed: ${reason}\n`);
    }
  }
  return commands;
}

/** Measures all libraries by turns. @returns the least times of each, as they print them */
function leastTimes(trial: Trial, processes: number): ReadonlyMap<string, readonly number[]> {
  const commands = Object.entries(installPeers(trial.folder));
  const least = new Map<string, readonly number[]>();
  for (let turn = 0; turn < processes; turn++) {
    for (const [name, command] of commands) {
      const answers = trial.measure(command);
      if (turn === 0 && !OWN.includes(name)) trial.check(name, answers);
      const before = least.get(name) ?? [];
      const times = answers.ns.map((ns = Number.NaN, at) => Math.min(ns, before[at] ?? ns));
      least.set(name, times);
    }
  }
  return least;
}

/** What the encoding of a point makes, by the words in the name of a library. */
function madeBy(name: string, codesPerPoint: string): string {
  if (OTHER_CODES.includes(name)) return "one code";
  const made = name.includes(INTERNATIONAL)
    ? "the international mapcode"
    : `all ${codesPerPoint} mapcodes`;
  return name.includes("Into") ? `${made}, as bytes` : made;
}

/** Measures all libraries, each in processes of its own. */
export function measurePeers({ points: count, rounds, processes }: BenchSizes["peers"]): Table[] {
  const points = cityPoints(count, 3);
  const trial = new Trial(points, textsToDecode(points), rounds);
  try {
    const codesPerPoint = (encodeAll(points, 0) / count).toFixed(1);
    const rowOf = (name: string, ns: number, decoding: string) => {
      const library = name.replace(INTERNATIONAL, "");
      return [library, madeBy(name, codesPerPoint), ns.toFixed(0), decoding];
    };
    const rows = Array.from(leastTimes(trial, processes)).flatMap(([name, times]) => {
      const [encodeNs, decodeNs, internationalNs] = times;
      const decoding = name.includes(INTERNATIONAL) ? "" : decodeNs.toFixed(0);
      const row = rowOf(name, encodeNs, decoding);
      if (internationalNs === undefined) return [row];
      return [row, rowOf(`${name}${INTERNATIONAL}`, internationalNs, "")];
    });
    const title = "Least CPU nanoseconds of one thread, for points around cities:";
    const head = ["library", "encoding makes", "ns to encode", "ns to decode"];
    return [{ title, head, names: 2, rows }];
  } finally {
    trial.remove();
  }
}
