/** Runs each part of the benchmark at its smallest, so that it goes on working while the service changes. */
import { expect, test } from 'vitest';
import { groups } from './parts.ts';
import { type Row, table } from './report.ts';

test.each(groups)('$parts can be measured', async ({ parts, measure }) => {
  await using stack = new AsyncDisposableStack();
  const rows: Row[] = [];
  await measure({
    ...{ stack, wanted: new Set(parts), profileFolder: undefined },
    say: () => {},
    record: (more) => void rows.push(...more),
    size: (_full, smallest) => smallest,
  });
  expect(new Set(rows.map(({ part }) => part))).toEqual(new Set(parts));
  // Only Linux tells the processor time of another process.
  const known = rows.filter(({ measure }) => process.platform === 'linux' || !measure.includes('CPU'));
  expect(known.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
  expect(table(rows)).toContain(parts[0]);
});
