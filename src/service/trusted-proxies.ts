/** The proxies whose word on the client is believed: `--trust-proxy`. */
import { BlockList, isIP } from "node:net";
import type { ListenAddress } from "./listen-address.ts";

/** Names for ranges, as the frameworks of Node have them. */
export const NAMED_RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/** The range of all connections through a unix socket. */
export const UNIX_RANGE = "unix";

/** The address of a peer on a unix socket, which has none; as nginx writes it. */
export const UNIX_PEER = "unix:";

/** The address of a peer that has disconnected before it was asked for. */
const UNKNOWN_PEER = "-";

/** Returns the address of a peer whose connection has none; it is believed only if it certainly is a unix socket. */
export function addresslessPeer(listenAddress: ListenAddress): string {
  const isFile =
    listenAddress.kind === "file" ||
    (listenAddress.kind === "inherited" && typeof listenAddress.at === "string");
  return isFile ? UNIX_PEER : UNKNOWN_PEER;
}

const FAMILIES = { 4: "ipv4", 6: "ipv6" } as const;
const ADDRESS_BITS = { 4: 32, 6: 128 } as const;

/** The prefix of an IPv4 address as a socket for both families shows it. */
const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

/** Returns an address without what depends on the socket: IPv4 is written as IPv4, and there is no zone (`%eth0`). */
export function plainAddress(address: string): string {
  const unzoned = address.includes("%") ? address.slice(0, address.indexOf("%")) : address;
  return unzoned.replace(MAPPED_IPV4, "");
}

function versionOf(address: string): 4 | 6 | undefined {
  const version = isIP(address);
  return version === 4 || version === 6 ? version : undefined;
}

interface Subnet {
  readonly address: string;
  readonly version: 4 | 6;
  readonly bits: number;
}

/** Parses `10.0.0.0/8` or a single address. @returns undefined if it is neither */
function parseSubnet(text: string): Subnet | undefined {
  const [address = "", length, ...others] = text.split("/");
  const version = versionOf(address);
  if (version === undefined || others.length > 0) return undefined;
  if (length === undefined) return { address, version, bits: ADDRESS_BITS[version] };
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  return bits <= ADDRESS_BITS[version] ? { address, version, bits } : undefined;
}

function parseRange(text: string): readonly (Subnet | undefined)[] {
  if (text === UNIX_RANGE) return [];
  const subnets = Object.hasOwn(NAMED_RANGES, text) ? NAMED_RANGES[text] : [text];
  return subnets.map(parseSubnet);
}

/** Returns whether a text is a range: an address, `address/bits`, a name of NAMED_RANGES, or `unix`. */
export function isRange(text: string): boolean {
  return !parseRange(text).includes(undefined);
}

/**
 * Returns a function that tells whether the address of a peer is one of the proxies.
 * @param ranges each is one for which isRange is true
 */
export function trustedProxies(ranges: readonly string[]): (address: string) => boolean {
  const subnets = new BlockList();
  for (const subnet of ranges.flatMap(parseRange)) {
    if (subnet) subnets.addSubnet(subnet.address, subnet.bits, FAMILIES[subnet.version]);
  }
  const trustsUnix = ranges.includes(UNIX_RANGE);
  return (address) => {
    if (address === UNIX_PEER) return trustsUnix;
    const version = versionOf(address);
    return version !== undefined && subnets.check(address, FAMILIES[version]);
  };
}
