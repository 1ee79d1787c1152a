/** Completion in real shells. bash is everywhere; the others are skipped where they are not installed. */
import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createFolder } from "../support/temporary-folder.ts";
import { itRefuses, mapcoded } from "./command-lines.ts";

const folder = createFolder();
folder.write("points.csv", "lat,lon\n0,-30\n");

const ZSH_PROGRAM = fileURLToPath(new URL("completion.zsh", import.meta.url));

/** In each shell, the program that prints what a script offers for a line. */
const PROGRAMS = {
  bash: (script: string, line: string) => {
    const program = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mapcoded
      if [ \${#COMPREPLY[@]} -gt 0 ]; then printf "%s\\n" "\${COMPREPLY[@]}"; else compgen -f -- "\${@: -1}"; fi`;
    return ["-uc", program, "bash", script, ...line.split(" ")];
  },
  zsh: (script: string, line: string) => ["-f", ZSH_PROGRAM, script, line],
  fish: (script: string, line: string) => {
    return ["--no-config", "-c", `source ${script}; complete -C '${line}' | cut -f 1`];
  },
};

type Shell = keyof typeof PROGRAMS;

/** Whether a shell can be tested. In CI, all of them must. */
function isInstalled(shell: Shell): boolean {
  return process.env.CI === "true" || spawnSync(shell, ["-c", "true"]).status === 0;
}

describe.each(["bash", "zsh", "fish"] as const)("mapcoded completion %s", (shell) => {
  it.skipIf(!isInstalled(shell))("completes commands, options, values and files", async () => {
    const script = folder.write(`completion.${shell}`, (await mapcoded`completion ${shell}`).out);
    const offersFor = (line: string) => {
      const args = PROGRAMS[shell](script, line);
      const settings = { encoding: "utf8", cwd: folder.path("."), timeout: 60_000 } as const;
      return execFileSync(shell, args, settings).split("\n").filter(Boolean);
    };
    expect(offersFor("mapcoded en")).toEqual(["encode"]);
    expect(offersFor("mapcoded ")).toEqual(
      expect.arrayContaining(["encode", "decode", "serve", "status", "territories", "completion"]),
    );
    expect(offersFor("mapcoded encode --rej")).toEqual(["--rejects"]);
    expect(offersFor("mapcoded encode --to nd")).toEqual(["ndjson"]);
    expect(offersFor("mapcoded encode --alphabet GRE")).toEqual(["GREEK"]);
    expect(offersFor("mapcoded serve --log-level war")).toEqual(["warn"]);
    expect(offersFor("mapcoded completion ").toSorted()).toEqual(["bash", "fish", "zsh"]);
    expect(offersFor("mapcoded udf enc")).toEqual(["encode"]);
    expect(offersFor("mapcoded udf encode --ret")).toEqual(["--returns"]);
    expect(offersFor("mapcoded encode poi")).toEqual(["points.csv"]);
    expect(offersFor("mapcoded decode --output poi")).toEqual(["points.csv"]);
  });
});

itRefuses("mapcoded completion names the shells that it knows", {
  "completion tcsh": "Allowed choices are bash, zsh, fish.",
});
