import type { Row } from './report.ts';

/** The context of one part of the benchmark: where to register resources and report numbers. */
export type Bench = {
  /** Disposed when the part ends or the run is interrupted. */
  stack: AsyncDisposableStack;
  /** Names of the parts to run. */
  wanted: ReadonlySet<string>;
  /** Folder for CPU profiles of the measured service, if requested. */
  profileFolder: string | undefined;
  /** Prints a line about progress. */
  say(line: string): void;
  record(rows: Row[]): void;
  /** How much of something to measure: the first, or the second where a test runs the part to see that it works. */
  size<T>(full: T, smallest: T): T;
};
