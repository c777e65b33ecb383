import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

export type TestReport = {
  tests: { file: string; name: string; state: 'passed' | 'failed' | 'skipped' | 'pending' }[];
  /** Each error outside of a test: a file that does not load, a hook, an unhandled rejection, a worker that died. */
  problems: string[];
};

/** Writes how each test ended into the file that `TEST_REPORT` names, for `test-verdict.ts`. */
export default class TestReportWriter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string }[]): void {
    const { TEST_REPORT: place } = process.env;
    if (!place) return;
    const report: TestReport = {
      tests: modules.flatMap(({ relativeModuleId: file, children }) =>
        [...children.allTests()].map((test) => ({ file, name: test.fullName, state: test.result().state })),
      ),
      problems: [...errors.map(({ message }) => message), ...modules.flatMap(problemsOf)],
    };
    writeFileSync(place, JSON.stringify(report));
  }
}

function problemsOf(module: TestModule): string[] {
  const file = module.relativeModuleId;
  const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
  const hasEnded = ['passed', 'failed', 'skipped'].includes(module.state());
  return [...errors.map(({ message }) => `${file}: ${message}`), ...(hasEnded ? [] : [`${file} did not end`])];
}
