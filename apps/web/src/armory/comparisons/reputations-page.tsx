import type { ComparedCharacter, ComparedFaction } from '@guildhall/contracts/comparison.ts';
import { nameKey } from '@guildhall/contracts/name-key.ts';
import type { Pagination } from '@guildhall/contracts/page.ts';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type CSSProperties, useDeferredValue } from 'react';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { useGuild } from '../../routes/current-guild.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { downloadCsv } from '../../ui/csv.ts';
import { Choice, FilterBar, FilterCount, SearchField } from '../../ui/filters.tsx';
import { Matrix } from '../../ui/matrix.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty } from '../../ui/states.tsx';
import { type CompareSearch, compareSearch, pageOf } from './compare-search.ts';
import styles from './comparisons.module.css';
import { comparisonsWords } from './comparisons.words.ts';
import {
  AsOf,
  type Change,
  CharacterHead,
  CharacterLink,
  ExpansionChoice,
  GuildFrame,
  Pager,
  useExpansions,
  Waiting,
} from './parts.tsx';

const guildPage = getRouteApi('/shell/app/g/$guild/reputations');
const myPage = getRouteApi('/shell/app/reputations');

export function GuildReputationsPage() {
  const words = comparisonsWords.use();
  const guild = useGuild();
  const search = compareSearch(guildPage.useSearch());
  const navigate = guildPage.useNavigate();
  const change: Change = (changes) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  return (
    <GuildFrame guild={guild} title={words.title} lead={words.lead}>
      <OfGuild id={guild.id} name={guild.name} search={search} onChange={change} />
    </GuildFrame>
  );
}

export function MyReputationsPage() {
  const words = comparisonsWords.use();
  const search = compareSearch(myPage.useSearch());
  const navigate = myPage.useNavigate();
  const change: Change = (changes) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  return (
    <div className="stack">
      <PageHead title={words.tabs.reputations} lead={words.leadMine} />
      <Waiting>
        <Mine search={search} onChange={change} />
      </Waiting>
    </div>
  );
}

type Props = { search: CompareSearch; onChange: Change };

/** An unknown expansion shows the newest. */
function useExpansion({ expansion }: CompareSearch): number | undefined {
  const expansions = useExpansions();
  return (expansions.find(({ id }) => id === expansion) ?? expansions[0])?.id;
}

function OfGuild({ id, name, ...props }: Props & { id: string; name: string }) {
  const words = comparisonsWords.use();
  const expansionId = useExpansion(props.search);
  if (expansionId === undefined) return <NoExpansions />;
  return <GuildMatrix id={id} file={`${name} ${words.tabs.reputations}`} expansionId={expansionId} {...props} />;
}

function GuildMatrix({ id, expansionId, ...props }: Props & { id: string; file: string; expansionId: number }) {
  const { characters, factions, pagination } = useSuspenseQuery(
    api.comparisons.guildReputations.queryOptions({
      id,
      expansionId,
      locale: gameLocale(),
      page: pageOf(props.search),
      pageSize: 50,
    }),
  ).data;
  return <Standings {...{ characters, factions, pagination, expansionId }} {...props} />;
}

function Mine(props: Props) {
  const expansionId = useExpansion(props.search);
  if (expansionId === undefined) return <NoExpansions />;
  return <MyMatrix expansionId={expansionId} {...props} />;
}

function MyMatrix({ expansionId, ...props }: Props & { expansionId: number }) {
  const words = comparisonsWords.use();
  const { characters, factions } = useSuspenseQuery(
    api.comparisons.reputations.queryOptions({ expansionId, locale: gameLocale() }),
  ).data;
  return <Standings {...{ characters, factions, expansionId }} file={words.tabs.reputations} {...props} />;
}

function NoExpansions() {
  const words = comparisonsWords.use();
  return (
    <section className="card">
      <Empty icon="rep" title={words.noExpansions}>
        {words.noExpansionsHint}
      </Empty>
    </section>
  );
}

type Standing = ComparedFaction['standings'][string];
type StandingsProps = Props & {
  characters: readonly ComparedCharacter[];
  factions: readonly ComparedFaction[];
  pagination?: Pagination;
  expansionId: number;
  file: string;
};

