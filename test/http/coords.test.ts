import { expect, it } from "vitest";
import { onBothTransports } from "./both-transports.ts";

const RECTANGLE =
  '"southWest":{"latDeg":52.376483,"lonDeg":4.908505},' +
  '"northEast":{"latDeg":52.376525,"lonDeg":4.908566},' +
  '"center":{"latDeg":52.376504,"lonDeg":4.908535499999999}';
const RECTANGLE_XML =
  "<southWest><latDeg>52.376483</latDeg><lonDeg>4.908505</lonDeg></southWest>" +
  "<northEast><latDeg>52.376525</latDeg><lonDeg>4.908566</lonDeg></northEast>" +
  "<center><latDeg>52.376504</latDeg><lonDeg>4.908535499999999</lonDeg></center>";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

onBothTransports("the reply with the point of a mapcode", {}, (send) => {
  it("decodes a code with its territory, or with one as context", async () => {
    const expected = '{"latDeg":52.37651400000124,"lonDeg":4.908543375}';
    expect((await send("/coords/NLD%2049.4V")).text).toBe(expected);
    expect((await send("/coords/49.4V?context=Netherlands")).text).toBe(expected);
    expect((await send("/coords/nld%2049.4v/?context=USA")).text).toBe(expected);
  });

  it("decodes an international code with or without a context", async () => {
    const expected = '{"latDeg":52.376504,"lonDeg":4.908535499999999}';
    expect((await send("/coords/VHXGB.1J9J")).text).toBe(expected);
    expect((await send("/coords/VHXGB.1J9J?context=BRA")).text).toBe(expected);
  });

  it("says which part of an unknown mapcode is no territory", async () => {
    const { status, text } = await send("/coords/HLD%2049.4V");
    expect({ status, ...JSON.parse(text) }).toMatchObject({
      status: 404,
      error: "unknown-mapcode",
      message: "In the mapcode 'HLD 49.4V', 'HLD' is not a territory.",
      parameter: "code",
      value: "HLD 49.4V",
    });
  });

  it("includes the rectangle on request", async () => {
    expect((await send("/coords/VHXGB.1J9J?include=rectangle")).text).toBe(
      `{"latDeg":52.376504,"lonDeg":4.908535499999999,"rectangle":{${RECTANGLE}}}`,
    );
    expect((await send("/xml/coords/VHXGB.1J9J?include=Rectangle")).text).toBe(
      `${XML}<point><latDeg>52.376504</latDeg><lonDeg>4.908535499999999</lonDeg>` +
        `<rectangle>${RECTANGLE_XML}</rectangle></point>`,
    );
  });

  it("ignores the includes of /codes that /coords does not have", async () => {
    expect((await send("/coords/VHXGB.1J9J?include=offset,territory,alphabet")).text).toBe(
      (await send("/coords/VHXGB.1J9J")).text,
    );
  });

  it("decodes codes in other alphabets, also with a Greek territory code", async () => {
    const expected = (await send("/coords/VHXGB.1J9J")).text;
    for (const code of ["ΦΗ9ΓΒ.21Π39", "ΑΑΑ ΦΗ9ΓΒ.21Π39"]) {
      expect((await send(`/coords/${encodeURIComponent(code)}`)).text).toBe(expected);
    }
  });
});

onBothTransports(
  "the hosted dialect's reply with the point of a mapcode",
  { dialect: "hosted" },
  (send) => {
    it("is the rectangle alone if the rectangle is included", async () => {
      expect((await send("/coords/VHXGB.1J9J?include=rectangle")).text).toBe(`{${RECTANGLE}}`);
      expect((await send("/xml/coords/VHXGB.1J9J?include=rectangle")).text).toBe(
        `${XML}<rectangle>${RECTANGLE_XML}</rectangle>`,
      );
      expect((await send("/coords/VHXGB.1J9J")).text).toBe(
        '{"latDeg":52.376504,"lonDeg":4.908535499999999}',
      );
    });
  },
);
