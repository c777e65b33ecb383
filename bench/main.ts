/**
 * `pnpm bench [part …] [--json file] [--profile folder]`: measures the service next to a hand-written baseline in the
 * same run, on the same machine and database. The baseline has two routes, `GET /auth/me` and a character: those ratios
 * are what our frame costs. Every other route is compared with the baseline's `GET /auth/me`, which only says how much
 * work it is. Judge by the ratios: absolute numbers depend on the machine.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { groups } from './parts.ts';
import { type Row, table } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, profile: { type: 'string' } },
});
const known = groups.flatMap(({ parts }) => parts);
const unknown = positionals.filter((part) => !known.includes(part));
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. Parts: ${known.join(', ')}\n`);
  process.exit(2);
}
const wanted = new Set(positionals.length > 0 ? positionals : known);

const say = (line: string) => void process.stdout.write(`${line}\n`);
const rows: Row[] = [];
let current = new AsyncDisposableStack();

// The embedded database runs in its own session, which Ctrl-C does not reach, so it is ended here.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await current.disposeAsync();
    process.exit(130);
  });
}

for (const { parts, measure } of groups) {
  if (!parts.some((part) => wanted.has(part))) continue;
  current = new AsyncDisposableStack();
  await using stack = current;
  const profileFolder = values.profile && path.resolve(values.profile);
  const bench = {
    ...{ stack, wanted, profileFolder, say },
    record: (more: Row[]) => void rows.push(...more),
    size: <T>(full: T) => full,
  };
  try {
    await measure(bench);
  } catch (error) {
    // Still prints the results of the other parts.
    process.exitCode = 1;
    process.stderr.write(`${parts.join(', ')}: ${error instanceof Error ? error.stack : error}\n`);
  }
}

// A load well above the number of cores means that other work was running too; then only the ratios count.
const load = loadavg().map((value) => value.toFixed(1));
const machine = `Node ${process.versions.node}, ${availableParallelism()} cores, load ${load.join(' ')}`;
say(`\n${machine}\n${table(rows)}`);
if (values.json) await writeFile(values.json, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
