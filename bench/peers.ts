/**
 * `npm run bench:peers`: compares the engine with the published C library, Python's `mapcode` and libraries for other
 * geocodes. It installs them into a temporary folder, and checks a thousand answers of each. Writes the table in
 * docs/performance.md and docs/speed.svg.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../scripts/paths.js";
import { workloadOf } from "./engine.ts";
import { cityPoints } from "./points.ts";

const PEERS = join(import.meta.dirname, "peers");
const POINTS = 50_000;
const ROUNDS = 7;
const TURNS = 3;
const CHECKED = 1_000;
/** The maximum distance of an encoded point from the center of its cell. */
const MAX_OFFSET_METERS = 12;
/** The maximum distance between the points that libraries for mapcodes decode. */
const MAX_MAPCODE_METERS = 0.1;

/** The output of a library's process. */
interface Answers {
  /** All codes of each of the first points; empty for other geocodes. */
  readonly codes: readonly (readonly string[])[];
  /** The points of the first codes; empty for our own. */
  readonly points: readonly (readonly [latDeg: number, lonDeg: number])[];
  /** The least CPU nanoseconds per point of one thread. */
  readonly ns: readonly [encode: number, decode: number];
}

/** The sources of the C library come with Python's package. */
const INSTALL = `
npm install --no-audit --no-fund --silent h3-js@4.5.0 open-location-code@1.0.3 ngeohash@0.6.4
python3 -m venv python
python/bin/pip install --quiet mapcode==2.5.5.0
python/bin/pip download --quiet --no-deps --no-binary :all: mapcode==2.5.5.0
tar xzf mapcode-*.tar.gz
library=$(echo mapcode-*/mapcodelib)
cc -O3 -I "$library" -o c-library "$1/c-library.c" "$library/mapcoder.c" -lm`;

