import type { ReservesView, ReserveView } from '@guildhall/contracts/reserve.ts';
import { Suspense, useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ClassName } from '../../ui/game.tsx';
import { ItemName } from '../../ui/item-name.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { RaiderMark } from '../../ui/raider-mark.tsx';
import { SectionBoundary } from '../../ui/states.tsx';
import { BringInLink } from './bring-in-link.tsx';
import { EnteredBy, Plus } from './plus.tsx';
import styles from './reserves.module.css';
import { holderOf, type Sheet } from './reserves.queries.ts';
import { reservesWords } from './reserves.words.ts';

const PlusDialog = lazyPart(() => import('./plus-dialog.tsx'), 'PlusDialog');
const ForOthersDialog = lazyPart(() => import('./for-others-dialog.tsx'), 'ForOthersDialog');

/** By item, the highest plus first. */
export function AllReserves({ shown, sheet }: { shown: ReservesView; sheet: Sheet }) {
  const words = reservesWords.use();
  const format = useFormat();
  const { total, hidden, reserves } = shown;
  const [corrects, setCorrects] = useOpenDialog<string>(
    Object.fromEntries(reserves.map(({ id }) => [`plus:${id}`, id])),
  );
  const [entering, setEntering] = useState(false);
  const corrected = reserves.find(({ id }) => id === corrects);
  const items = [...Map.groupBy(reserves, ({ item }) => item.id).values()];
  const count = words.total({ count: total.reserves, raiders: total.raiders });
  return (
    <section className="card">
      <header className="card-head">
        <h2>{words.all}</h2>
        {total.reserves > 0 && <span className="muted small">{count}</span>}
      </header>
      {hidden ? (
        <p className={`muted small ${styles.pad}`}>
          {words.hiddenUntil({ when: format.dayAndTime(new Date(sheet.locksAt)) })}
        </p>
      ) : items.length === 0 ? (
        <p className={`muted small ${styles.pad}`}>{words.allNone}</p>
      ) : (
        <ul>
          {items.map((of) => (
            <OfItem key={of[0]?.item.id} reserves={of} onCorrect={shown.mayChange ? setCorrects : undefined} />
          ))}
        </ul>
      )}
      {shown.mayChange && !hidden && (
        <div className={`row wrap ${styles.pad}`}>
          {shown.mayReserveForOthers && (
            <Button icon="plus" small onClick={() => setEntering(true)}>
              {words.forOthers.open}
            </Button>
          )}
          <BringInLink shown={shown} />
        </div>
      )}
      {entering && (
        <SectionBoundary>
          <Suspense>
            <ForOthersDialog shown={shown} sheet={sheet} onClose={() => setEntering(false)} />
          </Suspense>
        </SectionBoundary>
      )}
      {corrected && (
        <SectionBoundary>
          <Suspense>
            <PlusDialog event={shown.event.id} reserve={corrected} onClose={() => setCorrects(undefined)} />
          </Suspense>
        </SectionBoundary>
      )}
    </section>
  );
}

type OfItemProps = { reserves: ReserveView[]; onCorrect: ((id: string) => void) | undefined };

function OfItem({ reserves, onCorrect }: OfItemProps) {
  const words = reservesWords.use();
  const [first] = reserves;
  if (!first) return null;
  return (
    <li className={styles.group}>
      <h3>
        <ItemName of={first.item} />
        {reserves.length > 1 && <span className="muted small">{reserves.length}</span>}
      </h3>
      <ul className={styles.rows}>
        {reserves.map((reserve) => {
          const { id, character, count, plus, enteredBy } = reserve;
          return (
            <li key={id}>
              <span className="grow">
                <ClassName classId={character?.class?.id ?? null}>{holderOf(reserve) ?? words.former}</ClassName>{' '}
                <RaiderMark of={reserve.raider} />
                {count > 1 && <small className="muted">{words.times({ count })}</small>}
                <Plus of={plus} />
                <EnteredBy of={enteredBy} />
              </span>
              {onCorrect && plus && (
                <IconButton
                  icon="gear"
                  label={words.correct({ name: holderOf(reserve) ?? words.former })}
                  onClick={() => onCorrect(id)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </li>
  );
}
