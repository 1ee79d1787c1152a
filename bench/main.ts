/** `npm run bench`: checks, measures, prints a table; see README.md. */
import { checkAnswers } from "./check-answers.ts";
import { describeMachine, ownCommand } from "./machine.ts";
import { answeredSum, type Measurement, measureSet, statisticsOf } from "./measure.ts";
import { HELP, type Options, readOptions } from "./options.ts";
import { makePointSets } from "./point-sets.ts";
import { measureTool } from "./reference-tool.ts";
import { machineText, statisticsText, TABLE_HEAD, tableLine, toolText } from "./report.ts";
import { writeRecord } from "./results.ts";

function run(options: Options): void {
  const { timing, oraclePointsPerSet, pointsPerSet, note } = options;
  const date = new Date().toISOString();
  const command = ownCommand();
  const machine = describeMachine();
  console.log(`${machineText(machine, command)}\n`);

  const sets = makePointSets(pointsPerSet);
  for (const set of sets) checkAnswers(set, oraclePointsPerSet);
  console.log("checked  encoding against the oracle");
  console.log(`         (${oraclePointsPerSet} points of each set), decoding of all codes\n`);
  const statistics = sets.map(statisticsOf);
  console.log(`${statisticsText(statistics)}\n`);

  const measurements: Measurement[] = [];
  console.log(TABLE_HEAD);
  for (const set of sets) {
    measureSet(set, timing, (measurement) => {
      measurements.push(measurement);
      console.log(tableLine(measurement));
    });
  }
  const tool = measureTool(options.toolPoints);
  // The first case of the first set is the tool's: all codes at precision 0, anywhere on Earth.
  console.log(`\n${toolText(tool, measurements[0] as Measurement)}`);
  console.log(`sum of all answers: ${answeredSum()}`);

  if (!options.record) return;
  const results = { date, command, note, machine, timing, oraclePointsPerSet };
  console.log(`recorded in ${writeRecord({ ...results, sets: statistics, measurements, tool })}`);
}

function main(): number {
  let options: Options;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    console.error("`npm run bench -- --help` tells the options.");
    return 2;
  }
  if (options.help) console.log(HELP);
  else run(options);
  return 0;
}

process.exitCode = main();
