import type { VaultRow } from '@guildhall/contracts/gear.ts';
import { Unread, useReward, VaultHint } from './vault.tsx';
import { vaultWords } from './vault.words.ts';
import styles from './vault-cells.module.css';

/** The rows of a vault with a cell for each slot. */
export function VaultCells({ of }: { of: readonly VaultRow[] }) {
  const words = vaultWords.use();
  const rewardIn = useReward();
  return (
    <>
      <ul className={styles.cells} aria-label={words.vault}>
        {of.map(({ kind, count, slots, status }) => (
          <li key={kind}>
            <p>
              <b>{words.kinds[kind]}</b>
              {count !== null && <small className="muted">{words.atLeast[kind]({ count })}</small>}
            </p>
            {count === null ? (
              <Unread status={status} />
            ) : (
              <ol>
                {slots.map((slot) => (
                  <li key={slot.needed} className={slot.open ? styles.got : undefined}>
                    <b>{rewardIn(slot)}</b>
                    <small>{words.slot({ done: Math.min(count, slot.needed), needed: slot.needed })}</small>
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ul>
      <VaultHint />
    </>
  );
}
