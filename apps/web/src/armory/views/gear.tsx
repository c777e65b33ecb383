/** A character's equipment: a row for each slot, and what to do first. */
import type {
  EnchantmentQuality,
  EquipmentView,
  EquippedItem,
  GearStep,
  MissingGear,
} from '@guildhall/contracts/gear.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Empty } from '../../ui/states.tsx';
import { characterQuery } from '../characters/characters.queries.ts';
import { Fresh, Nothing } from './fresh.tsx';
import { itemAddress } from './sites.ts';
import { useSlotName } from './slot-names.ts';
import styles from './views.module.css';
import { viewsWords } from './views.words.ts';

export const LEFT = ['HEAD', 'NECK', 'SHOULDER', 'BACK', 'CHEST', 'WRIST', 'MAIN_HAND', 'OFF_HAND'] as const;
export const RIGHT = ['HANDS', 'WAIST', 'LEGS', 'FEET', 'FINGER_1', 'FINGER_2', 'TRINKET_1', 'TRINKET_2'] as const;

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

export const equipmentQuery = (id: string) => api.characterViews.equipment.queryOptions({ id });

/** Counts what is missing; says “nothing missing” only if nothing is unknown either. */
export function MissingTag({ of }: { of: MissingGear }) {
  const words = viewsWords.use();
  const count =
    of.enchantments.length + of.slots.length + of.gems.reduce((sum, { emptySockets }) => sum + emptySockets, 0);
  const unknown = of.unknown.enchantments.length + of.unknown.gems.length > 0;
  if (count === 0 && unknown) return <span className="tag end">{words.nothingSeenMissing}</span>;
  return (
    <span className={`tag end ${count > 0 ? 't-warn' : 't-ok'}`}>
      <Icon name={count > 0 ? 'alert' : 'check'} size="s" />
      {count > 0 ? words.missing({ count }) : words.nothingMissing}
    </span>
  );
}

/** Says what the documents of the game do not tell. */
export function Unknown({ of: { unknown } }: { of: MissingGear }) {
  const words = viewsWords.use();
  const slotName = useSlotName();
  const notes = [
    unknown.gems.length > 0 && words.unknownSockets,
    unknown.enchantments.length > 0 &&
      words.unknownEnchantments({ slots: unknown.enchantments.map(slotName).join(', ') }),
  ].filter((note) => typeof note === 'string');
  return notes.map((note) => (
    <p key={note} className={`small muted ${styles.unknown}`}>
      <Icon name="mark" size="s" />
      <span>{note}</span>
    </p>
  ));
}

/** The equipment in two columns. */
export function Gear({ id }: { id: string }) {
  const { gameVersion } = useSuspenseQuery(characterQuery(id)).data;
  return <GearCard of={useSuspenseQuery(equipmentQuery(id)).data} gameVersion={gameVersion} />;
}

type GearCardProps = { of: EquipmentView; gameVersion: WornProps['gameVersion'] };

export function GearCard({ of: { items, sets, missing, freshness }, gameVersion }: GearCardProps) {
  const words = viewsWords.use();
  const worn = new Map(items.map((item) => [item.slot, item]));
  const row = (slot: string) => (
    <Worn key={slot} slot={slot} item={worn.get(slot)} missing={missing} gameVersion={gameVersion} />
  );
  return (
    <section className="card" aria-label={words.tabs.equipment}>
      <header className={`card-head ${styles.wraps}`}>
        <h2>{words.tabs.equipment}</h2>
        {sets.map((set) => (
          <span key={set.id} className="tag">
            {words.set({ name: set.name ?? `#${set.id}`, pieces: set.pieces })}
          </span>
        ))}
        {missing && <MissingTag of={missing} />}
      </header>
      {items.length === 0 ? (
        <Nothing of={freshness} title={words.noEquipment} />
      ) : (
        <div className={styles.gear}>
          <ul>{LEFT.map(row)}</ul>
          <ul>{[...RIGHT, ...(worn.has('RANGED') ? ['RANGED'] : [])].map(row)}</ul>
        </div>
      )}
      {missing && items.length > 0 && <Unknown of={missing} />}
      <Fresh of={freshness} />
    </section>
  );
}

type WornProps = {
  slot: string;
  item: EquippedItem | undefined;
  missing: MissingGear | null;
  gameVersion: Parameters<typeof itemAddress>[0];
};

