import type { LootAwardView } from '@guildhall/contracts/loot.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { itemPrice, QUALITY_NUMBERS, SLOT_WEIGHTS, unitsOf } from '@guildhall/contracts/point-price.ts';
import type { PointPoolView } from '@guildhall/contracts/points.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { may } from '../../api/ability.tsx';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import type { FormOf } from '../../ui/form.tsx';
import { type Option, Select } from '../../ui/select.tsx';
import { AMOUNT, shownUnits } from './amounts.ts';
import type { Booking, NamedRaider } from './booking.ts';
import styles from './points.module.css';
import { pricesQuery } from './points.queries.ts';
import { pointsWords } from './points.words.ts';

type Props = {
  form: FormOf<Booking>;
  guild: OrganizationView;
  pool: PointPoolView;
  raiders: readonly NamedRaider[];
};

/** The award, its buyer and the price: as it is known by hand, by the formula, or typed. */
export function Payment({ form, guild, pool, raiders }: Props) {
  const { book: words } = pointsWords.use();
  const format = useFormat();
  const list = api.loot.list.queryOptions({ id: guild.id, page: '1', pageSize: '50' });
  const enabled = may(guild.abilityRules, 'read', 'Roster');
  const awards = (useQuery({ ...list, enabled }).data?.awards ?? []).filter(({ withdrawn }) => !withdrawn);
  const prices = useQuery(pricesQuery(pool)).data?.prices ?? [];
  const itemName = ({ item: { id, name } }: LootAwardView) => name ?? words.item({ id: String(id) });
  function choose(id: string) {
    const award = awards.find((one) => one.id === id);
    const known = prices.find(({ item }) => item.id === award?.item.id);
    form.change({
      awardId: id,
      itemId: award ? String(award.item.id) : '',
      buyer: award?.winner?.raider?.id ?? '',
      ...(known ? { price: shownUnits(known.price, pool) } : {}),
      ...(award && !form.value.reason ? { reason: itemName(award) } : {}),
    });
  }
  const optionOf = (award: LootAwardView): Option => {
    const to = award.winner?.name ?? award.winner?.raider?.name;
    const name = [itemName(award), to, format.dayOfMonth(new Date(award.receivedAt))].filter(Boolean).join(' · ');
    return [award.id, name, { details: [format.dayAndTime(new Date(award.receivedAt))] }];
  };
  return (
    <>
      {awards.length > 0 && (
        <Select
          label={words.award}
          value={form.value.awardId}
          options={[['', words.noAward], ...awards.map(optionOf)]}
          onChange={({ target }) => choose(target.value)}
        />
      )}
      <Combobox
        label={words.buyer}
        options={raiders.map(({ id, label }) => ({ value: id, label }))}
        value={form.value.buyer || null}
        onChange={(buyer) => form.change({ buyer: buyer ?? '' })}
      />
      <TextField {...form.text('price')} {...AMOUNT} label={words.price} required />
      {form.value.awardId && <Checkbox {...form.tick('remembers')} label={words.remembers} />}
      <Formula onPrice={(price) => form.change({ price: shownUnits(unitsOf(price, pool.decimals), pool) })} />
    </>
  );
}

/** The formula of the EPGP addons: level, quality and slot. */
function Formula({ onPrice }: { onPrice(price: number): void }) {
  const { book: words } = pointsWords.use();
  const [itemLevel, setItemLevel] = useState('');
  const [slot, setSlot] = useState('head');
  const [quality, setQuality] = useState('epic');
  const price = itemPrice({
    itemLevel: Number(itemLevel),
    quality: QUALITY_NUMBERS[quality] ?? 0,
    weight: SLOT_WEIGHTS[slot] ?? 0,
  });
  return (
    <details>
      <summary className={`small ${styles.summary}`}>{words.formula}</summary>
      <div className={styles.pair}>
        <TextField
          label={words.itemLevel}
          inputMode="numeric"
          pattern="[0-9]{1,3}"
          value={itemLevel}
          onChange={({ target }) => setItemLevel(target.value)}
        />
        <Select
          label={words.slot}
          value={slot}
          options={Object.entries(words.slots).filter((one): one is [string, string] => one[0] in SLOT_WEIGHTS)}
          onChange={({ target }) => setSlot(target.value)}
        />
        <Select
          label={words.quality}
          value={quality}
          options={Object.entries(words.qualities).filter((one): one is [string, string] => one[0] in QUALITY_NUMBERS)}
          onChange={({ target }) => setQuality(target.value)}
        />
        {/^[1-9]\d{0,2}$/.test(itemLevel) && price > 0 && (
          <Button onClick={() => onPrice(price)}>{words.takePrice({ price })}</Button>
        )}
      </div>
    </details>
  );
}
