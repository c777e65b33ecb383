import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { POINT_KINDS } from '@guildhall/contracts/point-price.ts';
import type { PointPoolView } from '@guildhall/contracts/points.ts';
import { useQuery } from '@tanstack/react-query';
import { may } from '../../api/ability.tsx';
import { client } from '../../api/client.ts';
import { serviceTime } from '../../api/service-time.ts';
import { addDays, dayOf } from '../../events/signups/days.ts';
import { useFormat } from '../../i18n/format.ts';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { AMOUNT, shownUnits, typedUnits } from './amounts.ts';
import styles from './points.module.css';
import { invalidatePoints, teamsQuery } from './points.queries.ts';
import { pointsWords } from './points.words.ts';

type Props = { guild: OrganizationView; pool: PointPoolView | undefined; onClose(): void };

/** Begins a pool, or changes one: its kind, its decimals and its team stay. */
export function PoolDialog({ guild, pool, onClose }: Props) {
  const { poolForm: words, kinds } = pointsWords.use();
  const { timeZone } = useFormat();
  const inAWeek = addDays(dayOf(new Date(serviceTime()), pool?.timeZone ?? timeZone), 7);
  const manages = may(guild.abilityRules, 'update', 'Loot');
  const all = useQuery({ ...teamsQuery(guild), enabled: !pool }).data?.teams ?? [];
  const teams = all.filter(({ mine }) => manages || mine?.lead);
  const scale = { decimals: pool?.decimals ?? 0 };
  const form = useForm({
    name: `point-pool:${pool?.id ?? guild.id}`,
    before: {
      name: pool?.name ?? '',
      kind: pool?.kind ?? 'epgp',
      team: manages ? '' : (teams[0]?.id ?? ''),
      decimals: '0',
      baseGp: pool?.baseGp ? shownUnits(pool.baseGp, scale) : '100',
      minEp: pool?.minEp ? shownUnits(pool.minEp, scale) : '0',
      decays: pool ? pool.decay !== null : true,
      percent: pool?.decay?.percent ?? 10,
      everyDays: pool?.decay?.everyDays ?? 7,
      nextOn: pool?.decay?.nextOn ?? inAWeek,
      negatives: pool?.decay?.negatives ?? true,
      attends: pool ? pool.attendance !== null : false,
      raidsAWeek: pool?.attendance?.raidsAWeek ?? 2,
      weeks: pool?.attendance?.weeks ?? 10,
      archived: pool?.archived ?? false,
    },
    send({ name, kind, team, decimals, ...typed }, changes) {
      const units = pool ?? { decimals: Number(decimals) };
      const gp =
        kind === 'epgp' ? { baseGp: typedUnits(typed.baseGp, units), minEp: typedUnits(typed.minEp, units) } : {};
      const { percent, everyDays, nextOn, negatives, raidsAWeek, weeks } = typed;
      const decay = typed.decays && kind !== 'zero_sum' ? { percent, everyDays, nextOn, negatives } : null;
      const attendance = typed.attends ? { raidsAWeek, weeks } : null;
      if (!pool) {
        const whose = team ? { teamId: team } : {};
        const input = { id: guild.id, name, kind, decimals: Number(decimals), ...whose, ...gp, decay, attendance };
        return client.points.createPool.mutate(input);
      }
      // The day of a decay that is due has passed, so what nobody touched is not sent.
      const touches = (...fields: (keyof typeof changes)[]) => fields.some((field) => field in changes);
      return client.points.updatePool.mutate({
        id: pool.id,
        ...gp,
        ...(touches('name') ? { name } : {}),
        ...(touches('decays', 'percent', 'everyDays', 'nextOn', 'negatives') ? { decay } : {}),
        ...(touches('attends', 'raidsAWeek', 'weeks') ? { attendance } : {}),
        ...(touches('archived') ? { archived: typed.archived } : {}),
      });
    },
    async sent() {
      onClose();
      await invalidatePoints();
    },
  });
  const { kind, decays, attends } = form.value;
  return (
    <FormDialog
      of={form}
      title={pool ? words.titleOf({ name: pool.name }) : words.title}
      verb={pool ? words.save : words.begin}
      disabled={pool !== undefined && !form.isChanged}
      onClose={onClose}
    >
      <TextField {...form.text('name')} label={words.name} maxLength={60} required />
      {!pool && (
        <>
          <Select {...form.text('kind')} label={words.kind} options={POINT_KINDS.map((one) => [one, kinds[one]])} />
          {teams.length > 0 && (
            <Select
              {...form.text('team')}
              label={words.team}
              options={[
                ...(manages ? [['', words.everybody] as const] : []),
                ...teams.map(({ id, name }) => [id, name] as const),
              ]}
            />
          )}
          <Select {...form.text('decimals')} label={words.decimals} options={['0', '1', '2', '3'].map((n) => [n, n])} />
        </>
      )}
      {kind === 'epgp' && (
        <div className={styles.pair}>
          <TextField {...form.text('baseGp')} {...AMOUNT} required label={words.baseGp} hint={words.baseHint} />
          <TextField {...form.text('minEp')} {...AMOUNT} required label={words.minEp} hint={words.minHint} />
        </div>
      )}
      {kind !== 'zero_sum' && <Checkbox {...form.tick('decays')} label={words.decays} />}
      {kind !== 'zero_sum' && decays && (
        <>
          <div className={styles.pair}>
            <TextField {...form.number('percent')} label={words.percent} min={0.01} max={100} step={0.01} required />
            <TextField {...form.number('everyDays')} label={words.everyDays} min={1} max={366} required />
          </div>
          <TextField {...form.text('nextOn')} type="date" label={words.nextOn} required />
          <Checkbox {...form.tick('negatives')} label={words.negatives} />
        </>
      )}
      <Checkbox {...form.tick('attends')} label={words.attends} hint={words.attendsHint} />
      {attends && (
        <div className={styles.pair}>
          <TextField {...form.number('raidsAWeek')} label={words.raidsAWeek} min={1} max={7} required />
          <TextField {...form.number('weeks')} label={words.weeks} min={1} max={26} required />
        </div>
      )}
      {pool && <Checkbox {...form.tick('archived')} label={words.archived} hint={words.archivedHint} />}
    </FormDialog>
  );
}
