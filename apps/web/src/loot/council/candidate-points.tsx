import type { CandidatesView, CandidateView } from '@guildhall/contracts/candidate.ts';
import type { LootPolicyView } from '@guildhall/contracts/loot-policy.ts';
import { pointsOf } from '@guildhall/contracts/point-price.ts';
import { useFormat } from '../../i18n/format.ts';
import { councilWords } from './council.words.ts';

type Pool = CandidatesView['pool'];
export type CandidateProps = { of: CandidateView; policy: LootPolicyView; pool: Pool };
export type Pooled = { of: CandidateView; pool: NonNullable<Pool> };

/** The share of EP and GP, or the points. */
export function Points({ of: { points }, pool }: Pooled) {
  const words = councilWords.use();
  const { number } = useFormat();
  if (!points) return <i>{words.unknown}</i>;
  if (pool.kind !== 'epgp') return <b>{number(pointsOf(points.points, pool.decimals))}</b>;
  return points.priority === null ? (
    <i>{words.belowMinimum}</i>
  ) : (
    <b>{number(Math.round(points.priority * 100) / 100)}</b>
  );
}
