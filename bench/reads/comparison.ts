/** Compares one read three ways: first that all return the same, then how fast they are. */
import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../report.ts';
import type { Server } from '../service.ts';
import { type Contender, compete, cpuMsPerRequest, latency, perSecond, speedRatio } from './contenders.ts';
import type { Load } from './load-client.ts';

export type Subject = {
  part: string;
  /** Equivalent paths on both surfaces, in the same order. Each path belongs to the token at the same index. */
  rest: string[];
  /** Left out where REST differs on purpose and clients do not use tRPC. */
  trpc?: string[];
  /** The share of the baseline's speed that REST must reach, if not the usual one. */
  restTarget?: number;
};

export type Servers = { service: Server; baseline: Server; tokens: string[] };

const SPEED_TARGETS: Record<string, number> = { REST: 0.8, tRPC: 0.6 };
const MAX_P99_RATIO = 2;

export async function compare(
  subject: Subject,
  servers: Servers,
  load: Load,
  say: (line: string) => void,
): Promise<Row[]> {
  const { service, baseline, tokens } = servers;
  await assertSameAnswers(subject, servers);
  say(`${subject.part}: the answers are the same bytes; measuring …`);
  const contender = (name: string, { origin, child }: Server, paths: string[]): Contender => {
    return { name, origin, paths, tokens, pid: child.pid, rounds: [] };
  };
  const surfaces = [contender('REST', service, subject.rest)];
  if (subject.trpc) surfaces.push(contender('tRPC', service, subject.trpc));
  const byHand = contender('baseline', baseline, subject.rest);
  const contenders = [...surfaces, byHand];
  await compete(load, contenders, say);
  const { part, restTarget } = subject;
  const targets = restTarget === undefined ? SPEED_TARGETS : { ...SPEED_TARGETS, REST: restTarget };
  return [
    ...surfaces.flatMap((surface) => ratios(part, surface, byHand, targets[surface.name])),
    ...contenders.flatMap((one) => absolutes(part, one)),
  ];
}

const COMPARED = 4;

/** Otherwise the baseline would measure something else. */
async function assertSameAnswers({ rest, trpc }: Subject, { service, baseline, tokens }: Servers): Promise<void> {
  for (let index = 0; index < COMPARED; index++) {
    const number = index * 7;
    const path = rest[number % rest.length];
    const token = tokens[number] ?? '';
    const ours = await bodyOf(service.origin + path, token);
    const theirs = await bodyOf(baseline.origin + path, token);
    if (ours !== theirs) throw new Error(`${path}: the baseline answers something else\n${difference(ours, theirs)}`);
    if (!trpc) continue;
    const overTrpc: unknown = JSON.parse(await bodyOf(service.origin + trpc[number % trpc.length], token));
    if (!isDeepStrictEqual(overTrpc, { result: { data: JSON.parse(ours) } })) throw new Error(`${path}: tRPC differs`);
  }
}

/** The place where two texts differ, with some context. */
function difference(ours: string, theirs: string): string {
  const at = [...ours].findIndex((character, index) => character !== theirs[index]);
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
  return `${around(ours)}\n${around(theirs)}`;
}

async function bodyOf(url: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) });
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.text();
}

function ratios(part: string, surface: Contender, byHand: Contender, target: number | undefined): Row[] {
  const { name } = surface;
  return [
    {
      part,
      measure: `${name} / baseline, requests a second`,
      value: speedRatio(surface, byHand),
      unit: 'x',
      ...(target === undefined ? {} : { target: { atLeast: target } }),
      note: 'middle of the rounds',
    },
    {
      part,
      measure: `${name} / baseline, p99`,
      value: latency(surface, 0.99) / latency(byHand, 0.99),
      unit: 'x',
      target: { atMost: MAX_P99_RATIO },
    },
    {
      part,
      measure: `baseline / ${name}, CPU of the server process`,
      value: cpuMsPerRequest(byHand) / cpuMsPerRequest(surface),
      unit: 'x',
      note: 'the ratio of speeds where the process has a core of its own',
    },
  ];
}

function absolutes(part: string, contender: Contender): Row[] {
  const { name } = contender;
  return [
    { part, measure: `${name}, requests a second`, value: perSecond(contender), unit: 'req/s' },
    { part, measure: `${name}, p50`, value: latency(contender, 0.5), unit: 'ms' },
    { part, measure: `${name}, p99`, value: latency(contender, 0.99), unit: 'ms' },
    { part, measure: `${name}, CPU of the server process a request`, value: cpuMsPerRequest(contender), unit: 'ms' },
  ];
}
