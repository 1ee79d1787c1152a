/** Finds out which address a request comes from: the address of the connection, or what a trusted proxy says. */
import { isIP } from "node:net";
import { memoize } from "../../internal.ts";
import type { ReceivedRequest } from "../transports/transport.ts";
import { plainAddress, trustedProxies } from "../trusted-proxies.ts";

/** What a request says about its client. */
export interface RequestClient {
  /** The address of the client, as far as it can be believed. */
  readonly address: string;
  /** The header that named the proxies, as it was sent; undefined if it was not read, as the peer is no such proxy. */
  readonly forwardedFor: string | undefined;
}

/** Returns the address in `192.0.2.1`, `192.0.2.1:4711`, `[2001:db8::1]`, `[2001:db8::1]:4711` or `2001:db8::1`. */
function addressOf(node: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(node) ?? [];
  const address = plainAddress(bracketed ?? plain ?? node);
  return isIP(address) === 0 ? undefined : address;
}

/** Returns the members of a list of X-Forwarded-For. */
function forwardedForNodes(header: string): readonly string[] {
  return header.split(",").map((node) => node.trim());
}

/**
 * A parameter of Forwarded with its value, quoted or not (RFC 7239, section 4); or the comma before the next proxy. Names
 * are tried from their start only: a long one without a value would be read again from each of its characters.
 */
const FORWARDED_PART =
  /(?<![\w!#$%&'*+.^`|~-])([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))|,/g;

/** Returns the `for` of each member of a list of Forwarded; empty where it is missing. */
function forwardedNodes(header: string): readonly string[] {
  const nodes = [""];
  for (const [part, name, quoted, token] of header.matchAll(FORWARDED_PART)) {
    if (part === ",") nodes.push("");
    else if (name.toLowerCase() === "for") {
      nodes[nodes.length - 1] = quoted?.replace(/\\(.)/g, "$1") ?? token;
    }
  }
  return nodes;
}

/** Returns X-Forwarded-For, or else Forwarded, of which the log gets the first line; empty if there is neither. */
export function forwardedHeader(request: ReceivedRequest): string {
  return request.header("x-forwarded-for") || request.header("forwarded");
}

/** Returns a function that finds the client of a request. @param ranges of the proxies that are trusted */
export function clientFinder(
  ranges: readonly string[],
): (request: ReceivedRequest) => RequestClient {
  const hasProxies = ranges.length > 0;
  const isTrusted = memoize(trustedProxies(ranges));

  /**
   * Goes from proxy to proxy, beginning with the last. Everything before the first one that is not trusted may be
   * forged. If a proxy names no address (`unknown`), the client is known no further than that proxy.
   */
  function clientOf(nodes: readonly string[]): string | undefined {
    let client: string | undefined;
    for (const node of nodes.toReversed()) {
      const address = addressOf(node);
      if (address === undefined) return client;
      client = address;
      if (!isTrusted(address)) return client;
    }
    return client;
  }

  const ofForwardedFor = memoize((header: string) => clientOf(forwardedForNodes(header)) ?? "");
  const ofForwarded = memoize((header: string) => clientOf(forwardedNodes(header)) ?? "");

  return (request) => {
    const peer = request.peerAddress();
    if (!hasProxies || !isTrusted(peer)) return { address: peer, forwardedFor: undefined };
    // All lines of a header count: some proxies add a line below the line of the client.
    const forwardedFor = request.allValues("x-forwarded-for");
    if (forwardedFor !== "") return { address: ofForwardedFor(forwardedFor) || peer, forwardedFor };
    const forwarded = request.allValues("forwarded");
    if (forwarded === "") return { address: peer, forwardedFor: "" };
    return { address: ofForwarded(forwarded) || peer, forwardedFor: forwarded };
  };
}
