import { LOOT_SORT_KEYS } from '@guildhall/contracts/loot-meaning.ts';
import type { LootPolicyView, LootSortKey } from '@guildhall/contracts/loot-policy.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useQuery } from '@tanstack/react-query';
import { may } from '../../api/ability.tsx';
import { client, queryClient } from '../../api/client.ts';
import { guildQuery, useGuild } from '../../routes/current-guild.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorBox, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { LootTabs, policyQuery } from '../parts/loot-tabs.tsx';
import { partsWords } from '../parts/parts.words.ts';
import styles from './policy.module.css';
import { policyWords } from './policy.words.ts';

export async function loadPolicy(ref: string): Promise<void> {
  const [guild] = await Promise.all([
    queryClient.ensureQueryData(guildQuery(ref)),
    ...[policyWords.load(), partsWords.load()],
  ]);
  void queryClient.prefetchQuery(policyQuery(guild));
}

/** By what the guild orders candidates: every member reads it, those who manage loot change it. */
export function PolicyPage() {
  const words = policyWords.use();
  const guild = useGuild();
  const { data, error, refetch } = useQuery(policyQuery(guild));
  const manages = may(guild.abilityRules, 'update', 'Loot');
  return (
    <div className="stack">
      <PageHead title={words.title} lead={words.lead} />
      <LootTabs guild={guild} />
      <section className={`card pad ${styles.policy}`}>
        {!data && (error ? <ErrorBox error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />)}
        {data && (manages ? <PolicyForm guild={guild} policy={data} /> : <Policy of={data} />)}
      </section>
    </div>
  );
}

function Policy({ of: { order, weeks, leastAttendance, wishesSeenBy } }: { of: LootPolicyView }) {
  const words = policyWords.use();
  return (
    <>
      <h2>{words.order}</h2>
      {order.length === 0 && <p>{words.unordered}</p>}
      <ol className={styles.keys}>
        {order.map((key) => (
          <li key={key}>
            <b>{words.keys[key]}</b>
            <span className="muted">: {words.explain[key]}</span>
          </li>
        ))}
      </ol>
      <p className="muted small">{words.unknownLast}</p>
      <dl className={styles.facts}>
        <dt>{words.weeks}</dt>
        <dd>{words.weeksAre({ weeks })}</dd>
        <dt>{words.leastAttendance}</dt>
        <dd>{words.percent({ percent: leastAttendance })}</dd>
        <dt>{words.seenBy}</dt>
        <dd>{words[wishesSeenBy]}</dd>
      </dl>
    </>
  );
}

type Values = Omit<LootPolicyView, 'order'> & { places: Record<number, string> };
const PLACES = LOOT_SORT_KEYS.map((_, place) => place);
const keyAt = ({ places }: Pick<Values, 'places'>, place: number): LootSortKey | undefined =>
  LOOT_SORT_KEYS.find((key) => key === places[place]);

function PolicyForm({ guild, policy }: { guild: OrganizationView; policy: LootPolicyView }) {
  const words = policyWords.use();
  const { order, ...before } = policy;
  const form = useForm<Values, LootPolicyView>({
    name: `loot-policy:${guild.id}`,
    before: { ...before, places: Object.fromEntries(order.map((key, place) => [place, key])) },
    send: (_, { places, ...decided }) =>
      client.lootPolicy.put.mutate({
        ...{ id: guild.id, ...decided },
        ...(places && { order: [...new Set(PLACES.flatMap((place) => keyAt({ places }, place) ?? []))] }),
      }),
    async sent(answer) {
      queryClient.setQueryData(policyQuery(guild).queryKey, answer);
      toast({ text: words.saved });
    },
  });
  const { places } = form.value;
  const isTwice = (place: number) =>
    Boolean(places[place]) && PLACES.slice(0, place).some((above) => places[above] === places[place]);
  return (
    <Form of={form} className={styles.form} verb={words.save} disabled={!form.isChanged}>
      <fieldset className={styles.places}>
        <legend>{words.order}</legend>
        {PLACES.map((place) => {
          const key = keyAt({ places }, place);
          return (
            <Select
              key={place}
              label={words.place({ place: place + 1 })}
              value={places[place] ?? ''}
              onChange={({ target }) => form.change({ places: { ...places, [place]: target.value } })}
              options={[['', words.none], ...LOOT_SORT_KEYS.map((one) => [one, words.keys[one]] as const)]}
              hint={isTwice(place) ? words.twice : key && words.explain[key]}
            />
          );
        })}
        <p className="muted small">{words.unknownLast}</p>
      </fieldset>
      <TextField {...form.number('weeks')} label={words.weeks} required min={1} max={52} />
      <TextField {...form.number('leastAttendance')} label={words.leastAttendance} required min={1} max={100} />
      <Select
        {...form.text('wishesSeenBy')}
        label={words.seenBy}
        options={[
          ['officers', words.officers],
          ['everybody', words.everybody],
        ]}
      />
    </Form>
  );
}
