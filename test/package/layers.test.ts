import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../scripts/freshness.js";

/** The layers that each layer may import besides itself. `index` is src/index.ts. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  generated: [],
  characters: [],
  messages: [],
  platform: [],
  tables: ["generated", "platform"],
  scratch: ["tables"],
  digits: ["characters", "tables", "scratch"],
  territories: ["characters", "generated", "tables", "digits"],
  text: ["characters", "tables", "scratch", "digits"],
  codec: [
    "characters",
    "tables",
    "messages",
    "platform",
    "scratch",
    "digits",
    "territories",
    "text",
  ],
  library: [
    "characters",
    "generated",
    "tables",
    "messages",
    "platform",
    "scratch",
    "digits",
    "territories",
    "text",
    "codec",
  ],
  index: ["generated", "tables", "territories", "codec", "library"],
  internal: ["messages", "territories", "codec", "library"],
  bytes: ["characters", "platform", "index", "internal"],
  borders: ["messages", "tables", "scratch", "codec", "library"],
  loaders: ["platform", "tables", "generated", "borders"],
  entries: ["index", "batch", "borders", "loaders"],
  batch: ["characters", "platform", "index", "internal", "bytes", "borders"],
  functions: [
    "characters",
    "platform",
    "index",
    "internal",
    "bytes",
    "borders",
    "batch",
    "loaders",
  ],
  http: ["characters", "index", "internal", "bytes", "batch"],
  service: ["characters", "index", "internal", "bytes", "borders", "batch", "http", "loaders"],
  cli: [
    "characters",
    "index",
    "internal",
    "bytes",
    "borders",
    "batch",
    "functions",
    "http",
    "service",
    "loaders",
  ],
  // The map page. It draws the records of the tables.
  web: ["index", "internal", "tables", "borders", "batch", "loaders"],
};

/** Layers for one platform. All others run in browsers as in Node: they use neither modules nor globals of Node. */
const OF_ONE_PLATFORM = ["functions", "http", "service", "cli", "web"];

/** Files of the other layers that are for Node. */
const FOR_NODE = [
  // The entry `mapcoded/batch/node`.
  "src/batch/node.ts",
  "src/batch/streams/node.ts",
  // They read the table file and the border file.
  "src/loaders/disk.ts",
  "src/loaders/disk-borders.ts",
];

/** The only files that may import a package, for packages with a binary or a wide reach. */
const IMPORTERS: Readonly<Record<string, readonly string[]>> = {
  // Only uws-binary.ts loads it; the others import types.
  "uWebSockets.js": [
    "src/service/transports/uws-batch.ts",
    "src/service/transports/uws-binary.ts",
    "src/service/transports/uws-requests.ts",
    "src/service/transports/uws-response.ts",
    "src/service/transports/uws-tls.ts",
    "src/service/transports/uws.ts",
  ],
  "cli-progress": ["src/cli/batch/progress.ts"],
  commander: [
    "src/cli/convert/convert-commands.ts",
    "src/cli/list-commands.ts",
    "src/cli/option-parsers.ts",
    "src/cli/program.ts",
    "src/cli/service/serve-command.ts",
    "src/cli/service/service-options.ts",
    "src/cli/udf/udf-commands.ts",
  ],
  "topojson-client": ["src/web/map/base-map.ts"],
  "csv-parse/sync": ["codegen/read.ts"],
};

/** The source files of a folder, as paths from the root. */
function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|mjs|js)$/.test(file))
    .map((file) => join(folder, file));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const found = text.matchAll(/^(?:import|export|\}).*? from "([^"]+)";$|import\("([^"]+)"\)/gm);
  return Array.from(found, ([, fixed, dynamic]) => fixed ?? dynamic);
}

/** The path from the root that a relative import leads to; names of packages stay as they are. */
function resolved(file: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  return relative(ROOT, join(ROOT, dirname(file), specifier));
}

function targetsOf(file: string): string[] {
  return importsOf(file).map((specifier) => resolved(file, specifier));
}

/** A circle as text, from its alphabetically first file on. */
function circleText(files: readonly string[]): string {
  const first = files.indexOf([...files].sort()[0]);
  const turned = [...files.slice(first), ...files.slice(0, first)];
  return [...turned, turned[0]].join(" -> ");
}

