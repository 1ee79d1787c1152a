/**
 * `npm run public-types`: writes what users of both packages of npm can see of their types into a file. A change of them is
 * a change of that file, which a test compares. Without comments, in the order of the alphabet.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { ROOT } from "./freshness.js";
import { COMMAND_PACKAGE, LIBRARY_PACKAGE } from "./pack.ts";

export const PUBLIC_TYPES = join(ROOT, "packages/public-types.d.ts");

/** The first declaration that a condition of `exports` leads to. */
function typesOf(target: unknown): string | undefined {
  if (typeof target !== "object" || target === null) return undefined;
  const { types } = target as { types?: unknown };
  if (typeof types === "string") return types;
  return Object.values(target)
    .map(typesOf)
    .find((found) => found !== undefined);
}

/** The declarations of the entries of a package, by what users import. Entries with the same types are one. */
function entriesOf(folder: string): Map<string, [string, ...string[]]> {
  const { name, exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const entries = new Map<string, [string, ...string[]]>();
  for (const [entry, target] of Object.entries(exports)) {
    const types = typesOf(target);
    if (types === undefined) continue;
    const others = entries.get(join(folder, types));
    if (others) others.push(join(name, entry));
    else entries.set(join(folder, types), [join(name, entry)]);
  }
  return entries;
}

const printer = ts.createPrinter({ removeComments: true });

/** The statement that declares a name: a variable is declared in a list. */
function statementOf(declaration: ts.Node): ts.Node {
  return ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
}

interface Exported {
  readonly name: string;
  readonly target: ts.Symbol;
}

const byName = (a: Exported, b: Exported) => (a.name < b.name ? -1 : 1);

class Reporter {
  readonly #checker: ts.TypeChecker;
  /** Where each declaration is written. */
  readonly #written = new Map<ts.Symbol, string>();
  /** What the written declarations name, in the order in which it is found. */
  readonly #named = new Set<ts.Symbol>();

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  /** What an entry exports. What another entry has already shows as its name. */
  entry(file: ts.SourceFile, names: readonly [string, ...string[]]): string {
    const module = this.#checker.getSymbolAtLocation(file);
    const exported = module ? this.#checker.getExportsOfModule(module) : [];
    const texts: string[] = [];
    const known = new Map<string, string[]>();
    for (const { name, target } of exported.map(this.#resolved).toSorted(byName)) {
      const other = this.#written.get(target);
      if (other === undefined) {
        this.#written.set(target, names[0]);
        texts.push(this.#declare(target));
      } else {
        known.set(other, [...(known.get(other) ?? []), name]);
      }
    }
    for (const [other, list] of known) texts.push(this.#exportFrom(other, list));
    return `// ${names.join(", ")}\n\n${texts.join("")}`;
  }

  /** What exported declarations name without being exported. */
  rest(): string {
    const texts: string[] = [];
    // A set also visits what is added while it is visited.
    for (const symbol of this.#named) {
      if (!this.#written.has(symbol)) texts.push(this.#declare(symbol));
    }
    return `// Named above, but not exported\n\n${texts.toSorted().join("")}`;
  }

  readonly #resolved = (symbol: ts.Symbol): Exported => {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return { name: symbol.name, target: isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol };
  };

  #exportFrom(entry: string, names: readonly string[]): string {
    const all = [...this.#written.values()].filter((other) => other === entry).length;
    const what = names.length === all ? "*" : `{ ${names.join(", ")} }`;
    return `export ${what} from "${entry}";\n`;
  }

  #declare(symbol: ts.Symbol): string {
    const texts = (symbol.declarations ?? []).map((declaration) => {
      this.#visit(declaration);
      const statement = statementOf(declaration);
      return printer.printNode(ts.EmitHint.Unspecified, statement, statement.getSourceFile());
    });
    return `${texts.join("\n")}\n`;
  }

  /** Notes the names in a declaration that are declared in our packages. */
  #visit(node: ts.Node): void {
    if (ts.isIdentifier(node)) {
      const found = this.#checker.getSymbolAtLocation(node);
      const target = found && this.#resolved(found).target;
      if (target?.declarations?.some(isOurs)) this.#named.add(target);
    }
    ts.forEachChild(node, (child) => this.#visit(child));
  }
}

/** Whether something is declared at the top of a module of ours, not within a declaration. */
function isOurs(declaration: ts.Node): boolean {
  const isOfOthers = declaration.getSourceFile().fileName.includes("/node_modules/");
  return !isOfOthers && ts.isSourceFile(statementOf(declaration).parent);
}

/** The public types of the built packages, as the text of the file. */
export function publicTypes(): string {
  const entries = new Map([...entriesOf(LIBRARY_PACKAGE), ...entriesOf(COMMAND_PACKAGE)]);
  const program = ts.createProgram([...entries.keys()], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: ["node"],
  });
  const reporter = new Reporter(program.getTypeChecker());
  const parts = Array.from(entries, ([path, names]) => {
    const file = program.getSourceFile(path);
    if (!file) throw new Error(`${relative(ROOT, path)} is missing. Run npm run build first.`);
    return reporter.entry(file, names);
  });
  const head =
    "// The types that users see, made by npm run public-types: not imported by anything.\n";
  return [head, ...parts, reporter.rest()].join("\n");
}

/** The lines of a report, each behind the entry and the declaration that it is in. */
function locatedLines(report: string): string[] {
  let [entry, declaration] = ["", ""];
  const lines = report.split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    if (line.startsWith("//")) entry = line;
    if (/^\w/.test(line)) declaration = line;
    return [entry, declaration, line === declaration ? "" : line].join(" ").trimEnd();
  });
}

/** The lines of an earlier report that are no longer there: what programs may rely on. */
export function lostLines(before: string, now: string): string[] {
  const kept = new Set(locatedLines(now));
  return locatedLines(before).filter((line) => !kept.has(line));
}

/** Whether a version may break programs of an earlier one: its first number that is not 0 is another. */
export function mayBreak(before: string, version: string): boolean {
  const [, breaking = ""] = /^((?:0\.)*\d+)/.exec(version) ?? [];
  return before !== breaking && !before.startsWith(`${breaking}.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(PUBLIC_TYPES, publicTypes());
}