function Standings({ characters, factions, pagination, expansionId, file, search, onChange }: StandingsProps) {
  const words = comparisonsWords.use();
  const sought = nameKey(useDeferredValue(search.q ?? ''));
  const all = factions.flatMap(({ standings }) => Object.values(standings));
  const tiers = new Map(all.flatMap(({ tier, name }) => (tier ? [[tier, name ?? tier] as const] : [])));
  const shown = factions.filter(
    ({ name, standings }) =>
      nameKey(name).includes(sought) &&
      (!search.tier || Object.values(standings).some(({ tier }) => tier === search.tier)) &&
      (!search.unfinished || characters.some(({ id }) => (standings[id]?.max ?? 1) > 0)),
  );
  const standingOf = (faction: ComparedFaction, { id }: ComparedCharacter) => {
    const standing = faction.standings[id];
    return search.tier && standing?.tier !== search.tier ? undefined : standing;
  };
  const said = (standing: Standing | undefined) =>
    standing &&
    (standing.renownLevel === null ? (standing.name ?? standing.tier) : words.renown({ level: standing.renownLevel }));
  const take = () =>
    downloadCsv(
      file,
      [words.faction, ...characters.map(({ name }) => name)],
      shown.map((faction) => [faction.name, ...characters.map((one) => said(faction.standings[one.id]))]),
    );
  const cell = (faction: ComparedFaction, character: ComparedCharacter) => (
    <StandingCell standing={standingOf(faction, character)} said={said} />
  );
  const label = words.reputationsLabel;
  return (
    <>
      <FilterBar label={words.filters}>
        <SearchField
          label={words.findFaction}
          hint={words.findFaction}
          value={search.q ?? ''}
          onChange={(q) => onChange({ q: q || undefined })}
        />
        <ExpansionChoice value={expansionId} onChange={onChange} />
        <Choice
          label={words.standing}
          value={search.tier ?? ''}
          onChange={(tier) => onChange({ tier: tier || undefined })}
          options={[['', words.anyStanding], ...tiers]}
        />
        <Chip pressed={search.unfinished === true} onChange={(on) => onChange({ unfinished: on || undefined })}>
          {words.unfinished}
        </Chip>
        <Chip pressed={search.swap === true} onChange={(on) => onChange({ swap: on || undefined })}>
          {words.swap}
        </Chip>
        <Button small icon="download" title={words.csvHint} disabled={shown.length === 0} onClick={take}>
          CSV
        </Button>
        <FilterCount>{words.factions({ factions: shown.length, characters: characters.length })}</FilterCount>
      </FilterBar>
      <section className={`card ${styles.matrix}`} aria-label={words.tabs.reputations}>
        {characters.length === 0 ? (
          <Empty icon="character" title={words.nobody}>
            {words.nobodyHint}
          </Empty>
        ) : shown.length === 0 ? (
          <Empty icon="search" title={factions.length === 0 ? words.noneMet : words.noFaction}>
            {sought.length > 1 && <Elsewhere q={search.q ?? ''} expansionId={expansionId} onChange={onChange} />}
          </Empty>
        ) : search.swap ? (
          <Matrix
            key="swapped"
            label={label}
            rows={characters}
            columns={shown}
            rowKey={({ id }) => id}
            columnKey={({ id }) => String(id)}
            columnWidth={112}
            headHeight={52}
            corner={words.character}
            rowHead={(character) => <CharacterLink of={character} tab="reputations" />}
            columnHead={({ name }) => (
              <span className={styles.longHead} title={name}>
                {name}
              </span>
            )}
            cell={(character, faction) => cell(faction, character)}
          />
        ) : (
          <Matrix
            key="plain"
            label={label}
            rows={shown}
            columns={characters}
            rowKey={({ id }) => String(id)}
            columnKey={({ id }) => id}
            columnWidth={104}
            headWidth={220}
            headHeight={62}
            corner={words.faction}
            rowHead={({ name }) => (
              <span className={styles.rowName} title={name}>
                {name}
              </span>
            )}
            columnHead={(character) => <CharacterHead of={character} tab="reputations" />}
            cell={cell}
          />
        )}
        <AsOf of={characters} />
      </section>
      {pagination && <Pager of={pagination} onChange={onChange} />}
    </>
  );
}

/** The game's colours, from hostile to the highest tier; the cell also names the standing. */
const LOOKS: Record<string, string | undefined> = {
  HATED: styles.bad,
  HOSTILE: styles.bad,
  UNFRIENDLY: styles.warn,
  FRIENDLY: styles.ok,
  HONORED: styles.ok,
  REVERED: styles.rare,
  EXALTED: styles.epic,
  BEST_FRIEND: styles.epic,
};

type CellProps = { standing: Standing | undefined; said(standing: Standing): string | null | undefined };

function StandingCell({ standing, said }: CellProps) {
  const words = comparisonsWords.use();
  const format = useFormat();
  if (!standing) return <span className="muted">–</span>;
  const { value, max, tier } = standing;
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 1;
  const exact = max > 0 ? `${format.number(value)} / ${format.number(max)}` : words.maxed;
  return (
    <span className={`${styles.standing} ${LOOKS[tier ?? ''] ?? ''}`} title={`${said(standing)}, ${exact}`}>
      <span className="clip">{said(standing)}</span>
      <i style={{ '--w': `${share * 100}%` } as CSSProperties} />
    </span>
  );
}

/** Finds a faction of another expansion, in any language. */
function Elsewhere({ q, expansionId, onChange }: { q: string; expansionId: number; onChange: Change }) {
  const words = comparisonsWords.use();
  const found = useQuery(api.comparisons.searchFactions.queryOptions({ q, locale: gameLocale() }));
  const others = found.data?.filter(({ expansion }) => expansion.id !== null && expansion.id !== expansionId) ?? [];
  if (others.length === 0) return null;
  return (
    <span className={styles.elsewhere}>
      <span>{words.elsewhere}</span>
      {others.slice(0, 5).map(({ id, name, expansion }) => (
        <Button key={id} small onClick={() => onChange({ expansion: expansion.id ?? undefined, q: name })}>
          {name} · {expansion.name}
        </Button>
      ))}
    </span>
  );
}
