/** The three rows of a week's vault: each count is a least one, and unknown where nothing was read since the reset. */
import type { VaultRow } from '@guildhall/contracts/gear.ts';
import styles from './vault.module.css';
import { vaultWords } from './vault.words.ts';

type Props = { of: readonly VaultRow[] };

/** A line for each row, for a table. */
export function VaultLines({ of }: Props) {
  const words = vaultWords.use();
  const rewardIn = useReward();
  const [first] = of;
  if (!first || of.every(({ count }) => count === null)) {
    return <Unread status={of.every(({ status }) => isAbsent(status)) ? 'not_found' : 'pending'} />;
  }
  if (of.every(({ count }) => !count)) return <span className="muted small">{words.nothing}</span>;
  return (
    <ul className={styles.lines}>
      {of.map(({ kind, count, slots, status }) => (
        <li key={kind}>
          <small>{words.kinds[kind]}</small>
          {count === null ? (
            <Unread status={status} />
          ) : (
            <>
              <b className="num">{slots.map(rewardIn).join(' · ')}</b>
              <small className="muted">{words.least({ count })}</small>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** How far the numbers can be relied on. */
export function VaultHint() {
  return <p className={`small muted ${styles.hint}`}>{vaultWords.use().hint}</p>;
}

export function Unread({ status }: Pick<VaultRow, 'status'>) {
  const words = vaultWords.use();
  return <span className="muted small">{isAbsent(status) ? words.none : words.unread}</span>;
}

/** The game platform answered that it has no such document, so asking again leads to nothing. */
export const isAbsent = (status: VaultRow['status']): boolean => status === 'not_found' || status === 'not_available';

/** The level or difficulty that decides the reward of a slot. Nothing tells that of the world. */
export function useReward(): (slot: VaultRow['slots'][number]) => string {
  const { difficulties } = vaultWords.use();
  return ({ open, level, difficulty }) => {
    if (!open) return '–';
    if (level !== null) return `+${level}`;
    return difficulties[difficulty as keyof typeof difficulties] ?? difficulty ?? '✓';
  };
}
