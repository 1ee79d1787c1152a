/** The test of the tests of request smuggling: they find an attack where there is one. */
import { expect, it } from "vitest";
import { encodeInternational } from "../../../src/index.ts";
import { startServing } from "../../cli/command.ts";
import { portOf } from "../../support/raw-connection.ts";
import { attack } from "./smuggling.ts";
import { SMUGGLING_SHAPES } from "./smuggling-shapes.ts";
import { type Framing, startGateway } from "./vulnerable-gateway.ts";

/** Attacks by one shape through a new gateway. @returns the victims that were harmed */
async function attackThrough(framing: Framing, shape: string): Promise<readonly string[]> {
  // uWebSockets.js closes a connection on which something follows a batch, so there is nobody to harm there.
  const service = await startServing(["--transport", "node"]);
  const gateway = await startGateway(portOf(service), framing);
  try {
    const shapes = SMUGGLING_SHAPES.filter(({ name }) => name === shape);
    expect(shapes).toHaveLength(1);
    return await attack(gateway.port, shapes);
  } finally {
    await gateway.stop();
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
  }
}

/** The code of the point that the attacker asks for. */
const ATTACKERS_CODE = encodeInternational(-33.9, 18.4).code;

it("finds victims that get the attacker's reply through a vulnerable gateway", async () => {
  const harmed = await attackThrough("vulnerable", "a length and chunks");
  for (const part of [0, 1]) {
    const ofPart = harmed.filter((victim) => victim.includes(`hidden part ${part}: 200 `));
    expect(ofPart.join("\n")).toContain(ATTACKERS_CODE);
  }
});

it("finds no victim of harmless requests through it, nor of the attack through a careful gateway", async () => {
  expect(await attackThrough("vulnerable", "a pipelined request")).toEqual([]);
  expect(await attackThrough("careful", "a length and chunks")).toEqual([]);
});
