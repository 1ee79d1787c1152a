/**
 * Limits the requests of each client. A client has a bucket of tokens: a request takes one, and they come back
 * at the rate of the limit. Instead of tokens, the time at which a bucket will be full again is kept (GCRA).
 */
import { isIPv6 } from "node:net";

/** Buckets in one generation. Those of two take 15 MB at most. */
const MAX_CLIENTS = 50_000;

const GROUPS = 8;
/** The groups in front of an IPv4 address. */
const MAPPED_PREFIX_GROUPS = 6;
/** The groups that name a network. A client of IPv6 can use any address of its network. */
const NETWORK_GROUPS = 4;

/** Returns the first 64 bits of an IPv6 address, and any other address as it is. */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  const [start, end] = address.split("::", 2).map((part) => part.split(":").filter(Boolean));
  const missing = end === undefined ? 0 : GROUPS - start.length - end.length;
  const groups = [...start, ...Array<string>(Math.max(missing, 0)).fill("0"), ...(end ?? [])];
  // An IPv4 address as uWebSockets.js writes it on a socket for both versions.
  if (/^(0+:){5}ffff:/i.test(groups.join(":"))) return groups.slice(MAPPED_PREFIX_GROUPS).join(":");
  const network = groups.slice(0, NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

export class RateLimiter {
  readonly #intervalMs: number;
  readonly #fillMs: number;
  /** By client: when its bucket will be full. */
  #recent = new Map<string, number>();
  /** Buckets that no request has taken from since the last change of generations. */
  #older = new Map<string, number>();
  #changedAtMs = 0;

  /**
   * @param perSecond requests of a client in a second
   * @param burst requests that it may send at once after a pause
   */
  constructor(perSecond: number, burst: number) {
    this.#intervalMs = 1000 / perSecond;
    this.#fillMs = burst * this.#intervalMs;
  }

  /** Number of clients in memory. */
  get clients(): number {
    return this.#recent.size + this.#older.size;
  }

  /**
   * Takes a token.
   * @param nowMs a time that never goes back
   * @returns false if the client has none
   */
  take(address: string, nowMs: number): boolean {
    this.#forget(nowMs);
    const client = clientNetwork(address);
    const fullAtMs = Math.max(this.#recent.get(client) ?? this.#older.get(client) ?? 0, nowMs);
    const nextFullAtMs = fullAtMs + this.#intervalMs;
    // The difference of the two times would have been rounded: with a burst of 1, it rejected the first request.
    if (fullAtMs - nowMs > this.#fillMs - this.#intervalMs) return false;
    this.#recent.set(client, nextFullAtMs);
    return true;
  }

  /** Forgets full buckets; under attack from more clients than there is room for, others as well. */
  #forget(nowMs: number): void {
    const isOver = nowMs - this.#changedAtMs >= this.#fillMs;
    if (!isOver && this.#recent.size < MAX_CLIENTS) return;
    this.#older = this.#recent;
    this.#recent = new Map();
    this.#changedAtMs = nowMs;
  }
}
