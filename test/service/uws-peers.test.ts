import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Peers } from "../../src/service/transports/uws-peers.ts";
import { runs } from "../support/arbitraries.ts";

/** The response of a connection, as far as it tells an address, and how often it was asked. */
function connection(...bytes: readonly number[]) {
  const asked = { times: 0 };
  const response = {
    getRemoteAddress() {
      asked.times++;
      return Uint8Array.from(bytes).buffer;
    },
    getRemoteAddressAsText() {
      const groups = Array.from({ length: 8 }, (_, index) =>
        Buffer.from(bytes.slice(2 * index, 2 * index + 2)).toString("hex"),
      );
      return Uint8Array.from(Buffer.from(groups.join(":"))).buffer;
    },
  };
  // Peers uses nothing else of a response.
  return { response: response as unknown as Parameters<Peers["addressOf"]>[0], asked };
}

describe("the addresses of peers on uWebSockets.js", () => {
  it("are read once while all open connections have the same one", () => {
    const peers = new Peers("unix:");
    const all = [1, 2, 3].map(() => connection(192, 0, 2, 1));
    for (const [index, { response }] of all.entries()) peers.onConnect(response, index + 1);
    for (const { response, asked } of [...all, ...all]) {
      expect(peers.addressOf(response)).toBe("192.0.2.1");
      expect(asked.times).toBe(1);
    }
  });

  it("are those of each connection, whatever connects and disconnects in between", () => {
    const step = fc.record({ connects: fc.boolean(), host: fc.nat(2), index: fc.nat(20) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const peers = new Peers("-");
        const open: { host: number; response: ReturnType<typeof connection>["response"] }[] = [];
        for (const { connects, host, index } of steps) {
          if (connects || open.length === 0) {
            const { response } = connection(192, 0, 2, host);
            open.push({ host, response });
            peers.onConnect(response, open.length);
          } else {
            open.splice(index % open.length, 1);
          }
          for (const { host: expected, response } of open) {
            expect(peers.addressOf(response)).toBe(`192.0.2.${expected}`);
          }
        }
      }),
      runs(300),
    );
  });

  it.each([
    [[255, 254, 0, 1], "255.254.0.1"],
    [[0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], "2001:db8::1"],
    [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 0, 2, 1], "192.0.2.1"],
    [[], "unix:"],
  ])("of bytes %j are %s", (bytes, address) => {
    expect(new Peers("unix:").addressOf(connection(...bytes).response)).toBe(address);
  });
});
