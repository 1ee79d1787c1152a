/**
 * What the bundler makes of src: the library with its types, the command line, and the map page. A constant or an array of another
 * module is loaded and checked at every use; one of the same module is part of the machine code. Encoding takes a quarter
 * less time, decoding a third; the service starts 20 ms sooner.
 */
import { join } from "node:path";
import {
  type BuildOptions,
  type CodeSplittingGroup,
  type Plugin,
  RolldownMagicString,
} from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { ROOT, SOURCES } from "./paths.js";

/** Packages that become part of the command line: the modules of commander would take 5 ms of its start. */
export const BUNDLED = ["commander"];

/** The modules behind src/index.ts, without the derivation of the tables. */
const IN_ENGINE =
  /\/src\/(?:(?:tables\/(?!compact\/|derive\/)|digits|text|codec|library)|(?:characters|index|messages)\.ts$)/;
const IN_BORDERS = /\/src\/borders\//;

/** Chunks of both packages. */
const SHARED_CHUNKS: Readonly<Record<string, RegExp>> = {
  compact: /\/src\/tables\/(?:compact|derive)\//,
  borders: IN_BORDERS,
  // Chunks of their own, as they locate a file relative to themselves.
  disk: /\/src\/loaders\/disk\.ts$/,
  "disk-borders": /\/src\/loaders\/disk-borders\.ts$/,
  embedded: /\/src\/(?:loaders|generated)\/embedded(?:-tables)?\.ts$/,
  "embedded-borders": /\/src\/(?:loaders|generated)\/embedded-borders\.ts$/,
};

/** Chunks of the command line: modules of src, and what these import. Each file takes time to load. */
const COMMAND_CHUNKS: Readonly<Record<string, readonly string[]>> = {
  // What `mapcoded encode 52.37 4.9` runs with, beside the engine.
  common: [
    ...["batch/options/options", "batch/columns/columns", "cli/batch/files", "cli/pipes"],
    ...["http/version", "loaders/disk", "loaders/disk-borders"],
    "service/start-errors",
  ],
  program: ["cli/program"],
  batch: ["batch/session", "batch/recognize", "functions/rows", "service/process-limits"],
  options: [
    ...["service/log", "service/metrics/counters", "service/options"],
    "service/transports/uws-loader",
  ],
  service: ["service/serve"],
};

/**
 * Turns the function declarations of chunks into constants, and exports copies of their constants. V8 keeps the value of
 * a constant in optimized code, but loads a declared function, which may be assigned to, wherever it has inlined a call:
 * 3% of encoding, 8% of decoding. It loads what a module exports, too: 5% of encoding, as soon as another chunk needs
 * what the engine works on.
 * @param names of the chunks
 */
function engineConstants(names: readonly string[]): Plugin {
  return {
    name: "engine-constants",
    renderChunk(code, { name, fileName }) {
      if (!names.includes(name) || fileName.endsWith(".d.ts")) return null;
      const changed = new RolldownMagicString(code);
      const { body } = this.parse(code);
      /** What may change. Rolldown declares classes as variables, too, which nothing assigns to. */
      const variables = new Set<string>();
      for (const node of body) {
        if (node.type === "VariableDeclaration" && node.kind !== "const") {
          for (const { id, init } of node.declarations) {
            if (id.type === "Identifier" && init?.type !== "ClassExpression")
              variables.add(id.name);
          }
        } else if (node.type === "FunctionDeclaration" && node.id !== null) {
          changed.appendLeft(node.start, `const ${node.id.name} = `);
          changed.appendRight(node.end, ";");
        } else if (node.type === "ExportNamedDeclaration") {
          const exported = node.specifiers.map((specifier) => {
            const own = code.slice(specifier.local.start, specifier.local.end);
            const name = code.slice(specifier.exported.start, specifier.exported.end);
            if (variables.has(own)) return `${own} as ${name}`;
            changed.appendLeft(node.start, `const exported$${name} = ${own};\n`);
            return `exported$${name} as ${name}`;
          });
          changed.update(node.start, node.end, `export { ${exported.join(", ")} };`);
        }
      }
      return changed.toString();
    },
  };
}

