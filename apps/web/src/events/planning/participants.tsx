import type { EventView } from '@guildhall/contracts/event.ts';
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { Icon, roleIcon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from '../event/events.module.css';
import { participationsQuery } from '../event/events.queries.ts';
import { eventsWords } from '../event/events.words.ts';
import { mayAnswer } from '../signups/answer-control.tsx';
import { DragArea, useDraggable, useDropTarget, useSwapTarget } from './drag.tsx';
import { PersonName, PersonTile } from './participant-name.tsx';

/** Menus are the heaviest part of this page, and only officers need them. */
const MoveMenu = lazyPart(() => import('./move-menu.tsx'), 'MoveMenu');

const FREE_SHOWN = 2;
const COLUMNS = 3;

type Of = { event: EventView; mayEdit: boolean };

/** All who answered: by role, on the waitlist, and, collapsed, those who may not come. */
export function Participants({ event, mayEdit }: Of) {
  const { event: words } = eventsWords.use();
  const { data } = useSuspenseQuery(participationsQuery(event.id));
  const parts = data.participations;
  const having = (status: ParticipationView['status']) => parts.filter((part) => part.status === status);
  const inside = having('signed_up');
  const waiting = having('waitlist');
  const missing = data.pagination.total - parts.length;
  const mayMove = mayEdit && event.status === 'published';
  const shown = (
    <>
      <section id="slots" className={`card ${styles.places}`} aria-label={words.placesByRole}>
        {event.slots.length > 0 ? (
          <ByRole event={event} mayEdit={mayEdit} inside={inside} />
        ) : inside.length > 0 ? (
          <ol className={styles.everybody}>
            {inside.map((part) => (
              <Person key={part.id} event={event} part={part} mayEdit={mayEdit} />
            ))}
          </ol>
        ) : (
          <Empty icon="roster" title={words.nobodyYet}>
            {mayAnswer(event) && words.nobodyHint}
          </Empty>
        )}
      </section>
      {waiting.length > 0 && (
        <section id="waitlist" className="card" aria-label={words.waitlist}>
          <header className="card-head">
            <h2 className={styles.wholeTitle}>{words.waitlist}</h2>
            <span className="muted small">{words.waitlistHint}</span>
          </header>
          <ol className="list">
            {waiting.map((part) => (
              <Waiting key={part.id} event={event} part={part} mayEdit={mayEdit} />
            ))}
          </ol>
        </section>
      )}
      <div className={styles.two}>
        <Folded title={words.maybe} parts={having('tentative')} event={event} mayEdit={mayEdit} />
        <Folded title={words.no} parts={having('declined')} event={event} mayEdit={mayEdit} />
      </div>
      {missing > 0 && <p className="muted small">{words.moreParts({ count: missing })}</p>}
    </>
  );
  return mayMove ? <DragArea event={event}>{shown}</DragArea> : shown;
}

/** Tanks and healers share a column because they are few. */
function ByRole({ event, mayEdit, inside }: Of & { inside: ParticipationView[] }) {
  const columns: EventView['slots'][] =
    event.slots.length > COLUMNS
      ? [
          event.slots.slice(0, event.slots.length - COLUMNS + 1),
          ...event.slots.slice(1 - COLUMNS).map((slot) => [slot]),
        ]
      : event.slots.map((slot) => [slot]);
  return (
    <div className={styles.roles}>
      {columns.map((slots) => (
        <div key={slots[0]?.roleKey} className={styles.column}>
          {slots.map((slot) => (
            <Column
              key={slot.roleKey}
              slot={slot}
              event={event}
              mayEdit={mayEdit}
              people={inside.filter(({ roleKey }) => roleKey === slot.roleKey)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type ColumnProps = Of & { slot: EventView['slots'][number]; people: ParticipationView[] };

function Column({ event, mayEdit, slot: { roleKey, max, signedUp }, people }: ColumnProps) {
  const words = eventsWords.use();
  const free = Math.max(0, max - signedUp);
  const heading = `role-${roleKey}`;
  const target = useDropTarget({ status: 'signed_up', roleKey }, free === 0);
  return (
    <section aria-labelledby={heading} className={styles.target} {...target}>
      <h2 id={heading}>
        <Icon name={roleIcon(roleKey)} />
        {words.roleNames[roleKey]}
        <span className={free > 0 ? styles.open : 'muted'}>
          {signedUp}/{max}
        </span>
      </h2>
      <ol>
        {people.map((part) => (
          <Person key={part.id} event={event} part={part} mayEdit={mayEdit} />
        ))}
        {Array.from({ length: Math.min(free, FREE_SHOWN) }, (_, at) => (
          <li key={`free-${at}`} className={styles.free}>
            <span className={styles.hole} />
            {words.event.free}
          </li>
        ))}
        {free > FREE_SHOWN && <li className={styles.free}>{words.event.freeMore({ count: free - FREE_SHOWN })}</li>}
      </ol>
    </section>
  );
}

type PersonProps = Of & { part: ParticipationView };

function Person({ event, part, mayEdit }: PersonProps) {
  const { event: words } = eventsWords.use();
  const mine = part.id === event.mine?.id;
  return (
    <li
      className={mine ? `${styles.person} ${styles.mine}` : styles.person}
      {...useDraggable(part)}
      {...useSwapTarget(event, part)}
    >
      <PersonTile part={part} />
      <span className="grow">
        <PersonName part={part} guild={event.organizationId} />
        {part.lateMinutes !== null && <small className="muted">{words.lateBy({ minutes: part.lateMinutes })}</small>}
        {part.note && <small className="muted">{part.note}</small>}
      </span>
      {mine && <span className="tag ember">{words.you}</span>}
      <Marks part={part} />
      {part.character?.itemLevel != null && <b className="num">{part.character.itemLevel}</b>}
      <Tools event={event} part={part} mayEdit={mayEdit} />
    </li>
  );
}

function Marks({ part }: { part: ParticipationView }) {
  const { event: words } = eventsWords.use();
  return (
    <>
      {part.unusualRole && (
        <span className="warn" title={words.unusual}>
          <Icon name="alert" size="s" />
          <span className="sr">{words.unusual}</span>
        </span>
      )}
      {part.away && (
        <span className="warn" title={words.away}>
          <Icon name="moon" size="s" />
          <span className="sr">{words.away}</span>
        </span>
      )}
    </>
  );
}

function Tools({ event, part, mayEdit }: PersonProps) {
  if (!mayEdit || event.status !== 'published') return null;
  return (
    <Suspense fallback={<span className={styles.toolSpace} />}>
      <MoveMenu event={event} part={part} />
    </Suspense>
  );
}

/** The waitlist position and its reason. */
function Waiting({ event, part, mayEdit }: PersonProps) {
  const words = eventsWords.use();
  const format = useFormat();
  const slots = event.slots.filter(({ roleKey }) => part.roles.includes(roleKey));
  const roles = slots.map(({ roleKey }) => words.roleNames[roleKey]).join(', ');
  const full = slots.every(({ max, signedUp }) => signedUp >= max);
  const since = format.dayAndTime(new Date(part.statusSince));
  const mine = part.id === event.mine?.id;
  return (
    <li className={mine ? styles.mine : undefined} {...useDraggable(part)}>
      <span className={styles.place}>
        <span className="sr">{words.event.place({ position: part.position ?? 0 })}</span>
        <span aria-hidden="true">{part.position}</span>
      </span>
      <PersonTile part={part} />
      <div className="grow">
        <p>
          <PersonName part={part} guild={event.organizationId} />{' '}
          {mine && <span className="tag ember">{words.event.you}</span>}
        </p>
        <small>
          {full ? words.event.fullSince({ roles, when: since }) : words.event.freeButWaits({ roles, when: since })}
          {part.away && ` ${words.event.awayWaits}`}
          {part.lateMinutes !== null && ` ${words.event.lateBy({ minutes: part.lateMinutes })}`}
          {part.note && ` ${words.log.why({ text: part.note })}`}
        </small>
      </div>
      <Marks part={part} />
      {part.character?.itemLevel != null && <b className="num">{part.character.itemLevel}</b>}
      <Tools event={event} part={part} mayEdit={mayEdit} />
    </li>
  );
}

function Folded({ title, parts, event, mayEdit }: Of & { title: string; parts: ParticipationView[] }) {
  return (
    <details className={`card ${styles.folded}`}>
      <summary>
        <h2>{title}</h2>
        <span className="muted small">{parts.length}</span>
        <Icon name="down" size="s" className="i-s chev" />
      </summary>
      <ul>
        {parts.map((part) => (
          <Person key={part.id} event={event} part={part} mayEdit={mayEdit} />
        ))}
      </ul>
    </details>
  );
}
