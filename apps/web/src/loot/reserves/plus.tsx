import type { ReservePlus, ReserveView } from '@guildhall/contracts/reserve.ts';
import { useFormat } from '../../i18n/format.ts';
import styles from './reserves.module.css';
import { reservesWords } from './reserves.words.ts';

/** The plus of SR+, and what it rests on. */
export function Plus({ of: plus }: { of: ReservePlus | null }) {
  const words = reservesWords.use();
  const format = useFormat();
  if (!plus) return null;
  const { value, nights, since, corrected } = plus;
  const why = corrected
    ? corrected.by
      ? words.corrected({ name: corrected.by.displayName, note: corrected.note })
      : words.correctedBySomeone({ note: corrected.note })
    : words.plusRests({ count: nights, date: format.dayOfMonth(new Date(since)) });
  return (
    <small className="muted">
      <b className={styles.plus}>{words.plusOf({ value })}</b> {why}
    </small>
  );
}

/** The officer who reserved it for the raider. */
export function EnteredBy({ of: officer }: { of: ReserveView['enteredBy'] }) {
  const words = reservesWords.use();
  return officer && <small className="muted">{words.enteredBy({ name: officer.displayName })}</small>;
}
