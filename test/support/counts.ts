/** The last line of every suite. `.ci/run` adds these lines up. */
import type { Reporter, TestModule } from "vitest/node";

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped?: number;
}

/** Prints the line. The process fails if a test failed or none passed. */
export function endWithCounts({ passed, failed, skipped = 0 }: TestCounts): void {
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
}

/** Prints the line at the end of a run of Vitest. */
export class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        counts[test.result().state]++;
        if (test.diagnostic()?.flaky)
          console.log(`Passed at the second try only: ${test.fullName}`);
      }
      // A file that cannot be imported has no tests, and a hook that fails belongs to none.
      counts.failed += module.errors().length;
    }
    endWithCounts(counts);
  }
}
