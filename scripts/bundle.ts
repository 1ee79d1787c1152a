/**
 * Bundles the modules of src into a few files with source maps. A constant or an array of another
 * module is loaded and checked at every use; one of the same module is part of the machine code.
 * Encoding takes a quarter less time, decoding a third; the service starts 20 ms sooner.
 */
import { join } from "node:path";
import MagicString from "magic-string";
import { type OutputOptions, type Plugin, type PluginContext, rolldown } from "rolldown";
import { keepLines } from "./source-maps.ts";

/** How a package is bundled. */
export interface Bundle {
  /** The files that are started or imported by name, each with its module of src. Other modules become part of a chunk. */
  readonly entries: Readonly<Record<string, string>>;
  /** Entries that are ES modules only. */
  readonly onlyModules?: Readonly<Record<string, string>>;
  /** Modules of src whose declarations users can import. */
  readonly typed: readonly string[];
  /** Formats of modules, each with its file extension. */
  readonly formats: readonly ModuleFormat[];
  /** A dependency that becomes part of the bundle. */
  readonly bundled?: string;
  /** Chunks of this package only, which take modules before the chunks that both packages have. */
  readonly chunks: readonly Chunk[];
  /** Whether borders belong to the engine. If not, they are a chunk that only their entries load. */
  readonly hasBordersInEngine: boolean;
  /** Whether the package contains src, where the source maps lead. If not, the maps contain it. */
  readonly hasSources: boolean;
}

/** A chunk: modules of src, and the modules that these import, without the modules of the chunks before it. */
export interface Chunk {
  readonly name: string;
  readonly modules: readonly string[];
}

/** A format of modules with its file extension. */
export interface ModuleFormat {
  readonly format: "esm" | "cjs";
  readonly extension: ".js" | ".cjs";
}

const ES_MODULES: ModuleFormat = { format: "esm", extension: ".js" };
const COMMON_JS: ModuleFormat = { format: "cjs", extension: ".cjs" };

/** The package `mapcoded`. */
export const LIBRARY: Bundle = {
  entries: {
    index: "entries/node",
    "batch/index": "entries/node-batch",
    "batch/node": "entries/node-streams",
    borders: "entries/node-borders",
    init: "entries/init",
  },
  onlyModules: {
    // For bundlers, which make of them what they need. A second copy of the tables would take 180 kB.
    "embedded/index": "entries/embedded",
    "embedded/batch": "entries/embedded-batch",
    "embedded/borders": "entries/embedded-borders",
    // These wait for their tables, which CommonJS cannot.
    "fetched/index": "entries/fetched",
    "fetched/batch": "entries/fetched-batch",
    "fetched/borders": "entries/fetched-borders",
  },
  typed: ["index", "batch/index", "batch/node", "borders/index", "entries/init"],
  formats: [ES_MODULES, COMMON_JS],
  chunks: [],
  hasBordersInEngine: false,
  hasSources: true,
};

/** The chunks that `mapcoded encode 52.37 4.9` runs with, beside the engine. The first one is for all programs. */
const COMMON = "common";
const PROGRAM = "program";
const COMMON_MODULES = [
  "batch/batch-options",
  "batch/columns/columns",
  "cli/batch/file-names",
  "cli/command-errors",
  "cli/terminal",
  "http/version",
  "loaders/disk",
  "loaders/disk-borders",
  "service/start-errors",
];

/** The package `mapcoded-cli`, with an engine of its own. */
export const COMMAND_LINE: Bundle = {
  entries: {
    "cli/main": "cli/main",
    "cli/batch/worker": "cli/batch/worker",
    "duckdb/index": "functions/duckdb",
    "lambda/handler": "lambda/handler",
    "service/worker": "service/worker",
  },
  typed: [],
  // Its CommonJS modules would take 5 ms of the start.
  bundled: "commander",
  formats: [ES_MODULES],
  // Each file takes time to load. Without this list, there would be one for each set of entries that share modules.
  chunks: [
    { name: COMMON, modules: COMMON_MODULES },
    { name: PROGRAM, modules: ["cli/program"] },
    { name: "batch", modules: ["batch/session", "functions/signature", "service/process-limits"] },
    {
      name: "options",
      modules: [
        "service/access-log/lines",
        "service/listen-address",
        "service/log/log-writer",
        "service/option-values",
        "service/options",
        "service/tls",
        "service/trusted-proxies",
      ],
    },
    { name: "remote", modules: ["http/remote/session"] },
    { name: "service", modules: ["service/listener"] },
  ],
  // All of its programs choose by borders, and each file takes time to load.
  hasBordersInEngine: true,
  hasSources: false,
};

