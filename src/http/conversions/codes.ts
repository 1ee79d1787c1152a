/** The replies of /codes: which codes of a point they contain, by the rules of the dialect, and their bytes. */

import { CodeWords } from "../../bytes.ts";
import { NO_CODE } from "../../codec/code-arrays.ts";
import { type CodeList, MAX_CODES } from "../../index.ts";
import {
  chooseShortest,
  clampedLatDeg,
  contextOfFilter,
  isFilter,
  moveToFront,
  NO_FILTER,
  PointCodes,
  type TerritoryFilter,
} from "../../internal.ts";
import type { Candidate, Format, ListTexts } from "../formats/format.ts";
import type { CandidateFinder, Dialect, ResolvedInterfaceOptions } from "../interface-options.ts";
import { body, bodyBytes } from "./body.ts";
import {
  ENTRY_WRITERS,
  type EntryOptions,
  type EntryWriter,
  INTERNATIONAL_NUMBER,
} from "./entries.ts";

/** The codes that a request asks for, apart from the point. */
export interface CodesOptions {
  readonly precision: number;
  /** The territory, or the country, whose codes are requested. */
  readonly filter: TerritoryFilter;
  /** Undefined if codes have no members but those that they always have. */
  readonly members: EntryOptions | undefined;
}

/** The segments that may follow the point, each with a reply of its own. */
export const FILTERS = ["mapcodes", "local", "international"] as const;
/** `all` is the reply without a filter: the list of codes, and the local and the international one. */
export type CodesReply = "all" | (typeof FILTERS)[number];

const NO_CANDIDATES: readonly Candidate[] = [];
/** The territories around the point whose codes are found, if they decide about the order of its codes. */
let candidates = NO_CANDIDATES;

/** The codes that the request asks for, first the codes of the candidates. */
const requested = new PointCodes("all", orderByCandidates);
const requestedWords = new CodeWords(requested.list);
/** The same in the published order, where that decides about the local one, or the codes of a territory itself. */
const published = new PointCodes("all");
const publishedWords = new CodeWords(published.list);
/** One code alone: the local or the international one. */
const shortest = new PointCodes("local");
const shortestWords = new CodeWords(shortest.list);
const international = new PointCodes("international");
const internationalWords = new CodeWords(international.list);

/** Writes replies of /codes in one format and dialect. */
export class CodesWriter {
  readonly #entries: EntryWriter;
  readonly #format: Format;
  readonly #dialect: Dialect;
  readonly #findCandidates: CandidateFinder | undefined;
  #latDeg = 0;
  #lonDeg = 0;
  /** The list with the code that a function has found. */
  #words = requestedWords;
  /** Where in the body the codes of `requested` begin and end; 0 for those that are not written yet. */
  readonly #starts = new Uint16Array(MAX_CODES);
  readonly #ends = new Uint16Array(MAX_CODES);

  constructor(format: Format, { dialect, findCandidates }: ResolvedInterfaceOptions) {
    this.#entries = ENTRY_WRITERS[format.name];
    this.#format = format;
    this.#dialect = dialect;
    this.#findCandidates = findCandidates;
  }

