/** `mapcoded status`: checks a running service. */
import type { Command } from "commander";
import { type AddressFlags, addressOptions, checkAddress } from "./service-options.ts";

export function addStatus(program: Command, write: (text: string) => void): void {
  const command = program
    .command("status")
    .description("check that a service on this machine is healthy")
    .addHelpText(
      "after",
      "\nThe options must be those of the service.\n\nExamples:\n  mapcoded status\n  mapcoded status --port 9000",
    );
  for (const option of addressOptions()) command.addOption(option);
  command.action(async () => {
    checkAddress(command);
    const { checkStatus } = await import("./status-check.ts");
    await checkStatus(command.opts<AddressFlags>());
    write("OK\n");
  });
}
