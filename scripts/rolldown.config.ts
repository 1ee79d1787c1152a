/**
 * The settings of the bundler: for the library with its types, the command line, and the map page. V8 loads and checks
 * a constant or an array of another module at every use, but compiles one of the same module into the machine code.
 * Bundling saves a quarter of the time of encoding, a third of decoding, and 20 ms of the start of the service.
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

/** Packages bundled into the command line: the modules of commander would add 5 ms to its start. */
export const BUNDLED = ["commander"];

/** The modules behind src/index.ts and src/into.ts, without the derivation of the tables. */
const IN_ENGINE =
  /\/src\/(?:(?:tables\/(?!compact\/|derive\/)|digits|text|codec|library)|(?:characters|index|into|messages)\.ts$)/;
const IN_BORDERS = /\/src\/borders\//;

/** Chunks of both packages. */
const SHARED_CHUNKS: Readonly<Record<string, RegExp>> = {
  compact: /\/src\/tables\/(?:compact|derive)\//,
  borders: IN_BORDERS,
  // Separate chunks, as they locate a file relative to themselves.
  disk: /\/src\/loaders\/disk\.ts$/,
  "disk-borders": /\/src\/loaders\/disk-borders\.ts$/,
  embedded: /\/src\/(?:loaders|generated)\/embedded(?:-tables)?\.ts$/,
  "embedded-borders": /\/src\/(?:loaders|generated)\/embedded-borders\.ts$/,
};

/** Chunks of the command line: modules of src and their imports. Each file takes time to load. */
const COMMAND_CHUNKS: Readonly<Record<string, readonly string[]>> = {
  // The code for `mapcoded encode 52.37 4.9`, beside the engine.
  common: [
    ...["batch/options/options", "cli/batch/files", "cli/pipes"],
    ...["http/version", "loaders/disk", "loaders/disk-borders"],
    "service/listening",
  ],
  program: ["cli/program"],
  batch: ["batch/session", "functions/rows", "service/process-limits"],
  options: ["service/log", "service/metrics/counters", "service/options"],
  service: ["service/serve"],
};

/**
 * Turns the function declarations of chunks into constants, and exports copies of their constants. V8 embeds the
 * value of a constant in optimized code, but loads a declared function, a mutable binding, at each inlined call, and an
 * exported constant at each use. On average of the engine's functions, both save 6%, also in Node 24.
 * @param names of the chunks
 */
function engineConstants(names: readonly string[]): Plugin {
  return {
    name: "engine-constants",
    renderChunk(code, { name, fileName }) {
      if (!names.includes(name) || fileName.endsWith(".d.ts")) return null;
      const changed = new RolldownMagicString(code);
      const { body } = this.parse(code);
      /** Mutable variables. Rolldown also declares classes as variables, but nothing assigns to them. */
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

/** Chunks by priority, and one for the declarations of types. */
function chunks(tests: Readonly<Record<string, RegExp>>): CodeSplittingGroup[] {
  const code = Object.entries(tests).map(([name, test], index) => ({
    name,
    test: (id: string) => !id.endsWith(".d.ts") && test.test(id),
    priority: 100 - index,
  }));
  return [...code, { name: "types.d", test: /\.d\.ts$/ }];
}

/** @param entries modules of src, by the names of their output files */
function options(
  folder: string,
  entries: Readonly<Record<string, string>>,
  groups: CodeSplittingGroup[],
): BuildOptions {
  const input = Object.entries(entries).map(([name, path]) => [name, join(SOURCES, `${path}.ts`)]);
  return {
    input: Object.fromEntries(input),
    platform: "node",
    // The notice of slow plugins would disturb the messages of `npm start` on slow machines.
    checks: { bundlerTimings: false },
    // Dependencies stay imports: npm installs them with the package.
    external: (id) => /^[^./]/.test(id) && !BUNDLED.includes(id),
    // The oldest Node that package.json allows.
    transform: { target: "node20" },
    // Numbers in place of constants make bytecode shorter, so V8 inlines more.
    optimization: { inlineConst: { mode: "all", pass: 3 } },
    treeshake: { moduleSideEffects: [{ test: /\/src\/loaders\//, sideEffects: true }] },
    output: {
      dir: folder,
      // As deep as the modules of src that locate a file relative to themselves.
      chunkFileNames: "chunks/[name].js",
      codeSplitting: { groups },
      // Names and line breaks stay, for readable stack traces.
      comments: { jsdoc: false },
    },
  };
}

/** The package `mapcoded`. @param folder the output folder */
export function library(folder: string): BuildOptions {
  // First, as its functions read most variables of the engine: instructions of V8 take two bytes more for each use
  // of a variable after the 255th of a module, and it inlines at most 920 bytes: 4% of the engine in Node 20, none in 24.
  const names = ["into", "index", "batch", "borders"];
  const paths = [...names, ...names.map((name) => `embedded/${name}`)];
  const entries = Object.fromEntries(paths.map((path) => [path, `loaders/entries/${path}`]));
  const batch = /\/src\/(?:batch|bytes)\//;
  const types = dts({ tsconfig: join(ROOT, "tsconfig.json"), sourcemap: false });
  return {
    ...options(folder, entries, chunks({ engine: IN_ENGINE, ...SHARED_CHUNKS, batch })),
    plugins: [types, engineConstants(["engine", "borders"])],
  };
}

/** The package `mapcoded-cli`, with its own engine. @param folder the output folder */
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
  // All programs of the package use borders.
  const engine = new RegExp(`${IN_ENGINE.source}|${IN_BORDERS.source}`);
  const groups = chunks({ engine, ...Object.fromEntries(own), ...SHARED_CHUNKS });
  return { ...options(folder, entries, groups), plugins: [engineConstants(["engine"])] };
}

/**
 * The scripts of the map page: `main`, which imports the chunk `page` after its first paint, and the worker that
 * converts tables. Both share the chunk of the library.
 * @param folder the output folder
 */
export function page(folder: string): BuildOptions {
  return {
    input: { main: join(SOURCES, "web/main.ts"), worker: join(SOURCES, "web/converter/worker.ts") },
    platform: "browser",
    transform: { target: "es2022" },
    optimization: { inlineConst: { mode: "all", pass: 3 } },
    // Only the loaders and the modules of the page have side effects.
    treeshake: { moduleSideEffects: [{ test: /\/src\/(?:loaders|web)\//, sideEffects: true }] },
    output: {
      dir: folder,
      entryFileNames: "assets/[name]-[hash].js",
      chunkFileNames: "assets/[name]-[hash].js",
      minify: true,
    },
  };
}
