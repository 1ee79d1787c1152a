import { describe, expect, it } from "vitest";
import { decode, encode, shortestLocalMapcode } from "../../src/index.ts";
import { describePlace } from "../../src/web/worker/places.ts";
import { outlineOf, readRecords } from "../../src/web/worker/records.ts";
import { interpret } from "../../src/web/worker/searching.ts";
import { readVectors } from "../vectors.ts";

const points = readVectors("encode.tsv")
  .filter((_, index) => index % 40 === 0)
  .map(({ lat, lon }) => ({ latDeg: Number(lat), lonDeg: Number(lon) }))
  .filter(({ latDeg, lonDeg }) => Math.abs(latDeg) <= 90 && Math.abs(lonDeg) <= 180);

describe("the description of a place", () => {
  it("has all codes of the library, the shortest local one first, the international one last", () => {
    expect(points.length).toBeGreaterThan(100);
    for (const point of points) {
      const { codes } = describePlace({ point, precision: 0, alphabet: "ROMAN" });
      const expected = encode(point.latDeg, point.lonDeg);
      const ours = codes.map(({ territory, code }) => `${territory} ${code}`);
      expect(ours.toSorted()).toEqual(expected.map(String).toSorted());
      const shortest = shortestLocalMapcode(expected) ?? expected.at(-1);
      expect(ours[0]).toBe(`${shortest}`);
      expect(codes.at(-1)?.isInternational).toBe(true);
    }
  });

  it("names for each code the record whose cells have the size of its cell", () => {
    for (const point of points) {
      const { codes } = describePlace({ point, precision: 0, alphabet: "ROMAN" });
      for (const { cell, record, text } of codes) {
        const height = Math.round((cell.northDeg - cell.southDeg) * 1e6);
        // A cell is smaller at the edge of its record.
        expect([text, height <= (record?.cellHeightMicroDeg ?? 0)]).toEqual([text, true]);
      }
    }
  });

  it("has a note for points whose codes lead across a border", () => {
    const point = { latDeg: 51.10001, lonDeg: 3.35954 };
    const at = (precision: number) => describePlace({ point, precision, alphabet: "ROMAN" });
    expect(at(0).neighborNames).toEqual(["France"]);
    expect(at(2).neighborNames).toEqual([]);
  });

  it("keeps a code in Roman letters that its alphabet cannot write", () => {
    for (const point of points) {
      const { codes } = describePlace({ point, precision: 2, alphabet: "GREEK" });
      for (const { writtenCode } of codes) expect(writtenCode).not.toBe("");
    }
  });
});

describe("records of a territory", () => {
  it("end with its outline", () => {
    const { outline, records, name } = readRecords("NLD");
    expect(name).toBe("Netherlands");
    const last = records[records.length - 1];
    expect(outline.westDeg).toBe(last.westMicroDeg / 1e6);
    expect(outlineOf("NLD")).toEqual(outline);
  });
});

describe("the search", () => {
  const titles = (text: string, near?: { latDeg: number; lonDeg: number }) =>
    interpret({ text, near }).suggestions.map(({ title }) => title);

  it("finds the place of every code of every point, so that whoever types a code lands there", () => {
    for (const { latDeg, lonDeg } of points) {
      for (const mapcode of encode(latDeg, lonDeg, { precision: 2 })) {
        const [first] = interpret({ text: `${mapcode}`, near: undefined }).suggestions;
        const { latDeg: lat, lonDeg: lon } = decode(`${mapcode}`);
        expect(first.point.latDeg).toBeCloseTo(lat, 7);
        expect(first.point.lonDeg).toBeCloseTo(lon, 7);
      }
    }
  });

  it("takes a code without territory as one of the place, and a number as half of coordinates", () => {
    const near = { latDeg: 52.37, lonDeg: 4.9 };
    expect(titles("49.4V", near)).toEqual(["NLD 49.4V"]);
    expect(titles("49.4V")).toEqual([]);
    expect(titles("52.37", near)).toEqual([]);
  });

  it("offers the country, too, where its ISO code is that of a subdivision", () => {
    expect(titles("NL 49.4V")).toContain("NLD 49.4V");
    expect(titles("in")).toEqual(expect.arrayContaining(["India", "Indiana, USA"]));
  });

  it.each([
    "Amsterdam",
    "Paris",
    "Damrak 1, Amsterdam",
    "123 Main Street",
    "10115 Berlin",
    "Zürich",
  ])("says of %s that it knows no towns and streets, and what to do", (text) => {
    expect(interpret({ text, near: undefined })).toMatchObject({
      suggestions: [],
      hint: expect.stringMatching(/no towns or streets\. Click your place on the map/),
    });
  });

  it("takes mapcodes and coordinates that are not complete for what they are", () => {
    for (const text of ["VHXGB", "NLD 49", "52.37 n", "Netherlands 49.4!"]) {
      expect(interpret({ text, near: undefined }).hint).not.toContain("towns");
    }
  });

  it("takes a link to the page, of any host", () => {
    const link = "https://maps.example.org/mapcode/map/#52.376514,4.908543/16?precision=2";
    expect(titles(link)).toEqual(["52.376514, 4.908543"]);
  });

  it("completes names and says when nothing can become of a text", () => {
    expect(titles("new y")).toEqual(["New York, USA"]);
    expect(interpret({ text: "NLD 49!", near: undefined }).isWrong).toBe(true);
    expect(interpret({ text: "nether", near: undefined }).isWrong).toBe(false);
    expect(interpret({ text: "  ", near: undefined })).toEqual({
      suggestions: [],
      hint: "",
      isWrong: false,
    });
  });
});
