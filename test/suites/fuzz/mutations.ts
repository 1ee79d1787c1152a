/** Makes broken requests of valid ones. The same seed makes the same request. */

import { seededRandom } from "../../support/seeded-random.ts";

/** Returns numbers from 0 up to and without a limit. */
type Random = (limit: number) => number;

type Mutation = (request: string, random: Random) => string;

/** Texts that parsers of HTTP treat differently from what surrounds them. */
const TOKENS = [
  "\r\n",
  "\n",
  "\r",
  "\r\n\r\n",
  "\0",
  "\xff",
  " ",
  "\t",
  ":",
  "%",
  "%00",
  "?",
  "#",
  "/",
  "//",
  "0\r\n\r\n",
  "ffffffffffffffff\r\n",
  "Content-Length: 5\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Transfer-Encoding: gzip, chunked\r\n",
  "Expect: 100-continue\r\n",
  "Content-Encoding: gzip\r\n",
  "Upgrade: websocket\r\nConnection: Upgrade\r\n",
  "GET / HTTP/1.1\r\n",
  "HTTP/1.0",
];

const LENGTHS = [
  "0",
  "1",
  "-1",
  "+5",
  "0x10",
  "1e3",
  "5, 5",
  "99999",
  "4294967296",
  "9".repeat(30),
];

/** Start and end of a part of up to this many characters. */
function partOf(request: string, random: Random, longest: number): [number, number] {
  const start = random(request.length + 1);
  return [start, Math.min(request.length, start + 1 + random(longest))];
}

function replaced(request: string, start: number, end: number, text: string): string {
  return request.slice(0, start) + text + request.slice(end);
}

function onLines(change: (lines: string[], random: Random) => void): Mutation {
  return (request, random) => {
    const lines = request.split("\r\n");
    change(lines, random);
    return lines.join("\r\n");
  };
}

const MUTATIONS: readonly Mutation[] = [
  function flipBit(request, random) {
    const at = random(request.length);
    const flipped = request.charCodeAt(at) ^ (1 << random(8));
    return replaced(request, at, at + 1, String.fromCharCode(flipped & 255));
  },
  function replaceByte(request, random) {
    const at = random(request.length);
    return replaced(request, at, at + 1, String.fromCharCode(random(256)));
  },
  function deletePart(request, random) {
    return replaced(request, ...partOf(request, random, 12), "");
  },
  function repeatPart(request, random) {
    const [start, end] = partOf(request, random, 20);
    return replaced(request, end, end, request.slice(start, end).repeat(1 + random(40)));
  },
  function cut(request, random) {
    return request.slice(0, random(request.length));
  },
  function insertToken(request, random) {
    const at = random(request.length + 1);
    return replaced(request, at, at, TOKENS[random(TOKENS.length)] ?? "");
  },
  function changeNumber(request, random) {
    const numbers = [...request.matchAll(/\d+/g)];
    const chosen = numbers[random(numbers.length)];
    if (chosen === undefined) return request;
    const value = LENGTHS[random(LENGTHS.length)] ?? "";
    return replaced(request, chosen.index, chosen.index + chosen[0].length, value);
  },
  function changeLength(request, random) {
    return request.replace(/(?<=Content-Length: )\d+/, LENGTHS[random(LENGTHS.length)] ?? "");
  },
  onLines(function swapLines(lines, random) {
    const [one, other] = [random(lines.length), random(lines.length)];
    [lines[one], lines[other]] = [lines[other] ?? "", lines[one] ?? ""];
  }),
  onLines(function doubleLine(lines, random) {
    const at = random(lines.length);
    lines.splice(at, 0, lines[at] ?? "");
  }),
  onLines(function addLongLine(lines, random) {
    lines.splice(1, 0, `X-Long: ${"x".repeat(random(20_000))}`);
  }),
];

/** Returns a request of the list with one to four mutations. */
export function mutatedRequest(seeds: readonly string[], seed: number): string {
  const next = seededRandom(seed);
  const random: Random = (limit) => Math.floor(next() * limit);
  let request = seeds[random(seeds.length)] ?? "";
  for (let times = 1 + random(4); times > 0; times--) {
    request = MUTATIONS[random(MUTATIONS.length)]?.(request, random) ?? request;
  }
  return request;
}
