/** Programs that tests run if they are installed. */
import { spawnSync } from "node:child_process";

/** Whether a program is there. With CI=true, tests fail without it. */
export function hasProgram(name: string): boolean {
  const isFound = () => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
  return process.env.CI === "true" || isFound();
}
