/** Shows where the time of a CPU profile went (`--profile folder`), by package and by function. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

type CallFrame = { functionName: string; url: string; lineNumber: number };
type Profile = {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
};

const NOT_BUSY = new Set(['(idle)', '(program)', '(root)']);
const SHOWN = 25;

export async function printProfile(folder: string, say: (line: string) => void): Promise<void> {
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.cpuprofile')) continue;
    // V8 writes the file and documents this shape.
    const profile = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Profile;
    say(`\n${file}`);
    for (const line of summary(profile)) say(line);
  }
}

function summary({ nodes, samples, timeDeltas }: Profile): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const packages = new Map<string, number>();
  const functions = new Map<string, number>();
  let busy = 0;
  for (const [index, id] of samples.entries()) {
    const frame = byId.get(id);
    if (!frame || NOT_BUSY.has(frame.functionName)) continue;
    const time = timeDeltas[index] ?? 0;
    busy += time;
    add(packages, packageResponsible(id, byId, parents), time);
    add(functions, `${frame.functionName || '(anonymous)'}  ${placeOf(frame)}`, time);
  }
  return [
    'by package, with what it calls in Node',
    ...top(packages, busy),
    'by function alone',
    ...top(functions, busy),
  ];
}

/** The nearest caller outside Node: a slow socket write counts for the code that writes. */
function packageResponsible(id: number, frames: Map<number, CallFrame>, parents: Map<number, number>): string {
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const { url = '', functionName = '' } = frames.get(at) ?? {};
    if (functionName === '(garbage collector)') return 'garbage collector';
    if (url === '' || url.startsWith('node:')) continue;
    const [, scope = '', name = 'guildhall'] = /.*\/node_modules\/(@[^/]+\/)?([^/]+)\//.exec(url) ?? [];
    return scope + name;
  }
  return 'node';
}

function add(times: Map<string, number>, key: string, time: number): void {
  times.set(key, (times.get(key) ?? 0) + time);
}

function top(times: Map<string, number>, whole: number): string[] {
  const sorted = [...times].toSorted(([, left], [, right]) => right - left).slice(0, SHOWN);
  return sorted.map(([name, time]) => `${((100 * time) / whole).toFixed(1).padStart(6)} %  ${name}`);
}

const placeOf = ({ url, lineNumber }: CallFrame) => (url === '' ? '' : `${url.split('/').at(-1)}:${lineNumber + 1}`);