/**
 * The modules behind src/index.ts stay in one chunk, whichever entries import them. The modules that derive the
 * tables from their compact form do not belong to it.
 */
const ENGINE = "engine";
const IN_ENGINE =
  /\/src\/(?:(?:tables(?!\/(?:compact|derive)\/)|digits|territories|text|codec|library)\/|(?:characters|messages|platform|scratch)\.ts$)/;

/** Look-up and choice of the borders. */
const BORDERS = "borders";
const IN_BORDERS = /\/src\/borders\//;

/** Chunks of their own, as they locate a table file relative to themselves. */
const IN_DISK = /\/src\/loaders\/(?:disk|read-file)\.ts$/;
const IN_DISK_BORDERS = /\/src\/loaders\/disk-borders\.ts$/;
const IN_FETCHED = /\/src\/loaders\/fetched\.ts$/;
const IN_FETCHED_BORDERS = /\/src\/loaders\/fetched-borders\.ts$/;

/** Not part of the chunk above, which loads its tables at once: the entry whose tables are given needs it too. */
const IN_RESPONSE = /\/src\/loaders\/response\.ts$/;

/** The tables as text, and what loads them at once. */
const IN_WITH_TABLES = /\/src\/(?:loaders\/with-tables|generated\/embedded-tables)\.ts$/;
const IN_EMBEDDED = /\/src\/loaders\/embedded\.ts$/;
const IN_EMBEDDED_BORDERS = /\/src\/(?:loaders|generated)\/embedded-borders\.ts$/;

/** What derives the tables from their compact form, which few entries need. */
const IN_COMPACT = /\/src\/tables\/(?:compact|derive)\//;

/** The variables of a chunk that may change. */
function namesOfVariables(body: ReturnType<PluginContext["parse"]>["body"]): ReadonlySet<string> {
  const variables = new Set<string>();
  for (const node of body) {
    if (node.type !== "VariableDeclaration" || node.kind === "const") continue;
    for (const { id, init } of node.declarations) {
      // Rolldown declares classes so, which nothing assigns to.
      if (id.type === "Identifier" && init?.type !== "ClassExpression") variables.add(id.name);
    }
  }
  return variables;
}

/**
 * Turns the engine's function declarations into constants, and exports copies of its constants. V8 keeps the value of a
 * constant in optimized code, but loads a declared function, which may be assigned to, wherever it has inlined a call:
 * 3% of encoding, 8% of decoding. It loads what a module exports, too: 5% of encoding, as soon as another chunk needs
 * what the engine works on.
 */
const engineConstants: Plugin = {
  name: "engine-constants",
  renderChunk(code, { name }) {
    if (name !== ENGINE && name !== BORDERS) return null;
    const changed = new MagicString(code);
    const { body } = this.parse(code);
    const variables = namesOfVariables(body);
    for (const node of body) {
      if (node.type !== "FunctionDeclaration" || node.id === null) continue;
      changed.appendLeft(node.start, `const ${node.id.name} = `);
      changed.appendRight(node.end, ";");
    }
    for (const node of body) {
      if (node.type !== "ExportNamedDeclaration") continue;
      const names = node.specifiers.map(({ local, exported }) => {
        const own = code.slice(local.start, local.end);
        const name = code.slice(exported.start, exported.end);
        if (variables.has(own)) return `${own} as ${name}`;
        changed.appendLeft(node.start, `const exported$${name} = ${own};\n`);
        return `exported$${name} as ${name}`;
      });
      changed.update(node.start, node.end, `export { ${names.join(", ")} };`);
    }
    return { code: changed.toString(), map: changed.generateMap({ hires: "boundary" }) };
  },
};

/** Nodes whose code does not run where they stand. */
const IS_FUNCTION = /Function|^Class|^TaggedTemplate/;

/** Calls the function with each call in an expression that runs with it. */
function forEachCall(value: unknown, onCall: (start: number) => void): void {
  if (Array.isArray(value)) {
    for (const element of value) forEachCall(element, onCall);
  } else if (typeof value === "object" && value !== null) {
    const { type = "", start } = value as { readonly type?: string; readonly start: number };
    if (IS_FUNCTION.test(type)) return;
    if (type === "CallExpression" || type === "NewExpression") onCall(start);
    for (const member of Object.values(value)) forEachCall(member, onCall);
  }
}

