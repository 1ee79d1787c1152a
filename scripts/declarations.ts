/** Copies the declarations that the compiler has made to where the entries of a package need them. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { keepLines } from "./source-maps.ts";

/** Imports of other declarations, by the names that their sources have in src. */
const IMPORTS = /((?:from |import\()"\.[^"]+)\.ts"/g;

/** Exports from other declarations, by the names that their sources have in src. */
const EXPORTS = /export (?:type )?(?:\*|\{[^}]*\}) from "(\.[^"]+)\.ts"/g;

const COMMENTS = / *\/\*\*[\s\S]*?\*\//g;

/**
 * The errors and examples of a comment, which go to its end. One of two declarations without examples saves 19 kB of the
 * package, and without errors 11 kB.
 */
const ERRORS_AND_EXAMPLES = /\n *\* @(?:throws|example)\b[\s\S]*?(?=\n *\*\/)/g;

/**
 * Copies the declarations that the entries lead to: once for ES modules and once for CommonJS, as a
 * declaration is of one kind of module and cannot stand for both. Both have the same map. Others, of modules
 * that cannot be imported from the package, stay behind.
 * @param entries paths of declarations in `from`
 */
export function copyDeclarations(from: string, to: string, entries: readonly string[]): void {
  const exported = exportedDeclarations(from, entries);
  const copied = new Set<string>();
  const copy = (path: string): void => {
    if (copied.has(path)) return;
    copied.add(path);
    const source = readFileSync(join(from, path), "utf8");
    const text = exported.has(path) ? source : emptied(source, COMMENTS);
    const target = join(to, path).replace(/\.d\.ts$/, "");
    writeDeclaration(`${target}.d.ts`, text, ".js");
    writeDeclaration(`${target}.d.cts`, emptied(text, ERRORS_AND_EXAMPLES), ".cjs");
    copyMap(join(from, `${path}.map`), join(to, `${path}.map`));
    for (const [, start = ""] of text.matchAll(IMPORTS)) {
      copy(join(dirname(path), `${start.slice(start.indexOf('"') + 1)}.d.ts`));
    }
  };
  for (const entry of entries) copy(entry);
}

/**
 * The entries, and all declarations that they export from. Nobody sees the comments of others: without them, the
 * package takes 26 kB less of its 6 MB.
 */
function exportedDeclarations(from: string, entries: readonly string[]): ReadonlySet<string> {
  const exported = new Set(entries);
  // A set also visits what is added while it is visited.
  for (const path of exported) {
    const text = readFileSync(join(from, path), "utf8");
    for (const [, module] of text.matchAll(EXPORTS)) {
      exported.add(join(dirname(path), `${module}.d.ts`));
    }
  }
  return exported;
}

/** Makes parts of a declaration empty lines, so that its map fits. */
function emptied(text: string, parts: RegExp): string {
  return text.replaceAll(parts, (part) => part.replaceAll(/./g, ""));
}

/** Copies a source map without columns, which takes 30 kB less in all. Editors find the line of a name by it. */
function copyMap(from: string, to: string): void {
  const map = JSON.parse(readFileSync(from, "utf8"));
  keepLines(map);
  writeFileSync(to, JSON.stringify(map));
}

/** Writes a declaration that imports others by the extension of its kind of module. */
function writeDeclaration(path: string, text: string, extension: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.replaceAll(IMPORTS, `$1${extension}"`));
}
