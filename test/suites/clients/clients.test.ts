/** Clients of batches in another language, and clients that do not read. */
import { spawn, spawnSync } from "node:child_process";
import { text as textOf } from "node:stream/consumers";
import { expect, it } from "vitest";
import { ask, expectHealthy, processOfGroup, sampleOf } from "../../service/running-services.ts";
import { memoryMB } from "../../support/linux-processes.ts";
import { portOf, RawConnection } from "../../support/raw-connection.ts";
import { describeTransports } from "../../support/transports.ts";
import { until } from "../../support/until.ts";
import { POINT } from "../service-suite.ts";

const ROWS = 900_000;
const DECODED_ROW = "NLD 49.4V\t52.37651400000124\t4.908543375\n";

/** Sends the rows with a client of Python. */
const PYTHON = {
  requests: `
reply = requests.post(url, data=body, headers=headers)
status, text = reply.status_code, reply.text`,
  "urllib.request": `
with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as reply:
    status, text = reply.status, reply.read().decode()`,
};
// With CI=true, a client that is not installed fails its test.
const CLIENTS = Object.entries(PYTHON).filter(
  ([module]) =>
    process.env.CI === "true" || spawnSync("python3", ["-c", `import ${module}`]).status === 0,
);

const MEGABYTE = 1024 * 1024;
const BUDGET = 64 * MEGABYTE;
/** Beyond the memory for batches: output on its way, and garbage that V8 has not freed yet. */
const SLACK = 60 * MEGABYTE;

describeTransports("the service on %s", (transport) => {
  const service = processOfGroup(["--transport", transport, "--batch-memory", `${BUDGET}`]);

  it("keeps the memory within its budget while clients post 9.5 MB and never read, and gets it back", async () => {
    const body = POINT.repeat(500_000);
    const memory = () => memoryMB(service().child.pid as number) * MEGABYTE;
    const before = memory();
    const head = `POST /mapcode/batch/codes HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n`;
    const clients = Array.from({ length: 12 }, () => {
      const { socket } = new RawConnection(portOf(service()), head + body);
      return socket.pause();
    });
    const rejected = 'mapcoded_requests_rejected_total{reason="batch-memory"}';
    await until(async () => (await sampleOf(service(), rejected)) > 0);
    const used = () => sampleOf(service(), "mapcoded_batch_memory_bytes");
    for (let asked = 0; asked < 8; asked++) {
      await expectHealthy(service());
      expect(await used()).toBeLessThanOrEqual(BUDGET);
      expect(memory() - before).toBeLessThan(BUDGET + SLACK);
    }
    for (const socket of clients) socket.destroy();
    await until(async () => (await used()) === 0);
    const options = {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: POINT,
    } as const;
    expect((await ask(`${service().address}/batch/codes`, options)).status).toBe(200);
  });

  it.each(
    CLIENTS,
  )("gives 900,000 rows to %s of Python, which reads when it has sent", async (module, send) => {
    const script = `
import json, ${module}
url, headers = ${JSON.stringify(`${service().address}/batch/coords`)}, {"Content-Type": "text/plain"}
body = b"NLD 49.4V\\n" * ${ROWS}
${send}
print(json.dumps([status, len(text), text[-${DECODED_ROW.length}:]]))`;
    const child = spawn("python3", ["-c", script], { stdio: ["ignore", "pipe", "inherit"] });
    const said = JSON.parse(await textOf(child.stdout));
    expect(said).toEqual([200, ROWS * DECODED_ROW.length, DECODED_ROW]);
  });
});
