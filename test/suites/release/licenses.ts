/** The packages that ours contain or bring along, each with its license. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { COMMAND_DIST, IN_PAGE, LIBRARY_DIST, ROOT } from "../../../scripts/freshness.js";

export interface Licensed {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or what the package has in its place. */
  readonly license: string;
}

/** What scripts/sbom.js lists. */
interface Component extends Omit<Licensed, "license"> {
  readonly licenses?: readonly { expression?: string; license?: { id?: string; name?: string } }[];
}

/** The packages that npm has installed with a package of ours. */
export function installedByNpm(folder: string): Licensed[] {
  const script = join(ROOT, "scripts/sbom.js");
  const said = execFileSync(process.execPath, [script], { cwd: folder, encoding: "utf8" });
  const { components } = JSON.parse(said) as { components: readonly Component[] };
  return components.map(({ name, version, licenses = [] }) => {
    const texts = licenses.map(
      ({ expression, license }) => expression ?? license?.id ?? license?.name,
    );
    return { name, version, license: texts.join(" AND ") };
  });
}

/** The package of a folder. */
function packageIn(folder: string): Licensed {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { name, version, license } = manifest as Licensed;
  return { name, version, license };
}

/** The packages whose modules were bundled into ours: source maps name them, and scripts/site.ts the others. */
export function bundled(): Licensed[] {
  const names = new Set<string>(IN_PAGE);
  for (const dist of [LIBRARY_DIST, COMMAND_DIST]) {
    const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
    for (const file of files.filter((path) => path.endsWith(".js.map"))) {
      const { sources } = JSON.parse(readFileSync(join(dist, file), "utf8"));
      for (const source of sources as readonly string[]) {
        const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
        if (name !== undefined) names.add(name);
      }
    }
  }
  return Array.from(names, (name) => packageIn(join(ROOT, "node_modules", name)));
}

/** The packages of npm that the installed wheel contains. */
export function inWheel(pythonPrograms: string): (Licensed & { readonly folder: string })[] {
  const find = "import mapcoded; print(next(iter(mapcoded.__path__)))";
  const python = join(pythonPrograms, "python");
  const found = execFileSync(python, ["-c", find], { encoding: "utf8" }).trim();
  const modules = join(found, "engine/node_modules");
  return readdirSync(modules).map((name) => {
    const folder = join(modules, name);
    return { ...packageIn(folder), folder };
  });
}

/** The packages of PyPI that pip has installed with the wheel. */
export function installedByPip(pythonPrograms: string): Licensed[] {
  const list = `
import importlib.metadata, json
found = []
for one in importlib.metadata.distributions():
    about = one.metadata
    classified = [text.split(" :: ")[-1] for text in about.get_all("Classifier", []) if text.startswith("License")]
    license = about["License-Expression"] or about["License"] or ", ".join(classified)
    license = license.removesuffix(" License")
    found.append({"name": about["Name"], "version": about["Version"], "license": license})
print(json.dumps(found))`;
  const python = join(pythonPrograms, "python");
  const all = JSON.parse(execFileSync(python, ["-c", list], { encoding: "utf8" })) as Licensed[];
  // They come with each environment of Python.
  return all.filter(({ name }) => !["pip", "setuptools"].includes(name));
}