  /**
   * Encodes a point.
   * @param latDeg any number; beyond a pole it counts as the pole
   * @returns the body, valid until the next one; undefined for `local` if the point has no local code
   */
  write(
    latDeg: number,
    lonDeg: number,
    options: CodesOptions,
    reply: CodesReply,
  ): Uint8Array | undefined {
    this.#latDeg = clampedLatDeg(latDeg);
    this.#lonDeg = lonDeg;
    body.length = 0;
    if (reply === "international") this.#appendOne(this.#findInternational(options), options);
    else if (reply === "local") {
      if (!this.#appendOne(this.#findOneLocal(options), options)) return undefined;
    } else {
      const { filter, members, precision } = options;
      candidates = NO_CANDIDATES;
      if (reply === "all" && this.#findCandidates !== undefined) {
        candidates = this.#findCandidates(this.#latDeg, lonDeg);
      }
      requested.find(this.#latDeg, lonDeg, precision, filter);
      if (members !== undefined) this.#starts.fill(0, 0, requested.list.count);
      if (reply === "all") this.#appendCodes(options);
      else this.#appendList(this.#entries.texts.list, options);
    }
    return bodyBytes();
  }

  #findInternational({ filter, precision }: CodesOptions): number {
    international.find(this.#latDeg, this.#lonDeg, precision, filter);
    this.#words = internationalWords;
    return international.international;
  }

  /** Finds the code for the member `local`; NO_CODE if it is left out. */
  #findLocal(options: CodesOptions): number {
    const isOfCandidate = candidates[0]?.territory === requested.list.territories[0];
    if (isOfCandidate && requested.count > 0) {
      this.#words = requestedWords;
      return 0;
    }
    if (this.#takesFirst(options)) return this.#findFirst(options);
    const { list, local } = this.#publishedCodes(options);
    if (!this.#dialect.requiresOneTerritory) return indexOfHeldLocal(list);
    return isOfOneTerritory(list) ? local : NO_CODE;
  }

  /** The requested codes in the published order. */
  #publishedCodes({ filter, precision }: CodesOptions): PointCodes {
    const isPublished = candidates.length === 0;
    this.#words = isPublished ? requestedWords : publishedWords;
    if (isPublished) return requested;
    published.find(this.#latDeg, this.#lonDeg, precision, filter);
    return published;
  }

  /** Finds the code of the reply to /local. */
  #findOneLocal(options: CodesOptions): number {
    if (this.#takesFirst(options)) return this.#findFirst(options);
    this.#words = shortestWords;
    shortest.find(this.#latDeg, this.#lonDeg, options.precision, options.filter);
    return shortest.local;
  }

  #takesFirst({ filter }: CodesOptions): boolean {
    return this.#dialect.takesFirstCode && isFilter(filter);
  }

  /** Finds the first code of the requested territory, or of the requested country without its subdivisions. */
  #findFirst({ filter, precision }: CodesOptions): number {
    const ownFilter = { ...NO_FILTER, territory: contextOfFilter(filter) };
    this.#words = publishedWords;
    return published.find(this.#latDeg, this.#lonDeg, precision, ownFilter) > 0 ? 0 : NO_CODE;
  }

  #appendCodes(options: CodesOptions): void {
    const { codes } = this.#entries.texts;
    const local = this.#findLocal(options);
    if (local === NO_CODE) body.appendEncoded(codes.international);
    else {
      body.appendEncoded(codes.local);
      this.#appendEntry(local, options);
      body.appendEncoded(codes.internationalAfterLocal);
    }
    this.#words = requestedWords;
    this.#appendEntry(requested.international, options);
    if (requested.count === 0 && this.#dialect.omitsEmptyMapcodes) body.appendEncoded(codes.noList);
    else this.#appendList(codes.list, options);
    if (candidates.length === 0) return;
    body.length -= codes.end.length;
    body.appendText(this.#format.candidatesMember(candidates));
    body.appendEncoded(codes.end);
  }

  #appendList({ before, between, after, empty }: ListTexts, options: CodesOptions): void {
    this.#words = requestedWords;
    for (let index = 0; index < requested.count; index++) {
      body.appendEncoded(index === 0 ? before : between);
      this.#appendEntry(index, options);
    }
    body.appendEncoded(requested.count === 0 ? empty : after);
  }

  /** Appends the reply that is one code. @returns false if there is no such code */
  #appendOne(index: number, options: CodesOptions): boolean {
    if (index === NO_CODE) return false;
    const { code } = this.#entries.texts;
    body.appendEncoded(code.before);
    this.#appendEntry(index, options);
    body.appendEncoded(code.after);
    return true;
  }

  #appendEntry(index: number, { members }: CodesOptions): void {
    // Members take time, and the local and the international code are in the list as well.
    if (members !== undefined && this.#words === requestedWords) this.#appendOnce(index, members);
    else this.#entries.append(this.#words, index, this.#latDeg, this.#lonDeg, members);
  }

  /** Appends a code of `requested` with members, or the bytes of it that the body has already. */
  #appendOnce(index: number, members: EntryOptions): void {
    if (this.#starts[index] > 0) {
      body.appendAgain(this.#starts[index], this.#ends[index]);
      return;
    }
    this.#starts[index] = body.length;
    this.#entries.append(requestedWords, index, this.#latDeg, this.#lonDeg, members);
    this.#ends[index] = body.length;
  }
}

/** Puts the codes of each candidate in front of the codes of the later ones and of all others. A LocalRule. */
function orderByCandidates(count: number): number {
  let placed = 0;
  for (const { territory } of candidates) placed = moveToFront(placed, count, territory, false);
  return chooseShortest(count);
}

/** Whether all local codes of a list are of one territory. */
function isOfOneTerritory({ count, territories }: CodeList): boolean {
  for (let index = 1; index < count; index++) {
    const isLocal = territories[index] !== INTERNATIONAL_NUMBER;
    if (isLocal && territories[index] !== territories[0]) return false;
  }
  return true;
}

/**
 * Walks the list as the public service does: the first local code is held until a shorter one of another
 * territory replaces it.
 */
function indexOfHeldLocal({ count, territories, starts, ends }: CodeList): number {
  let held = NO_CODE;
  for (let index = 0; index < count; index++) {
    if (territories[index] === INTERNATIONAL_NUMBER) continue;
    const isShorter = held !== NO_CODE && ends[index] - starts[index] < ends[held] - starts[held];
    if (held === NO_CODE || (isShorter && territories[index] !== territories[held])) held = index;
  }
  return held;
}
