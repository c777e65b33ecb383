import type { CandidatesView } from '@guildhall/contracts/candidate.ts';
import type { LootPolicyView } from '@guildhall/contracts/loot-policy.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { WishTrack } from '@guildhall/contracts/wish.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../i18n/format.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { Icon } from '../../ui/icon.tsx';
import { ItemName } from '../../ui/item-name.tsx';
import { ErrorBox, Skeleton } from '../../ui/states.tsx';
import { slotIcon } from '../parts/slot-icon.ts';
import { Candidate } from './candidate.tsx';
import styles from './council.module.css';
import { candidatesQuery } from './council.queries.ts';
import { councilWords } from './council.words.ts';

type Props = { guild: OrganizationView; itemId: number; track: WishTrack; team: string | undefined };

/** One item, and everybody who wants it. */
export function Candidates({ guild, itemId, track, team }: Props) {
  const { data, error, refetch } = useQuery({
    ...candidatesQuery(guild, itemId, track, team),
    placeholderData: keepPreviousData,
  });
  if (!data) {
    return (
      <section className="card">
        {error ? <ErrorBox error={error} onRetry={() => void refetch()} /> : <Skeleton lines={12} />}
      </section>
    );
  }
  return (
    <section className={`card ${styles.council} ${data.pool ? styles.pooled : ''}`} aria-label={data.item.name}>
      <Head of={data} />
      <Order guild={guild} of={data} />
      {data.candidates.length > 0 && <Columns of={data} />}
      <ol>
        {data.candidates.map((candidate) => (
          <Candidate key={candidate.raider.id} of={candidate} policy={data.policy} pool={data.pool} />
        ))}
      </ol>
      <Foot of={data} />
    </section>
  );
}

function Head({ of: { item, track, boss, given, total } }: { of: CandidatesView }) {
  const words = councilWords.use();
  const format = useFormat();
  const [latest] = given;
  const date = latest && format.dayOfMonth(new Date(latest.receivedAt));
  const about = [
    words.tracks[track],
    boss?.name,
    date && (latest.winner ? words.given({ date, name: latest.winner }) : words.givenToNone({ date })),
  ];
  return (
    <header className={styles.head}>
      <span className={styles.tile}>
        <Icon name={slotIcon(item.slot)} size="l" />
      </span>
      <div className="grow">
        <h2>
          <ItemName of={item} />
        </h2>
        <p className="muted small">{about.filter(Boolean).join(' · ')}</p>
      </div>
      <span className="tag">{words.wantIt({ count: total })}</span>
    </header>
  );
}

/** The keys of the policy that this order follows. */
function Order({ guild, of: { policy, orderedBy, pool } }: { guild: OrganizationView; of: CandidatesView }) {
  const words = councilWords.use();
  const { keys } = words;
  const named = {
    ...{ team: keys.team, wish: keys.wish, gain: keys.gain, awards: keys.awards({ weeks: policy.weeks }) },
    points: pool && keys.points({ pool: pool.name }),
    attendance: keys.attendance({ percent: policy.leastAttendance }),
  };
  return (
    <div className={styles.order}>
      <span className="eyebrow">{words.order}</span>
      {orderedBy.length > 0 ? (
        <ol>
          {orderedBy.map((key, index) => (
            <li key={key}>
              <b aria-hidden="true">{index + 1}</b>
              {named[key]}
            </li>
          ))}
        </ol>
      ) : (
        <p className="small muted">{words.unordered}</p>
      )}
      <Link className="link end" to="/g/$guild/loot/policy" params={{ guild: guildRef(guild) }}>
        {words.policy}
      </Link>
    </div>
  );
}

const COLUMNS = [
  'team',
  'wish',
  'gain',
  'points',
  'awards',
  'attendance',
] as const satisfies readonly LootPolicyView['order'][number][];

/** Each value says by itself what it is; the heads are for the eye. */
function Columns({ of: { orderedBy, pool } }: { of: CandidatesView }) {
  const { columns } = councilWords.use();
  return (
    <div className={`${styles.columns} ${styles.grid}`} aria-hidden="true">
      <span />
      <span />
      <span>{columns.raider}</span>
      {COLUMNS.filter((key) => key !== 'points' || pool).map((key) => (
        <span key={key}>
          {orderedBy.includes(key) && <b>{orderedBy.indexOf(key) + 1}</b>}
          {columns[key === 'points' && pool?.kind === 'epgp' ? 'priority' : key]}
        </span>
      ))}
      <span>{columns.last}</span>
      <span />
    </div>
  );
}

function Foot({ of: { candidates, total, policy, orderedBy } }: { of: CandidatesView }) {
  const words = councilWords.use();
  const format = useFormat();
  const read = candidates.flatMap(({ gearReadAt }) => gearReadAt ?? []).toSorted();
  const [from, to] = [read[0], read.at(-1)].map((at) => (at ? format.dayOfMonth(new Date(at)) : ''));
  const said = [
    candidates.length < total && words.first({ shown: candidates.length, total }),
    from && to && (from === to ? words.gearReadOnce({ from }) : words.gearRead({ from, to })),
    policy.order.includes('points') && !orderedBy.includes('points') && words.withoutPoints,
    policy.order.includes('attendance') && !orderedBy.includes('attendance') && words.withoutAttendance,
    words.decidesNothing,
  ];
  return (
    <p className="fresh">
      <Icon name="refresh" size="s" />
      <span>{said.filter(Boolean).join(' · ')}</span>
    </p>
  );
}
