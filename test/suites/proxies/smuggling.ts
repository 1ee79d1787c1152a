/** An attacker who hides requests in others, and the victims who might get the replies. */
import { encodeInternational } from "../../../src/index.ts";
import { HOST } from "../../http/both-transports.ts";
import { ask } from "../../service/running-services.ts";
import { RawConnection } from "../../support/raw-connection.ts";
import { HIDDEN_PARTS, SMUGGLING_SHAPES, type SmugglingShape } from "./smuggling-shapes.ts";

/** How long the attacker waits for the first bytes of a reply. */
const REPLY_MS = 100;
/** Victims while the attacker is connected, and after that. */
const VICTIMS = 2;

/** A different point for each victim, several cells from all others. */
let victims = 0;
function nextPoint(): readonly [lat: number, lon: number] {
  victims++;
  return [10 + (victims % 500) * 0.01, 20 + Math.floor(victims / 500) * 0.01];
}

/**
 * Asks for the codes of a point of its own on a new connection.
 * @returns undefined if the reply is the right one, or else what came
 */
async function victim(port: number): Promise<string | undefined> {
  const [lat, lon] = nextPoint();
  try {
    const url = `http://${HOST}:${port}/mapcode/codes/${lat},${lon}`;
    const { status, text } = await ask(url);
    const expected = `"international":{"mapcode":"${encodeInternational(lat, lon).code}"`;
    if (status === 200 && text.includes(expected)) return undefined;
    return `${status} ${text.slice(0, 200)}`;
  } catch (error) {
    return String(error);
  }
}

/** Resolves when a reply begins, the connection ends, or after REPLY_MS. */
async function send(port: number, bytes: string): Promise<() => void> {
  const { socket } = new RawConnection(port, Buffer.from(bytes, "latin1"));
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, REPLY_MS);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    socket.once("data", done).once("close", done);
  });
  return () => socket.destroy();
}

/** @returns the victims that did not get their own reply, with the shape of the attack */
export async function attack(
  port: number,
  shapes: readonly SmugglingShape[] = SMUGGLING_SHAPES,
): Promise<readonly string[]> {
  const harmed: string[] = [];
  for (const { name, bytes } of shapes) {
    for (const [part, hidden] of HIDDEN_PARTS.entries()) {
      const close = await send(port, bytes(hidden));
      for (let asked = 0; asked < 2 * VICTIMS; asked++) {
        if (asked === VICTIMS) close();
        let wrong = await victim(port);
        // A proxy may use a connection just when the service closes it, after a request that it has rejected.
        if (wrong?.startsWith("502 ")) wrong = await victim(port);
        if (wrong !== undefined) harmed.push(`${name}, hidden part ${part}: ${wrong}`);
      }
    }
  }
  return harmed;
}
