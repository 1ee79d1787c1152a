/** The map: by mouse, fingers and keys, across the date line, with towns and cells. */
import { describe, expect, it } from "vitest";
import { eventually, HOME, isColor, SCREENS, startVisits } from "./browser.ts";

const visit = startVisits();

const ATLANTIC = "#25,-45/5";

/** The place at an offset in pixels from the middle of a map, by the formula of Web Mercator. */
function placeBeside(latDeg: number, lonDeg: number, zoom: number, right: number, down: number) {
  const pixels = 256 * 2 ** zoom;
  const y = Math.asinh(Math.tan((latDeg * Math.PI) / 180)) - (2 * Math.PI * down) / pixels;
  const lon = lonDeg + (360 * right) / pixels;
  return { lat: (Math.atan(Math.sinh(y)) * 180) / Math.PI, lon: lon > 180 ? lon - 360 : lon };
}

describe.each(SCREENS)("on $device, the map", ({ screen }) => {
  it.each([
    [52.376514, 4.908543, 16],
    [-33.8568, 151.2153, 5],
    [70, 20, 30],
    // The place is on the other side of the date line.
    [0, 179.99, 8],
  ])("chooses the place under a click, around %d, %d at zoom %d", async (latDeg, lonDeg, zoom) => {
    const user = await visit.open(`#${latDeg},${lonDeg}/${zoom}`, screen);
    const former = user.fragment();
    const { width, height } = await user.mapBox();
    const position = { x: Math.round(width / 2) + 80, y: Math.round(height / 2) - 60 };
    await user.page.locator("#map").click({ position });
    await eventually(user.fragment).not.toBe(former);
    const found = user.place();
    const { lat, lon } = placeBeside(latDeg, lonDeg, zoom, 80, -60);
    const degreesPerPixel = 360 / (256 * 2 ** zoom);
    expect(Math.abs(found.latDeg - lat)).toBeLessThan(degreesPerPixel);
    expect(Math.abs(found.lonDeg - lon)).toBeLessThan(degreesPerPixel);
  });

  it("has cells with their codes close to the ground, and towns with their names farther away", async () => {
    const dark = "red < 100 && green < 100";
    const far = await visit.open("#52.376514,4.908543/18", screen);
    const without = await far.share(dark);
    const near = await visit.open("#52.376514,4.908543/19", screen);
    await eventually(() => near.share(dark)).toBeGreaterThan(without + 0.01);
    await near.expectAxe();
    await near.text("#base-map-note").toContain("no streets; its codes are exact");
    const towns = await visit.open("#52.2,5.5/8", screen);
    await towns.text("#base-map-note").toContain("Towns: GeoNames");
    await eventually(() => towns.share(dark)).toBeGreaterThan(0.005);
  });
});

describe("the map", () => {
  it("has no band of land across the Atlantic and land on both sides of the date line", async () => {
    // ol would draw a ring that crosses the date line as a band here.
    const atlantic = await visit.open(ATLANTIC);
    await atlantic.page.waitForLoadState("networkidle");
    await eventually(() => atlantic.share(isColor("#c8dcea"))).toBeGreaterThan(0.9);
    const chukotka = await visit.open("#67,-180/6");
    await eventually(() => chukotka.share(isColor("#f7f4ec"))).toBeGreaterThan(0.5);
  });

  it("moves when it is dragged, which chooses nothing, and so does a double click, which comes closer", async () => {
    const user = await visit.open(HOME);
    const { mouse } = user.page;
    const box = await user.mapBox();
    const [x, y] = [box.x + 200, box.y + 200];
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + 150, y + 60, { steps: 5 });
    await mouse.up();
    await user.code().toBe("NLD 49.4V");
    await mouse.dblclick(x, y);
    await eventually(() => user.place().zoom).toBe(17);
    await user.page.waitForTimeout(400);
    await user.code().toBe("NLD 49.4V");
    expect(user.place()).toMatchObject({ latDeg: 52.376514, lonDeg: 4.908543 });
  });

  it.each([
    ["however fast", {}],
    ["at once for users who want less motion", { reducedMotion: "reduce" }],
  ] as const)("goes as many steps as its buttons are pressed, %s", async (_, options) => {
    const { page, place } = await visit.open(HOME, options);
    const press = (id: string, times: number) =>
      page.evaluate(`for (let n = 0; n < ${times}; n++) document.getElementById("${id}").click()`);
    await press("zoom-in", 5);
    await eventually(() => place().zoom).toBe(21);
    await press("zoom-out", 10);
    await eventually(() => place().zoom).toBe(11);
  });

  it("takes colors that change while it is shown, and has a sea of its own for each", async () => {
    const user = await visit.open(ATLANTIC);
    for (const [media, color] of [
      [{ colorScheme: "dark" }, "#131f30"],
      [{ colorScheme: "light", contrast: "more" }, "#a9cbe2"],
      [{ colorScheme: "dark", contrast: "no-preference", forcedColors: "active" }, "#000000"],
    ] as const) {
      await user.page.emulateMedia(media);
      await eventually(() => user.share(isColor(color))).toBeGreaterThan(0.9);
    }
  });
});
