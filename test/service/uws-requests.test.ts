import { describe, expect, it } from "vitest";
import { peerAddress } from "../../src/service/transports/uws-requests.ts";

/** The response of a connection, as far as it tells an address. */
function connection(...bytes: readonly number[]) {
  const response = {
    getRemoteAddress: () => Uint8Array.from(bytes).buffer,
    getRemoteAddressAsText() {
      const groups = Array.from({ length: 8 }, (_, index) =>
        Buffer.from(bytes.slice(2 * index, 2 * index + 2)).toString("hex"),
      );
      return Uint8Array.from(Buffer.from(groups.join(":"))).buffer;
    },
  };
  // Nothing else of a response is used.
  return response as unknown as Parameters<typeof peerAddress>[0];
}

describe("the addresses of peers on uWebSockets.js", () => {
  it.each([
    [[255, 254, 0, 1], "255.254.0.1"],
    [[0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], "2001:db8::1"],
    [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 0, 2, 1], "192.0.2.1"],
    [[], "unix:"],
  ])("of bytes %j are %s", (bytes, address) => {
    expect(peerAddress(connection(...bytes), "unix:")).toBe(address);
  });
});
