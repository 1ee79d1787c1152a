/** What a service on each transport does after a wait: with replies that nobody reads, and before it stops. */
import { once } from "node:events";
import { expect, it, vi } from "vitest";
import { HOST, serviceOfGroup, startService } from "../http/both-transports.ts";
import { portOf, RawConnection } from "../support/raw-connection.ts";
import { describeTransports } from "../support/transports.ts";
import { ask, sampleOf, statusOf } from "./running-services.ts";

describeTransports("a service on %s", (transport) => {
  it("gives the memory of a reply that its client does not read to others after two minutes", async () => {
    const service = await startService({ transport, batchMemory: 24 * 2 ** 20 });
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    // More than the buffers of the system take.
    const body = `lat,lon,note\n${`1,2,${"x".repeat(8_000)}\n`.repeat(2_000)}`;
    const head = `POST /mapcode/batch/codes HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\n`;
    const slow = new RawConnection(
      portOf(service),
      `${head}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    await once(slow.socket, "data");
    slow.socket.pause();
    const options = { method: "POST", headers: { "content-type": "text/csv" }, body } as const;
    const statusOfAnother = () => statusOf(`${service.address}/batch/codes`, options);
    expect(await statusOfAnother()).toBe(503);
    vi.advanceTimersByTime(140_000);
    expect(await sampleOf(service, "mapcoded_batch_memory_bytes")).toBe(0);
    expect(await statusOfAnother()).toBe(200);
    slow.socket.destroy();
    await service.stop();
  });

  // Long enough for requests on a busy machine.
  const drainTime = 5;
  const withOpsPort = serviceOfGroup({ transport, drainTime, opsPort: 0 });
  const withoutOpsPort = serviceOfGroup({ transport, drainTime });

  it("has the paths for operators on --ops-port, or its own, and says 503 for --drain-time before it stops", async () => {
    const { opsPort = 0 } = withOpsPort();
    const ops = `http://${HOST}:${opsPort}/`;
    const services = [withOpsPort(), withoutOpsPort()];
    const [root, rootWithOps] = services.map(({ address }) => new URL("/", address).href);
    const statusesOf = (base: string) =>
      Promise.all(
        ["metrics", "livez", "readyz", "mapcode/codes/1,2"].map((path) => statusOf(base + path)),
      );
    expect(await statusesOf(root)).toEqual([404, 404, 404, 200]);
    expect(await statusesOf(ops)).toEqual([200, 200, 200, 404]);
    for (const path of ["metrics", "livez", "readyz", "nothing"]) {
      const { headers } = await ask(ops + path);
      expect([path, headers["x-content-type-options"]]).toEqual([path, "nosniff"]);
    }
    const counted = 'mapcoded_http_request_duration_seconds_count{operation="codes",status="200"}';
    expect(await sampleOf({ address: ops }, counted)).toBe(1);
    for (const used of [{ opsPort }, { port: portOf(withOpsPort()) }]) {
      await expect(startService({ transport, ...used })).rejects.toThrow(
        "another program uses the port. Choose another one (--port, --ops-port).",
      );
    }
    const beganMs = performance.now();
    const stopped = Promise.all(services.map((service) => service.stop()));
    expect(await Promise.all([root, ops, rootWithOps].map(statusesOf))).toEqual([
      [404, 404, 404, 200],
      [200, 200, 503, 404],
      [200, 200, 503, 200],
    ]);
    await stopped;
    expect(performance.now() - beganMs).toBeGreaterThan(1000 * drainTime - 10);
    for (const base of [root, ops, rootWithOps]) await expect(statusOf(base)).rejects.toThrow();
  });
});
