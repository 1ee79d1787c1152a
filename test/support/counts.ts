/** The line with which every suite ends. `.ci/run` adds these lines up. */

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped?: number;
}

function countsLine({ passed, failed, skipped = 0 }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Prints the line. The process fails if a test failed, and if none passed. */
export function endWithCounts(counts: TestCounts): void {
  console.log(`\n${countsLine(counts)}`);
  if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1;
}
