import type { EventView } from '@guildhall/contracts/event.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { serviceTime } from '../../api/service-time.ts';
import { useFormat } from '../../i18n/format.ts';
import { RoleSlots } from '../../ui/role-slots.tsx';
import { TimeBoth } from '../../ui/time.tsx';
import { AnswerControl, isClosed, waitsForAnswer } from '../signups/answer-control.tsx';
import { Faces } from '../signups/faces.tsx';
import { EventPicture } from './event-picture.tsx';
import styles from './events.module.css';
import { eventsWords } from './events.words.ts';

export const slotsByRole = (event: EventView) =>
  event.slots.map(({ roleKey, max, signedUp }) => ({ role: roleKey, taken: signedUp, places: max }));

export function EventCard({ event, children }: { event: EventView; children?: ReactNode }) {
  const words = eventsWords.use();
  const format = useFormat();
  const deadline = event.signupDeadline && new Date(event.signupDeadline);
  const open = event.status === 'published' && Date.parse(event.startsAt) > serviceTime();
  return (
    <li className={`card ${styles.card} ${waitsForAnswer(event) ? styles.asks : ''}`}>
      <EventPicture event={event} className={styles.thumb} />
      <div className={styles.cardMain}>
        <p className={styles.cardTime}>
          <TimeBoth at={event.startsAt} timeZone={event.timeZone} guildTimeZone={event.guildTimeZone} day={false} />
        </p>
        <h3>
          <Link to="/events/$event" params={{ event: event.id }}>
            {event.title}
          </Link>
        </h3>
        <p className="muted small">
          {[
            words.types[event.type],
            event.journalInstance?.name,
            event.createdBy && words.agenda.ledBy({ name: event.createdBy.displayName }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {event.slots.length > 0 ? (
          <RoleSlots places={slotsByRole(event)} tight />
        ) : (
          <p className="small muted">{words.event.people({ count: event.counts.signedUp })}</p>
        )}
        {open && <Faces event={event} />}
      </div>
      <div className={styles.cardAnswer}>
        {event.status === 'published' || event.status === 'completed' ? null : (
          <span className={event.status === 'cancelled' ? 'tag t-bad' : 'tag'}>{words.statuses[event.status]}</span>
        )}
        {event.status !== 'draft' && event.status !== 'cancelled' && <AnswerControl event={event} />}
        {children}
        {open && deadline && (
          <small className={isClosed(event) ? 'muted' : styles.deadline}>
            {isClosed(event)
              ? words.agenda.signupClosed
              : words.agenda.openUntil({ when: format.dayAndTime(deadline) })}
          </small>
        )}
      </div>
    </li>
  );
}
