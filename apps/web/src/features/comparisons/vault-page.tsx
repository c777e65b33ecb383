import type { GuildVaultView } from '@guildhall/contracts/gear.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { Empty } from '../../ui/states.tsx';
import { useGuild } from '../roster/roster.queries.ts';
import { type CompareSearch, compareSearch, pageOf } from './compare-search.ts';
import styles from './comparisons.module.css';
import { comparisonsWords } from './comparisons.words.ts';
import { MemberList } from './member-list.tsx';
import { type Change, GuildFrame } from './parts.tsx';

const route = getRouteApi('/shell/app/g/$guild/vault');
type Member = GuildVaultView['members'][number];

export function VaultPage() {
  const words = comparisonsWords.use();
  const guild = useGuild();
  const search = compareSearch(route.useSearch());
  const navigate = route.useNavigate();
  const change: Change = (changes) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  return (
    <GuildFrame guild={guild} title={words.title} lead={words.leadVault}>
      <Vault id={guild.id} search={search} onChange={change} />
    </GuildFrame>
  );
}

const opened = ({ week }: Member) => week?.vault.filter(({ level }) => level !== null).length ?? 0;

function Vault({ id, search, onChange }: { id: string; search: CompareSearch; onChange: Change }) {
  const words = comparisonsWords.use();
  const format = useFormat();
  const data = useSuspenseQuery(
    api.comparisons.vault.queryOptions({ id, locale: gameLocale(), page: pageOf(search), pageSize: 200 }),
  ).data;
  const slots = data.members.flatMap(({ week }) => week?.vault.map(({ runs }) => runs) ?? []);
  const runs = [...new Set(slots)].sort((a, b) => a - b);
  return (
    <MemberList
      tab="vault"
      leadsTo="keystone"
      data={data}
      search={search}
      onChange={onChange}
      sorts={{
        rating: { label: words.vaultSorts.rating, by: ({ rating }) => rating ?? 0 },
        slots: { label: words.vaultSorts.slots, by: opened },
        name: { label: words.vaultSorts.name, by: () => 0 },
      }}
      csv={{
        heads: [words.rating, ...runs.map((count) => words.vaultSlot(count)), words.thisWeek],
        cells: ({ rating, week }) => [
          rating,
          ...runs.map((count) => week?.vault.find((slot) => slot.runs === count)?.level),
          week?.levels.join(' '),
        ],
      }}
      empty={() => (
        <Empty icon="vault" title={words.nobody}>
          {words.nobodyHint}
        </Empty>
      )}
      number={({ rating }) => (rating === null ? '–' : format.number(Math.round(rating)))}
    >
      {({ week }) =>
        week ? (
          <span className={styles.vault}>
            {week.vault.map((slot) => (
              <span key={slot.runs} className={slot.level === null ? undefined : styles.got}>
                <b>{slot.level === null ? '–' : `+${slot.level}`}</b>
                <small>{words.vaultSlot(slot.runs)}</small>
              </span>
            ))}
          </span>
        ) : (
          <span className="muted small">{words.weekUnknown}</span>
        )
      }
    </MemberList>
  );
}
