/** Copies the declarations that the compiler has made to where the entries of a package need them. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Imports of other declarations, by the names that their sources have in src. */
const IMPORTS = /((?:from |import\()"\.[^"]+)\.ts"/g;

/** The examples of a comment, which go to its end. */
const EXAMPLES = /\n *\* @example\n[\s\S]*?(?=\n *\*\/)/g;

/**
 * Copies the declarations that the entries lead to: once for ES modules and once for CommonJS, as a
 * declaration is of one kind of module and cannot stand for both. Both have the same map. Others, of modules
 * that cannot be imported from the package, stay behind.
 * @param entries paths of declarations in `from`
 */
export function copyDeclarations(from: string, to: string, entries: readonly string[]): void {
  const copied = new Set<string>();
  const copy = (path: string): void => {
    if (copied.has(path)) return;
    copied.add(path);
    const text = readFileSync(join(from, path), "utf8");
    const target = join(to, path).replace(/\.d\.ts$/, "");
    writeDeclaration(`${target}.d.ts`, text, ".js");
    writeDeclaration(`${target}.d.cts`, withoutExamples(text), ".cjs");
    cpSync(join(from, `${path}.map`), join(to, `${path}.map`));
    for (const [, start = ""] of text.matchAll(IMPORTS)) {
      copy(join(dirname(path), `${start.slice(start.indexOf('"') + 1)}.d.ts`));
    }
  };
  for (const entry of entries) copy(entry);
}

/**
 * Makes examples empty lines, so that the map fits. One of the two declarations without them saves 19 kB of a package
 * that may take 6 MB.
 */
function withoutExamples(text: string): string {
  return text.replaceAll(EXAMPLES, (example) => example.replaceAll(/./g, ""));
}

/** Writes a declaration that imports others by the extension of its kind of module. */
function writeDeclaration(path: string, text: string, extension: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.replaceAll(IMPORTS, `$1${extension}"`));
}
