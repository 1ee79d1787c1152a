import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What each layer may import of the others; itself always. `index` is src/index.ts. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  tables: [],
  digits: ["tables"],
  territories: ["tables", "digits"],
  text: ["tables", "digits"],
  codec: ["tables", "digits", "territories", "text"],
  library: ["tables", "territories", "text", "codec"],
  index: ["tables", "territories", "codec", "library"],
  internal: ["territories", "library"],
  batch: ["index", "internal"],
  http: ["index", "internal", "batch"],
  service: ["index", "internal", "batch", "http"],
  cli: ["index", "internal", "batch", "http", "service"],
};

/** The files that packages with a binary or a wide reach are kept to. */
const KEPT_TO: Readonly<Record<string, readonly string[]>> = {
  // Only uws.ts loads it; the others import types.
  "uWebSockets.js": [
    "src/service/transports/uws-batch.ts",
    "src/service/transports/uws-response.ts",
    "src/service/transports/uws.ts",
  ],
  "cli-progress": ["src/cli/batch/progress.ts"],
  commander: [
    "src/cli/convert-commands.ts",
    "src/cli/program.ts",
    "src/cli/run.ts",
    "src/cli/serve.ts",
    "src/cli/service-address.ts",
    "src/cli/status.ts",
    "src/cli/values.ts",
  ],
  pino: ["src/service/log.ts"],
  "pino-pretty": ["src/service/log.ts"],
  "csv-parse/sync": ["codegen/read.ts", "src/batch/rows/fields.ts"],
};

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const found = text.matchAll(/^(?:import|export|\}).*? from "([^"]+)";$|import\("([^"]+)"\)/gm);
  return Array.from(found, ([, fixed, dynamic]) => (fixed ?? dynamic) as string);
}

/** The file that a relative import means, from the root; packages stay as they are. */
function resolved(file: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  return relative(ROOT, join(ROOT, dirname(file), specifier));
}

function layerOf(file: string): string {
  const [, layer = ""] = file.split("/");
  return layer.replace(/\.ts$/, "");
}

describe("imports", () => {
  const files = [...sources("src"), ...sources("codegen")];

  it("are found", () => {
    expect(files.length).toBeGreaterThan(40);
    expect(importsOf("src/index.ts")).toContain("./codec/decode.ts");
  });

  it.each(sources("src"))("of %s go downwards", (file) => {
    const layer = layerOf(file);
    const allowed = [layer, ...(ALLOWED[layer] as string[])];
    const targets = importsOf(file).map((specifier) => resolved(file, specifier));
    const inside = targets.filter((target) => target.startsWith("src/"));
    expect(inside.filter((target) => !allowed.includes(layerOf(target)))).toEqual([]);
    expect(targets.filter((target) => /^(codegen|test|bench)\//.test(target))).toEqual([]);
  });

  it.each(sources("codegen"))("of %s share with the engine the layout and the format", (file) => {
    const targets = importsOf(file).map((specifier) => resolved(file, specifier));
    const isShared = /^src\/tables\/(format\.ts|layout\/)/;
    const inside = targets.filter((target) => target.startsWith("src/"));
    expect(inside.filter((target) => !isShared.test(target))).toEqual([]);
  });

  it.each(Object.entries(KEPT_TO))("of %s are kept to their files", (name, kept) => {
    expect(files.filter((file) => importsOf(file).includes(name)).sort()).toEqual(kept);
  });
});
