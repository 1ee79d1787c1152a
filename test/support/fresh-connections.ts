/**
 * Gives each request of slow tests its own connection. After 10 s of other work, a test would send its next request on
 * a connection that the service is about to close as idle.
 */
import { Agent, setGlobalDispatcher } from "undici";

setGlobalDispatcher(new Agent({ pipelining: 0 }));