/**
 * Marks the calls that make the engine's constants as pure: while the engine is loaded, calls give values and do nothing
 * else. Other bundlers then drop the constants that are not used. `distanceMeters` alone takes 8 kB, not 27.
 */
const pureConstants: Plugin = {
  name: "pure-constants",
  renderChunk(code, { name }) {
    if (name !== ENGINE && name !== BORDERS) return null;
    const changed = new MagicString(code);
    for (const node of this.parse(code).body) {
      if (node.type !== "VariableDeclaration") continue;
      for (const { init } of node.declarations) {
        forEachCall(init, (start) => changed.appendLeft(start, "/* @__PURE__ */ "));
      }
    }
    return { code: changed.toString(), map: changed.generateMap({ hires: "boundary" }) };
  },
};

/** What a chunk in CommonJS exports: a name for others, and its own. */
const EXPORTED_GETTER =
  /^Object\.defineProperty\(exports, ["']([\w$]+)["'], \{\s*enumerable: true,\s*get: function\s*\(\) \{\s*return ([\w$]+);\s*\}\s*\}\);$/;

/**
 * Assigns the exports of chunks in CommonJS that are constants, where rolldown writes a getter for each, in case that
 * it changes: 10 kB less of a package that may take 6 MB.
 */
const assignedExports: Plugin = {
  name: "assigned-exports",
  renderChunk(code, _, { format }) {
    if (format !== "cjs") return null;
    const changed = new MagicString(code);
    const { body } = this.parse(code);
    const variables = namesOfVariables(body);
    for (const { start, end } of body) {
      const [, name = "", own = ""] = EXPORTED_GETTER.exec(code.slice(start, end)) ?? [];
      if (own !== "" && !variables.has(own))
        changed.update(start, end, `exports.${name} = ${own};`);
    }
    return { code: changed.toString(), map: changed.generateMap({ hires: "boundary" }) };
  },
};

/**
 * Takes modules of Node by `require` in the chunks that shells run in loops. To import one makes Node read all that it
 * exports, and so load what these come from: with node:fs, all kinds of streams, which take 2 ms.
 */
const requiredBuiltins: Plugin = {
  name: "required-builtins",
  renderChunk(code, { name }, { format }) {
    if ((name !== COMMON && name !== PROGRAM) || format !== "es") return null;
    const changed = new MagicString(code);
    for (const node of this.parse(code).body) {
      if (node.type !== "ImportDeclaration" || !node.source.value.startsWith("node:")) continue;
      // Rolldown imports it for the modules of commander.
      if (node.source.value === "node:module") continue;
      const names = node.specifiers.map(({ local, ...specifier }) => {
        if (!("imported" in specifier) || specifier.imported.type !== "Identifier") {
          throw new Error(`${name} imports all of ${node.source.value}.`);
        }
        return `${specifier.imported.name}: ${local.name}`;
      });
      const taken = `const { ${names.join(", ")} } = requireBuiltin("${node.source.value}");`;
      changed.update(node.start, node.end, taken);
    }
    changed.prepend(
      'import { createRequire as createBuiltinRequire } from "node:module"; const requireBuiltin = createBuiltinRequire(import.meta.url);',
    );
    return { code: changed.toString(), map: changed.generateMap({ hires: "boundary" }) };
  },
};

/** The tables as text, and what derives the tables from them. */
const UNMAPPED =
  /\/src\/(?:generated\/embedded-(?:tables|borders)\.ts|tables\/(?:compact|derive)\/)/;

/** Leaves modules that nobody debugs out of the source maps, so that the package need not contain their sources. */
const unmappedTables: Plugin = {
  name: "unmapped-tables",
  transform(code, id) {
    return UNMAPPED.test(id) ? { code, map: { mappings: "" } } : null;
  },
};

/**
 * Commander loads node:child_process for commands that are programs of their own, of which we have none. With it come
 * node:net and more. Its other modules are needed.
 */
const withoutChildProcess: Plugin = {
  name: "without-child-process",
  transform(code, id) {
    if (!id.endsWith("/commander/lib/command.js")) return null;
    const load = "const childProcess = require('node:child_process');\n";
    if (!code.includes(load)) throw new Error(`${id} does not load node:child_process any more.`);
    const changed = new MagicString(code);
    changed.replace(load, "");
    changed.replaceAll("childProcess.spawn(", "require('node:child_process').spawn(");
    return { code: changed.toString(), map: changed.generateMap({ hires: "boundary" }) };
  },
};

const lineMaps: Plugin = {
  name: "line-maps",
  generateBundle(_, output) {
    for (const file of Object.values(output)) {
      if (file.type !== "asset" || !file.fileName.endsWith(".map")) continue;
      const map = JSON.parse(`${file.source}`);
      keepLines(map);
      file.source = JSON.stringify(map);
    }
  },
};

function outputOptions(
  { format, extension }: ModuleFormat,
  { chunks, hasBordersInEngine, hasSources }: Bundle,
): Partial<OutputOptions> {
  const isInEngine = (id: string) => {
    return IN_ENGINE.test(id) || (hasBordersInEngine && IN_BORDERS.test(id));
  };
  return {
    format,
    entryFileNames: `[name]${extension}`,
    // As deep in dist as the modules of src that locate a file relative to themselves.
    chunkFileNames: `chunks/[name]${extension}`,
    codeSplitting: {
      groups: [
        { name: ENGINE, test: isInEngine, priority: 4 },
        ...chunks.map(({ name, modules }, index) => ({
          name,
          test: (id: string) => modules.some((module) => id.endsWith(`/src/${module}.ts`)),
          priority: 4 - (index + 1) / chunks.length,
        })),
        { name: "compact", test: IN_COMPACT, priority: 2 },
        { name: "response", test: IN_RESPONSE, priority: 2 },
        { name: BORDERS, test: IN_BORDERS, priority: 2 },
        { name: "disk", test: IN_DISK, priority: 1 },
        { name: "disk-borders", test: IN_DISK_BORDERS, priority: 1 },
        { name: "fetched", test: IN_FETCHED, priority: 1 },
        { name: "fetched-borders", test: IN_FETCHED_BORDERS, priority: 1 },
        { name: "with-tables", test: IN_WITH_TABLES, priority: 1 },
        { name: "embedded", test: IN_EMBEDDED, priority: 1 },
        { name: "embedded-borders", test: IN_EMBEDDED_BORDERS, priority: 1 },
      ],
    },
    // Less than half the size, without comments. Names of functions and classes stay, for stack traces without
    // source maps; names of variables do not, which saves 0.3 MB of the package.
    minify: {
      compress: false,
      mangle: { toplevel: true, keepNames: true },
      codegen: { removeWhitespace: true },
    },
    sourcemap: true,
    sourcemapExcludeSources: hasSources,
  };
}

/**
 * Bundles `sources` (the folder src) into `output`.
 *
 * @throws {Error} of rolldown when a module cannot be parsed or resolved
 */
export async function bundle(sources: string, output: string, bundle: Bundle): Promise<void> {
  for (const format of bundle.formats) {
    const entries = { ...bundle.entries, ...(format === ES_MODULES ? bundle.onlyModules : {}) };
    const inputs = Object.entries(entries).map(([entry, module]) => {
      return [entry, join(sources, `${module}.ts`)] as const;
    });
    const build = await rolldown({
      input: Object.fromEntries(inputs),
      platform: "node",
      // Its notice of slow plugins appears on slow machines only, among the messages of a start that builds.
      checks: { bundlerTimings: false },
      // Dependencies are installed with the package and stay imports.
      external: (id) => /^[^./]/.test(id) && id !== bundle.bundled,
      // The oldest Node that package.json allows.
      transform: { target: "node20" },
      // Numbers in place of constants make V8's instructions shorter, so that it inlines more.
      optimization: { inlineConst: { mode: "all", pass: 3 } },
      plugins: [
        engineConstants,
        pureConstants,
        assignedExports,
        requiredBuiltins,
        unmappedTables,
        withoutChildProcess,
        lineMaps,
      ],
      // The field `sideEffects` of package.json is about dist.
      treeshake: {
        moduleSideEffects: [{ test: /\/src\/loaders\/(?!with-tables\.ts)/, sideEffects: true }],
      },
    });
    await build.write({ dir: output, ...outputOptions(format, bundle) });
    await build.close();
  }
}
