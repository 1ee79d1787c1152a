/** A place: chosen on the map, described in the panel, copied, found again. */
import { describe, expect, it } from "vitest";
import { encodeLocal } from "../../../src/borders/index.ts";
import { decode, distanceMeters, encodeShortest, formatMapcode } from "../../../src/index.ts";
import { eventually, HOME, SCREENS, startVisits, type Visitor } from "./browser.ts";
import { PLAIN_HOST } from "./chromium.ts";

const visit = startVisits();

/** Copies the code. On a busy machine, only an observer in the page is sure to see the short "Copied" of the button. */
async function copyCode({ page, press }: Visitor): Promise<void> {
  await page.evaluate(`window.labels = []; window.button = document.getElementById("copy-code");
    new MutationObserver(() => labels.push(button.textContent)).observe(button, { childList: true }); 0`);
  await press("Copy code");
  await eventually(() => page.evaluate("labels")).toContain("Copied");
}

describe.each(SCREENS)("on $device, a newcomer", ({ screen }) => {
  it("finds the code of a place, copies it, pastes it elsewhere and lands there", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const user = await visit.open("", { ...screen, permissions });
    await user.code().toBe("NLD 49.4V");
    await user.text("#heading").toBe("An example: Amsterdam");
    await user.note().toMatch(/^(Click|Tap) the map/);
    expect(user.fragment()).toBe("");
    await user.page.locator("#map").click({ position: { x: 220, y: 250 } });
    await user
      .text("#heading")
      .toMatch(/^About here, to \d+(\.\d)? km: zoom in and (click|tap) again$/);
    const { latDeg, lonDeg } = user.place();
    const local = encodeLocal(latDeg, lonDeg) ?? encodeShortest(latDeg, lonDeg);
    await user.code().toBe(formatMapcode(local).replace("AAA ", ""));
    await copyCode(user);
    const copied = `${await user.page.evaluate("navigator.clipboard.readText()")}`;
    const elsewhere = await visit.open("", screen);
    await elsewhere.search(copied);
    await elsewhere.code().toBe(copied);
    expect(distanceMeters(elsewhere.place(), { latDeg, lonDeg })).toBeLessThan(7.49);
  });

  it("near a border gets the code of its territory when the borders arrive, and nothing moves", async () => {
    const user = await visit.open("", screen);
    const release = await user.holdBack(/borders-.*\.bin$/);
    await user.search("22.543, 114.058");
    await user.code().toBe(formatMapcode(encodeShortest(22.543, 114.058)));
    await user.page.locator("#border-summary").click();
    const text = user.text("#border-text");
    await text.toMatch(/The shortest is the first until the borders are loaded/);
    const { y } = await user.mapBox();
    release();
    await user.code().toBe("CN-GD QFJ.PZ6");
    await text.toContain("By the borders it is in Guangdong");
    expect((await user.mapBox()).y).toBe(y);
    await user.search("45.2, 34.1");
    await user.text("#border-summary").toBe("In Ukraine and Russia, which both claim it");
    await user.expectAxe();
  });
});

describe("a newcomer", () => {
  it("has the town of its own beside its code, and the example has none", async () => {
    const user = await visit.open();
    await user.search("Delft");
    await user.text("#answer-where").toBe("In the center of Delft");
    await user.page.goBack();
    await user.code().toBe("NLD 49.4V");
    await user.text("#answer-where").toBe("");
  });

  it("learns what a mapcode is, with links to examples", async () => {
    const user = await visit.open();
    for (const [example, code] of [
      ["Eiffel Tower", "FRA 4J.P2"],
      ["Taj Mahal", "IN-UP 2F2.4H"],
      ["Sydney Opera House", "AU-NSW KB.2R"],
    ]) {
      await user.page.getByRole("link", { name: example }).click();
      await user.code().toBe(code);
    }
  });

  it("uses the position of the device, which says how exact it is, or is told what to do instead", async () => {
    const geolocation = { latitude: -33.8568, longitude: 151.2153, accuracy: 25_000 };
    const user = await visit.open("", { geolocation, permissions: ["geolocation"] });
    await user.press("Use my position");
    await user.text("#heading").toBe("Your position, to 25 km");
    const { latDeg, zoom } = user.place();
    expect([latDeg, zoom > 6, zoom < 11]).toEqual([-33.8568, true, true]);
    await user.page.context().clearPermissions();
    await user.press("Use my position");
    await user.note().toMatch(/may not use your position\. Allow it/);
  });

  it("copies a code on a host without HTTPS, and learns why the position of the device is missing", async () => {
    const user = await visit.open(HOME, {}, PLAIN_HOST);
    expect(await user.page.evaluate("isSecureContext")).toBe(false);
    await user.press("Use my position");
    await user.note().toMatch(/HTTPS only\. .* click the map/);
    await copyCode(user);
    await user.page.locator("#search").focus();
    await user.type("Control+V");
    await eventually(() => user.page.locator("#search").inputValue()).toBe("NLD 49.4V");
  });
});

