import type { ReservesView } from '@guildhall/contracts/reserve.ts';
import { Suspense } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { ItemName } from '../../ui/item-name.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { EnteredBy, Plus } from './plus.tsx';
import styles from './reserves.module.css';
import { type Holder, heldBy, type Sheet, usedOf, useReserve } from './reserves.queries.ts';
import { reservesWords } from './reserves.words.ts';

const ChooseItem = lazyPart(() => import('./choose-item.tsx'), 'ChooseItem');

type Props = { shown: ReservesView; sheet: Sheet; holder: Holder; none: string; mayChange: boolean };

/** The reserves of one raider, and the items that are left to choose from. */
export function HeldReserves({ shown, sheet, holder, none, mayChange }: Props) {
  const words = reservesWords.use();
  const reserve = useReserve(shown, holder);
  const held = heldBy(shown, holder);
  return (
    <>
      {held.length === 0 ? (
        <p className={`muted small ${styles.pad}`}>{none}</p>
      ) : (
        <ul className={styles.rows}>
          {held.map(({ id, item, count, plus, enteredBy }) => (
            <li key={id}>
              <span className="grow">
                <ItemName of={item} />
                {count > 1 && <small className="muted">{words.times({ count })}</small>}
                <Plus of={plus} />
                <EnteredBy of={enteredBy} />
              </span>
              {mayChange && (
                <IconButton
                  icon="x"
                  label={words.giveUp({ item: item.name })}
                  onClick={() => reserve.mutate({ item, count: 0, said: words.givenUp({ item: item.name }) })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && usedOf(held) < sheet.perPerson && (
        <SectionBoundary>
          <Suspense fallback={<Skeleton lines={3} />}>
            <ChooseItem shown={shown} sheet={sheet} holder={holder} />
          </Suspense>
        </SectionBoundary>
      )}
    </>
  );
}
