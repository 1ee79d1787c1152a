import { describe, expect, it } from "vitest";
import { TransportError } from "../../src/service/errors.ts";
import { chooseTransport } from "../../src/service/transports/choose.ts";
import type { Listen } from "../../src/service/transports/transport.ts";

const uws: Listen = () => Promise.reject(new Error("not for listening"));
const node: Listen = () => Promise.reject(new Error("not for listening"));
const both = {
  uws: () => Promise.resolve({ listen: uws }),
  node: () => Promise.resolve({ listen: node }),
};
const broken = {
  ...both,
  uws: () => Promise.reject(new Error("This version needs Node 18 to 22.\nMore\nlines")),
};

describe("the transport", () => {
  it("is uWebSockets.js where it loads", async () => {
    const chosen = await chooseTransport("auto", 1, "linux", both);
    expect(chosen).toEqual({ name: "uws", listen: uws });
  });

  it("is node:http where it does not, with the reason in one line", async () => {
    const chosen = await chooseTransport("auto", 1, "linux", broken);
    expect(chosen).toEqual({
      name: "node",
      listen: node,
      reason: "uWebSockets.js does not load here: This version needs Node 18 to 22",
    });
  });

  it("is node:http for several workers where the system does not share a port", async () => {
    expect((await chooseTransport("auto", 2, "linux", both)).name).toBe("uws");
    expect(await chooseTransport("auto", 2, "darwin", both)).toEqual({
      name: "node",
      listen: node,
      reason: "uWebSockets.js does not share a port among workers on darwin",
    });
  });

  it("is the one that was asked for, or none", async () => {
    expect(await chooseTransport("node", 1, "linux", both)).toEqual({ name: "node", listen: node });
    expect((await chooseTransport("uws", 1, "linux", both)).name).toBe("uws");
    const asked = chooseTransport("uws", 1, "linux", broken);
    await expect(asked).rejects.toThrow(TransportError);
    await expect(asked).rejects.toThrow(
      "uWebSockets.js does not load here: This version needs Node 18 to 22; expected --transport auto or node on this machine.",
    );
  });
});
