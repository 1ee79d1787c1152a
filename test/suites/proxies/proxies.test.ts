/** The service behind the proxies of deploy/: requests, batches, and clients that hide requests in others. */
import { describe, expect, it } from "vitest";
import { encodeInternational } from "../../../src/index.ts";
import { HOST } from "../../http/both-transports.ts";
import { ask, processOfGroup } from "../../service/running-services.ts";
import { exchange, portOf, RawConnection } from "../../support/raw-connection.ts";
import { describeTransports } from "../../support/transports.ts";
import { isSkipped, PROXIES, proxyOfGroup } from "./proxy.ts";
import { HIDDEN_PARTS, SMUGGLING_SHAPES } from "./smuggling-shapes.ts";

const CODE = "NLD 49.4V\n";
const DECODED_ROW = "NLD 49.4V\t52.37651400000124\t4.908543375\n";
/** As many rows as 15 MiB have. */
const ROWS = Math.floor((15 * 1024 * 1024) / CODE.length);

/** How long the attacker waits for the first bytes of a reply. */
const REPLY_MS = 100;

let victims = 0;

/**
 * Asks for the codes of a point that nobody else asks for, on a new connection.
 * @returns undefined if the reply is the right one, or else what came
 */
async function victim(port: number): Promise<string | undefined> {
  victims++;
  const [lat, lon] = [10 + (victims % 500) * 0.01, 20 + Math.floor(victims / 500) * 0.01];
  const url = `http://${HOST}:${port}/mapcode/codes/${lat},${lon}`;
  const { status, text } = await ask(url).catch((error) => ({ status: 0, text: `${error}` }));
  const expected = `"international":{"mapcode":"${encodeInternational(lat, lon).code}"`;
  return status === 200 && text.includes(expected) ? undefined : `${status} ${text.slice(0, 200)}`;
}

/** @returns the victims that did not get their own reply, with the shape of the attack */
async function attack(port: number): Promise<readonly string[]> {
  const harmed: string[] = [];
  for (const { name, bytes } of SMUGGLING_SHAPES) {
    for (const hidden of HIDDEN_PARTS) {
      const { socket } = new RawConnection(port, Buffer.from(bytes(hidden), "latin1"));
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, REPLY_MS);
        const done = () => {
          clearTimeout(timer);
          resolve();
        };
        socket.once("data", done).once("close", done);
      });
      for (let asked = 0; asked < 4; asked++) {
        if (asked === 2) socket.destroy();
        let wrong = await victim(port);
        // A proxy may use a connection just when the service closes it, after a request that it has rejected.
        if (wrong?.startsWith("502 ")) wrong = await victim(port);
        if (wrong !== undefined) harmed.push(`${name}: ${wrong}`);
      }
    }
  }
  return harmed;
}

describeTransports("the service on %s", (transport) => {
  const service = processOfGroup(() => ["--transport", transport]);

  it("leaves the replies to others alone when a client hides requests", async () => {
    expect(await attack(portOf(service()))).toEqual([]);
  });

  for (const name of PROXIES) {
    describe.skipIf(isSkipped(name))(`behind ${name}`, () => {
      const proxy = proxyOfGroup(name, service);

      it("replies to plain requests, with encoded slashes and without bodies", async () => {
        const { address } = proxy();
        for (let count = 0; count < 50; count++) {
          const { status, text } = await ask(`${address}/coords/NLD%2049.4V?client=${count}`);
          expect([status, text]).toEqual([
            200,
            '{"latDeg":52.37651400000124,"lonDeg":4.908543375}',
          ]);
        }
        const missing = await ask(`${address}/coords/NLD%2FZZZZ.ZZZZ`);
        expect(JSON.parse(missing.text)).toMatchObject({ status: 400, value: "NLD/ZZZZ.ZZZZ" });
        const head = await ask(`${address}/codes/1,2`, { method: "HEAD" });
        expect([head.status, head.headers["content-length"]]).toEqual([200, "80"]);
        const old = `GET /mapcode/status HTTP/1.0\r\nHost: ${HOST}\r\n\r\n`;
        expect(await exchange(portOf(proxy()), old)).toMatch(/^HTTP\/1\.[01] 200 /);
      });

      it("converts a batch of 15 MiB", async () => {
        const headers = { "content-type": "text/plain" };
        const options = { method: "POST", headers, body: CODE.repeat(ROWS) } as const;
        const { status, text } = await ask(`${proxy().address}/batch/coords`, options);
        expect([status, text.length]).toEqual([200, ROWS * DECODED_ROW.length]);
        expect(text === DECODED_ROW.repeat(ROWS)).toBe(true);
      });

      it("leaves the replies to others alone when a client hides requests", async () => {
        expect(await attack(portOf(proxy()))).toEqual([]);
      });
    });
  }
});
