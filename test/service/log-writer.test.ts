import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BUFFER_BYTES,
  LogWriter,
  RESERVED_BYTES,
  WRITE_BYTES,
} from "../../src/service/log/log-writer.ts";
import { runs } from "../support/arbitraries.ts";

/** A reader that takes everything until it stops. */
function createReader() {
  const reader = {
    isReading: true,
    writes: [] as string[],
    /** Writes with this index take only a part of their bytes, as a full disk does. */
    partialWrites: new Set<number>(),
    received: () => reader.writes.join(""),
  };
  const writer = new LogWriter((bytes, start, length) => {
    if (!reader.isReading) throw Object.assign(new Error("full"), { code: "EAGAIN" });
    const taken = reader.partialWrites.has(reader.writes.length) ? Math.ceil(length / 2) : length;
    reader.writes.push(bytes.toString("latin1", start, start + taken));
    return taken;
  });
  return { reader, writer };
}

const line = fc
  .string({ unit: fc.constantFrom("a", "µ", "語", "😀", " "), maxLength: 3000 })
  .map((text) => `${text}\n`);

describe("the writer of the log", () => {
  it("writes all lines in their order, whatever the reader does, if they fit into its buffer", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constantFrom("write", "append"), line }),
      fc.record({ kind: fc.constantFrom("stop", "read", "flush") }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.array(fc.nat(40)), (steps, partial) => {
        const { reader, writer } = createReader();
        reader.partialWrites = new Set(partial);
        let expected = "";
        for (const step of steps) {
          if (step.kind === "stop") reader.isReading = false;
          if (step.kind === "read") reader.isReading = true;
          if (step.kind === "flush") writer.flush();
          if (!("line" in step)) continue;
          if (step.kind === "write") writer.write(step.line);
          else writer.append(step.line);
          expected += step.line;
        }
        reader.isReading = true;
        expect(writer.flush()).toBe(true);
        expect(Buffer.from(reader.received(), "latin1").toString()).toBe(expected);
        expect(writer.lostLines).toBe(0);
      }),
      runs(100),
    );
  });

  it("writes whole lines in pieces that a pipe takes at once", () => {
    const { reader, writer } = createReader();
    for (let number = 0; number < 5000; number++) writer.append(`${"x".repeat(number % 300)}\n`);
    writer.flush();
    expect(reader.writes.length).toBeGreaterThan(100);
    for (const written of reader.writes) {
      expect(written.length).toBeLessThanOrEqual(WRITE_BYTES);
      expect(written.endsWith("\n")).toBe(true);
    }
  });

  it("collects appended lines, and writes others at once", () => {
    const { reader, writer } = createReader();
    writer.append("one\n");
    writer.append("two\n");
    expect(reader.writes).toEqual([]);
    writer.write("three\n");
    expect(reader.writes).toEqual(["one\ntwo\nthree\n"]);
  });

  it("writes appended lines by itself after a moment", async () => {
    const { reader, writer } = createReader();
    for (const lines of ["one\n", "two\n"]) {
      writer.append(lines);
      await expect.poll(() => reader.writes.at(-1)).toBe(lines);
    }
  });

  it("keeps what fits while nobody reads, drops the rest, and reports how many lines that were", () => {
    const { reader, writer } = createReader();
    const reported: number[] = [];
    writer.onLoss((lines) => {
      reported.push(lines);
      writer.write(`${lines} lost\n`);
    });
    reader.isReading = false;
    const access = `${"a".repeat(99)}\n`;
    const kept = Math.floor((BUFFER_BYTES - RESERVED_BYTES) / access.length);
    for (let number = 0; number < kept + 321; number++) writer.append(access);
    // Errors still fit when access lines do not.
    writer.write("error\n");
    expect(writer.lostLines).toBe(321);
    expect(reported).toEqual([]);
    reader.isReading = true;
    expect(writer.flush()).toBe(true);
    expect(reader.received()).toBe(`${access.repeat(kept)}error\n321 lost\n`);
    expect(reported).toEqual([321]);
    // Told once; the next gap is counted anew.
    writer.flush();
    expect(reported).toEqual([321]);
    expect(writer.lostLines).toBe(321);
  });

  it("drops errors as well when nothing fits any more, and never grows", () => {
    const { reader, writer } = createReader();
    reader.isReading = false;
    for (let number = 0; number < 3000; number++) writer.write(`${"e".repeat(999)}\n`);
    expect(writer.lostLines).toBe(3000 - Math.floor(BUFFER_BYTES / 1000));
  });

  it("tries again by itself until the reader is back", async () => {
    const { reader, writer } = createReader();
    reader.isReading = false;
    writer.write("waits\n");
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(reader.writes).toEqual([]);
    reader.isReading = true;
    await expect.poll(() => reader.received()).toBe("waits\n");
  });

  it("gives up after a while when the process ends and nobody reads", () => {
    const { reader, writer } = createReader();
    reader.isReading = false;
    writer.write("waits\n");
    writer.flushBeforeExit();
    expect(reader.writes).toEqual([]);
  });
});
