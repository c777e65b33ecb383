import type { LootResponsesView, LootView } from '@guildhall/contracts/loot.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useQuery } from '@tanstack/react-query';
import { teamsQuery } from '../../guilds/raiders/raiders.queries.ts';
import { useFormat } from '../../i18n/format.ts';
import { Chip } from '../../ui/chip.tsx';
import { Choice, FilterBar, FilterCount, SearchField } from '../../ui/filters.tsx';
import { filtersQuery } from './awards.queries.ts';
import { awardsWords } from './awards.words.ts';
import type { AwardsSearch } from './awards-search.ts';

type Props = {
  guild: OrganizationView;
  loot: LootView;
  responses: LootResponsesView['responses'];
  search: AwardsSearch;
  onChange(changes: AwardsSearch): void;
};

type Options = (readonly [value: string, label: string])[];

/** By night, item, raider, team, season and response, in any combination. */
export function HistoryFilters({ guild, loot, responses, search, onChange }: Props) {
  const { filter: words } = awardsWords.use();
  const format = useFormat();
  const teams = useQuery(teamsQuery(guild)).data?.teams ?? [];
  const { nights = [], items = [], raiders = [] } = useQuery(filtersQuery(guild)).data ?? {};
  const { awards, pagination, undecided, seasons } = loot;
  const [first] = awards;
  const filter = (changes: AwardsSearch) => onChange({ ...changes, page: undefined });
  const choice = (label: string, any: string, chosen: string, options: Options, choose: (value: string) => void) =>
    (options.length > 0 || chosen !== '') && (
      <Choice label={label} value={chosen} options={[['', any], ...options]} onChange={choose} />
    );
  return (
    <FilterBar label={words.label}>
      <SearchField
        label={words.search}
        hint={words.search}
        value={search.q ?? ''}
        onChange={(q) => filter({ q: q || undefined })}
      />
      {choice(
        words.night,
        words.anyNight,
        search.night ?? '',
        withChosen(
          nights.map(({ id, title, startsAt }) => [id, `${format.date(new Date(startsAt))} · ${title}`]),
          search.night,
          first?.event?.title,
        ),
        (night) => filter({ night: night || undefined }),
      )}
      {choice(
        words.item,
        words.anyItem,
        String(search.item ?? ''),
        withChosen(
          items.map(({ item }) => [String(item.id), item.name]),
          search.item === undefined ? undefined : String(search.item),
          first?.item.name,
        ),
        (item) => filter({ item: Number(item) || undefined }),
      )}
      {choice(
        words.raider,
        words.anyRaider,
        search.raider ?? '',
        withChosen(
          raiders.map(({ raider }) => [raider.id, raider.name ?? '–']),
          search.raider,
          first?.winner?.raider?.name,
        ),
        (raider) => filter({ raider: raider || undefined }),
      )}
      {choice(
        words.response,
        words.anyResponse,
        search.response ?? '',
        responses.map(({ key, text }) => [key, text || '–']),
        (response) => filter({ response: response || undefined }),
      )}
      {choice(
        words.team,
        words.anyTeam,
        search.team ?? '',
        teams.map(({ id, name }) => [id, name]),
        (team) => filter({ team: team || undefined }),
      )}
      {(seasons.length > 1 || search.season !== undefined) &&
        choice(
          words.season,
          words.anySeason,
          String(search.season ?? ''),
          seasons.map(({ id, name, startedAt }) => {
            const since = startedAt === null ? `#${id}` : words.seasonSince({ date: format.date(new Date(startedAt)) });
            return [String(id), name ?? since];
          }),
          (season) => filter({ season: Number(season) || undefined }),
        )}
      <Chip pressed={search.counts === true} onChange={(on) => filter({ counts: on || undefined })}>
        {words.counts}
      </Chip>
      {(undecided > 0 || search.undecided) && (
        <Chip pressed={search.undecided === true} onChange={(on) => filter({ undecided: on || undefined })}>
          {words.undecided} <b>{undecided}</b>
        </Chip>
      )}
      <FilterCount>{words.shown({ shown: awards.length, total: pagination.total })}</FilterCount>
    </FilterBar>
  );
}

/** The one in the address is an option also where the list does not go back to it: by its name in the first award. */
const withChosen = (options: Options, chosen: string | undefined, name: string | null | undefined): Options =>
  chosen === undefined || options.some(([value]) => value === chosen) ? options : [...options, [chosen, name ?? '–']];
