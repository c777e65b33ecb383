import { readFileSync } from 'node:fs';

/** A process that has ended stays in the table until its parent looks at it. */
export const isRunning = (pid: number) => / [^Z] /.test(/\) . /.exec(statusOf(pid))?.[0] ?? '');

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}
