import type { Attendance } from '@guildhall/contracts/event.ts';
import type { NightRaider, NightView } from '@guildhall/contracts/night.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { api } from '../../api/client.ts';
import { serviceTime } from '../../api/service-time.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { downloadCsv } from '../../ui/csv.ts';
import { Icon } from '../../ui/icon.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { byConcern, idOf, named, type Standing, standingOf } from './at-night.ts';
import styles from './night.module.css';
import { invalidateNights, refreshAttendance } from './nights.queries.ts';
import { type NightsWords, nightsWords } from './nights.words.ts';
import { nameOf, type Of, Row, ShortRow, type Unknown, UnknownRow } from './raider-rows.tsx';

const WhoDialog = lazyPart(() => import('./who-dialog.tsx'), 'WhoDialog');

/** Proposals of the log beside what was entered: differences first, everything confirmed by one tap. */
export function AttendanceAtNight({ event, night }: Of) {
  const words = nightsWords.use();
  const record = useRecord();
  const [who, setWho] = useOpenDialog<Unknown>(
    Object.fromEntries(night.unknown.map((one) => [`who-is:${event.id}:${one.name}-${one.realm}`, one])),
  );
  const by = Map.groupBy(night.raiders, standingOf);
  const having = (...standings: Standing[]) => standings.flatMap((standing) => by.get(standing) ?? []);
  const first = [...having('decide').toSorted(byConcern), ...having('kept')];
  const same = having('as_answered').length;
  const set = (raider: NightRaider, attendance: Attendance | null) =>
    record.mutate({ id: event.id, entries: [{ ...named(raider), attendance }] });
  const row = (raider: NightRaider) => (
    <Row key={idOf(raider)} event={event} night={night} raider={raider} onSet={(to) => set(raider, to)} />
  );
  const short = (raider: NightRaider) => (
    <ShortRow key={idOf(raider)} event={event} night={night} raider={raider} onSet={(to) => set(raider, to)} />
  );
  return (
    <section className={`card ${styles.attendance}`} aria-label={words.attendance} aria-busy={record.isPending}>
      <header className="card-head">
        <h2>{words.attendance}</h2>
        <span className="muted small">
          {night.proposals > 0
            ? words.differ({ differ: first.length + night.unknown.length, same })
            : words.allRecorded}
        </span>
        <span className="row end">
          <Button
            small
            kind="ghost"
            icon="download"
            title={words.csv.attendance}
            onClick={() => take(words, event, night)}
          >
            CSV
          </Button>
          {night.mayConfirm && <ConfirmAll event={event} night={night} record={record} />}
        </span>
      </header>
      {(first.length > 0 || night.unknown.length > 0) && (
        <>
          <div className={styles.head} aria-hidden="true">
            <span />
            <span>{words.columns.differs}</span>
            <span>{words.columns.entered}</span>
            <span>{words.columns.log}</span>
            <span>{words.columns.proposed}</span>
            <span />
          </div>
          <ul aria-label={words.columns.differs}>
            {first.map(row)}
            {night.unknown.map((fighter) => (
              <UnknownRow
                key={`${fighter.name}-${fighter.realm}`}
                night={night}
                fighter={fighter}
                onAsk={() => setWho(fighter)}
              />
            ))}
          </ul>
        </>
      )}
      <Folded title={words.asAnswered} people={having('as_answered')} className={styles.short} row={short} open />
      <Folded title={words.recordedList} people={having('recorded')} row={row} />
      <Folded title={words.notThere} people={having('not_there')} className={styles.short} row={short} />
      {night.mayConfirm && <Strangers event={event} night={night} />}
      <Fresh night={night} />
      <Suspense>{who && <WhoDialog event={event} fighter={who} onClose={() => setWho(undefined)} />}</Suspense>
    </section>
  );
}

const useRecord = () =>
  useMutation({
    ...api.participations.attendance.mutationOptions(),
    onSuccess: refreshAttendance,
    onError: toastFailure,
  });

type Recording = Of & { record: ReturnType<typeof useRecord> };

function ConfirmAll({ event, night, record }: Recording) {
  const words = nightsWords.use();
  const noShows = night.raiders.filter((one) => one.attendance === null && one.proposal === 'no_show').length;
  const count = night.proposals - noShows;
  if (night.proposals === 0) return null;
  return (
    <Button
      className={styles.do}
      icon="check"
      pending={record.isPending}
      onClick={() =>
        record.mutate(
          { id: event.id, confirm: 'proposed' },
          { onSuccess: ({ recorded }) => toast({ text: words.confirmed({ count: recorded }) }) },
        )
      }
    >
      {noShows > 0 ? words.confirmWith({ count, noShows }) : words.confirm({ count })}
    </Button>
  );
}

/** Those of whom an officer said that they are not of the guild, who can be asked for again. */
function Strangers({ event, night: { strangers } }: Of) {
  const { unknown: words } = nightsWords.use();
  const match = useMutation({
    ...api.nights.match.mutationOptions(),
    onSuccess: invalidateNights,
    onError: toastFailure,
  });
  return (
    <FoldedList title={words.strangers} count={strangers.length}>
      <ul className={styles.strangers}>
        {strangers.map(({ name, realm }) => (
          <li key={`${name}-${realm}`}>
            <span className="clip">{realm === '' ? name : `${name} · ${realm}`}</span>
            <Button
              small
              kind="ghost"
              icon="refresh"
              title={words.again({ name })}
              pending={match.isPending}
              onClick={() => match.mutate({ id: event.id, name, realm })}
            >
              {words.ask}
              <span className="sr">{name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </FoldedList>
  );
}

type FoldedProps = {
  title: string;
  people: NightRaider[];
  row(raider: NightRaider): ReactNode;
  className?: string | undefined;
  open?: boolean;
};

function Folded({ title, people, row, className, open = false }: FoldedProps) {
  return (
    <FoldedList title={title} count={people.length} open={open}>
      <ul className={className}>{people.map(row)}</ul>
    </FoldedList>
  );
}

type FoldedListProps = { title: string; count: number; open?: boolean; children: ReactNode };

function FoldedList({ title, count, open = false, children }: FoldedListProps) {
  if (count === 0) return null;
  return (
    <details className={styles.folded} open={open}>
      <summary>
        <h3>{title}</h3>
        <span className="muted small">{count}</span>
        <Icon name="down" size="s" className="i-s chev" />
      </summary>
      {children}
    </details>
  );
}

function Fresh({ night: { confirmsAt, proposals } }: { night: NightView }) {
  const words = nightsWords.use();
  const format = useFormat();
  if (proposals === 0) return null;
  const at = confirmsAt ? new Date(confirmsAt) : null;
  return (
    <p className="fresh">
      <Icon name="clock" size="s" />
      <span>
        {at && at.getTime() > serviceTime() ? words.confirmsBy({ when: format.dayAndTime(at) }) : words.confirmsNot}
      </span>
    </p>
  );
}

function take(words: NightsWords, event: Of['event'], { raiders }: NightView): void {
  const { csv } = words;
  downloadCsv(
    `${event.title} ${event.startsAt.slice(0, 10)} attendance`,
    [csv.name, csv.class, csv.answer, csv.entered, csv.pullsWith, csv.pullsOf, csv.proposed],
    raiders.map((raider) => [
      nameOf(words, raider),
      raider.class?.name,
      raider.status ? words.answers[raider.status] : '',
      raider.attendance ? words.states[raider.attendance] : '',
      raider.pulls,
      raider.base,
      raider.proposal ? words.states[raider.proposal] : '',
    ]),
  );
}
