import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { useGuild } from '../../routes/current-guild.ts';
import { BossBoard, type BossProps } from './boss-board.tsx';
import { type CompareSearch, compareSearch, pageOf } from './compare-search.ts';
import { comparisonsWords } from './comparisons.words.ts';
import { Coverage } from './member-filters.tsx';
import { type Change, GuildFrame, Pager } from './parts.tsx';

const route = getRouteApi('/shell/app/g/$guild/encounters');

export function EncountersPage() {
  const words = comparisonsWords.use();
  const guild = useGuild();
  const search = compareSearch(route.useSearch());
  const navigate = route.useNavigate();
  const change: Change = (changes) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  const Shown = search.category === 'dungeon' ? Dungeons : Raids;
  return (
    <GuildFrame guild={guild} title={words.title} lead={words.lead}>
      <Shown id={guild.id} file={`${guild.name} ${words.tabs.encounters}`} search={search} onChange={change} />
    </GuildFrame>
  );
}

const ofExpansion = ({ expansion }: CompareSearch) => (expansion === undefined ? {} : { expansionId: expansion });

/** Shows everyone who raids, signed in or not. */
function Raids(props: BossProps) {
  const { id, search, onChange } = props;
  const { role, rank, team } = search;
  const { data } = useSuspenseQuery(
    api.comparisons.guildRaids.queryOptions({
      id,
      locale: gameLocale(),
      page: pageOf(search),
      pageSize: 100,
      ...{ role, rank, teamId: team },
      ...ofExpansion(search),
    }),
  );
  return (
    <>
      <Coverage of={data.coverage} />
      <BossBoard {...props} {...data} filters={data} />
      <Pager of={data.pagination} onChange={onChange} />
    </>
  );
}

/** Public profiles are not asked for dungeons. */
function Dungeons(props: BossProps) {
  const { dungeonsHint } = comparisonsWords.use();
  const { id, search, onChange } = props;
  const { characters, expansion, instances, pagination } = useSuspenseQuery(
    api.comparisons.guildEncounters.queryOptions({
      id,
      category: 'dungeon',
      locale: gameLocale(),
      page: pageOf(search),
      pageSize: 50,
      ...ofExpansion(search),
    }),
  ).data;
  const members = characters.map(({ dataAsOf, ...character }) => ({
    ...character,
    ...{ characterId: character.id, readAt: dataAsOf, rank: null, role: null },
  }));
  return (
    <>
      <p className="muted small">{dungeonsHint}</p>
      <BossBoard {...props} {...{ members, expansion, instances, pagination }} filters={null} />
      <Pager of={pagination} onChange={onChange} />
    </>
  );
}
