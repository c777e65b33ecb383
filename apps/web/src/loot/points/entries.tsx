import type { PointEntryView, PointPoolView } from '@guildhall/contracts/points.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { raiderMark, withMark } from '../../ui/raider-mark.tsx';
import { ErrorBox, SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { useAmounts } from './amounts.ts';
import styles from './points.module.css';
import { entriesQuery } from './points.queries.ts';
import { pointsWords } from './points.words.ts';

const UndoDialog = lazyPart(() => import('./undo-dialog.tsx'), 'UndoDialog');

type Props = { pool: PointPoolView; raider: string | undefined; name: string; onAll(): void };
type Booking = readonly [PointEntryView, ...PointEntryView[]];

/** The latest bookings of a pool, or the ledger of one raider. */
export function Entries({ pool, raider, name, onAll }: Props) {
  const words = pointsWords.use();
  const entries = useQuery(entriesQuery(pool, raider));
  const [undone, setUndone] = useState<Booking>();
  const bookings = bookingsOf(entries.data?.entries ?? []);
  return (
    <section className="card" aria-label={raider ? words.ledgerOf({ name }) : words.latest}>
      <header className="card-head">
        <h2>{raider ? words.ledgerOf({ name }) : words.latest}</h2>
        {raider && (
          <div className="end">
            <Button small onClick={onAll}>
              {words.showLatest}
            </Button>
          </div>
        )}
      </header>
      {entries.error ? (
        <ErrorBox error={entries.error} onRetry={() => void entries.refetch()} />
      ) : !entries.data ? (
        <Skeleton lines={6} />
      ) : bookings.length === 0 ? (
        <p className={`muted small ${styles.hint}`}>{words.noEntries}</p>
      ) : (
        <ul className={styles.entries}>
          {bookings.map((booking) => (
            <Line
              key={booking[0].id}
              pool={pool}
              booking={booking}
              onUndo={mayUndo(pool, booking) ? () => setUndone(booking) : undefined}
            />
          ))}
        </ul>
      )}
      <p className="fresh">
        <Icon name="lock" size="s" />
        <span>{words.neverChanged}</span>
      </p>
      {undone && (
        <SectionBoundary>
          <Suspense>
            <UndoDialog pool={pool} entry={open(undone)[0]} whole={!raider} onClose={() => setUndone(undefined)} />
          </Suspense>
        </SectionBoundary>
      )}
    </section>
  );
}

/** Entries that were booked together, and stand together. */
function bookingsOf(entries: readonly PointEntryView[]): Booking[] {
  return [...Map.groupBy(entries, ({ bookingId }) => bookingId).values()].flatMap(([first, ...rest]) =>
    first ? [[first, ...rest] as const] : [],
  );
}

const open = (booking: Booking) => booking.filter(({ type, undoneBy }) => type !== 'undo' && undoneBy === null);
const mayUndo = ({ mayManage, archived }: PointPoolView, booking: Booking) =>
  mayManage && !archived && open(booking).length > 0;

type LineProps = { pool: PointPoolView; booking: Booking; onUndo: (() => void) | undefined };

function Line({ pool, booking, onUndo }: LineProps) {
  const words = pointsWords.use();
  const { raider: marks } = coreWords.use();
  const format = useFormat();
  const { amount } = useAmounts(pool);
  const [first] = booking;
  const { type, reason, by, at, award, after, undoneBy } = first;
  const title = type === 'undo' ? words.undoOf({ reason: reason ?? words.types.undo }) : (reason ?? words.types[type]);
  const raiders =
    booking.length === 1
      ? withMark(first.raider?.name ?? words.formerRaider, raiderMark(marks, first.raider))
      : words.raiders({ count: new Set(booking.map(({ raider }) => raider?.id)).size });
  const isUndone = booking.every((entry) => entry.undoneBy !== null) && undoneBy !== null;
  return (
    <li className={isUndone ? styles.undone : undefined}>
      <span className={styles.what}>
        <b>{title}</b>
        <small className="muted">
          {[
            after ? null : raiders,
            award && (award.itemName ?? words.item({ id: String(award.itemId) })),
            by?.displayName ?? words.byService,
            format.dayAndTime(new Date(at)),
            isUndone && words.undone,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {after && (
          <small className="muted">
            {after.gp === null
              ? words.afterPoints({ points: amount(after.points) })
              : words.afterGp({ points: amount(after.points), gp: amount(after.gp) })}
          </small>
        )}
      </span>
      <Sum pool={pool} booking={booking} />
      {onUndo ? <IconButton icon="x" label={words.undo.open({ reason: title })} onClick={onUndo} /> : <span />}
    </li>
  );
}

/** The amount of each raider, if all got the same; for a price that of the buyer. */
function Sum({ pool, booking }: Omit<LineProps, 'onUndo'>) {
  const words = pointsWords.use();
  const { signed } = useAmounts(pool);
  const [first] = booking;
  const shown = booking.find(({ type }) => type === 'charge') ?? first;
  const isSame = booking.every(({ points, gp }) => points === first.points && gp === first.gp);
  if (!isSame && shown.type !== 'charge') return <span className="muted small">{words.various}</span>;
  const unit = pool.kind === 'epgp' ? 'EP' : '';
  return (
    <span className={`num ${styles.sum}`}>
      {shown.points !== 0 && <b>{[signed(shown.points), unit].filter(Boolean).join(' ')}</b>}
      {shown.gp !== 0 && <b>{signed(shown.gp)} GP</b>}
    </span>
  );
}
