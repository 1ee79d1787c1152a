/** The option --borders: which territories are around a point. */
import { expect, it } from "vitest";
import { onBothTransports } from "../http/both-transports.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

onBothTransports("a service with borders", { borders: true }, (send) => {
  it.each([
    [
      "/codes/22.543,114.058/territories",
      '{"territories":[{"alphaCode":"CN-GD","parentAlphaCode":"CHN"},{"alphaCode":"CHN"}]}',
    ],
    [
      "/xml/codes/22.543,114.058/territories",
      `${XML}<territories><territoryCandidate><alphaCode>CN-GD</alphaCode><parentAlphaCode>CHN</parentAlphaCode></territoryCandidate><territoryCandidate><alphaCode>CHN</alphaCode></territoryCandidate></territories>`,
    ],
    ["/codes/10,-30/territories", '{"territories":[]}'],
    ["/xml/codes/10,-30/territories", `${XML}<territories/>`],
  ])("tells with %s where a point is", async (target, text) => {
    expect((await send(target)).text).toBe(text);
  });
});

onBothTransports("a service without borders", {}, (send) => {
  it("has no territories around a point, and does not name them as a filter", async () => {
    const { status, text } = await send("/codes/22.543,114.058/territories");
    expect(status).toBe(400);
    expect(text).not.toContain("international, territories");
  });
});
