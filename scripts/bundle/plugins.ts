/** What the bundler does not do by itself: changes of modules, of chunks and of source maps. */
import { type Plugin, type PluginContext, RolldownMagicString } from "rolldown";
import { keepLines } from "../source-maps.ts";
import { BORDERS, ENGINE } from "./chunks.ts";
import { COMMON, PROGRAM } from "./packages.ts";

/** Gives modules that are no files their sources. @param sources by the paths of the modules */
export function virtualModules(sources: ReadonlyMap<string, string>): Plugin {
  return {
    name: "virtual-modules",
    resolveId: (id) => (sources.has(id) ? id : null),
    load: (id) => sources.get(id),
  };
}

/** Changed code with a map of its words. By a map of its lines, all of a statement would come from the line of its start. */
function withMap(changed: RolldownMagicString) {
  return { code: changed.toString(), map: changed.generateMap({ hires: "boundary" }).toString() };
}

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
    const changed = new RolldownMagicString(code);
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
    return withMap(changed);
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
    const changed = new RolldownMagicString(code);
    for (const node of this.parse(code).body) {
      if (node.type !== "VariableDeclaration") continue;
      for (const { init } of node.declarations) {
        forEachCall(init, (start) => changed.appendLeft(start, "/* @__PURE__ */ "));
      }
    }
    return withMap(changed);
  },
};

/** What a chunk in CommonJS exports: a name for others, and its own. */
const EXPORTED_GETTER =
  /^Object\.defineProperty\(exports, ["']([\w$]+)["'], \{\s*enumerable: true,\s*get: function\s*\(\) \{\s*return ([\w$]+);\s*\}\s*\}\);$/;

/**
 * Assigns the exports of chunks in CommonJS that are constants, where rolldown writes a getter for each, in case that
 * it changes: calls of `encode` take a seventh less time, and the package takes 13 kB less.
 */
const assignedExports: Plugin = {
  name: "assigned-exports",
  renderChunk(code, _, { format }) {
    if (format !== "cjs") return null;
    const changed = new RolldownMagicString(code);
    const { body } = this.parse(code);
    const variables = namesOfVariables(body);
    for (const { start, end } of body) {
      const [, name = "", own = ""] = EXPORTED_GETTER.exec(code.slice(start, end)) ?? [];
      if (own !== "" && !variables.has(own))
        changed.update(start, end, `exports.${name} = ${own};`);
    }
    return withMap(changed);
  },
};

/**
 * Takes modules of Node by `require` in the chunks that shells run in loops. To import one makes Node read all that it
 * exports, and so load what these come from: with node:fs, all kinds of streams, which take 3 ms.
 */
const requiredBuiltins: Plugin = {
  name: "required-builtins",
  renderChunk(code, { name }, { format }) {
    if ((name !== COMMON && name !== PROGRAM) || format !== "es") return null;
    const changed = new RolldownMagicString(code);
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
    return withMap(changed);
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
 * node:net and more, which take 4 ms. Its other modules are needed.
 */
const withoutChildProcess: Plugin = {
  name: "without-child-process",
  transform(code, id) {
    if (!id.endsWith("/commander/lib/command.js")) return null;
    const load = "const childProcess = require('node:child_process');\n";
    if (!code.includes(load)) throw new Error(`${id} does not load node:child_process any more.`);
    const changed = new RolldownMagicString(code);
    changed.replace(load, "");
    changed.replaceAll("childProcess.spawn(", "require('node:child_process').spawn(");
    return withMap(changed);
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

/** In the order in which they change a chunk. */
export const PLUGINS: readonly Plugin[] = [
  engineConstants,
  pureConstants,
  assignedExports,
  requiredBuiltins,
  unmappedTables,
  withoutChildProcess,
  lineMaps,
];
