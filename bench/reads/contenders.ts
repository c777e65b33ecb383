/** Contenders take turns in short rounds, so that other load on the machine affects all of them alike. */
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

const ROUNDS = 9;
const SECONDS = 3;
const WARM_UP_SECONDS = 4;
const CONNECTIONS = 16;

export async function compete(load: Load, contenders: Contender[], say: (line: string) => void): Promise<void> {
  for (const { origin, paths, tokens, bodies } of contenders) {
    await load({ origin, paths, tokens, bodies, connections: CONNECTIONS, seconds: WARM_UP_SECONDS });
  }
  for (let number = 1; number <= ROUNDS; number++) {
    const speeds: string[] = [];
    for (const contender of contenders) {
      const round = await playRound(load, contender);
      contender.rounds.push(round);
      speeds.push(`${contender.name} ${Math.round(round.perSecond)}/s`);
    }
    say(`  round ${number} of ${ROUNDS}: ${speeds.join(', ')}`);
  }
}

async function playRound(load: Load, { name, origin, paths, tokens, bodies, pid }: Contender): Promise<Round> {
  const cpuBefore = await cpuMilliseconds(pid);
  const result = await load({ origin, paths, tokens, bodies, connections: CONNECTIONS, seconds: SECONDS });
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
