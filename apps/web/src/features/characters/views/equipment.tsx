import type { EquippedItem, MissingGear } from '@guildhall/contracts/gear.ts';
import { usePrefetchQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { ClassTile, classTint } from '../../../ui/game.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { characterQuery } from '../characters.queries.ts';
import { Fresh, Nothing } from './fresh.tsx';
import type { ViewProps } from './view-search.ts';
import styles from './views.module.css';
import { viewsWords } from './views.words.ts';

const LEFT = ['HEAD', 'NECK', 'SHOULDER', 'BACK', 'CHEST', 'WRIST', 'MAIN_HAND', 'OFF_HAND'] as const;
const RIGHT = ['HANDS', 'WAIST', 'LEGS', 'FEET', 'FINGER_1', 'FINGER_2', 'TRINKET_1', 'TRINKET_2'] as const;
const REST = ['RANGED', 'SHIRT', 'TABARD'] as const;
export type Slot = (typeof LEFT)[number] | (typeof RIGHT)[number] | (typeof REST)[number];
const KNOWN: readonly string[] = [...LEFT, ...RIGHT, ...REST];
export const isSlot = (slot: string): slot is Slot => KNOWN.includes(slot);

const GLYPHS: Record<string, IconName> = {
  FINGER_1: 'slot-ring',
  FINGER_2: 'slot-ring',
  TRINKET_1: 'slot-trinket',
  TRINKET_2: 'slot-trinket',
  MAIN_HAND: 'slot-main',
  OFF_HAND: 'slot-off',
  RANGED: 'slot-main',
  SHIRT: 'slot-chest',
  TABARD: 'slot-chest',
};
const glyph = (slot: string): IconName => GLYPHS[slot] ?? `slot-${slot.toLowerCase()}`;

const QUALITIES: Record<string, string | undefined> = {
  EPIC: styles.epic,
  RARE: styles.rare,
  UNCOMMON: styles.uncommon,
  LEGENDARY: styles.legendary,
  ARTIFACT: styles.legendary,
  HEIRLOOM: styles.rare,
};

const renderQuery = (id: string) => api.characterViews.render.queryOptions({ id }, { retry: false });

export function Equipment({ id }: ViewProps) {
  const words = viewsWords.use();
  usePrefetchQuery(renderQuery(id));
  const { items, sets, missing, itemLevel, freshness } = useSuspenseQuery(
    api.characterViews.equipment.queryOptions({ id }),
  ).data;
  const character = useSuspenseQuery(characterQuery(id)).data;
  const worn = new Map(items.map((item) => [item.slot, item]));
  const count = missing ? missing.enchantments.length + missing.slots.length + gemsOf(missing) : 0;
  const column = (slots: readonly Slot[]) => (
    <ul>
      {slots.map((slot) => (
        <Worn key={slot} slot={slot} item={worn.get(slot)} missing={missing} />
      ))}
    </ul>
  );
  const rest = items.filter(({ slot }) => ![...LEFT, ...RIGHT].includes(slot as never));
  return (
    <section className={`card ${classTint(character.class.id)}`}>
      <header className="card-head">
        <h2>{words.tabs.equipment}</h2>
        {missing && (
          <span className={`tag end ${count > 0 ? 't-warn' : 't-ok'}`}>
            <Icon name={count > 0 ? 'alert' : 'check'} size="s" />
            {count > 0 ? words.missing(count) : words.nothingMissing}
          </span>
        )}
      </header>
      {items.length === 0 ? (
        <Nothing of={freshness} title={words.noEquipment} />
      ) : (
        <>
          <div className={styles.armoury}>
            {column(LEFT)}
            <div className={styles.figure}>
              <Figure id={id} of={character.class} />
              <b>{itemLevel?.equipped ?? '–'}</b>
              <small>{words.itemLevel}</small>
              {sets.map((set) => (
                <span key={set.id} className="tag">
                  {words.set(set.name ?? `#${set.id}`, set.pieces)}
                </span>
              ))}
            </div>
            {column(RIGHT)}
          </div>
          {rest.length > 0 && (
            <ul className={styles.rest}>
              {rest.map((item) => (
                <Worn key={item.slot} slot={item.slot} item={item} missing={missing} />
              ))}
            </ul>
          )}
        </>
      )}
      <Fresh of={freshness} />
    </section>
  );
}

const gemsOf = ({ gems }: MissingGear) => gems.reduce((sum, { emptySockets }) => sum + emptySockets, 0);

/** The platform's full-body picture if there is one, else the class glyph. */
function Figure({ id, of }: { id: string; of: { id: number; name: string } }) {
  const [broken, setBroken] = useState(false);
  const { data } = useQuery(renderQuery(id));
  if (!data || broken) return <ClassTile of={of} large />;
  return <img src={data.renderUrl} alt="" loading="lazy" className={styles.render} onError={() => setBroken(true)} />;
}

type WornProps = { slot: string; item: EquippedItem | undefined; missing: MissingGear | null };

function Worn({ slot, item, missing }: WornProps) {
  const words = viewsWords.use();
  const label = isSlot(slot) ? words.slots[slot] : slot;
  const noEnchantment = missing?.enchantments.includes(slot) ?? false;
  const empty = missing?.slots.includes(slot) ?? false;
  const sockets = missing?.gems.find((one) => one.slot === slot)?.emptySockets ?? 0;
  const wrong = noEnchantment || empty || sockets > 0;
  return (
    <li className={`${styles.slot} ${QUALITIES[item?.quality ?? ''] ?? ''} ${wrong ? styles.wrong : ''}`}>
      <span className={styles.tile} title={label}>
        <Icon name={glyph(slot)} size="l" />
        <span className="sr">{label}</span>
      </span>
      <span className={styles.item}>
        <b className="clip">{item ? (item.name ?? `#${item.itemId}`) : <span className="muted">{label}</span>}</b>
        <small>
          {item?.enchantments.map(({ id, text }) => (
            <span key={id} className="ok clip">
              {text?.replace(/^[^:]{3,20}: /, '') ?? `#${id}`}
            </span>
          ))}
          {item?.sockets.map(({ gem }, index) =>
            gem ? (
              <span key={index} className="muted" title={gem.name ?? undefined}>
                <Icon name="gem" size="s" />
                <span className="sr">{gem.name}</span>
              </span>
            ) : null,
          )}
          {noEnchantment && <span className="warn">{words.noEnchantment}</span>}
          {sockets > 0 && <span className="warn">{words.emptySockets(sockets)}</span>}
          {empty && <span className="warn">{words.emptySlot}</span>}
        </small>
      </span>
      <span className={`num ${styles.level}`}>{item?.itemLevel ?? ''}</span>
    </li>
  );
}
