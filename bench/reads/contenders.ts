/** Contenders take turns in short rounds, so that other load on the machine affects all of them alike. */
import type { Bench } from '../bench.ts';
import { cpuMilliseconds } from '../child.ts';
import { median, percentile } from '../statistics.ts';
import type { Load } from './load-client.ts';

export type Contender = {
  name: string;
  origin: string;
  pid: number;
  paths: string[];
  tokens: string[];
  bodies: object[];
  /** Filled in round by round. */
  rounds: Round[];
};

type Round = { perSecond: number; cpuMsPerRequest: number; latencies: number[] };

const CONNECTIONS = 16;

export async function compete(
  load: Load,
  contenders: Contender[],
  { say, size }: Pick<Bench, 'say' | 'size'>,
): Promise<void> {
  const [rounds, seconds, warmUpSeconds] = [size(9, 1), size(3, 0.2), size(4, 0)];
  for (const { origin, paths, tokens, bodies } of contenders) {
    await load({ origin, paths, tokens, bodies, connections: CONNECTIONS, seconds: warmUpSeconds });
  }
  for (let number = 1; number <= rounds; number++) {
    const speeds: string[] = [];
    for (const contender of contenders) {
      const round = await playRound(load, contender, seconds);
      contender.rounds.push(round);
      speeds.push(`${contender.name} ${Math.round(round.perSecond)}/s`);
    }
    say(`  round ${number} of ${rounds}: ${speeds.join(', ')}`);
  }
}

async function playRound(load: Load, contender: Contender, seconds: number): Promise<Round> {
  const { name, origin, paths, tokens, bodies, pid } = contender;
  const cpuBefore = await cpuMilliseconds(pid);
  const result = await load({ origin, paths, tokens, bodies, connections: CONNECTIONS, seconds });
  const cpu = (await cpuMilliseconds(pid)) - cpuBefore;
  if (result.failures.length > 0) {
    throw new Error(`${name}: ${result.failures.length} failed, with ${[...new Set(result.failures)].join(', ')}`);
  }
  const answered = result.latencies.length;
  return { perSecond: answered / result.seconds, cpuMsPerRequest: cpu / answered, latencies: result.latencies };
}

export const perSecond = ({ rounds }: Contender) => median(rounds.map((round) => round.perSecond));

export const cpuMsPerRequest = ({ rounds }: Contender) => median(rounds.map((round) => round.cpuMsPerRequest));

export function latency({ rounds }: Contender, share: number): number {
  return percentile(
    rounds.flatMap((round) => round.latencies),
    share,
  );
}

/** The median of the ratios of single rounds, each of which compares neighbours in time. */
export function speedRatio(contender: Contender, baseline: Contender): number {
  return median(contender.rounds.map((round, index) => round.perSecond / (baseline.rounds[index]?.perSecond ?? 0)));
}
