import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { StaleReason, WishesView, WishView } from '@guildhall/contracts/wish.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { Empty } from '../../ui/states.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { slotIcon } from '../parts/slot-icon.ts';
import styles from './wishes.module.css';
import { invalidateWishes, type Named, raiderOf } from './wishes.queries.ts';
import { wishesWords } from './wishes.words.ts';

type Props = { guild: OrganizationView; shown: WishesView };

const keyOf = ({ item, track, boss, itemLevel, catalystOf, reportId }: WishView) =>
  [item.id, track, boss?.id, itemLevel, catalystOf?.id, reportId].join();

/** The places of the own order that are still open: what is fulfilled has no number. */
const openRanks = ({ wishes }: WishesView) =>
  [...new Set(wishes.flatMap(({ rank, fulfilled }) => (rank === null || fulfilled ? [] : [rank])))].toSorted(
    (one, other) => one - other,
  );

/** A gain that is worth a line without being asked for. */
const isWorth = ({ rank, differs, percent }: WishView) => rank !== null || (differs === true && (percent ?? 0) > 0);

/** Boss by boss, in the order of their best wish. */
export function WishList({ guild, shown }: Props) {
  const words = wishesWords.use();
  const [all, setAll] = useState(false);
  if (shown.wishes.length === 0) {
    return (
      <Empty icon="gem" title={words.none}>
        {shown.mayChange ? words.noneHint : undefined}
      </Empty>
    );
  }
  const rest = shown.wishes.filter((wish) => !isWorth(wish)).length;
  const listed = all ? shown.wishes : shown.wishes.filter(isWorth);
  const bosses = Map.groupBy(listed, ({ boss }) => boss?.id ?? 0);
  const open = openRanks(shown);
  return (
    <>
      <ul>
        {[...bosses].map(([id, wishes]) => (
          <li key={id} className={styles.boss}>
            <h3>
              {wishes[0]?.boss?.name ?? words.noBoss}
              {wishes[0]?.boss?.instance && <span className="muted"> {wishes[0].boss.instance.name}</span>}
            </h3>
            <ul>
              {wishes.map((wish) => (
                <Row key={keyOf(wish)} guild={guild} shown={shown} wish={wish} open={open} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className={styles.more}>
          <Button kind="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? words.hideRest : words.showRest({ count: rest })}
          </Button>
        </p>
      )}
    </>
  );
}

const QUALITY: Record<string, string | undefined> = {
  uncommon: styles.uncommon,
  rare: styles.rare,
  epic: styles.epic,
  legendary: styles.legendary,
  artifact: styles.legendary,
};

type RowProps = Props & { wish: WishView; open: readonly number[] };

function Row(props: RowProps) {
  const words = wishesWords.use();
  const { shown, wish, open } = props;
  const { item, track, rank, itemLevel, catalystOf, source, comment, fulfilled } = wish;
  const about = [
    itemLevel === null ? words.tracks[track] : words.trackAtLevel({ track: words.tracks[track], level: itemLevel }),
    catalystOf && words.fromCatalyst({ item: catalystOf.name }),
    wish.spec && (shown.characters.length > 1 ? `${wish.character}, ${wish.spec.name}` : wish.spec.name),
    comment,
  ];
  const stale = fulfilled ? [] : wish.stale;
  const look = [QUALITY[item.quality ?? ''], stale.length > 0 && styles.stale, fulfilled && styles.fulfilled];
  return (
    <li className={[styles.wish, ...look].filter(Boolean).join(' ')}>
      <span className={styles.rank}>{rank === null || fulfilled ? '–' : open.indexOf(rank) + 1}</span>
      <span className={styles.tile}>
        <Icon name={slotIcon(wish.slot)} />
      </span>
      <span className={styles.item}>
        <b>{item.name}</b>
        <small className="muted">{about.filter(Boolean).join(' · ')}</small>
        {fulfilled && <Won of={fulfilled} />}
        {stale.map((reason) => (
          <small key={reason} className="warn">
            {staleText(words, reason)}
          </small>
        ))}
      </span>
      <span className={styles.mark}>
        {fulfilled && (
          <span className="tag t-ok">
            <Icon name="check" size="s" />
            {words.fulfilled}
          </span>
        )}
        {stale.length > 0 && (
          <span className="tag t-warn">
            <Icon name="clock" size="s" />
            {words.stale}
          </span>
        )}
        {source === 'hand' && !fulfilled && <span className="tag">{words.byHand}</span>}
      </span>
      <Gain wish={wish} />
      {shown.mayChange && (rank !== null || !fulfilled) ? <Actions {...props} /> : <span />}
    </li>
  );
}

/** The award, and its night where the history knows it. */
function Won({ of: { receivedAt, track, event } }: { of: NonNullable<WishView['fulfilled']> }) {
  const words = wishesWords.use();
  const format = useFormat();
  return (
    <small className="muted">
      {words.won({ date: format.dayOfMonth(new Date(event?.startsAt ?? receivedAt)) })}
      {track && ` · ${words.tracks[track]}`}
      {event && (
        <>
          {' · '}
          <Link to="/events/$event" params={{ event: event.id }} className="person-link">
            {event.title}
          </Link>
        </>
      )}
    </small>
  );
}

type Words = ReturnType<typeof wishesWords.use>;
const staleText = (words: Words, reason: StaleReason) =>
  ({ old: words.isOld, slot: words.isSlot, gear: words.isGear })[reason];

function Gain({ wish: { percent, differs } }: { wish: WishView }) {
  const words = wishesWords.use();
  const format = useFormat();
  if (percent === null) return <span className={styles.gain}>–</span>;
  if (!differs) return <span className={`${styles.gain} muted small`}>{words.noDifference}</span>;
  const rounded = format.number(Math.abs(Math.round(percent * 100) / 100));
  return (
    <span className={styles.gain}>
      <b>{`${percent < 0 ? '−' : '+'}${rounded}`}</b> %
    </span>
  );
}

function Actions({ guild, shown, open, wish: { item, track, rank, fulfilled } }: RowProps) {
  const words = wishesWords.use();
  const put = useMutation({
    mutationFn: async (wishes: Named[]) => client.wishes.put.mutate({ id: await raiderOf(guild, shown), wishes }),
    onSuccess: invalidateWishes,
    onError: toastFailure,
  });
  const { named } = shown;
  const at = rank === null ? -1 : rank - 1;
  const movesTo = (other: number) => () =>
    put.mutate(named.toSpliced(at, 1).toSpliced(other - 1, 0, ...named.slice(at, at + 1)));
  const place = rank === null || fulfilled ? -1 : open.indexOf(rank);
  const [first] = open;
  const [above, below] = [open[place - 1], place < 0 ? undefined : open[place + 1]];
  const items: (MenuItem | false)[] = [
    rank === null && {
      label: words.wishFor,
      icon: 'plus',
      onSelect: () => put.mutate([...named, { itemId: item.id, track, comment: null }]),
    },
    place > 0 && first !== undefined && { label: words.first, icon: 'flag', onSelect: movesTo(first) },
    above !== undefined && { label: words.up, icon: 'up', onSelect: movesTo(above) },
    below !== undefined && { label: words.down, icon: 'down', onSelect: movesTo(below) },
    at >= 0 && { label: words.remove, icon: 'x', danger: true, onSelect: () => put.mutate(named.toSpliced(at, 1)) },
  ];
  return <Menu label={words.change({ item: item.name })} items={items.filter((one) => one !== false)} />;
}