export function Worn({ slot, item, missing, gameVersion }: WornProps) {
  const words = viewsWords.use();
  const label = useSlotName()(slot);
  const noEnchantment = missing?.enchantments.includes(slot) ?? false;
  const empty = missing?.slots.includes(slot) ?? false;
  const sockets = missing?.gems.find((one) => one.slot === slot)?.emptySockets ?? 0;
  const wrong = noEnchantment || empty || sockets > 0;
  const facts = item && [item.label, item.craftedStats.join(', ')].filter(Boolean).join(' · ');
  return (
    <li className={`${styles.slot} ${QUALITIES[item?.quality ?? ''] ?? ''} ${wrong ? styles.wrong : ''}`}>
      <span className={styles.tile} title={label}>
        <Picture key={item?.itemId} slot={slot} of={item} />
        <span className="sr">{label}</span>
      </span>
      <span className={styles.item}>
        {item ? (
          <a className="clip" href={itemAddress(gameVersion, item.itemId)} target="_blank" rel="noreferrer">
            {item.name ?? `#${item.itemId}`}
          </a>
        ) : (
          <b className="clip">
            <span className="muted">{label}</span>
          </b>
        )}
        {facts && <small className="muted">{facts}</small>}
        <small>
          {item?.enchantments.map(({ id, text, permanent, quality }) => (
            <span key={id} className={permanent ? 'ok' : 'muted'}>
              {text?.replace(/^[^:]{3,20}: /, '') ?? `#${id}`}
              {quality && <Quality of={quality} />}
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
          {item?.embellishment && (
            <span className="muted">
              {item.embellishment.effects.length > 0
                ? words.embellishedBy({ effects: item.embellishment.effects.join(', ') })
                : words.embellished}
            </span>
          )}
          {noEnchantment && <span className="warn">{words.noEnchantment}</span>}
          {sockets > 0 && <span className="warn">{words.emptySockets({ count: sockets })}</span>}
          {empty && <span className="warn">{words.emptySlot}</span>}
        </small>
      </span>
      <span className={`num ${styles.level}`}>{item?.itemLevel ?? ''}</span>
    </li>
  );
}

/** The picture of the item, else the glyph of the slot. */
function Picture({ slot, of }: { slot: string; of: EquippedItem | undefined }) {
  const [broken, setBroken] = useState(false);
  if (!of || broken) return <Icon name={glyph(slot)} size="l" />;
  return <img src={of.pictureUrl} alt="" width={36} height={36} loading="lazy" onError={() => setBroken(true)} />;
}

/** A dot for each quality there is, filled up to this one. */
function Quality({ of: { tier, of } }: { of: EnchantmentQuality }) {
  const words = viewsWords.use();
  if (of === null) return <span className="muted"> {words.quality({ tier })}</span>;
  const said = words.qualityOf({ tier, of });
  return (
    <span className={styles.dots} title={said}>
      {Array.from({ length: of }, (_, dot) => (
        <i key={dot} className={dot < tier ? styles.full : undefined} />
      ))}
      <span className="sr">{said}</span>
    </span>
  );
}

/** The steps that need another item, in order, and below what only has to be added. */
export const First = ({ id }: { id: string }) => <FirstCard of={useSuspenseQuery(equipmentQuery(id)).data} />;

export function FirstCard({ of: { first, missing, items } }: { of: EquipmentView }) {
  const words = viewsWords.use();
  if (!first || !missing || items.length === 0) return null;
  return (
    <section className="card" aria-label={words.first.title}>
      <header className="card-head">
        <h2>{words.first.title}</h2>
        <span className="muted small end">{words.first.order}</span>
      </header>
      <Steps of={first} names={new Map(items.map(({ slot, name }) => [slot, name]))} />
      {first.length === 0 && (
        <Empty
          icon="check"
          title={
            missing.unknown.enchantments.length + missing.unknown.gems.length > 0
              ? words.nothingSeenMissing
              : words.nothingMissing
          }
        />
      )}
    </section>
  );
}

function Steps({ of, names }: { of: readonly GearStep[]; names: Map<string, string | null> }) {
  const words = viewsWords.use();
  const format = useFormat();
  const slotName = useSlotName();
  const replaced = of.filter(({ kind }) => kind === 'empty_slot' || kind === 'item_level');
  const named = (kind: GearStep['kind']) =>
    of
      .filter((step) => step.kind === kind)
      .map(({ slot }) => slotName(slot))
      .join(', ');
  const added: [kind: GearStep['kind'], said: (values: { slots: string }) => ReactNode][] = [
    ['enchantment', words.first.enchantments],
    ['gems', words.first.gems],
    ['enchantment_quality', words.first.quality],
  ];
  const lines = added.flatMap(([kind, said]) => (named(kind) ? [[kind, said({ slots: named(kind) })] as const] : []));
  return (
    <>
      {replaced.length > 0 && (
        <ol className={`list ${styles.steps}`}>
          {replaced.map(({ kind, slot, itemLevel, below }, index) => (
            <li key={slot}>
              <span className={styles.rank} aria-hidden="true">
                {index + 1}
              </span>
              <p className="grow">
                <b>{slotName(slot)}</b> {itemLevel !== null && <span className="muted num">{itemLevel}</span>}
                <small className="clip">{kind === 'empty_slot' ? words.emptySlot : names.get(slot)}</small>
              </p>
              {below !== null && (
                <span className="muted small num" title={words.first.below({ levels: below })}>
                  −{format.number(below)}
                  <span className="sr">{words.first.below({ levels: below })}</span>
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      {lines.length > 0 && (
        <ul className={styles.fixes}>
          {lines.map(([kind, text]) => (
            <li key={kind}>
              <Icon name={kind === 'enchantment_quality' ? 'up' : 'alert'} size="s" className="i-s warn" />
              <span className="grow">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
