import type { AttendanceRow } from '@guildhall/contracts/attendance.ts';
import { useFormat } from '../../i18n/format.ts';
import { attendanceWords } from './attendance.words.ts';
import './outcome.css';

/** In the service's letters for a row of the matrix. */
export const OUTCOMES = {
  P: 'present',
  L: 'late',
  B: 'benched',
  N: 'no_show',
  M: 'missed',
  E: 'excused',
  A: 'absent',
  R: 'removed',
  D: 'declined',
} as const;
export type OutcomeLetter = keyof typeof OUTCOMES;
export const LETTERS = Object.keys(OUTCOMES) as OutcomeLetter[];

export const letterOf = (text: string | undefined): OutcomeLetter | undefined => LETTERS.find((one) => one === text);

/** Filled means present, outlined means counted but absent, a letter alone means not counted. */
const LOOKS: Record<OutcomeLetter, string> = {
  P: 'h5',
  L: 'h4',
  B: 'h3',
  N: 'h1',
  M: 'h1',
  E: 'h0',
  A: 'h0',
  R: 'h0',
  D: 'h0',
};

export function OutcomeCell({ letter, title }: { letter: OutcomeLetter | undefined; title?: string | undefined }) {
  const words = attendanceWords.use();
  if (!letter) {
    return (
      <span className="cell h0" title={title}>
        <span aria-hidden="true">·</span>
        <span className="sr">{words.notMember}</span>
      </span>
    );
  }
  const name = words.outcomes[OUTCOMES[letter]];
  return (
    <span className={`cell ${LOOKS[letter]}`} title={title ?? name}>
      <span aria-hidden="true">{words.letters[letter]}</span>
      <span className="sr">{name}</span>
    </span>
  );
}

/** How events turned out for one person, the newest last. The rows come with the newest first. */
export function OutcomesOf({ rows, className }: { rows: readonly AttendanceRow[]; className: string | undefined }) {
  const format = useFormat();
  return (
    <ol className={className}>
      {rows.toReversed().map(({ eventId, title, startsAt, outcome }) => (
        <li key={eventId}>
          <OutcomeCell
            letter={LETTERS.find((letter) => OUTCOMES[letter] === outcome)}
            title={`${title}, ${format.date(new Date(startsAt))}`}
          />
        </li>
      ))}
    </ol>
  );
}