function run([program, ...args]: readonly string[], cwd = ROOT): string {
  return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** The libraries in the order of the table, with the result of encoding, their command, and the least times so far. */
function librariesIn(folder: string) {
  const node = [process.execPath, "--import", "tsx", join(PEERS, "node.ts")];
  const python = [join(folder, "python/bin/python"), join(PEERS, "mapcode_package.py")];
  const peer = (library: string, makes: string, command = [...node, library, folder]) => {
    return { library, makes, command, encodeNs: Infinity, decodeNs: Infinity };
  };
  return [
    peer("mapcoded, Into functions", "all mapcodes, as bytes"),
    peer("mapcoded", "all mapcodes"),
    peer("C library", "all mapcodes", [join(folder, "c-library")]),
    peer("Python's mapcode", "all mapcodes", python),
    ...["h3-js", "open-location-code", "ngeohash"].map((name) => peer(name, "one code")),
  ];
}
type Peer = ReturnType<typeof librariesIn>[number];

/** @throws Error if an answer differs from ours, or a decoded point is too far from the encoded one */
function check(name: string, { codes, points: decoded }: Answers): void {
  if (name.startsWith("mapcoded")) return;
  if (decoded.length !== CHECKED) throw new Error(`${name} decodes too few codes.`);
  const isMapcode = codes.length > 0;
  for (const [index, [lat, lon]] of decoded.entries()) {
    const [latDeg, lonDeg] = points.subarray(2 * index);
    const point = isMapcode ? own.decode(texts[index]) : { latDeg, lonDeg };
    const meters = own.distanceMeters(point, { latDeg: lat, lonDeg: lon });
    if (!(meters <= (isMapcode ? MAX_MAPCODE_METERS : MAX_OFFSET_METERS))) {
      throw new Error(`${name} decodes the code of ${latDeg}, ${lonDeg} as ${lat}, ${lon}.`);
    }
    const all = own.encode(latDeg, lonDeg).map((one) => `${one}`.replace(/^AAA /, ""));
    if (isMapcode && `${all}` !== `${codes[index]}`) {
      throw new Error(`${name} encodes ${latDeg}, ${lonDeg} as ${codes[index]}, we as ${all}.`);
    }
  }
}

function measure(folder: string): readonly Peer[] {
  const files = [join(folder, "points.f64"), join(folder, "texts.txt")];
  writeFileSync(files[0], points);
  writeFileSync(files[1], texts.map((text) => `${text}\n`).join(""));
  run(["sh", "-ec", INSTALL, "sh", PEERS], folder);
  const peers = librariesIn(folder);
  for (let turn = 0; turn < TURNS; turn++) {
    for (const peer of peers) {
      const output = run([...peer.command, ...files, `${ROUNDS}`, `${CHECKED}`]);
      const answers: Answers = JSON.parse(output);
      if (turn === 0) check(peer.library, answers);
      const [encode, decode] = answers.ns.map(Math.round);
      peer.encodeNs = Math.min(peer.encodeNs, encode);
      peer.decodeNs = Math.min(peer.decodeNs, decode);
    }
  }
  return peers;
}

/** Puts the table between the two comments of the document. */
function writeDocument(peers: readonly Peer[], machine: string): void {
  const path = join(ROOT, "docs/performance.md");
  const rows = peers.map(({ library, makes, encodeNs, decodeNs }) => {
    return `| ${library} | ${makes} | ${encodeNs} | ${decodeNs} |`;
  });
  const head =
    "| library | encoding makes | ns to encode | ns to decode |\n| --- | --- | --- | --- |";
  const text = [`On ${machine}:`, "", head, ...rows].join("\n");
  const document = readFileSync(path, "utf8");
  const [before, , after] = document.split(/(?<=<!-- peers -->\n)|(?=<!-- end of peers -->)/);
  writeFileSync(path, `${before}${text}\n${after}`);
}

const TOP = 56;
const ROW_HEIGHT = 40;
const TITLE = "Time to encode a point and to decode a code; shorter is faster";
const STYLE = `text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-size:15px;font-weight:600}
.encode{fill:#0969da}.decode{fill:#1a7f37}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.encode{fill:#4493f8}.decode{fill:#3fb950}}`;

/** The table as an SVG: two bars for each library, readable in light and dark mode. */
function pictureOf(peers: readonly Peer[], caption: string): string {
  const max = Math.max(...peers.flatMap(({ encodeNs, decodeNs }) => [encodeNs, decodeNs]));
  const bar = (kind: string, ns: number, y: number) => {
    const width = Math.max(1, Math.round((390 * ns) / max));
    return `<rect class="${kind}" x="250" y="${y}" width="${width}" height="13" rx="2"/><text x="${256 + width}" y="${y + 11}">${ns} ns</text>`;
  };
  const rows = peers.map(({ library, makes, encodeNs, decodeNs }, index) => {
    const y = TOP + index * ROW_HEIGHT;
    const names =
      `<text x="240" y="${y + 11}" text-anchor="end">${library}</text>` +
      `<text x="240" y="${y + 27}" text-anchor="end" opacity="0.7">${makes}</text>`;
    return names + bar("encode", encodeNs, y) + bar("decode", decodeNs, y + 15);
  });
  const height = TOP + peers.length * ROW_HEIGHT + 24;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 ${height}" role="img" aria-label="${TITLE}">
<style>${STYLE}</style>
<text class="title" x="10" y="20">${TITLE}</text>
<rect class="encode" x="10" y="32" width="12" height="12"/><text x="28" y="43">encode</text>
<rect class="decode" x="90" y="32" width="12" height="12"/><text x="108" y="43">decode</text>
${rows.join("\n")}
<text x="10" y="${height - 8}" opacity="0.7">${caption}</text>
</svg>
`;
}

const own: typeof import("../src/index.ts") = await import(join(ROOT, "dist/index.js"));
const points = cityPoints(POINTS, 3);
const { texts } = workloadOf(points);
const folder = mkdtempSync(join(tmpdir(), "mapcoded-peers-"));
try {
  const peers = measure(folder);
  const machine = `${cpus()[0].model.trim()}, ${availableParallelism()} cores, Node ${process.version}`;
  writeDocument(peers, machine);
  writeFileSync(join(ROOT, "docs/speed.svg"), pictureOf(peers, machine));
} finally {
  rmSync(folder, { recursive: true });
}
