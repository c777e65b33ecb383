import type { GearAuditView } from '@guildhall/contracts/gear.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Empty } from '../../ui/states.tsx';
import { useGuild } from '../roster/roster.queries.ts';
import { type CompareSearch, compareSearch, pageOf } from './compare-search.ts';
import styles from './comparisons.module.css';
import { comparisonsWords } from './comparisons.words.ts';
import { MemberList } from './member-list.tsx';
import { type Change, GuildFrame } from './parts.tsx';

const route = getRouteApi('/shell/app/g/$guild/audit-of-gear');
type Member = GearAuditView['members'][number];

export function GearPage() {
  const words = comparisonsWords.use();
  const guild = useGuild();
  const search = compareSearch(route.useSearch());
  const navigate = route.useNavigate();
  const change: Change = (changes) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  return (
    <GuildFrame guild={guild} title={words.title} lead={words.lead}>
      <Gear id={guild.id} search={search} onChange={change} />
    </GuildFrame>
  );
}

const gemsOf = ({ missing }: Member) => missing?.gems.reduce((sum, { emptySockets }) => sum + emptySockets, 0) ?? 0;
const countOf = (member: Member) =>
  (member.missing?.enchantments.length ?? 0) + (member.missing?.slots.length ?? 0) + gemsOf(member);

function Gear({ id, search, onChange }: { id: string; search: CompareSearch; onChange: Change }) {
  const words = comparisonsWords.use();
  const data = useSuspenseQuery(
    api.comparisons.gearAudit.queryOptions({ id, locale: gameLocale(), page: pageOf(search), pageSize: 200 }),
  ).data;
  const named = (slots: readonly string[]) =>
    slots.map((slot) => words.slots[slot as keyof typeof words.slots] ?? slot).join(', ');
  return (
    <MemberList
      tab="gear"
      leadsTo="equipment"
      data={data}
      search={search}
      onChange={onChange}
      sorts={{
        missing: { label: words.gearSorts.missing, by: countOf },
        itemLevel: { label: words.gearSorts.itemLevel, by: ({ itemLevel }) => itemLevel ?? 0 },
        name: { label: words.gearSorts.name, by: () => 0 },
      }}
      isShown={(member) => !search.incomplete || countOf(member) > 0}
      filters={
        <Chip pressed={search.incomplete === true} onChange={(on) => onChange({ incomplete: on || undefined })}>
          {words.incomplete}
        </Chip>
      }
      csv={{
        heads: [words.itemLevel, words.enchantments, words.gems, words.empty],
        cells: (member) => [
          member.itemLevel,
          named(member.missing?.enchantments ?? []),
          gemsOf(member),
          named(member.missing?.slots ?? []),
        ],
      }}
      empty={(nobody) => (
        <Empty icon={nobody ? 'gear' : 'check'} title={nobody ? words.nobody : words.allWell}>
          {nobody && words.nobodyHint}
        </Empty>
      )}
      number={({ itemLevel }) => itemLevel ?? '–'}
    >
      {(member) => <span className={styles.gaps}>{gapsOf(member, words, named)}</span>}
    </MemberList>
  );
}

type Words = ReturnType<typeof comparisonsWords.use>;

function gapsOf(member: Member, words: Words, named: (slots: readonly string[]) => string) {
  const { missing } = member;
  if (missing === null) return <span className="muted small">{words.unknownGear}</span>;
  if (countOf(member) === 0) {
    return (
      <span className="tag t-ok">
        <Icon name="check" size="s" />
        {words.complete}
      </span>
    );
  }
  return (
    <>
      {missing.enchantments.length > 0 && (
        <span className="tag t-warn" title={words.enchantments}>
          {words.noEnchant(named(missing.enchantments))}
        </span>
      )}
      {gemsOf(member) > 0 && (
        <span className="tag t-warn">
          <Icon name="gem" size="s" />
          {words.emptySockets(gemsOf(member))}
        </span>
      )}
      {missing.slots.length > 0 && <span className="tag t-bad">{words.emptySlots(named(missing.slots))}</span>}
    </>
  );
}