describe("a place", () => {
  it("is shared by the sheet of the device", async () => {
    const { page, press } = await visit.open(HOME);
    await page.addInitScript("navigator.share = async (data) => { window.shared = data; }");
    await page.reload();
    await press("Share");
    const shared = eventually(() => page.evaluate("window.shared"));
    await shared.toEqual({ title: "NLD 49.4V", url: `${visit.address}#NLD/49.4V` });
  });

  it("has all its codes, the local one first, the international one last, and each can be chosen", async () => {
    const { page, text, code, press, setPrecision } = await visit.open("#39.7684,-86.1581/16");
    await code().toBe("US-IN HH.GC");
    await text("#answer-facts").toBe("Indiana, United States · 10 m square");
    await page.locator("#more-summary").click();
    const codes = page.locator("#codes .code");
    const others = await codes.allInnerTexts();
    await text("#more-summary").toBe(`${others.length} more codes`);
    expect(others).toContain("US-IN HH.GZ3");
    expect(others.at(-1)).toMatch(/^\w{5}\.\w{4}$/);
    await press(/^US-IN HH\.GZ3 /);
    await code().toBe("US-IN HH.GZ3");
    expect(await codes.allInnerTexts()).toContain("US-IN HH.GC");
    const mapsOfPhone = await page.locator("#open-maps").getAttribute("href");
    expect(mapsOfPhone).toBe("geo:39.7684,-86.1581?q=39.7684,-86.1581");
    await page.getByText("Coordinates and distances").click();
    const { latDeg, lonDeg } = decode("US-IN HH.GZ3");
    await text("#facts").toContain(`${Number(latDeg.toFixed(7))}, ${Number(lonDeg.toFixed(7))}`);
    await text("#facts").toMatch(/Distance from the place\s+\d[\s\S]*Distance at most\s+7\.5 m/);
    // The chosen code, not the first one, becomes longer.
    await setPrecision(1);
    await code().toMatch(/^US-IN HH\.GZ3-.$/);
  });

  it("gets longer codes by the slider, which says how small their areas are, and zooms to them", async () => {
    const user = await visit.open(HOME);
    for (let precision = 0; precision <= 8; precision++) {
      await user.setPrecision(precision);
      await user.code().toBe(formatMapcode(encodeShortest(52.376514, 4.908543, { precision })));
    }
    const said = await user.page.locator("#precision").getAttribute("aria-valuetext");
    expect(said).toBe("8 extra characters: 12 µm square");
    await user.press("Zoom to it");
    await eventually(() => user.place().zoom).toBe(41);
    await user.text("#scale").toMatch(/^\d μm$/);
  });

  it("is written in any alphabet, the place's own first, from right to left in Hebrew", async () => {
    const { page, code, setAlphabet } = await visit.open(HOME);
    expect(await page.locator("#local-alphabets option").allInnerTexts()).toEqual(["Roman"]);
    expect(await page.locator("#all-alphabets option").count()).toBe(28);
    for (const [alphabet, direction] of [
      ["GREEK", "ltr"],
      ["HEBREW", "rtl"],
    ] as const) {
      await setAlphabet(alphabet);
      await code().toBe(formatMapcode("NLD 49.4V", { alphabet }));
      const shown = `getComputedStyle(document.getElementById("answer-code")).direction`;
      expect(await page.evaluate(shown)).toBe(direction);
    }
  });
});
