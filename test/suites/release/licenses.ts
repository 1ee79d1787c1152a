/** The packages that ours contain or bring along, each with its license. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../scripts/paths.js";
import { BUNDLED, IN_PAGE } from "../../../scripts/rolldown.config.ts";

export interface Licensed {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or what the package has in its place. */
  readonly license: string;
}

/** What `npm sbom` tells of a package. Its reference ends with the version. */
interface Component {
  readonly "bom-ref": string;
  readonly version: string;
  readonly licenses?: readonly { expression?: string; license?: { id?: string; name?: string } }[];
}

/** The packages that npm has installed with a package of ours. */
export function installedByNpm(folder: string): Licensed[] {
  const args = ["sbom", "--sbom-format=cyclonedx"];
  const said = execFileSync("npm", args, { cwd: folder, encoding: "utf8" });
  const { components } = JSON.parse(said) as { components: readonly Component[] };
  return components.map(({ "bom-ref": reference, version, licenses = [] }) => {
    const texts = licenses.map(
      ({ expression, license }) => expression ?? license?.id ?? license?.name,
    );
    const name = reference.slice(0, reference.lastIndexOf("@"));
    return { name, version, license: texts.join(" AND ") };
  });
}

/** The package of a folder. */
function packageIn(folder: string): Licensed {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { name, version, license } = manifest as Licensed;
  return { name, version, license };
}

/** The packages whose code is part of ours. */
export function bundled(): Licensed[] {
  return [...BUNDLED, ...IN_PAGE].map((name) => packageIn(join(ROOT, "node_modules", name)));
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
