import type { ArmoryMember } from '@guildhall/contracts/guild-armory.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { compareNames } from '../../i18n/compare-names.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { useGuild } from '../../routes/current-guild.ts';
import { PersonLink } from '../../routes/person-link.tsx';
import { oneOf } from '../../routes/search-params.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { downloadCsv } from '../../ui/csv.ts';
import { Choice, FilterCount } from '../../ui/filters.tsx';
import { RoleIcon } from '../../ui/game.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Empty } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { hardestDefeated } from '../vault/hardest.ts';
import { isAbsent, VaultHint, VaultLines } from '../vault/vault.tsx';
import { type VaultWords, vaultWords } from '../vault/vault.words.ts';
import { type CompareSearch, compareSearch, pageOf, SORTS } from './compare-search.ts';
import styles from './comparisons.module.css';
import { comparisonsWords } from './comparisons.words.ts';
import { Coverage, MemberFilters } from './member-filters.tsx';
import { AsOf, type Change, CharacterLink, GuildFrame, Pager } from './parts.tsx';

const route = getRouteApi('/shell/app/g/$guild/gear');

/** React fails where a component waits for two at once. */
export const load = () => Promise.all([comparisonsWords.load(), vaultWords.load()]);

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

const gemsOf = ({ missing }: ArmoryMember) =>
  missing?.gems.reduce((sum, { emptySockets }) => sum + emptySockets, 0) ?? 0;
/** Null where the game may have sockets that it does not show. */
const knownGemsOf = (member: ArmoryMember) => {
  const gems = gemsOf(member);
  return member.missing === null || (gems === 0 && member.missing.unknown.gems.length > 0) ? null : gems;
};
const missingIn = (member: ArmoryMember) =>
  (member.missing?.enchantments.length ?? 0) + (member.missing?.slots.length ?? 0) + gemsOf(member);

/** Largest first; equal ones by name. */
const BY: Record<(typeof SORTS)[number], (member: ArmoryMember) => number> = {
  missing: missingIn,
  itemLevel: ({ itemLevel }) => itemLevel ?? 0,
  rating: ({ rating }) => rating ?? 0,
  slots: ({ rows }) => rows.flatMap(({ slots }) => slots).filter(({ open }) => open).length,
  name: () => 0,
};

const KINDS = ['raid', 'keystone', 'world'] as const;

const keyOf = ({ entryId, characterId }: ArmoryMember) => characterId ?? entryId ?? '';

type Props = { id: string; file: string; search: CompareSearch; onChange: Change };

function Gear({ id, file, search, onChange }: Props) {
  const words = comparisonsWords.use();
  const vault = vaultWords.use();
  const { role, rank, team } = search;
  const { data } = useSuspenseQuery(
    api.comparisons.guildArmory.queryOptions({
      id,
      locale: gameLocale(),
      page: pageOf(search),
      pageSize: 100,
      role,
      rank,
      teamId: team,
    }),
  );
  const { members, pagination } = data;
  const sort = search.sort ?? 'missing';
  const shown = members
    .filter((member) => !search.incomplete || missingIn(member) > 0)
    .sort((a, b) => BY[sort](b) - BY[sort](a) || compareNames(a.name, b.name));
  const ofSeason = useSeasonName(members);
  const named = (slots: readonly string[]) =>
    slots.map((slot) => words.slots[slot as keyof typeof words.slots] ?? slot).join(', ');
  const take = () =>
    downloadCsv(
      file,
      [
        ...[words.character, words.person, words.rank, words.role, words.itemLevel],
        ...[words.enchantments, words.gems, words.empty, [words.rating, ...ofSeason].join(' ')],
        ...[...KINDS.map((kind) => `${vault.kinds[kind]} ≥`), words.raids, words.read],
      ],
      shown.map((member) => [
        ...[member.name, member.user?.displayName, member.rank?.name, member.role, member.itemLevel],
        ...[named(member.missing?.enchantments ?? []), knownGemsOf(member)],
        ...[named(member.missing?.slots ?? []), member.rating],
        ...KINDS.map((kind) => member.rows.find((row) => row.kind === kind)?.count),
        ...[raidsOf(member, vault).join(', '), member.readAt],
      ]),
    );
  return (
    <>
      <Coverage of={data.coverage} />
      <MemberFilters of={data} search={search} onChange={onChange}>
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
        <FilterCount>{words.characters({ count: shown.length })}</FilterCount>
      </MemberFilters>
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
                  {ofSeason.map((name) => (
                    <small key={name} className={`muted ${styles.season}`}>
                      {name}
                    </small>
                  ))}
                </th>
                <th scope="col">{words.raids}</th>
                <th scope="col">{words.thisWeek}</th>
                <th scope="col" className="r">
                  {words.read}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((member) => (
                <Row key={keyOf(member)} of={member} named={named} />
              ))}
            </tbody>
          </table>
        )}
        <VaultHint />
        <AsOf of={members.map(({ readAt }) => ({ dataAsOf: readAt }))} />
      </section>
      <Pager of={pagination} onChange={onChange} />
    </>
  );
}

