import type { GearAuditView, GuildVaultView } from '@guildhall/contracts/gear.ts';
import { useSuspenseQueries } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { compareNames } from '../../i18n/compare-names.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { oneOf } from '../../shell/search-params.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { downloadCsv } from '../../ui/csv.ts';
import { Choice, FilterBar, FilterCount } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Empty } from '../../ui/states.tsx';
import { useGuild } from '../roster/roster.queries.ts';
import { type CompareSearch, compareSearch, pageOf, SORTS } from './compare-search.ts';
import styles from './comparisons.module.css';
import { comparisonsWords } from './comparisons.words.ts';
import { AsOf, type Change, CharacterLink, GuildFrame, Pager } from './parts.tsx';

const route = getRouteApi('/shell/app/g/$guild/gear');
type Keystones = Omit<GuildVaultView['members'][number], 'character' | 'status'> & {
  keystoneStatus: GuildVaultView['members'][number]['status'];
};
type Member = GearAuditView['members'][number] & Keystones;

export function GearPage() {
  const words = comparisonsWords.use();
  const guild = useGuild();
  const search = compareSearch(route.useSearch());
  const navigate = route.useNavigate();
  const change: Change = (changes) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  return (
    <GuildFrame guild={guild} title={words.title} lead={words.leadGear}>
      <Gear id={guild.id} file={`${guild.name} ${words.tabs.gear}`} search={search} onChange={change} />
    </GuildFrame>
  );
}

const gemsOf = ({ missing }: Member) => missing?.gems.reduce((sum, { emptySockets }) => sum + emptySockets, 0) ?? 0;
const missingIn = (member: Member) =>
  (member.missing?.enchantments.length ?? 0) + (member.missing?.slots.length ?? 0) + gemsOf(member);

/** Largest first; equal ones by name. */
const BY: Record<(typeof SORTS)[number], (member: Member) => number> = {
  missing: missingIn,
  itemLevel: ({ itemLevel }) => itemLevel ?? 0,
  rating: ({ rating }) => rating ?? 0,
  slots: ({ week }) => week?.vault.filter(({ level }) => level !== null).length ?? 0,
  name: () => 0,
};

const UNKNOWN: Keystones = { rating: null, week: null, keystoneStatus: 'pending' };

/** The game platform answered that it has no such document, so asking again leads to nothing. */
const isAbsent = (status: Member['status']) => status === 'not_found' || status === 'not_available';

/** Both lists have the same characters on a page, so they load in one request. */
function useMembers(id: string, search: CompareSearch) {
  const input = { id, locale: gameLocale(), page: pageOf(search), pageSize: 200 };
  const [gear, vault] = useSuspenseQueries({
    queries: [api.comparisons.gearAudit.queryOptions(input), api.comparisons.vault.queryOptions(input)],
  });
  const keystones = new Map(
    vault.data.members.map(({ character, status, ...of }) => [character.id, { ...of, keystoneStatus: status }]),
  );
  return {
    members: gear.data.members.map((member) => ({ ...member, ...(keystones.get(member.character.id) ?? UNKNOWN) })),
    known: [...gear.data.members, ...vault.data.members].map(({ character }) => character),
    pagination: gear.data.pagination,
  };
}

type Props = { id: string; file: string; search: CompareSearch; onChange: Change };

