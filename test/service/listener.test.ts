import { describe, expect, it } from "vitest";
import { chooseTransport } from "../../src/service/listener.ts";
import { TransportError } from "../../src/service/options.ts";
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

describe("the chosen transport", () => {
  it("is uWebSockets.js if it loads", async () => {
    const chosen = await chooseTransport("auto", 1, "linux", both);
    expect(chosen).toEqual({ name: "uws", listen: uws });
  });

  it("is node:http if uWebSockets.js does not load, with the reason in one line", async () => {
    const chosen = await chooseTransport("auto", 1, "linux", broken);
    expect(chosen).toEqual({
      name: "node",
      listen: node,
      reason: "uWebSockets.js does not load on this machine: This version needs Node 18 to 22",
    });
  });

  it("is node:http for several workers if the system cannot share a port", async () => {
    expect((await chooseTransport("auto", 2, "linux", both)).name).toBe("uws");
    expect(await chooseTransport("auto", 2, "darwin", both)).toEqual({
      name: "node",
      listen: node,
      reason: "uWebSockets.js cannot share a port among workers on darwin",
    });
  });

  it("is the requested one; an error if that does not load", async () => {
    expect(await chooseTransport("node", 1, "linux", both)).toEqual({ name: "node", listen: node });
    expect((await chooseTransport("uws", 1, "linux", both)).name).toBe("uws");
    const chosen = chooseTransport("uws", 1, "linux", broken);
    await expect(chosen).rejects.toThrow(TransportError);
    await expect(chosen).rejects.toThrow(
      "uWebSockets.js does not load on this machine: This version needs Node 18 to 22. Use --transport auto or --transport node.",
    );
  });
});
