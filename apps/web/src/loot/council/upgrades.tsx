import type { WantedItemsView } from '@guildhall/contracts/candidate.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { WishTrack } from '@guildhall/contracts/wish.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { guildRef, useGuild } from '../../routes/current-guild.ts';
import { Choice } from '../../ui/filters.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty, ErrorBox, SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { LootTabs } from '../parts/loot-tabs.tsx';
import { Bosses } from './bosses.tsx';
import { Candidates } from './candidates.tsx';
import styles from './council.module.css';
import { teamsQuery, wantedQuery } from './council.queries.ts';
import { councilWords } from './council.words.ts';
import { type CouncilSearch, readSearch, TRACKS } from './council-search.ts';

const ExportMenu = lazyPart(() => import('./export-menu.tsx'), 'ExportMenu');
const route = getRouteApi('/shell/app/g/$guild/loot/upgrades');

/** Items that raiders want, boss by boss, and the candidates for one of them. */
export function Upgrades() {
  const words = councilWords.use();
  const guild = useGuild();
  const search = readSearch(route.useSearch());
  const navigate = route.useNavigate();
  const change = (changes: CouncilSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  const { data, error, refetch } = useQuery({ ...wantedQuery(guild, search.team), placeholderData: keepPreviousData });
  const counts = countByTrack(data?.items ?? []);
  const track = search.track ?? TRACKS.toSorted((one, other) => counts[other] - counts[one])[0] ?? 'heroic';
  const isEmpty = data?.items.length === 0;
  return (
    <div className="stack">
      <PageHead
        title={words.title}
        lead={data && !isEmpty && words.lead({ count: data.raiders })}
        actions={
          data &&
          (!isEmpty || search.team) && (
            <>
              <Choices guild={guild} track={track} counts={counts} search={search} onChange={change} />
              <SectionBoundary>
                <Suspense>
                  <ExportMenu guild={guild} team={search.team} />
                </Suspense>
              </SectionBoundary>
            </>
          )
        }
      />
      <LootTabs guild={guild} />
      {data ? (
        <Wanted guild={guild} items={data.items} track={track} search={search} />
      ) : (
        <div className="card">
          {error ? <ErrorBox error={error} onRetry={() => void refetch()} /> : <Skeleton lines={14} />}
        </div>
      )}
    </div>
  );
}

type Counts = Record<WishTrack, number>;
function countByTrack(items: WantedItemsView['items']): Counts {
  const counts: Counts = { finder: 0, normal: 0, heroic: 0, mythic: 0, any: 0 };
  for (const { track, raiders } of items.flatMap(({ wanted }) => wanted)) counts[track] += raiders;
  return counts;
}

type ChoicesProps = {
  guild: OrganizationView;
  track: WishTrack;
  counts: Counts;
  search: CouncilSearch;
  onChange(changes: CouncilSearch): void;
};

function Choices({ guild, track, counts, search, onChange }: ChoicesProps) {
  const { filter: words, tracks } = councilWords.use();
  const teams = useQuery(teamsQuery(guild)).data?.teams ?? [];
  const shown = TRACKS.filter((one) => counts[one] > 0 || one === track);
  return (
    <>
      {teams.length > 0 && (
        <Choice
          label={words.team}
          value={search.team ?? ''}
          options={[['', words.anyTeam], ...teams.map(({ id, name }) => [id, name] as const)]}
          onChange={(team) => onChange({ team: team || undefined })}
        />
      )}
      <Choice
        label={words.track}
        always
        value={track}
        options={shown.map((one) => [one, tracks[one]] as const)}
        onChange={(chosen) => onChange({ track: TRACKS.find((one) => one === chosen) })}
      />
    </>
  );
}

type WantedProps = {
  guild: OrganizationView;
  items: WantedItemsView['items'];
  track: WishTrack;
  search: CouncilSearch;
};

function Wanted({ guild, items, track, search }: WantedProps) {
  const words = councilWords.use();
  const listed = items.filter(({ wanted }) => wanted.some((one) => one.track === track));
  const itemId = search.item ?? listed[0]?.item.id;
  if (itemId === undefined) {
    return (
      <section className="card">
        <Empty
          icon="gem"
          title={items.length === 0 ? words.none : words.noneAtTrack}
          action={
            <Link
              className="link"
              to="/g/$guild/loot/wishes/{-$raider}"
              params={{ guild: guildRef(guild), raider: undefined }}
            >
              {words.myWishes}
            </Link>
          }
        >
          {words.noneHint}
        </Empty>
      </section>
    );
  }
  return (
    <div className={styles.split}>
      <Candidates key={itemId} guild={guild} itemId={itemId} track={track} team={search.team} />
      <Bosses guild={guild} items={listed} track={track} itemId={itemId} search={search} />
    </div>
  );
}
