import { describeTransports } from "../support/transports.ts";
import { testRawSockets } from "./raw-sockets.ts";

describeTransports("raw sockets on %s", testRawSockets, ["node"]);