/** Chunks in the order in which they take modules, and one for the declarations of types. */
function chunks(tests: Readonly<Record<string, RegExp>>): CodeSplittingGroup[] {
  const code = Object.entries(tests).map(([name, test], index) => ({
    name,
    test: (id: string) => !id.endsWith(".d.ts") && test.test(id),
    priority: 100 - index,
  }));
  return [...code, { name: "types.d", test: /\.d\.ts$/ }];
}

/** @param entries modules of src, by the names of their files in the folder */
function options(
  folder: string,
  entries: Readonly<Record<string, string>>,
  groups: CodeSplittingGroup[],
): BuildOptions {
  const input = Object.entries(entries).map(([name, path]) => [name, join(SOURCES, `${path}.ts`)]);
  return {
    input: Object.fromEntries(input),
    platform: "node",
    // Its notice of slow plugins appears on slow machines only, among the messages of a start that builds.
    checks: { bundlerTimings: false },
    // Dependencies are installed with the package and stay imports.
    external: (id) => /^[^./]/.test(id) && !BUNDLED.includes(id),
    // The oldest Node that package.json allows.
    transform: { target: "node20" },
    // Numbers in place of constants make V8's instructions shorter, so that it inlines more.
    optimization: { inlineConst: { mode: "all", pass: 3 } },
    treeshake: { moduleSideEffects: [{ test: /\/src\/loaders\//, sideEffects: true }] },
    output: {
      dir: folder,
      // As deep in dist as the modules of src that locate a file relative to themselves.
      chunkFileNames: "chunks/[name].js",
      codeSplitting: { groups },
      // Built code keeps names and line breaks, so that stack traces can be read.
      comments: { jsdoc: false },
    },
  };
}

/** The package `mapcoded`. @param folder where its dist is made */
export function library(folder: string): BuildOptions {
  const names = ["index", "batch", "borders"];
  const paths = [...names, ...names.map((name) => `embedded/${name}`)];
  const entries = Object.fromEntries(paths.map((path) => [path, `loaders/entries/${path}`]));
  const batch = /\/src\/(?:batch\/|bytes\.ts$)/;
  const types = dts({ tsconfig: join(ROOT, "tsconfig.json"), sourcemap: false });
  return {
    ...options(folder, entries, chunks({ engine: IN_ENGINE, ...SHARED_CHUNKS, batch })),
    plugins: [types, engineConstants(["engine", "borders"])],
  };
}

/** The package `mapcoded-cli`, with an engine of its own. @param folder where its dist is made */
export function commandLine(folder: string): BuildOptions {
  const entries = {
    "cli/main": "cli/main",
    "cli/batch/worker": "cli/batch/worker",
    "duckdb/index": "functions/duckdb",
    "service/thread": "service/thread",
  };
  const own = Object.entries(COMMAND_CHUNKS).map(([name, modules]) => {
    return [name, new RegExp(`/src/(?:${modules.join("|")})\\.ts$`)];
  });
  // All of its programs choose by borders.
  const engine = new RegExp(`${IN_ENGINE.source}|${IN_BORDERS.source}`);
  const groups = chunks({ engine, ...Object.fromEntries(own), ...SHARED_CHUNKS });
  return { ...options(folder, entries, groups), plugins: [engineConstants(["engine"])] };
}

/**
 * The scripts of the map page: `main`, which imports the chunk `engine` behind its first paint, and the worker that
 * converts tables. Both share the chunk of the library.
 * @param folder where the page is made
 */
export function page(folder: string): BuildOptions {
  return {
    input: { main: join(SOURCES, "web/main.ts"), worker: join(SOURCES, "web/tables/worker.ts") },
    platform: "browser",
    transform: { target: "es2022" },
    optimization: { inlineConst: { mode: "all", pass: 3 } },
    // The loader of the tables and the start of the page have effects; no other module needs to stay.
    treeshake: { moduleSideEffects: [{ test: /\/src\/(?:loaders|web)\//, sideEffects: true }] },
    output: {
      dir: folder,
      entryFileNames: "assets/[name]-[hash].js",
      chunkFileNames: "assets/[name]-[hash].js",
      minify: true,
    },
  };
}
