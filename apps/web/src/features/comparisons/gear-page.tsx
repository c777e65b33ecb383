import type { GearAuditView } from '@guildhall/contracts/gear.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { downloadCsv } from '../../ui/csv.ts';
import { Choice, FilterBar, FilterCount } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Empty } from '../../ui/states.tsx';
import { useGuild } from '../roster/roster.queries.ts';
import { type CompareSearch, compareSearch, GEAR_SORTS, pageOf } from './compare-search.ts';
import styles from './comparisons.module.css';
import { comparisonsWords } from './comparisons.words.ts';
import { AsOf, type Change, CharacterLink, GuildFrame, Pager } from './parts.tsx';

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
      <Gear id={guild.id} file={`${guild.name} ${words.tabs.gear}`} search={search} onChange={change} />
    </GuildFrame>
  );
}

type Props = { id: string; file: string; search: CompareSearch; onChange: Change };

const gemsOf = ({ missing }: Member) => missing?.gems.reduce((sum, { emptySockets }) => sum + emptySockets, 0) ?? 0;
const countOf = (member: Member) =>
  (member.missing?.enchantments.length ?? 0) + (member.missing?.slots.length ?? 0) + gemsOf(member);

const KEYS: Record<(typeof GEAR_SORTS)[number], (member: Member) => number> = {
  missing: countOf,
  itemLevel: ({ itemLevel }) => itemLevel ?? 0,
  name: () => 0,
};

function Gear({ id, file, search, onChange }: Props) {
  const words = comparisonsWords.use();
  const { members, pagination } = useSuspenseQuery(
    api.comparisons.gearAudit.queryOptions({ id, page: pageOf(search), pageSize: 200 }),
  ).data;
  const sort = GEAR_SORTS.find((one) => one === search.sort) ?? 'missing';
  const shown = members
    .filter((member) => !search.incomplete || countOf(member) > 0)
    .sort((a, b) => KEYS[sort](b) - KEYS[sort](a) || a.character.name.localeCompare(b.character.name));
  const named = (slots: readonly string[]) =>
    slots.map((slot) => words.slots[slot as keyof typeof words.slots] ?? slot).join(', ');
  const take = () =>
    downloadCsv(
      file,
      [words.character, words.person, words.itemLevel, words.enchantments, words.gems, words.empty],
      shown.map((member) => [
        member.character.name,
        member.character.user.displayName,
        member.itemLevel,
        named(member.missing?.enchantments ?? []),
        gemsOf(member),
        named(member.missing?.slots ?? []),
      ]),
    );
  return (
    <>
      <FilterBar label={words.filters}>
        <Choice
          always
          label={words.sort}
          value={sort}
          onChange={(value) => onChange({ sort: GEAR_SORTS.find((one) => one === value) })}
          options={GEAR_SORTS.map((one) => [one, words.gearSorts[one]])}
        />
        <Chip pressed={search.incomplete === true} onChange={(on) => onChange({ incomplete: on || undefined })}>
          {words.incomplete}
        </Chip>
        <Button small icon="download" title={words.csvHint} disabled={shown.length === 0} onClick={take}>
          CSV
        </Button>
        <FilterCount>{words.characters(shown.length)}</FilterCount>
      </FilterBar>
      <section className="card" aria-label={words.tabs.gear}>
        {shown.length === 0 ? (
          <Empty icon={members.length > 0 ? 'check' : 'gear'} title={members.length > 0 ? words.allWell : words.nobody}>
            {members.length === 0 && words.nobodyHint}
          </Empty>
        ) : (
          <ul className={`list ${styles.gear}`}>
            {shown.map((member) => (
              <li key={member.character.id}>
                <span className={styles.gearName}>
                  <CharacterLink of={member.character} tab="equipment" />
                  <small className="clip">{member.character.user.displayName}</small>
                </span>
                <b className="num">{member.itemLevel ?? '–'}</b>
                <span className={styles.gaps}>
                  {member.missing === null ? (
                    <span className="muted small">{words.unknownGear}</span>
                  ) : countOf(member) === 0 ? (
                    <span className="tag t-ok">
                      <Icon name="check" size="s" />
                      {words.complete}
                    </span>
                  ) : (
                    <>
                      {member.missing.enchantments.length > 0 && (
                        <span className="tag t-warn" title={words.enchantments}>
                          {words.noEnchant(named(member.missing.enchantments))}
                        </span>
                      )}
                      {gemsOf(member) > 0 && (
                        <span className="tag t-warn">
                          <Icon name="gem" size="s" />
                          {words.emptySockets(gemsOf(member))}
                        </span>
                      )}
                      {member.missing.slots.length > 0 && (
                        <span className="tag t-bad">{words.emptySlots(named(member.missing.slots))}</span>
                      )}
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
        <AsOf of={members.map(({ character }) => character)} />
      </section>
      <Pager of={pagination} onChange={onChange} />
    </>
  );
}
