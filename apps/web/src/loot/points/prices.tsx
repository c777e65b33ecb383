import type { PointPoolView } from '@guildhall/contracts/points.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ErrorBox, SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { ItemName } from '../parts/item-name.tsx';
import { useAmounts } from './amounts.ts';
import styles from './points.module.css';
import { pricesQuery } from './points.queries.ts';
import { pointsWords } from './points.words.ts';

const PriceDialog = lazyPart(() => import('./price-dialog.tsx'), 'PriceDialog');

/** Prices by hand, for everybody to read; officers change one at a time. */
export function Prices({ pool }: { pool: PointPoolView }) {
  const { prices: words } = pointsWords.use();
  const { amount } = useAmounts(pool);
  const found = useQuery(pricesQuery(pool));
  const [itemId, setItemId] = useState<number>();
  const prices = found.data?.prices ?? [];
  const open = prices.find(({ item }) => item.id === itemId);
  const changes = pool.mayManage && !pool.archived;
  return (
    <section className="card" aria-label={words.title}>
      <header className="card-head">
        <h2>{words.title}</h2>
      </header>
      {found.error ? (
        <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <Skeleton lines={3} />
      ) : prices.length === 0 ? (
        <p className={`small muted ${styles.hint}`}>{changes ? words.emptyHint : words.empty}</p>
      ) : (
        <ul className={styles.prices}>
          {prices.map(({ item, price }) => (
            <li key={item.id}>
              <ItemName of={item} />
              <span>{amount(price)}</span>
              {changes && (
                <Button small aria-label={words.changeOf({ item: item.name })} onClick={() => setItemId(item.id)}>
                  {words.change}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {open && (
        <SectionBoundary>
          <Suspense>
            <PriceDialog pool={pool} priced={open} onClose={() => setItemId(undefined)} />
          </Suspense>
        </SectionBoundary>
      )}
    </section>
  );
}
