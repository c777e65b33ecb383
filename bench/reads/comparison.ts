/** Compares one route of the service, on both surfaces, with the baseline. */
import type { Bench } from '../bench.ts';
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
  /** For changes: what is sent with the token at the same index. */
  bodies?: object[];
  /** Whether the baseline has this route too; otherwise its `GET /auth/me` is the yardstick. */
  isByHand?: boolean;
};

export type Servers = { service: Server; baseline: Server; tokens: string[] };

const ME = '/api/v1/auth/me';

/** The share of the baseline's speed to reach. */
const SPEED_TARGETS: Record<string, Record<string, number>> = {
  me: { REST: 0.8, tRPC: 0.6 },
  character: { REST: 0.7, tRPC: 0.6 },
};

/** Rounds of the service and of the baseline take turns; see `contenders.ts`. */
export async function compare(
  { part, rest, trpc, bodies, isByHand = false }: Subject,
  { service, baseline, tokens }: Servers,
  load: Load,
  bench: Pick<Bench, 'say' | 'size'>,
): Promise<Row[]> {
  const contender = (name: string, { origin, child }: Server, paths: string[], sent: object[] = []): Contender => {
    return { name, origin, paths, tokens, bodies: sent, pid: child.pid, rounds: [] };
  };
  const surfaces = [contender('REST', service, rest, bodies)];
  if (trpc) surfaces.push(contender('tRPC', service, trpc));
  const byHand = contender(isByHand ? 'baseline' : 'baseline’s auth/me', baseline, isByHand ? rest : [ME]);
  bench.say(`${part}: measuring …`);
  if (isByHand) await assertComparable(rest[0] ?? '', { service, baseline, tokens });
  await compete(load, [...surfaces, byHand], bench);
  const targets = isByHand ? SPEED_TARGETS[part] : undefined;
  return [
    ...surfaces.flatMap((surface) => ratios(part, surface, byHand, targets?.[surface.name])),
    ...[...surfaces, byHand].flatMap((one) => absolutes(part, one)),
  ];
}

/** Otherwise the baseline would do another job. It has neither our texts nor every field. */
async function assertComparable(path: string, { service, baseline, tokens }: Servers): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [service, baseline].map(({ origin }) => bodyOf(origin + path, tokens[0] ?? '')),
  );
  const share = (theirs?.length ?? 0) / (ours?.length ?? 1);
  if (share < 0.75 || share > 1.25) throw new Error(`${path}: the baseline answers ${share.toFixed(2)} of our bytes`);
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
      measure: `${name} / ${byHand.name}, requests a second`,
      value: speedRatio(surface, byHand),
      unit: 'x',
      ...(target === undefined ? {} : { target: { atLeast: target } }),
      note: 'middle of the rounds',
    },
    {
      part,
      measure: `${byHand.name} / ${name}, CPU of the server process`,
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
