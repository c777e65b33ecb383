import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with lines that a script can read: `failed file: PATH` for each, then `N passed, N failed, N skipped`. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    const failedFiles: string[] = [];
    for (const module of modules) {
      if (!module.ok()) failedFiles.push(module.relativeModuleId);
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') count[state] += 1;
      }
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0) count.failed += 1;
    }
    process.stdout.write(failedFiles.map((file) => `\nfailed file: ${file}`).join(''));
    process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
  }
}
