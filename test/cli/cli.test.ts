import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

/** The built command, as users get it. */
const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

function start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env } });
}

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const child = start(args, env);
  let out = "";
  let err = "";
  child.stdout?.on("data", (data) => {
    out += data;
  });
  child.stderr?.on("data", (data) => {
    err += data;
  });
  const [code] = await once(child, "close");
  return { code, out, err };
}

/** The first line with an address that a starting service prints. */
async function addressFrom(child: ChildProcess): Promise<string> {
  let out = "";
  for await (const data of child.stdout ?? []) {
    out += data;
    const address = /http:\/\/\S+/.exec(out)?.[0];
    if (address !== undefined && out.includes("\n")) return address;
  }
  throw new Error(`no address in: ${out}`);
}

describe("mapcoded encode", () => {
  it("prints the mapcodes of a point with their territories", async () => {
    expect(await run(["encode", "52.376514", "4.908543"])).toEqual({
      code: 0,
      out: "NLD 49.4V\nNLD G9.VWG\nNLD DL6.H9L\nNLD P25Z.N3Z\nAAA VHXGB.1J9J\n",
      err: "",
    });
  });

  it("takes negative numbers, as two words or as one", async () => {
    const expected = { code: 0, out: "AAA 72GWM.S2BN-P8\n", err: "" };
    expect(await run(["encode", "-p", "2", "-33.9", "-151.2"])).toEqual(expected);
    expect(await run(["encode", "-33.9,-151.2", "--precision", "2"])).toEqual(expected);
    expect(await run(["encode", "-3.39e1,-151.2", "--precision", "2"])).toEqual(expected);
  });

  it("keeps to a territory or a country", async () => {
    const { out } = await run(["encode", "52.5", "6.99", "-t", "Germany"]);
    expect(out).toBe("DEU 618.GD4\nDEU 2MLM.LR7\n");
    expect((await run(["encode", "52.5", "6.99", "-c", "de"])).out).toBe(out);
  });

  it("exits with 1 where a territory has no mapcode", async () => {
    expect(await run(["encode", "0", "-30", "-t", "NLD"])).toEqual({
      code: 1,
      out: "",
      err: "The point 0 -30 has no mapcode in NLD.\n",
    });
  });
});

describe("mapcoded decode", () => {
  it("prints latitude and longitude, of one word or two", async () => {
    const expected = { code: 0, out: "52.37651400000124 4.908543375\n", err: "" };
    expect(await run(["decode", "NLD 49.4V"])).toEqual(expected);
    expect(await run(["decode", "nld", "49.4v"])).toEqual(expected);
    expect(await run(["decode", "49.4V", "--context", "NLD"])).toEqual(expected);
  });

  it("tells of the territory that a code without one may lack", async () => {
    expect((await run(["decode", "49.4V"])).err).toContain("need their territory in front");
  });

  it.each([["nonsense"], ["NLD ZZZZ.ZZZZ"]])("exits with 1 for %s", async (text) => {
    const { code, out, err } = await run(["decode", text]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(`The mapcode '${text}' is not`);
  });
});

describe("wrong usage exits with 2 and says what was wanted", () => {
  it.each([
    [[], "Usage: mapcoded"],
    [["frobnicate"], "unknown command 'frobnicate'"],
    [["encode"], "missing required argument 'point'"],
    [["encode", "52"], "A point is a latitude and a longitude"],
    [["encode", "1", "2", "3"], "A point is a latitude and a longitude"],
    [["encode", "north", "2"], "The latitude 'north' is not a number of degrees."],
    [["encode", "1", "0x2"], "The longitude '0x2' is not a number of degrees."],
    [["encode", "1", "2", "-p", "9"], "Expected an integer from 0 to 8."],
    [["encode", "1", "2", "-t", "Atlantis"], "The territory 'Atlantis' is not"],
    [["encode", "1", "2", "-c", "Holland"], "The country 'Holland' is not"],
    [["encode", "1", "2", "-t", "NLD", "-c", "NL"], "cannot be used with"],
    [["encode", "1", "2", "--fast"], "unknown option '--fast'"],
    [["decode"], "missing required argument 'mapcode'"],
    [["decode", "49.4V", "-c", "Atlantis"], "The territory 'Atlantis' is not"],
    [["serve", "--port", "http"], "Expected an integer from 0 to 65535."],
    [["serve", "--port", "70000"], "Expected an integer from 0 to 65535."],
  ])("%j", async (args, message) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
  });

  it("also for the environment", async () => {
    const { code, err } = await run(["serve"], { PORT: "http" });
    expect(code).toBe(2);
    expect(err).toContain("value 'http' from env 'PORT' is invalid");
  });
});

describe("help and version", () => {
  it("go to standard output and exit with 0", async () => {
    const help = await run(["--help"]);
    expect(help.code).toBe(0);
    for (const command of ["serve", "encode", "decode"]) expect(help.out).toContain(command);
    const version = await run(["--version"]);
    expect(version).toEqual({ code: 0, out: `${packageJson.version} (tables 2.3.0)\n`, err: "" });
  });
});

describe("mapcoded serve", () => {
  it.each([
    "SIGINT",
    "SIGTERM",
  ] as const)("says where it listens, answers, and ends with 0 on %s", async (signal) => {
    const child = start(["serve", "--port", "0"]);
    const closed = once(child, "close");
    const address = await addressFrom(child);
    const { statusCode, body } = await request(`${address}/codes/52.376514,4.908543`);
    expect(statusCode).toBe(200);
    expect(JSON.parse(await body.text()).international.mapcode).toBe("VHXGB.1J9J");
    child.kill(signal);
    expect(await closed).toEqual([0, null]);
  });

  it("exits with 1 and one line when the port is taken", async () => {
    const first = start(["serve"], { PORT: "0" });
    const port = new URL(await addressFrom(first)).port;
    expect(await run(["serve", "--port", port])).toEqual({
      code: 1,
      out: "",
      err: `Cannot listen on 127.0.0.1, port ${port}: in use, not allowed, or no address of this machine.\n`,
    });
    const closed = once(first, "close");
    first.kill("SIGINT");
    await closed;
  });
});
