import type { CandidateView } from '@guildhall/contracts/candidate.ts';
import { type ReactNode, Suspense, useState } from 'react';
import { serviceTime } from '../../api/service-time.ts';
import { useFormat } from '../../i18n/format.ts';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { RaiderMark } from '../../ui/raider-mark.tsx';
import { SectionBoundary } from '../../ui/states.tsx';
import { type CandidateProps, Points } from './candidate-points.tsx';
import styles from './council.module.css';
import { councilWords } from './council.words.ts';

const More = lazyPart(() => import('./candidate-more.tsx'), 'More');
const DAY_MS = 86_400_000;

/** The values of a candidate for the keys of the policy, and on opening their grounds. */
export function Candidate({ of, policy, pool }: CandidateProps) {
  const [open, setOpen] = useState(false);
  const words = councilWords.use();
  const { place, tied, raider, character, class: known, team, wish, gain, awards } = of;
  const name = character?.name ?? raider.name ?? words.former;
  return (
    <li className={`${styles.candidate} ${tied ? styles.tied : ''}`}>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={styles.grid}>
          <span className={styles.place}>
            {place}
            {tied && (
              <>
                <span className={styles.equal} aria-hidden="true">
                  =
                </span>
                <span className="sr"> {words.tied}</span>
              </>
            )}
          </span>
          {known ? <ClassTile of={known} /> : <span />}
          <span className={styles.name}>
            <ClassName classId={known?.id ?? null}>{name}</ClassName>
            {gain && <small className="muted clip">{gain.spec.name}</small>}
            <RaiderMark of={raider} />
          </span>
          <Cell at="wide" label={words.columns.team}>
            {team ? words.status[team.status] : <i>{words.noTeam}</i>}
          </Cell>
          <Cell at="wide" label={words.columns.wish}>
            {wish ? <b>{wish.rank}</b> : <NoWish />}
          </Cell>
          <span className={styles.gain}>
            <span className="sr">{words.columns.gain} </span>
            <Gain of={gain} />
          </span>
          {pool && (
            <Cell at="wide" label={words.columns[pool.kind === 'epgp' ? 'priority' : 'points']}>
              <Points of={of} pool={pool} />
            </Cell>
          )}
          <Cell at="wide" label={words.columns.awards}>
            <b>{awards}</b>
          </Cell>
          <Cell at="wide" label={words.columns.attendance}>
            <Attendance of={of} policy={policy} />
          </Cell>
          <Last of={of} />
          <Icon name="down" size="s" />
        </summary>
        {open && (
          <SectionBoundary>
            <Suspense>
              <More of={of} policy={policy} pool={pool} />
            </Suspense>
          </SectionBoundary>
        )}
      </details>
    </li>
  );
}

/** On a phone those of `wide` stand in what opens. */
const Cell = ({ at, label, children }: { at: 'wide'; label: string; children: ReactNode }) => (
  <span className={styles[at]}>
    <span className="sr">{label} </span>
    {children}
  </span>
);

function NoWish() {
  const words = councilWords.use();
  return (
    <i>
      <span aria-hidden="true">–</span>
      <span className="sr">{words.noWish}</span>
    </i>
  );
}

function Gain({ of }: { of: CandidateView['gain'] }) {
  const words = councilWords.use();
  const format = useFormat();
  if (!of) return <i>{words.noSim}</i>;
  const { percent, differs, stale, simulatedAt, readAt } = of;
  // In tenths, by which the service orders.
  const tenths = Math.round(percent * 10) / 10;
  const days = Math.floor((serviceTime() - Date.parse(simulatedAt ?? readAt)) / DAY_MS);
  return (
    <>
      {differs ? (
        <span>
          <b>{`${tenths < 0 ? '−' : '+'}${format.number(Math.abs(tenths))}`}</b> %
        </span>
      ) : (
        <i>{words.noDifference}</i>
      )}
      {stale.length > 0 && (
        <small className="warn">{stale.includes('old') ? words.daysOld({ days }) : words.stale}</small>
      )}
    </>
  );
}

function Attendance({ of: { attendance }, policy: { leastAttendance } }: Omit<CandidateProps, 'pool'>) {
  const words = councilWords.use();
  const format = useFormat();
  if (!attendance) return <i>{words.forOfficers}</i>;
  const { rate, eventsCounted, suffices } = attendance;
  if (rate === null) return <i>{words.unknown}</i>;
  return (
    <>
      <span>
        <b>{format.number(Math.round(rate * 100))}</b> %
      </span>
      {suffices === false && <small className="warn">{words.below({ percent: leastAttendance })}</small>}
      {suffices === null && <small className="muted">{words.tooFew({ count: eventsCounted })}</small>}
    </>
  );
}

function Last({ of: { lastAwards } }: { of: CandidateView }) {
  const words = councilWords.use();
  const format = useFormat();
  const [latest] = lastAwards;
  return (
    <span className={styles.last}>
      <span className={styles.lastLabel}>{words.last} </span>
      {latest ? (
        <>
          <span>{latest.item.name}</span>{' '}
          <small className="muted">{format.dayOfMonth(new Date(latest.receivedAt))}</small>
        </>
      ) : (
        <i>{words.noneYet}</i>
      )}
    </span>
  );
}
