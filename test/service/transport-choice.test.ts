import { describe, expect, it } from "vitest";
import type { ListenAddress } from "../../src/service/listen-address.ts";
import { ServiceError } from "../../src/service/start-errors.ts";
import { chooseTransport, uwsObstacle } from "../../src/service/transport-choice.ts";
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
    const chosen = await chooseTransport("auto", undefined, both);
    expect(chosen).toEqual({ name: "uws", listen: uws });
  });

  it("is node:http if uWebSockets.js does not load, with the reason in one line", async () => {
    const chosen = await chooseTransport("auto", undefined, broken);
    expect(chosen).toEqual({
      name: "node",
      listen: node,
      reason: "uWebSockets.js does not load on this machine: This version needs Node 18 to 22",
    });
  });

  it("is node:http where uWebSockets.js cannot listen", async () => {
    const obstacle = "uWebSockets.js cannot listen there";
    expect(await chooseTransport("auto", obstacle, both)).toEqual({
      name: "node",
      listen: node,
      reason: obstacle,
    });
    await expect(chooseTransport("uws", obstacle, both)).rejects.toEqual(
      new ServiceError(`${obstacle}. Use --transport auto or --transport node.`),
    );
  });

  it("is the requested one; an error if that does not load", async () => {
    expect(await chooseTransport("node", undefined, both)).toEqual({ name: "node", listen: node });
    expect((await chooseTransport("uws", undefined, both)).name).toBe("uws");
    const chosen = chooseTransport("uws", undefined, broken);
    await expect(chosen).rejects.toThrow(ServiceError);
    await expect(chosen).rejects.toThrow(
      "uWebSockets.js does not load on this machine: This version needs Node 18 to 22. Use --transport auto or --transport node.",
    );
  });
});

describe("uWebSockets.js", () => {
  const port: ListenAddress = { kind: "port", host: "127.0.0.1", port: 0 };
  const file: ListenAddress = { kind: "file", path: "/run/mapcoded.sock", mode: 0o660 };
  const inherited: ListenAddress = { kind: "inherited", descriptor: 3 };

  it.each([
    [port, 1, "linux", undefined],
    [port, 1, "darwin", undefined],
    [port, 2, "linux", undefined],
    [port, 2, "darwin", "uWebSockets.js cannot share a port among workers on darwin"],
    [file, 1, "linux", undefined],
    [file, 2, "linux", "uWebSockets.js cannot share the file of a socket among workers"],
    [inherited, 1, "linux", "uWebSockets.js cannot take over a socket of systemd"],
    [inherited, 2, "linux", "uWebSockets.js cannot take over a socket of systemd"],
  ])("listens at %j with %i workers on %s, or not: %s", (listenAddress, workers, platform, obstacle) => {
    expect(uwsObstacle(listenAddress, workers, platform)).toBe(obstacle);
  });
});
