import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { MAIN } from "./command.ts";

/**
 * Runs a command in a terminal, types a line after the first output, ends the input, and prints the text on the
 * terminal and the exit code.
 */
const TYPE = `
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
shown = b""
def read_more():
    global shown
    try:
        part = os.read(terminal, 65536)
    except OSError:
        part = b""
    shown += part
    return len(part) > 0
while b"ctrl-D" not in shown and read_more():
    pass
os.write(terminal, sys.argv[1].encode() + b"\\n\\x04")
while read_more():
    pass
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
sys.stdout.write(shown.decode() + "exit code " + str(status))
`;

function typeInto(args: readonly string[], line: string): readonly string[] {
  const command = ["-c", TYPE, line, process.execPath, MAIN, ...args];
  const shown = execFileSync("python3", command, { timeout: 30_000 }).toString();
  return shown.replace(/\d+ rows\/s/g, "N rows/s").split(/\r?\n/);
}

const CODED = "52.376514 4.908543\tNLD\t49.4V\tVHXGB.1J9J";
const DECODED = "NLD 49.4V\t52.37651400000124\t4.908543375";

it.each([
  ["encode", "a latitude and a longitude", CODED, ", local mapcodes: by borders"],
  ["decode", "a mapcode", DECODED, ""],
])("%s in a terminal says what it waits for and how to end", (operation, row, result, rule) => {
  const [line] = result.split("\t");
  expect(typeInto([operation], line)).toEqual([
    `Reading standard input: ${row} on each line. End with ctrl-D on a new line, or stop with ctrl-C.`,
    // The terminal echoes typed text.
    line,
    result,
    `1 row: 1 converted, 0 failed, N rows/s${rule}`,
    "exit code 0",
  ]);
});
