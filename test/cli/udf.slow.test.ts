/** `mapcoded udf` as a process: pipes that pause, are non-blocking, or are closed. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { listenTo, MAIN, start } from "./command.ts";
import { itRefuses, words } from "./command-lines.ts";

const LOCAL = words`udf encode --args lat,lon --returns local`;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** A process, and its output so far. */
function startFunction(args: readonly string[]) {
  const child = start(args);
  children.push(child);
  return { child, said: listenTo(child) };
}

describe("a process of a function", () => {
  it("answers each row while the pipe stays open and no other row comes", async () => {
    const { child, said } = startFunction(LOCAL);
    for (const [row, out] of [
      ["52.376514\t4.908543\n", "NLD 49.4V\n"],
      ["x\t4.9\n52.376514", "NLD 49.4V\n\\N\n"],
      ["\t4.908543\n", "NLD 49.4V\n\\N\nNLD 49.4V\n"],
    ]) {
      child.stdin?.write(row);
      await until(() => said.out === out);
    }
    child.stdin?.end("0\t-30");
    const [code] = await once(child, "close");
    expect([code, said.out]).toEqual([0, "NLD 49.4V\n\\N\nNLD 49.4V\n\\N\n"]);
  });

  it("answers a million rows through a pipe whose reader is slow", async () => {
    const { child, said } = startFunction(LOCAL);
    child.stdout?.once("data", () => {
      child.stdout?.pause();
      setTimeout(() => child.stdout?.resume(), 500);
    });
    child.stdin?.end("52.376514\t4.908543\n".repeat(1_000_000));
    await once(child, "close");
    expect(said.out === "NLD 49.4V\n".repeat(1_000_000)).toBe(true);
  });

  it("waits for pipes that are non-blocking", () => {
    const script = `
import os, subprocess, sys, time
inward, outward = os.pipe(), os.pipe()
for pipe in inward + outward: os.set_blocking(pipe, False)
child = subprocess.Popen(sys.argv[1:], stdin=inward[0], stdout=outward[1])
os.close(inward[0]); os.close(outward[1])
time.sleep(0.5)
os.write(inward[1], b"52.376514\\t4.908543\\n" * 3000)
os.set_blocking(outward[0], True)
answers = b""
while answers.count(b"\\n") < 3000: answers += os.read(outward[0], 65536)
os.close(inward[1])
print(answers == b"NLD 49.4V\\n" * 3000, child.wait())
`;
    const args = ["-c", script, process.execPath, MAIN, ...LOCAL];
    expect(execFileSync("python3", args, { encoding: "utf8" })).toBe("True 0\n");
  });

  it("ends without a message when its reader is gone, and by a signal as the engine sends it", async () => {
    const command = `yes '52.376514\t4.908543' | "$@" | head -1; echo "$\{PIPESTATUS[1]}"`;
    const args = ["-c", command, "bash", process.execPath, MAIN, ...LOCAL];
    const child = spawn("bash", args, { stdio: ["ignore", "pipe", "pipe"] });
    const said = listenTo(child);
    await once(child, "close");
    expect(said).toEqual({ out: "NLD 49.4V\n141\n", err: "" });
    const waiting = startFunction(LOCAL).child;
    waiting.stdin?.write("1\t2\n");
    if (waiting.stdout) await once(waiting.stdout, "data");
    waiting.kill("SIGTERM");
    expect(await once(waiting, "close")).toEqual([null, "SIGTERM"]);
  });
});

describe("wrong usage", () => {
  const names =
    "Name the fields of a row in their order, each once: lat,lon, and optionally territory or precision.";
  itRefuses("exits with 2", {
    "udf encode --returns local": "required option '--args <names>' not specified",
    "udf encode --args lat --returns local": names,
    "udf encode --args lat,lon,lat --returns local": names,
    "udf encode --args lat,lon,code --returns local": names,
    "udf encode --args lat,lon --returns point": "Allowed choices are local, international, all.",
    "udf decode --args code --returns local": "Allowed choices are lat,lon.",
    "udf encode --args lat,lon,territory --returns international": "Omit territory from --args.",
    "udf encode --args lat,lon --returns local --territory nowhere":
      "The territory 'nowhere' is not",
  });
});
