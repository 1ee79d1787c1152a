/** The option --borders: which territories are around a point. */
import { expect, it } from "vitest";
import { onBothTransports } from "../http/both-transports.ts";

onBothTransports("a service with borders", { borders: true }, (send) => {
  it("tells where a point is, in JSON and XML", async () => {
    const json = await send("/codes/22.543,114.058/territories");
    expect(json.text).toBe(
      '{"territories":[{"alphaCode":"CN-GD","parentAlphaCode":"CHN"},{"alphaCode":"CHN"}]}',
    );
    const xml = await send("/xml/codes/22.543,114.058/territories");
    expect(xml.text).toBe(
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><territories>' +
        "<territoryCandidate><alphaCode>CN-GD</alphaCode><parentAlphaCode>CHN</parentAlphaCode></territoryCandidate>" +
        "<territoryCandidate><alphaCode>CHN</alphaCode></territoryCandidate></territories>",
    );
    expect((await send("/codes/10,-30/territories")).text).toBe('{"territories":[]}');
    expect((await send("/xml/codes/10,-30/territories")).text).toMatch(/\?><territories\/>$/);
  });

  it("names the territories among the accepted filters", async () => {
    const { status, text } = await send("/codes/22.543,114.058/nearby");
    expect(status).toBe(400);
    expect(text).toContain("mapcodes, local, international, territories");
  });
});

onBothTransports("a service without borders", {}, (send) => {
  it("has no territories around a point", async () => {
    const { status, text } = await send("/codes/22.543,114.058/territories");
    expect(status).toBe(400);
    expect(text).not.toContain("international, territories");
  });
});
