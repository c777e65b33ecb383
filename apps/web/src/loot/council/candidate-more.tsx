import { pointsOf } from '@guildhall/contracts/point-price.ts';
import type { ReactNode } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { type CandidateProps, Points, type Pooled } from './candidate-points.tsx';
import styles from './council.module.css';
import { councilWords } from './council.words.ts';

const TOOLS = { raidbots: 'Raidbots', qe_live: 'QE Live' };

/** The grounds of a candidate's values. */
export function More({ of, policy, pool }: CandidateProps) {
  const { more: words, ...all } = councilWords.use();
  const format = useFormat();
  const { raider, character, team, wish, gain, awards, attendance, lastAwards, worn } = of;
  const dated = (at: string) => format.dayOfMonth(new Date(at));
  const leveled = (name: string, level: number | null) =>
    level === null ? all.levelUnknown({ name }) : all.atLevel({ name, level });
  const wears = worn?.map(({ name, itemLevel }) => leveled(name ?? all.unknown, itemLevel)).join(', ');
  const sim = gain && all.simOf({ tool: TOOLS[gain.source], character: gain.character, spec: gain.spec.name });
  return (
    <dl className={styles.more}>
      <Said of={all.columns.raider} is={raider.name !== character?.name && raider.name} />
      <Said phone of={words.team} is={team ? `${all.status[team.status]}, ${team.name}` : all.noTeam} />
      <Said phone of={words.wish} is={wish ? words.wishNumber({ rank: wish.rank }) : all.noWish} />
      {pool && <Said of={words.points({ pool: pool.name })} is={<Balance of={of} pool={pool} />} />}
      <Said phone of={words.awards({ weeks: policy.weeks })} is={String(awards)} />
      <Said
        of={words.attendance}
        is={
          attendance?.rate == null
            ? attendance && all.unknown
            : words.ofEvents({
                percent: `${format.number(Math.round(attendance.rate * 100))} %`,
                count: attendance.eventsCounted,
              })
        }
      />
      <Said of={words.says} is={wish?.comment && `“${wish.comment}”`} />
      <Said of={words.wears} is={wears || all.unknown} />
      <Said of={words.into} is={gain?.into?.name} />
      <Said
        of={words.sim}
        is={
          sim && (
            <>
              {gain.link ? (
                <a className="link" href={gain.link} target="_blank" rel="noreferrer">
                  {sim}
                </a>
              ) : (
                sim
              )}
              {` · ${[dated(gain.simulatedAt ?? gain.readAt), gain.fightStyle, gain.itemLevel].filter(Boolean).join(' · ')}`}
            </>
          )
        }
      />
      <Said of={words.staleBecause} is={gain?.stale.map((reason) => all.staleReasons[reason]).join('; ')} />
      <Said
        of={words.lastAwards}
        is={lastAwards.map(({ item, receivedAt }) => `${item.name} (${dated(receivedAt)})`).join(', ')}
      />
    </dl>
  );
}

/** With what the share of EP and GP rests on. */
function Balance({ of, pool }: Pooled) {
  const { number } = useFormat();
  const { points } = of;
  const amount = (units: number) => number(pointsOf(units, pool.decimals));
  return (
    <>
      <Points of={of} pool={pool} />
      {points?.gp != null && ` (EP ${amount(points.points)}, GP ${amount(points.gp)})`}
    </>
  );
}

/** Nothing where there is nothing to say. */
function Said({ of, is, phone = false }: { of: string; is: ReactNode; phone?: boolean }) {
  if (!is) return null;
  return (
    <div className={phone ? styles.phone : undefined}>
      <dt>{of}</dt>
      <dd>{is}</dd>
    </div>
  );
}