/** The circles of a graph that a depth-first search meets: at least one if there are any. */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const path: string[] = [];
  const circles = new Set<string>();
  function visit(file: string): void {
    const start = path.indexOf(file);
    if (start >= 0) circles.add(circleText(path.slice(start)));
    if (start >= 0 || done.has(file)) return;
    path.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  }
  for (const file of graph.keys()) visit(file);
  return [...circles].sort();
}

/** The files that run in browsers. */
function portableSources(): string[] {
  return sources("src").filter(
    (file) => !OF_ONE_PLATFORM.includes(layerOf(file)) && !FOR_NODE.includes(file),
  );
}

function layerOf(file: string): string {
  const [, layer = ""] = file.split("/");
  return layer.replace(/\.ts$/, "");
}

describe("imports", () => {
  const files = [...sources("src"), ...sources("codegen")];

  it("are found by this test", () => {
    expect(files.length).toBeGreaterThan(40);
    expect(importsOf("src/index.ts")).toContain("./codec/decode.ts");
  });

  it.each(sources("src"))("of %s go to lower layers only", (file) => {
    const layer = layerOf(file);
    const allowed = [layer, ...(ALLOWED[layer] as string[])];
    const targets = targetsOf(file);
    const inside = targets.filter((target) => target.startsWith("src/"));
    expect(inside.filter((target) => !allowed.includes(layerOf(target)))).toEqual([]);
    expect(targets.filter((target) => /^(codegen|test|bench)\//.test(target))).toEqual([]);
  });

  it.each(portableSources())("of %s are of no module of Node and of no package", (file) => {
    expect(targetsOf(file).filter((target) => !target.startsWith("src/"))).toEqual([]);
    const text = readFileSync(join(ROOT, file), "utf8").replaceAll(/\/\*.*?\*\/|\/\/.*$/gms, "");
    expect(text.match(/\b(Buffer|process|require|global|setImmediate)\b(?!:)/g)).toBeNull();
  });

  it("leave UTF-8 to one module, as some sandboxes have no encoders", () => {
    const makers = portableSources().filter((file) => {
      const text = readFileSync(join(ROOT, file), "utf8").replaceAll(/^ *\*.*$/gm, "");
      return /new Text(En|De)coder\(/.test(text);
    });
    // The first two read other encodings.
    expect(makers.toSorted()).toEqual([
      "src/batch/input-decoder.ts",
      "src/batch/options/values.ts",
      "src/platform.ts",
    ]);
  });

  it.each(sources("codegen"))("of %s share only layout, format and derivation with src", (file) => {
    const inside = targetsOf(file).filter((target) => target.startsWith("src/"));
    const shared =
      /^src\/(borders\/layout\.ts|tables\/(array-file|format)\.ts|tables\/(layout|derive|compact)\/.*)$/;
    expect(inside.filter((target) => !shared.test(target))).toEqual([]);
  });

  it.each(Object.entries(IMPORTERS))("of the package %s are in its files only", (name, allowed) => {
    expect(files.filter((file) => importsOf(file).includes(name)).sort()).toEqual(allowed);
  });

  it("have no circles, not even inside a layer", () => {
    const all = [...files, ...sources("bench"), ...sources("scripts")];
    const graph = new Map(all.map((file) => [file, targetsOf(file)]));
    expect(findCircles(graph)).toEqual([]);
  });

  it("lead from one folder of a layer to another in one direction only", () => {
    const pairs = files.flatMap((file) => {
      const targets = targetsOf(file).filter((target) => layerOf(target) === layerOf(file));
      return targets.map((target) => [dirname(file), dirname(target)] as const);
    });
    const inside = pairs.filter(([from, to]) => {
      return from !== to && [from, to].every((folder) => folder.split("/").length > 2);
    });
    const known = new Set(inside.map(([from, to]) => `${from} -> ${to}`));
    const circles = inside.filter(([from, to]) => from < to && known.has(`${to} -> ${from}`));
    expect(circles.map((pair) => pair.join(" <-> "))).toEqual([]);
  });
});
