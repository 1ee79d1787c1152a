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

const LOCAL = '{"latDeg":52.37651400000124,"lonDeg":4.908543375}';
const INTERNATIONAL = '{"latDeg":52.376504,"lonDeg":4.908535499999999}';

onBothTransports("the reply with the point of a mapcode", {}, (send) => {
  it.each([
    ["a code with its territory", "/coords/NLD%2049.4V", LOCAL],
    ["a code with a context", "/coords/49.4V?context=Netherlands", LOCAL],
    ["a code with both", "/coords/nld%2049.4v/?context=USA", LOCAL],
    ["an international code", "/coords/VHXGB.1J9J", INTERNATIONAL],
    ["an international code with a context", "/coords/VHXGB.1J9J?context=BRA", INTERNATIONAL],
    [
      "the includes that only /codes has",
      "/coords/VHXGB.1J9J?include=offset,territory,alphabet",
      INTERNATIONAL,
    ],
    ["another alphabet", `/coords/${encodeURIComponent("ΦΗ9ΓΒ.21Π39")}`, INTERNATIONAL],
    ["a Greek territory", `/coords/${encodeURIComponent("ΑΑΑ ΦΗ9ΓΒ.21Π39")}`, INTERNATIONAL],
    [
      "the rectangle",
      "/coords/VHXGB.1J9J?include=rectangle",
      `${INTERNATIONAL.slice(0, -1)},"rectangle":{${RECTANGLE}}}`,
    ],
    [
      "the rectangle in XML",
      "/xml/coords/VHXGB.1J9J?include=Rectangle",
      `${XML}<point><latDeg>52.376504</latDeg><lonDeg>4.908535499999999</lonDeg>` +
        `<rectangle>${RECTANGLE_XML}</rectangle></point>`,
    ],
  ])("for %s: %s", async (_, target, expected) => {
    expect((await send(target)).text).toBe(expected);
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
});

onBothTransports("the hosted dialect's reply with a point", { dialect: "hosted" }, (send) => {
  it.each([
    ["/coords/VHXGB.1J9J?include=rectangle", `{${RECTANGLE}}`],
    ["/xml/coords/VHXGB.1J9J?include=rectangle", `${XML}<rectangle>${RECTANGLE_XML}</rectangle>`],
    ["/coords/VHXGB.1J9J", INTERNATIONAL],
  ])("is the rectangle alone if the rectangle is included: %s", async (target, expected) => {
    expect((await send(target)).text).toBe(expected);
  });
});
