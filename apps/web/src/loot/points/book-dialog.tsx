import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { PointPoolView } from '@guildhall/contracts/points.ts';
import { useQuery } from '@tanstack/react-query';
import { may } from '../../api/ability.tsx';
import { api, client } from '../../api/client.ts';
import { everyRaider } from '../../events/event/every-raider.ts';
import { detailsOf, nameOf } from '../../guilds/raiders/raider-name.tsx';
import { useFormat } from '../../i18n/format.ts';
import { distinctLabels } from '../../ui/distinct-labels.ts';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { FormDialog, type FormOf, useForm } from '../../ui/form.tsx';
import { type Option, Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { AMOUNT, typedUnits } from './amounts.ts';
import type { Booking, NamedRaider } from './booking.ts';
import { rememberPrice } from './known-prices.ts';
import { Payment } from './payment.tsx';
import styles from './points.module.css';
import { invalidatePoints, teamsQuery } from './points.queries.ts';
import { pointsWords } from './points.words.ts';

type Props = { guild: OrganizationView; pool: PointPoolView; onClose(): void };

/** Points for many, or a price for one. In a zero-sum pool there are prices alone, which the others get. */
export function BookDialog({ guild, pool, onClose }: Props) {
  const { book: words } = pointsWords.use();
  const isZeroSum = pool.kind === 'zero_sum';
  const raiders = useRaiders(guild, pool);
  const form = useForm({
    name: `points:${pool.id}`,
    before: {
      ...{ pays: isZeroSum, whose: 'chosen', raiderIds: [], points: '', gp: '' },
      ...{ awardId: '', itemId: '', buyer: '', price: '', remembers: false, reason: '' },
    } as Booking,
    async send(booking) {
      const answer = await client.points.book.mutate(inputOf(booking, pool));
      if (booking.pays && booking.remembers && booking.itemId) await rememberPrice(pool, booking);
      return answer;
    },
    async sent({ raiders: count }) {
      toast({ text: words.done({ count }) });
      onClose();
      await invalidatePoints();
    },
  });
  const { pays } = form.value;
  return (
    <FormDialog of={form} title={words.title({ pool: pool.name })} verb={words.verb} onClose={onClose}>
      {!isZeroSum && (
        <Select
          label={words.what}
          value={pays ? 'pays' : 'gets'}
          options={[
            ['gets', words.gets],
            ['pays', words.pays],
          ]}
          onChange={({ target }) => form.change({ pays: target.value === 'pays' })}
        />
      )}
      {pays ? (
        <Payment form={form} guild={guild} pool={pool} raiders={raiders} />
      ) : (
        <div className={styles.pair}>
          <TextField
            {...form.text('points')}
            {...AMOUNT}
            label={pool.kind === 'epgp' ? 'EP' : words.points}
            required={form.value.gp === ''}
          />
          {pool.kind === 'epgp' && <TextField {...form.text('gp')} {...AMOUNT} label="GP" />}
        </div>
      )}
      {(!pays || isZeroSum) && <Recipients form={form} guild={guild} isZeroSum={isZeroSum} raiders={raiders} />}
      <TextField {...form.text('reason')} label={words.reason} maxLength={200} required />
    </FormDialog>
  );
}

/** All raiders; for a lead who may not see them, those of the pool, who are at least the ones of its team. */
function useRaiders(guild: OrganizationView, { id }: PointPoolView): NamedRaider[] {
  const seesAll = may(guild.abilityRules, 'read', 'Roster');
  const all = useQuery({ ...everyRaider(guild), enabled: seesAll }).data ?? [];
  const ofPool = api.points.standings.queryOptions({ id, pageSize: '200' });
  const { standings = [] } = useQuery({ ...ofPool, enabled: !seesAll }).data ?? {};
  return distinctLabels(
    seesAll
      ? all.map((raider) => ({
          ...{ id: raider.id, label: nameOf(raider) },
          details: [raider.user?.displayName, ...detailsOf(raider)],
        }))
      : standings.map(({ raider }) => ({ id: raider.id, label: raider.name ?? '' })),
  );
}

function inputOf({ pays, whose, raiderIds, points, gp, awardId, buyer, price, reason }: Booking, pool: PointPoolView) {
  const [kind, id = ''] = whose.split(':');
  const forThese = kind === 'event' ? { eventId: id } : kind === 'team' ? { teamId: id } : { raiderIds };
  if (!pays) {
    return {
      ...{ id: pool.id, reason, ...forThese },
      ...(points ? { points: typedUnits(points, pool) } : {}),
      ...(gp && pool.kind === 'epgp' ? { gp: typedUnits(gp, pool) } : {}),
    };
  }
  const charge = {
    price: typedUnits(price, pool),
    ...(awardId ? { awardId } : {}),
    ...(buyer ? { raiderId: buyer } : {}),
  };
  return { id: pool.id, reason, charge, ...(pool.kind === 'zero_sum' ? forThese : {}) };
}

type RecipientsProps = {
  form: FormOf<Booking>;
  guild: OrganizationView;
  isZeroSum: boolean;
  raiders: readonly NamedRaider[];
};

function Recipients({ form, guild, isZeroSum, raiders }: RecipientsProps) {
  const { book: words } = pointsWords.use();
  const format = useFormat();
  const teams = useQuery(teamsQuery(guild)).data?.teams ?? [];
  const past = api.events.list.queryOptions({ id: guild.id, when: 'past', page: 1, pageSize: 20 });
  const events = useQuery(past).data?.events ?? [];
  const { whose, raiderIds } = form.value;
  const ids = raiders.map(({ id }) => id);
  return (
    <>
      <Select
        {...form.text('whose')}
        label={isZeroSum ? words.others : words.whose}
        hint={whose.startsWith('event:') ? words.presentHint : undefined}
        options={[
          ['chosen', words.chosen],
          ...teams.map(({ id, name }) => [`team:${id}`, words.team({ name })] as const),
          ...events.map(
            ({ id, title, startsAt }): Option => [
              `event:${id}`,
              `${title} · ${format.dayOfMonth(new Date(startsAt))}`,
              { details: [format.time(new Date(startsAt)), startsAt.slice(0, 10)] },
            ],
          ),
        ]}
      />
      {whose === 'chosen' && (
        <>
          <fieldset className={styles.raiders} aria-label={words.raiders}>
            {raiders.map(({ id, label }) => (
              <Checkbox key={id} {...form.pick('raiderIds', id, ids)} label={label} />
            ))}
          </fieldset>
          <p className="small muted">{words.chosenCount({ count: raiderIds.length })}</p>
        </>
      )}
    </>
  );
}
