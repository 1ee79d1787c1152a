/**
 * Requests of slow tests get a connection each. A test that keeps its own process busy for ten seconds would send the
 * next request on a connection that the service is about to close as idle.
 */
import { Agent, setGlobalDispatcher } from "undici";

setGlobalDispatcher(new Agent({ pipelining: 0 }));
