import type { Attendance, EventView } from '@guildhall/contracts/event.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { toastFailure } from '../../ui/toast.tsx';
import styles from '../event/events.module.css';
import { participationsQuery, refreshEvents } from '../event/events.queries.ts';
import { eventsWords } from '../event/events.words.ts';
import { PersonName, PersonTile } from './participant-name.tsx';

const ORDER: readonly (Attendance | null)[] = [null, 'present', 'late', 'benched', 'excused', 'no_show'];
/** Tapping cycles a person through several states, and only the last one should reach the log. */
const REST_MS = 700;

export function AttendanceList({ event }: { event: EventView }) {
  const words = eventsWords.use();
  const { data } = useSuspenseQuery(participationsQuery(event.id));
  const { shown, tap } = useAttendance(event.id);
  const people = data.participations.filter(({ status, attendance }) => status !== 'declined' || attendance !== null);
  return (
    <section className="card" aria-label={words.officer.attendance}>
      <header className="card-head">
        <h2 className={styles.wholeTitle}>{words.officer.attendance}</h2>
        <span className="muted small">{words.officer.attendanceHint}</span>
      </header>
      <ul className={styles.attendance}>
        {people.map((part) => {
          const now = shown.get(part.id) === undefined ? part.attendance : (shown.get(part.id) ?? null);
          const label = now ? words.attendance[now] : words.officer.notRecorded;
          return (
            <li key={part.id}>
              <button type="button" onClick={() => tap(part.id, after(now))}>
                <PersonTile part={part} />
                <span className="grow">
                  <PersonName part={part} />
                </span>
                <span className={`${styles.state} ${now ? styles[now] : ''}`}>{label}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const after = (now: Attendance | null) => ORDER[(ORDER.indexOf(now) + 1) % ORDER.length] ?? null;

/** Shows a tap at once, and sends it after a pause or when the person leaves the page. */
function useAttendance(eventId: string) {
  const [shown, setShown] = useState<ReadonlyMap<string, Attendance | null>>(new Map());
  const waiting = useRef(new Map<string, Attendance | null>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = async () => {
    clearTimeout(timer.current);
    const entries = [...waiting.current].map(([participationId, attendance]) => ({ participationId, attendance }));
    waiting.current.clear();
    if (entries.length === 0) return;
    try {
      await client.participations.attendance.mutate({ id: eventId, entries });
    } catch (error) {
      toastFailure(error);
    }
    await refreshEvents();
    const settled = entries.map(({ participationId }) => participationId).filter((id) => !waiting.current.has(id));
    setShown((before) => new Map([...before].filter(([id]) => !settled.includes(id))));
  };
  useEffect(() => () => void send(), []);
  const tap = (participationId: string, attendance: Attendance | null) => {
    waiting.current.set(participationId, attendance);
    setShown((before) => new Map(before).set(participationId, attendance));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send(), REST_MS);
  };
  return { shown, tap };
}
