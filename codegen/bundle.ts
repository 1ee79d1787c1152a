/**
 * Puts the modules that the compiler has left in dist one by one into few: a constant or an array of
 * another module is loaded and checked at every use, one of the same module is part of the machine
 * code. Encoding takes a quarter less time, decoding a third; the service starts 20 ms sooner.
 */
import { readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Plugin, rolldown } from "rolldown";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));

/** What is started or imported by its name; all else is part of a chunk. */
const ENTRIES = ["index", "batch/index", "cli/main", "service/worker", "cli/batch/worker"];

/** As deep in dist as the modules that name a file by their own place are in src. */
const CHUNKS = "chunks/[name].js";

/** What src/index.ts reaches stays together, whoever else imports some of it. */
const ENGINE = "engine";
const IN_ENGINE = /dist\/(scratch\.js$|(tables|digits|territories|text|codec|library)\/)/;

/**
 * Makes constants of the engine's functions. A declared function may be assigned to, so that V8 loads
 * and compares it wherever it has put a call of it into other code: 3% of encoding, 8% of decoding.
 */
const constantFunctions: Plugin = {
  name: "constant-functions",
  renderChunk(code, { name }) {
    if (name !== ENGINE) return null;
    let constant = "";
    let done = 0;
    for (const node of this.parse(code).body) {
      if (node.type !== "FunctionDeclaration" || node.id === null) continue;
      const declared = code.slice(node.start, node.end);
      constant += `${code.slice(done, node.start)}const ${node.id.name} = ${declared};`;
      done = node.end;
    }
    return constant + code.slice(done);
  },
};

const compiled = readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".js"),
);
const bundle = await rolldown({
  input: Object.fromEntries(ENTRIES.map((entry) => [entry, `${DIST}${entry}.js`])),
  platform: "node",
  // Packages stay packages.
  external: /^[^./]/,
  plugins: [constantFunctions],
});
await bundle.write({
  dir: DIST,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: CHUNKS,
  codeSplitting: { groups: [{ name: ENGINE, test: IN_ENGINE }] },
});
for (const file of compiled) {
  if (!ENTRIES.includes(file.replace(/\.js$/, ""))) rmSync(`${DIST}${file}`);
}
