/** The option --borders: which territories are around a point. */
import { expect, it } from "vitest";
import { onBothTransports } from "../http/both-transports.ts";

const CANDIDATES =
  "<territoryCandidate><alphaCode>CN-GD</alphaCode><parentAlphaCode>CHN</parentAlphaCode></territoryCandidate><territoryCandidate><alphaCode>CHN</alphaCode></territoryCandidate>";

onBothTransports("a service with borders", { borders: true }, (send) => {
  it.each([
    ["", "22.543,114.058", '[{"alphaCode":"CN-GD","parentAlphaCode":"CHN"},{"alphaCode":"CHN"}]}'],
    ["/xml", "22.543,114.058", `<territories>${CANDIDATES}</territories>`],
    ["", "10,-30", '{"territories":[]}'],
    ["/xml", "10,-30", '"yes"?><territories/>'],
  ])("tells in the format '%s' where %s is", async (format, point, end) => {
    const { text } = await send(`${format}/codes/${point}/territories`);
    expect(text.slice(-end.length)).toBe(end);
  });
});

onBothTransports("a service without borders", {}, (send) => {
  it("has no territories around a point, and does not name them as a filter", async () => {
    const { status, text } = await send("/codes/22.543,114.058/territories");
    expect([status, text]).toEqual([
      400,
      expect.not.stringContaining("international, territories"),
    ]);
  });
});
