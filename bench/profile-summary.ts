/** Self time by package and by function of the CPU profiles in a folder (`--profile folder`). */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

type CallFrame = { functionName: string; url: string; lineNumber: number };
type Profile = {
  nodes: { id: number; callFrame: CallFrame }[];
  samples: number[];
  timeDeltas: number[];
};

const IDLE = new Set(['(idle)', '(program)', '(root)']);
const SHOWN = 25;

export async function printProfile(folder: string, say: (line: string) => void): Promise<void> {
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.cpuprofile')) continue;
    // Written by V8, which documents this shape.
    const profile = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Profile;
    say(`\n${file}: share of self time`);
    for (const line of summary(profile)) say(line);
  }
}

function summary({ nodes, samples, timeDeltas }: Profile): string[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const packages = new Map<string, number>();
  const functions = new Map<string, number>();
  let busy = 0;
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    if (!frame || IDLE.has(frame.functionName)) continue;
    const time = timeDeltas[index] ?? 0;
    const origin = packageOf(frame);
    busy += time;
    add(packages, origin, time);
    add(functions, `${origin}  ${frame.functionName || '(anonymous)'} ${placeOf(frame)}`, time);
  }
  return [...top(packages, busy), '', ...top(functions, busy)];
}

function add(times: Map<string, number>, key: string, time: number): void {
  times.set(key, (times.get(key) ?? 0) + time);
}

function top(times: Map<string, number>, whole: number): string[] {
  const sorted = [...times].toSorted(([, left], [, right]) => right - left).slice(0, SHOWN);
  return sorted.map(([name, time]) => `${((100 * time) / whole).toFixed(1).padStart(6)} %  ${name}`);
}

function packageOf({ url, functionName }: CallFrame): string {
  if (functionName === '(garbage collector)') return 'garbage collector';
  if (url === '') return 'V8 and C++';
  if (url.startsWith('node:')) return 'node';
  const [, scope, name] = /.*\/node_modules\/(@[^/]+\/)?([^/]+)\//.exec(url) ?? [];
  return name === undefined ? 'guildhall' : `${scope ?? ''}${name}`;
}

const placeOf = ({ url, lineNumber }: CallFrame) => (url === '' ? '' : `${url.split('/').at(-1)}:${lineNumber + 1}`);
