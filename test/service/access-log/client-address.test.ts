import { describe, expect, it } from "vitest";
import { clientFinder } from "../../../src/service/access-log/client-address.ts";
import type { ReceivedRequest } from "../../../src/service/transports/transport.ts";
import { isRange, UNIX_PEER } from "../../../src/service/trusted-proxies.ts";

function requestFrom(peer: string, headers: Readonly<Record<string, string>>): ReceivedRequest {
  return {
    method: "GET",
    path: "/",
    query: "",
    protocol: "HTTP/1.1",
    replyId: "",
    header: (name) => headers[name]?.split(", ")[0] ?? "",
    allValues: (name) => headers[name] ?? "",
    peerAddress: () => peer,
  };
}

function clientOf(ranges: string, peer: string, forwardedFor: string, forwarded = ""): string {
  const find = clientFinder(ranges === "" ? [] : ranges.split(","));
  const headers = {
    ...(forwardedFor === "" ? {} : { "x-forwarded-for": forwardedFor }),
    ...(forwarded === "" ? {} : { forwarded }),
  };
  const request = requestFrom(peer, headers);
  // The second time, the value comes from memory.
  expect(find(request).address).toBe(find(request).address);
  return find(request).address;
}

describe("the client of a request from a trusted proxy, with X-Forwarded-For", () => {
  it.each([
    ["is what the proxy names", "1.2.3.4", "1.2.3.4"],
    ["is the last address before the trusted ones", "6.6.6.6, 1.2.3.4, 10.9.9.9", "1.2.3.4"],
    ["is the first one if all are trusted", "10.0.0.3,10.0.0.2", "10.0.0.3"],
    ["is no further than a name", "1.2.3.4, unknown, 10.0.0.2", "10.0.0.2"],
    ["is the peer if nothing is an address", "unknown", "10.0.0.1"],
    ["may have white space around it", "1.2.3.4\n", "1.2.3.4"],
    ["may have a port", "1.2.3.4:5678", "1.2.3.4"],
    ["may be IPv6", "2001:db8::1", "2001:db8::1"],
    ["may be IPv6 with a port", "[2001:db8::1]:5678", "2001:db8::1"],
    ["is IPv4 if a socket for both families shows it as IPv6", "::ffff:1.2.3.4", "1.2.3.4"],
  ])("%s", (_, forwardedFor, client) => {
    expect(clientOf("10.0.0.0/8", "10.0.0.1", forwardedFor)).toBe(client);
  });
});

describe("the client of a request with X-Forwarded-For", () => {
  it.each([
    ["without trusted proxies is the peer", "", "10.0.0.1", "10.0.0.1"],
    ["from a peer outside the ranges is the peer", "10.0.0.0/8", "11.0.0.1", "11.0.0.1"],
    ["comes through a unix socket", "unix", UNIX_PEER, "1.2.3.4"],
    ["through an untrusted unix socket is the socket", "loopback", UNIX_PEER, UNIX_PEER],
    ["of a peer that has gone is not believed", "unix,0.0.0.0/0,::/0", "-", "-"],
    ["comes through a single address", "192.0.2.7", "192.0.2.7", "1.2.3.4"],
    ["ends at the neighbor of a single address", "192.0.2.7", "192.0.2.8", "192.0.2.8"],
  ])("%s", (_, ranges, peer, client) => {
    expect(clientOf(ranges, peer, "1.2.3.4")).toBe(client);
  });

  it.each([
    ["IPv6 proxies", "fd00::/8", "fd12::1", "1.2.3.4, fd34::5"],
    ["named ranges", "loopback,uniquelocal", "::1", "1.2.3.4, 192.168.1.1, 127.0.0.9"],
  ])("comes through %s", (_, ranges, peer, forwardedFor) => {
    expect(clientOf(ranges, peer, forwardedFor)).toBe("1.2.3.4");
  });
});

describe("the client of a request with Forwarded", () => {
  it.each([
    ["for=1.2.3.4", "1.2.3.4"],
    ["For=1.2.3.4;Proto=https;By=10.0.0.1", "1.2.3.4"],
    ["proto=https; for=1.2.3.4", "1.2.3.4"],
    ['for="[2001:db8::1]:4711"', "2001:db8::1"],
    ['for="1.2.3.4:80"', "1.2.3.4"],
    ["for=6.6.6.6, for=1.2.3.4, for=10.0.0.2", "1.2.3.4"],
    ['for=6.6.6.6;ext="a, for=7.7.7.7", for=10.0.0.3', "6.6.6.6"],
    ["for=1.2.3.4, for=_hidden, for=10.0.0.3", "10.0.0.3"],
    ["for=1.2.3.4, proto=https", "10.0.0.1"],
    ["nonsense", "10.0.0.1"],
  ])("%s is %s", (forwarded, client) => {
    expect(clientOf("10.0.0.0/8", "10.0.0.1", "", forwarded)).toBe(client);
  });

  it("is that of X-Forwarded-For if there are both", () => {
    expect(clientOf("10.0.0.0/8", "10.0.0.1", "1.2.3.4", "for=6.6.6.6")).toBe("1.2.3.4");
  });
});

describe("a range of trusted proxies", () => {
  it.each([
    "10.0.0.0/8",
    "0.0.0.0/0",
    "::/0",
    "fd00::/8",
    "::1",
    "10.1.2.3",
    "unix",
    "loopback",
  ])("can be %s", (range) => expect(isRange(range)).toBe(true));
  it.each([
    "",
    "10.0.0.0/33",
    "::/129",
    "10.0.0/8",
    "proxy",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0.0/-1",
    "constructor",
  ])("cannot be %j", (range) => expect(isRange(range)).toBe(false));
});
