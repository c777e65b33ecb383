import type { Row } from './report.ts';

/** What a part of the benchmark is given: where its resources end, and where its numbers go. */
export type Bench = {
  /** Disposed when the part ends, and when the run is interrupted. */
  stack: AsyncDisposableStack;
  /** Names of the parts to run. */
  wanted: ReadonlySet<string>;
  /** Folder for CPU profiles of the measured service, when they are wanted. */
  profileFolder: string | undefined;
  /** A line about what is going on. */
  say(line: string): void;
  record(rows: Row[]): void;
};
