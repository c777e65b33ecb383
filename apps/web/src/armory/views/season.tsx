/** The best runs of a season of keystones. */
import type { Freshness } from '@guildhall/contracts/character.ts';
import type { KeystoneRun } from '@guildhall/contracts/character-progress.ts';
import type { PlayedSeason } from '@guildhall/contracts/gear.ts';
import { useFormat } from '../../i18n/format.ts';
import { clock } from '../../ui/clock.ts';
import { TimeAgo } from '../../ui/time.tsx';
import { Fresh, Nothing } from './fresh.tsx';
import { useSeasonName } from './progress.ts';
import styles from './views.module.css';
import { viewsWords } from './views.words.ts';

type SeasonCardProps = { of: ShownSeason | null; freshness: Freshness };
type ShownSeason = Omit<PlayedSeason, 'bestRuns'> & { bestRuns: readonly ShownRun[] };

/** The best run of each dungeon, and what it is worth. */
export function SeasonCard({ of: season, freshness }: SeasonCardProps) {
  const words = viewsWords.use();
  const format = useFormat();
  const nameOf = useSeasonName();
  const rating = season?.rating ?? null;
  return (
    <section className="card">
      <header className="card-head">
        <h2>{season?.current === false ? words.earlierSeason : words.season}</h2>
        {season && <span className="muted small">{nameOf(season)}</span>}
        {rating !== null && <b className={`end num ${styles.score}`}>{format.number(Math.round(rating))}</b>}
      </header>
      {season && season.bestRuns.length > 0 ? (
        <Runs runs={season.bestRuns} />
      ) : (
        <Nothing of={freshness} title={season?.current ? words.noRunsYet : words.noRuns} />
      )}
      <Fresh of={freshness} />
    </section>
  );
}

type ShownRun = Omit<KeystoneRun, 'members' | 'affixes'> & Partial<Pick<KeystoneRun, 'affixes'>>;

export function Runs({ runs }: { runs: readonly ShownRun[] }) {
  const words = viewsWords.use();
  const format = useFormat();
  return (
    <ul className="list">
      {runs.map((run, index) => (
        <li key={index}>
          <span className={styles.keyLevel}>{run.level ?? '?'}</span>
          <p className="grow">
            <b className="clip">{run.dungeon?.name ?? '–'}</b>
            <small className={run.inTime ? 'ok' : 'warn'}>
              {[run.durationMs && clock(Math.round(run.durationMs / 1000)), run.inTime ? words.inTime : words.overTime]
                .filter(Boolean)
                .join(' · ')}
            </small>
            {run.affixes && run.affixes.length > 0 && <small>{run.affixes.map(({ name }) => name).join(', ')}</small>}
          </p>
          <span className={styles.runEnd}>
            {run.rating !== null && <b className="num">{format.number(Math.round(run.rating))}</b>}
            <small className="muted">{run.completedAt && <TimeAgo at={run.completedAt} />}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}
