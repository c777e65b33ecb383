import type { KeystoneRun } from '@guildhall/contracts/character-progress.ts';
import type { VaultSlot } from '@guildhall/contracts/gear.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Empty } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time.tsx';
import { Fresh, Nothing } from './fresh.tsx';
import type { ViewProps } from './view-search.ts';
import styles from './views.module.css';
import { viewsWords } from './views.words.ts';

export function Keystone({ id }: ViewProps) {
  const words = viewsWords.use();
  const format = useFormat();
  const { rating, season, week, freshness } = useSuspenseQuery(
    api.characterViews.mythicKeystone.queryOptions({ id }),
  ).data;
  return (
    <div className={styles.columns}>
      <section className="card">
        <header className="card-head">
          <h2>{words.thisWeek}</h2>
          {week && (
            <span className="muted small end">
              {words.resetAt} <TimeAgo at={week.startedAt} />
            </span>
          )}
        </header>
        {week ? (
          <>
            <Vault slots={week.vault} />
            {week.runs.length > 0 ? <Runs runs={week.runs} /> : <Empty icon="key" title={words.noRunsThisWeek} />}
          </>
        ) : (
          <Nothing
            of={freshness.profile}
            title={freshness.profile.status === 'not_found' ? words.weekNone : words.weekUnknown}
          />
        )}
        <Fresh of={freshness.profile} />
      </section>
      <section className="card">
        <header className="card-head">
          <h2>{words.season}</h2>
          {(season?.rating ?? rating) !== null && (
            <b className={`end num ${styles.score}`}>{format.number(Math.round(season?.rating ?? rating ?? 0))}</b>
          )}
        </header>
        {season && season.bestRuns.length > 0 ? (
          <Runs runs={season.bestRuns} />
        ) : (
          <Nothing of={freshness.season} title={words.noRuns} />
        )}
        <Fresh of={freshness.season} />
      </section>
    </div>
  );
}

function Vault({ slots }: { slots: readonly VaultSlot[] }) {
  const words = viewsWords.use();
  return (
    <ul className={styles.vault} aria-label={words.vault}>
      {slots.map(({ runs, level }) => (
        <li key={runs} className={level === null ? undefined : styles.got}>
          <b>{level === null ? '–' : `+${level}`}</b>
          <small>{words.vaultSlot(runs)}</small>
        </li>
      ))}
    </ul>
  );
}

function Runs({ runs }: { runs: readonly KeystoneRun[] }) {
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
              {[run.durationMs && clock(run.durationMs), run.inTime ? words.inTime : words.overTime]
                .filter(Boolean)
                .join(' · ')}
            </small>
            {run.affixes.length > 0 && <small>{run.affixes.map(({ name }) => name).join(', ')}</small>}
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

function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
