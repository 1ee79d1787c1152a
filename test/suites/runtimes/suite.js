// @ts-check
/** The suite for every runtime: a plain function, as no test framework runs everywhere. */

const ROWS = 'name,lat,lon\n"Zürich, Dam",52.376514,4.908543\nSydney,-33.8568,x\n';

/**
 * @param {typeof import("../../../src/index.ts")} library
 * @param {typeof import("../../../src/batch/index.ts")} batch
 * @param {readonly { latDeg: number, lonDeg: number, codes: readonly string[][] }[]} vectors
 * @returns {Promise<{ vectors: number, failures: string[] }>} the number of compared vectors, and a sentence for each failure
 */
export async function runSuite(library, batch, vectors) {
  /** @type {string[]} */
  const failures = [];
  /** @type {(what: string, actual: unknown, expected: unknown) => void} */
  const expectSame = (what, actual, expected) => {
    const [ours, theirs] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (ours !== theirs) failures.push(`${what}: ${ours} instead of ${theirs}`);
  };
  for (const { latDeg, lonDeg, codes } of vectors) {
    const at = (/** @type {number} */ precision) =>
      library.encode(latDeg, lonDeg, { precision }).map(({ territory, code }) => [territory, code]);
    const expected = codes.map(([territory, code]) => [territory, code]);
    expectSame(`codes of ${latDeg},${lonDeg}`, at(0), expected);
    const precise = codes.map(([territory, , code]) => [territory, code]);
    expectSame(`precise codes of ${latDeg},${lonDeg}`, at(8), precise);
    const [territory, , code] = codes[0] ?? [];
    const decoded = library.decode(`${territory} ${code}`);
    const isNear = Math.abs(decoded.latDeg - latDeg) < 1e-6;
    expectSame(`latitude of ${territory} ${code} is near`, isNear, true);
  }
  try {
    library.encode(52, 5, { territory: "Atlantis" });
    failures.push("Atlantis is a territory");
  } catch (error) {
    const ours = error instanceof library.MapcodeError ? error.code : `${error}`;
    expectSame("error", ours, "unknown-territory");
  }
  const stream = new batch.EncodeStream({ from: "csv" });
  const converted = new Response(new Blob([ROWS]).stream().pipeThrough(stream));
  const [header, first, second] = (await converted.text()).split("\n");
  expectSame("header", header, "name,lat,lon,territory,mapcode,international,error");
  expectSame("row", first, '"Zürich, Dam",52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,');
  expectSame("failed row begins", second?.startsWith("Sydney,-33.8568,x,,,,"), true);
  expectSame("counts", [stream.counts.converted, stream.counts.failed], [1, 1]);
  return { vectors: vectors.length, failures };
}
