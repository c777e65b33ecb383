import type { AttendanceRow } from '@guildhall/contracts/attendance.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { PersonLink } from '../../routes/person-link.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RaiderMark } from '../../ui/raider-mark.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Empty, Section, Skeleton } from '../../ui/states.tsx';
import styles from './attendance.module.css';
import type { AttendanceWords } from './attendance.words.ts';
import { attendanceWords } from './attendance.words.ts';
import { type AttendanceSearch, nameOf, periodOf } from './attendance-search.ts';
import { LETTERS, OUTCOMES, OutcomeCell } from './outcome.tsx';

type Props = { guild: OrganizationView; member: string; search: AttendanceSearch; onClose(): void };

/** Lists every event behind a person's number, with the reason why it counts. */
export function PersonDialog({ onClose, ...props }: Props) {
  const words = attendanceWords.use();
  return (
    <Dialog open wide onClose={onClose} title={words.why}>
      <Section className={styles.plain ?? ''} skeleton={<Skeleton lines={8} />}>
        <Rows {...props} />
      </Section>
    </Dialog>
  );
}

function Rows({ guild, member, search }: Omit<Props, 'onClose'>) {
  const words = attendanceWords.use();
  const format = useFormat();
  const { from } = periodOf(search);
  const [person] = useSuspenseQuery(
    api.attendance.stats.queryOptions({
      id: guild.id,
      locale: gameLocale(),
      explain: member,
      ...(from ? { since: from } : {}),
      ...(search.type ? { eventType: search.type } : {}),
    }),
  ).data;
  if (!person) return <Empty title={words.nobody} />;
  const { rate, eventsCounted, present, late, benched, streak, rows = [] } = person;
  return (
    <>
      <p className={styles.sum}>
        <b>
          {person.user ? (
            <PersonLink guild={guild.id} person={person.user.id}>
              {nameOf(person)}
            </PersonLink>
          ) : (
            nameOf(person)
          )}
        </b>{' '}
        <RaiderMark of={person.raider} />
        <span className={styles.huge}>{rate === null ? '–' : `${Math.round(rate * 100)} %`}</span>
        <span className="muted small">
          {words.of({ there: present + late + benched, counted: eventsCounted })} · {words.streakOf({ count: streak })}
          {person.tooLittleData && ` · ${words.tooLittle}`}
        </span>
      </p>
      {rows.length === 0 ? (
        <Empty icon="heat" title={words.none} />
      ) : (
        <ScrollBox label={words.why} className={styles.rows}>
          <ul className="list">
            {rows.map((row) => (
              <li key={row.eventId}>
                <span className={styles.letter}>
                  <OutcomeCell letter={LETTERS.find((letter) => OUTCOMES[letter] === row.outcome)} />
                </span>
                <p className="grow">
                  <Link to="/events/$event" params={{ event: row.eventId }}>
                    {row.title}
                  </Link>
                  <small>{because(row, words)}</small>
                </p>
                <span className="muted small">{format.date(new Date(row.startsAt))}</span>
                <span className={`num small ${styles.weight}`}>
                  {row.weight === null ? words.notCounted : `${Math.round(row.weight * 100)} %`}
                </span>
              </li>
            ))}
          </ul>
        </ScrollBox>
      )}
    </>
  );
}

/** Says in the reader's language what the service says in English. */
function because({ outcome, counted, attendance, status }: AttendanceRow, { because: words }: AttendanceWords): string {
  if (outcome === 'present' && attendance === null) return words.believed;
  if (outcome === 'benched' && attendance === null) return words.waited;
  if (outcome === 'declined' && status !== 'declined') return counted ? words.takenBackCounted : words.takenBack;
  if (outcome === 'declined' && counted) return words.declinedCounted;
  if (outcome === 'missed' && status === 'declined') return words.declinedLate;
  if (outcome === 'missed' && status === 'tentative') return words.tentative;
  if (outcome === 'missed' && status !== null) return words.notRecorded;
  return words[outcome];
}
