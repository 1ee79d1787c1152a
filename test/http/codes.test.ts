/** What `conversions.test.ts` does not compare with the library, and literal replies to read. */
import { expect, it } from "vitest";
import { decode } from "../../src/index.ts";
import { onBothTransports, type Send } from "./both-transports.ts";

const AMSTERDAM = "/codes/52.376514,4.908543";
const AMSTERDAM_CODES =
  '{"mapcode":"49.4V","territory":"NLD"},{"mapcode":"G9.VWG","territory":"NLD"},' +
  '{"mapcode":"DL6.H9L","territory":"NLD"},{"mapcode":"P25Z.N3Z","territory":"NLD"}';

/** A point with codes of several territories, of which the first code is not the shortest. */
const BORDER = "/codes/39.730846,-79.954163";

async function bodyOf(send: Send, target: string): Promise<string> {
  const { status, text } = await send(target);
  expect({ target, status, text }).toMatchObject({ status: 200 });
  return text;
}

onBothTransports("the reply with the codes of a point", {}, (send) => {
  it("has the local, the international and all mapcodes, in this order", async () => {
    expect(await bodyOf(send, AMSTERDAM)).toBe(
      '{"local":{"mapcode":"49.4V","territory":"NLD"},"international":{"mapcode":"VHXGB.1J9J"},' +
        `"mapcodes":[${AMSTERDAM_CODES},{"mapcode":"VHXGB.1J9J"}]}`,
    );
  });

  it("accepts any name of a territory, in any case, with a space or _ for -", async () => {
    const expected = await bodyOf(send, `${BORDER}?territory=US-WV`);
    for (const name of ["us-wv", "us_wv", "US+WV", "US%20WV", "wv", "West%20Virginia"]) {
      expect(await bodyOf(send, `${BORDER}?territory=${name}`)).toBe(expected);
    }
  });

  it("has extra digits, offset, territory, alphabet and rectangle on request", async () => {
    const query = "precision=2&include=offset,TERRITORY,,alphabet,rectangle&alphabet=greek";
    expect(await bodyOf(send, `${AMSTERDAM}/international?${query}`)).toBe(
      '{"mapcode":"VHXGB.1J9J-RD","mapcodeInAlphabet":"ΦΗ9ΓΒ.21Π39-ΨΔ","territory":"AAA",' +
        '"territoryInAlphabet":"ΑΑΑ","offsetMeters":0.061285,"rectangle":{' +
        '"southWest":{"latDeg":52.376483,"lonDeg":4.908505},' +
        '"northEast":{"latDeg":52.376525,"lonDeg":4.908566},' +
        '"center":{"latDeg":52.376504,"lonDeg":4.908535499999999}}}',
    );
    expect(await bodyOf(send, `/xml${AMSTERDAM}/international?${query}`)).toBe(
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><mapcode>' +
        "<mapcode>VHXGB.1J9J-RD</mapcode><mapcodeInAlphabet>ΦΗ9ΓΒ.21Π39-ΨΔ</mapcodeInAlphabet>" +
        "<territory>AAA</territory><territoryInAlphabet>ΑΑΑ</territoryInAlphabet>" +
        "<offsetMeters>0.061285</offsetMeters><rectangle>" +
        "<southWest><latDeg>52.376483</latDeg><lonDeg>4.908505</lonDeg></southWest>" +
        "<northEast><latDeg>52.376525</latDeg><lonDeg>4.908566</lonDeg></northEast>" +
        "<center><latDeg>52.376504</latDeg><lonDeg>4.908535499999999</lonDeg></center>" +
        "</rectangle></mapcode>",
    );
  });

  it("has neither code nor territory in an alphabet that cannot write the code", async () => {
    const { latDeg, lonDeg } = decode("NLD 12.99");
    const target = `/codes/${latDeg},${lonDeg}/local?alphabet=greek&include=alphabet`;
    expect(await bodyOf(send, target)).toContain('"mapcodeInAlphabet":"Α2.67"');
    expect(await bodyOf(send, `${target}&precision=2`)).toBe(
      '{"mapcode":"12.UA-DW","territory":"NLD"}',
    );
  });

  it("accepts an encoded comma, a trailing slash and exponents", async () => {
    const expected = await bodyOf(send, AMSTERDAM);
    expect(await bodyOf(send, "/codes/52.376514%2C4.908543/")).toBe(expected);
    expect(await bodyOf(send, "/codes/+5.2e1,.5")).toBe(await bodyOf(send, "/codes/52,0.5"));
  });
});

onBothTransports("a filter after the point", {}, (send) => {
  it("is accepted in any case, with or without a trailing slash", async () => {
    expect(await bodyOf(send, `${AMSTERDAM}/LOCAL/`)).toBe(
      await bodyOf(send, `${AMSTERDAM}/local`),
    );
  });
});

onBothTransports(
  "the hosted dialect's reply with the codes of a point",
  { dialect: "hosted" },
  (send) => {
    it("has the first code of the country itself, not of a subdivision, as local code of a country", async () => {
      const { local, mapcodes } = JSON.parse(await bodyOf(send, `${BORDER}?country=US`));
      const [first] = JSON.parse(await bodyOf(send, `${BORDER}/mapcodes?territory=USA`));
      expect(mapcodes.map(({ territory }: { territory: string }) => territory)).toContain("US-PA");
      expect(local).toEqual(first);
      expect(JSON.parse(await bodyOf(send, `${BORDER}/local?country=US`))).toEqual(first);
    });

    it("is an error for latitudes beyond the poles", async () => {
      const { status, text } = await send("/codes/90.5,0");
      expect({ status, text }).toEqual({
        status: 400,
        text:
          '{"status":400,"error":"invalid-parameter","message":"The lat \'90.5\' is not a number of ' +
          'degrees from -90 to 90.","parameter":"lat","value":"90.5",' +
          '"expected":"a number of degrees from -90 to 90"}',
      });
      expect((await send("/codes/-90,0")).status).toBe(200);
    });
  },
);

onBothTransports("the spec dialect's reply to /local of a country", {}, (send) => {
  it("has the shortest code of the country and its subdivisions", async () => {
    const { territory } = JSON.parse(await bodyOf(send, `${BORDER}/local?country=US`));
    expect(territory).not.toBe("USA");
  });
});
