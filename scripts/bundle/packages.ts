/** What each package is bundled from: its entries, its formats and its chunks. */

/** How a package is bundled. */
export interface Bundle {
  /** The files that are started or imported by name. Other modules become part of a chunk. */
  readonly entries: Readonly<Record<string, Entry>>;
  /** Entries that are ES modules only. */
  readonly onlyModules?: Readonly<Record<string, Entry>>;
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

/** The modules of src whose code runs as an entry, in their order. The last one has its exports. */
export type Entry = readonly string[];

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

export const ES_MODULES: ModuleFormat = { format: "esm", extension: ".js" };
const COMMON_JS: ModuleFormat = { format: "cjs", extension: ".cjs" };

/** Node, Deno and Bun read the tables and borders from disk. */
const FROM_DISK = ["loaders/disk", "loaders/disk-borders"];
/** Bundles that consist of one file have them in their code. */
const EMBEDDED = ["loaders/embedded", "loaders/embedded-borders"];
/** Browsers fetch them. */
const FETCHED = ["loaders/fetched", "loaders/fetched-borders"];

/** The package `mapcoded`. */
export const LIBRARY: Bundle = {
  entries: {
    index: ["loaders/disk", "index"],
    "batch/index": [...FROM_DISK, "batch/index"],
    "batch/node": [...FROM_DISK, "batch/node"],
    borders: [...FROM_DISK, "borders/index"],
    init: ["entries/init"],
  },
  onlyModules: {
    // For bundlers, which make of them what they need. A second copy of the tables would take 180 kB.
    "embedded/index": ["entries/embedded"],
    "embedded/batch": [...EMBEDDED, "batch/index"],
    "embedded/borders": [...EMBEDDED, "borders/index"],
    // These wait for their tables, which CommonJS cannot.
    "fetched/index": ["loaders/fetched", "index"],
    "fetched/batch": [...FETCHED, "batch/index"],
    "fetched/borders": [...FETCHED, "borders/index"],
  },
  typed: ["index", "batch/index", "batch/node", "borders/index", "entries/init"],
  formats: [ES_MODULES, COMMON_JS],
  chunks: [],
  hasBordersInEngine: false,
  hasSources: true,
};

/** The chunks that `mapcoded encode 52.37 4.9` runs with, beside the engine. The first one is for all programs. */
export const COMMON = "common";
export const PROGRAM = "program";
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
    "cli/main": ["cli/main"],
    "cli/batch/worker": ["cli/batch/worker"],
    "duckdb/index": ["functions/duckdb"],
    "service/thread": ["service/thread"],
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
        "service/access-log",
        "service/log",
        "service/metrics/counters",
        "service/options",
        "service/transports/uws-loader",
      ],
    },
    { name: "service", modules: ["service/listener"] },
  ],
  // All of its programs choose by borders, and each file takes time to load.
  hasBordersInEngine: true,
  hasSources: false,
};
