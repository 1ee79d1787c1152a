/**
 * V8 inlines 920 bytes of bytecode into a loop and leaves the other calls as they are. When checks of arguments had
 * taken a hundred of these bytes, encodeInto took 4 to 7% longer.
 */
import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";

const DIST = pathToFileURL(`${import.meta.dirname}/../dist/index.js`).href;

/** Loops over 1,000 points around Europe, and their codes. `hotLoop` contains one call. */
function program(call: string): string {
  return `
    import {
      codeText, createCodeList, decodeBytesInto, decodeInto, encodeInternationalInto, encodeInto, NO_TERRITORY,
    } from ${JSON.stringify(DIST)};
    const list = createCodeList();
    const degrees = new Float64Array(2);
    const points = [];
    for (let index = 0; index < 1000; index++) {
      const lat = 36 + ((index * 7919) % 24000) / 1000;
      const lon = -9 + ((index * 104729) % 40000) / 1000;
      encodeInternationalInto(lat, lon, 0, list);
      const text = codeText(list, 0);
      points.push({ lat, lon, text, bytes: new TextEncoder().encode(" ".repeat(16) + text + " ".repeat(16)) });
    }
    function hotLoop() {
      let sum = 0;
      for (let index = 0; index < points.length; index++) {
        const { lat, lon, text, bytes } = points[index];
        sum += ${call};
      }
      return sum;
    }
    %PrepareFunctionForOptimization(hotLoop);
    for (let round = 0; round < 5; round++) hotLoop();
    %OptimizeFunctionOnNextCall(hotLoop);
    hotLoop();
  `;
}

/** The functions that V8 inlines into the loop. */
function inlinedInto(call: string): Set<string> {
  // The budget keeps V8 from compiling anything but the loop: a function that is compiled already is inlined or not
  // by the size of its code, which depends on the moment.
  const flags = [
    "--trace-turbo-inlining",
    "--allow-natives-syntax",
    "--interrupt-budget=1000000000",
    "--input-type=module",
  ];
  const options = { encoding: "utf8", maxBuffer: 1 << 26 } as const;
  const trace = execFileSync(process.execPath, [...flags, "--eval", program(call)], options);
  const inlined = /^Inlining .*SharedFunctionInfo (\w+)>\} into .*SharedFunctionInfo hotLoop>/gm;
  return new Set(Array.from(trace.matchAll(inlined), ([, name = ""]) => name));
}

describe("a loop contains", () => {
  it.each([
    [
      "encodeInto(lat, lon, 0, list)",
      [
        "setInputDegrees",
        "encodeAt",
        "begin",
        "addInternationalCode",
        "writeList",
        "writeListCode",
        "writeCode",
      ],
    ],
    [
      "encodeInternationalInto(lat, lon, 0, list)",
      ["setInputDegrees", "encodeInternationalAt", "begin", "setPoint", "writeListCode"],
    ],
    [
      "decodeInto(text, NO_TERRITORY, degrees)",
      ["readText", "fastScanText", "readFast", "readParsed", "writePoint", "writeCellCenter"],
    ],
    [
      "decodeBytesInto(bytes, 16, 26, NO_TERRITORY, degrees)",
      ["decodeBytesAt", "readFast", "readParsed", "writePoint", "writeCellCenter"],
    ],
  ])("what takes the time of %s", (call, names) => {
    expect([...inlinedInto(call)]).toEqual(expect.arrayContaining(names));
  });
});