/** Ratings are of one season, except between the resets of two regions. */
function useSeasonName(members: ArmoryMember[]): string[] {
  const words = comparisonsWords.use();
  const format = useFormat();
  const names = members.flatMap(({ season }) => {
    if (!season) return [];
    if (season.name) return [season.name];
    return season.startedAt ? [words.seasonSince({ date: format.date(new Date(season.startedAt)) })] : [];
  });
  return [...new Set(names)];
}

type Named = (slots: readonly string[]) => string;

function raidsOf({ raids }: ArmoryMember, { difficulties: letters }: VaultWords): string[] {
  return raids.flatMap(({ difficulties }) => {
    const best = hardestDefeated(difficulties);
    if (!best) return [];
    const letter = letters[best.type as keyof typeof letters] ?? best.name;
    return [`${best.defeated}/${best.total} ${letter}`];
  });
}

function Row({ of, named }: { of: ArmoryMember; named: Named }) {
  const words = comparisonsWords.use();
  const vault = vaultWords.use();
  const format = useFormat();
  const { characterId, itemLevel, rating, rows, user, readAt } = of;
  const guild = useGuild();
  return (
    <tr>
      <th scope="row" className={styles.gearName}>
        <CharacterLink of={{ ...of, id: characterId }} tab="equipment" />
        <small className="clip muted">
          <RoleIcon role={of.role} />
          {of.rank && <span className="clip">{of.rank.name}</span>}
          {user && user.displayName !== of.name && (
            <PersonLink guild={guild.id} person={user.id}>
              {user.displayName}
            </PersonLink>
          )}
          {!characterId && <span className="clip">{words.publicProfile}</span>}
        </small>
      </th>
      <td className="r num" data-of={words.itemLevel}>
        <b>{itemLevel ?? '–'}</b>
      </td>
      <td>
        <Gaps of={of} named={named} />
      </td>
      <td className="r num" data-of={words.rating}>
        {rating !== null && characterId ? (
          <Link to="/characters/$id/$tab" params={{ id: characterId, tab: 'keystone' }} className="link">
            {format.number(Math.round(rating))}
          </Link>
        ) : (
          (rating !== null && format.number(Math.round(rating))) || '–'
        )}
      </td>
      <td className="num" data-of={words.raids} title={of.raids.map(({ name }) => name).join(' · ') || undefined}>
        {raidsOf(of, vault).join(' · ') || '–'}
      </td>
      <td>
        {/* Delves are read of characters that are signed in. */}
        <VaultLines of={rows.filter(({ kind }) => characterId !== null || kind !== 'world')} />
      </td>
      <td className="r muted small" data-of={words.read}>
        {readAt ? <TimeAgo at={readAt} /> : words.never}
      </td>
    </tr>
  );
}

function Gaps({ of, named }: { of: ArmoryMember; named: Named }) {
  const words = comparisonsWords.use();
  const { none } = vaultWords.use();
  const { missing, status } = of;
  if (missing === null) {
    return <span className="muted small">{isAbsent(status) ? none : words.unknownGear}</span>;
  }
  if (missingIn(of) === 0 && missing.unknown.enchantments.length + missing.unknown.gems.length > 0) {
    return <span className="muted small">{words.nothingSeenMissing}</span>;
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
          {words.noEnchant({ slots: named(missing.enchantments) })}
        </span>
      )}
      {gemsOf(of) > 0 && (
        <span className="tag t-warn">
          <Icon name="gem" size="s" />
          {words.emptySockets({ count: gemsOf(of) })}
        </span>
      )}
      {missing.slots.length > 0 && (
        <span className="tag t-bad">{words.emptySlots({ slots: named(missing.slots) })}</span>
      )}
    </span>
  );
}