function Gear({ id, file, search, onChange }: Props) {
  const words = comparisonsWords.use();
  const { members, known, pagination } = useMembers(id, search);
  const sort = search.sort ?? 'missing';
  const shown = members
    .filter((member) => !search.incomplete || missingIn(member) > 0)
    .sort((a, b) => BY[sort](b) - BY[sort](a) || compareNames(a.character.name, b.character.name));
  const named = (slots: readonly string[]) =>
    slots.map((slot) => words.slots[slot as keyof typeof words.slots] ?? slot).join(', ');
  const slots = [...new Set(members.flatMap(({ week }) => week?.vault.map(({ runs }) => runs) ?? []))];
  slots.sort((a, b) => a - b);
  const take = () =>
    downloadCsv(
      file,
      [
        ...[words.character, words.person, words.itemLevel, words.enchantments, words.gems, words.empty],
        ...[words.rating, ...slots.map((runs) => words.vaultSlot(runs)), words.thisWeek],
      ],
      shown.map((member) => [
        ...[member.character.name, member.character.user.displayName, member.itemLevel],
        ...[named(member.missing?.enchantments ?? []), gemsOf(member), named(member.missing?.slots ?? [])],
        member.rating,
        ...slots.map((runs) => member.week?.vault.find((slot) => slot.runs === runs)?.level),
        member.week?.levels.join(' '),
      ]),
    );
  return (
    <>
      <FilterBar label={words.filters}>
        <Choice
          always
          label={words.sort}
          value={sort}
          onChange={(value) => onChange({ sort: oneOf(value, SORTS) })}
          options={SORTS.map((one) => [one, words.sorts[one]])}
        />
        <Chip pressed={search.incomplete === true} onChange={(on) => onChange({ incomplete: on || undefined })}>
          {words.incomplete}
        </Chip>
        <Button small icon="download" title={words.csvHint} disabled={shown.length === 0} onClick={take}>
          CSV
        </Button>
        <FilterCount>{words.characters(shown.length)}</FilterCount>
      </FilterBar>
      <section className="card">
        {members.length === 0 ? (
          <Empty icon="gear" title={words.nobody}>
            {words.nobodyHint}
          </Empty>
        ) : shown.length === 0 ? (
          <Empty icon="check" title={words.allWell} />
        ) : (
          <table className={`table ${styles.gear}`} aria-label={words.tabs.gear}>
            <thead>
              <tr>
                <th scope="col">{words.character}</th>
                <th scope="col" className="r">
                  {words.itemLevel}
                </th>
                <th scope="col">{words.missing}</th>
                <th scope="col" className="r">
                  {words.rating}
                </th>
                <th scope="col">{words.thisWeek}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((member) => (
                <Row key={member.character.id} of={member} named={named} />
              ))}
            </tbody>
          </table>
        )}
        <AsOf of={known} />
      </section>
      <Pager of={pagination} onChange={onChange} />
    </>
  );
}

type Named = (slots: readonly string[]) => string;

function Row({ of, named }: { of: Member; named: Named }) {
  const words = comparisonsWords.use();
  const format = useFormat();
  const { character, itemLevel, rating, week, keystoneStatus } = of;
  const { user } = character;
  return (
    <tr>
      <th scope="row" className={styles.gearName}>
        <CharacterLink of={character} tab="equipment" />
        {user.displayName !== character.name && <small className="clip muted">{user.displayName}</small>}
      </th>
      <td className="r num">
        <b>{itemLevel ?? '–'}</b>
      </td>
      <td>
        <Gaps of={of} named={named} />
      </td>
      <td className="r num">
        {rating === null ? (
          '–'
        ) : (
          <Link to="/characters/$id/$tab" params={{ id: character.id, tab: 'keystone' }} className="link">
            {format.number(Math.round(rating))}
          </Link>
        )}
      </td>
      <td>
        {week ? (
          <span className={styles.vault}>
            {week.vault.map(({ runs, level }) => (
              <span key={runs} className={level === null ? undefined : styles.got}>
                <b>{level === null ? '–' : `+${level}`}</b>
                <small>{words.vaultSlot(runs)}</small>
              </span>
            ))}
          </span>
        ) : (
          <span className="muted small">{isAbsent(keystoneStatus) ? words.noneThere : words.weekUnknown}</span>
        )}
      </td>
    </tr>
  );
}

function Gaps({ of, named }: { of: Member; named: Named }) {
  const words = comparisonsWords.use();
  const { missing, status } = of;
  if (missing === null) {
    return <span className="muted small">{isAbsent(status) ? words.noneThere : words.unknownGear}</span>;
  }
  if (missingIn(of) === 0) {
    return (
      <span className="tag t-ok">
        <Icon name="check" size="s" />
        {words.complete}
      </span>
    );
  }
  return (
    <span className={styles.gaps}>
      {missing.enchantments.length > 0 && (
        <span className="tag t-warn" title={words.enchantments}>
          {words.noEnchant(named(missing.enchantments))}
        </span>
      )}
      {gemsOf(of) > 0 && (
        <span className="tag t-warn">
          <Icon name="gem" size="s" />
          {words.emptySockets(gemsOf(of))}
        </span>
      )}
      {missing.slots.length > 0 && <span className="tag t-bad">{words.emptySlots(named(missing.slots))}</span>}
    </span>
  );
}
