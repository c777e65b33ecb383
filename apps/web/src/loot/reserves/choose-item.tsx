import type { ReservesView } from '@guildhall/contracts/reserve.ts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { api } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ItemName } from '../../ui/item-name.tsx';
import { ErrorBox, Skeleton } from '../../ui/states.tsx';
import styles from './reserves.module.css';
import { countsOf, type Holder, heldBy, type Item, type Sheet, useReserve } from './reserves.queries.ts';
import { reservesWords } from './reserves.words.ts';

type Props = { shown: ReservesView; sheet: Sheet; holder: Holder };

/** By boss where the journal knows the instance, and by name or number. */
export function ChooseItem(props: Props) {
  const words = reservesWords.use();
  const [typed, setTyped] = useState('');
  const sought = useDeferredValue(typed.trim());
  const { instanceId } = props.shown.event;
  return (
    <div className={styles.choose}>
      <div className={styles.pad}>
        <TextField
          label={words.find}
          hint={words.findHint}
          type="search"
          value={typed}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      {sought.length >= 2 ? (
        <Found {...props} sought={sought} />
      ) : (
        instanceId !== null && <Bosses {...props} instanceId={instanceId} />
      )}
    </div>
  );
}

function Found({ sought, ...props }: Props & { sought: string }) {
  const words = reservesWords.use();
  const { organizationId } = props.shown;
  const asked = api.reserves.items.queryOptions({ id: organizationId, q: sought, locale: gameLocale() });
  const { data, error, refetch } = useQuery({ ...asked, placeholderData: (before) => before });
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={2} />;
  if (data.items.length === 0) return <p className={`muted small ${styles.pad}`}>{words.findNone}</p>;
  return <Items {...props} items={data.items} />;
}

function Bosses({ instanceId, ...props }: Props & { instanceId: number }) {
  const asked = api.gameData.encounters.queryOptions({ journalInstanceId: instanceId, locale: gameLocale() });
  const { data, error, refetch } = useQuery(asked);
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} />;
  return data.map(({ id, name }) => <Boss key={id} {...props} id={id} name={name} />);
}

function Boss({ id, name, ...props }: Props & { id: number; name: string }) {
  const [open, setOpen] = useState(false);
  const asked = api.gameData.items.queryOptions({ encounterId: id, locale: gameLocale() });
  const { data, error, refetch } = useQuery({ ...asked, enabled: open });
  return (
    <details className={styles.boss} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name="right" size="s" />
        {name}
      </summary>
      {error ? (
        <ErrorBox error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Items {...props} items={data} />
      ) : (
        open && <Skeleton lines={3} />
      )}
    </details>
  );
}

function Items({ shown, sheet, holder, items }: Props & { items: readonly Item[] }) {
  const words = reservesWords.use();
  const reserve = useReserve(shown, holder);
  const held = countsOf(heldBy(shown, holder));
  const kept = new Set(sheet.hard.map(({ item }) => item.id));
  return (
    <ul className={styles.rows}>
      {items.map((item) => {
        const count = held.get(item.id) ?? 0;
        return (
          <li key={item.id}>
            <span className="grow">
              <ItemName of={item} />
              {kept.has(item.id) && <small className="muted">{words.hard}</small>}
            </span>
            {count >= sheet.perItem ? (
              <Icon name="check" />
            ) : (
              !kept.has(item.id) && (
                <Button
                  small
                  aria-label={words.reserveItem({ item: item.name })}
                  disabled={reserve.isPending}
                  onClick={() => reserve.mutate({ item, count: count + 1, said: words.reserved({ item: item.name }) })}
                >
                  {words.reserve}
                </Button>
              )
            )}
          </li>
        );
      })}
    </ul>
  );
}
