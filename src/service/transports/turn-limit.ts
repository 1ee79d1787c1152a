/** The limit of the requests that one client may have answered on uWebSockets.js while others wait. */
import type { HttpResponse } from "uWebSockets.js";

/** In longer turns of the event loop, clients that pipeline many requests lose their connection: 2,000 errors take 100. */
const MAX_TURN_MS = 300;
/** Of so many requests, one is looked at. */
const REQUESTS_PER_LOOK = 64;

/** The time of the processor that this process has used. The load of the machine does not change it. */
function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Returns a function that tells whether a client keeps others waiting: the binary answers all that has arrived of a
 * connection, half a megabyte, before it reads another one. In a long turn, the requests before came from such a client.
 */
export function createTurnLimit(): (response: Pick<HttpResponse, "getRemoteAddress">) => boolean {
  let requests = 0;
  let beganMs = 0;
  let lastAddress = "";
  return (response) => {
    if (++requests % REQUESTS_PER_LOOK > 0) return false;
    const nowMs = usedMs();
    if (beganMs === 0) {
      beganMs = nowMs;
      setImmediate(() => {
        beganMs = 0;
        lastAddress = "";
      });
    }
    if (nowMs - beganMs < MAX_TURN_MS) return false;
    const address = Buffer.from(response.getRemoteAddress()).toString("latin1");
    const isSame = address === lastAddress;
    lastAddress = address;
    return isSame;
  };
}
