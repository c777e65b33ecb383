import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useViewer } from '../../api/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Choice, FilterBar, SearchField } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Empty, SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { GuildCards } from './guild-cards.tsx';
import { type GuildSearch, guildSearch, publicGuilds, REGIONS, VERSIONS } from './organizations.queries.ts';
import { organizationsWords } from './organizations.words.ts';

const route = getRouteApi('/shell/g');

/** The directory of public guilds, with and without an account. */
export function GuildsPage() {
  const { list } = organizationsWords.use();
  const viewer = useViewer();
  return (
    <>
      <PageHead
        title={list.title}
        lead={viewer ? list.lead : list.leadPublic}
        actions={
          viewer && (
            <Link to="/g/new" className={buttonClass('primary')}>
              <Icon name="plus" />
              {list.found}
            </Link>
          )
        }
      />
      <Filters />
      <SectionBoundary>
        <Suspense fallback={<Skeleton lines={8} />}>
          <Guilds />
        </Suspense>
      </SectionBoundary>
    </>
  );
}

function Filters() {
  const { list, regions, versions } = organizationsWords.use();
  const search = guildSearch(route.useSearch());
  const navigate = useNavigate();
  const look = (change: GuildSearch) =>
    void navigate({ to: '/g', search: { ...search, page: undefined, ...change }, replace: true });
  return (
    <FilterBar label={list.filters}>
      <SearchField
        label={list.search}
        hint={list.searchHint}
        value={search.q ?? ''}
        onChange={(q) => look({ q: q || undefined })}
      />
      <Choice
        label={list.region}
        value={search.region ?? ''}
        options={[['', list.allRegions], ...REGIONS.map((region) => [region, regions[region]] as const)]}
        onChange={(region) => look({ region: REGIONS.find((one) => one === region) })}
      />
      <Choice
        label={list.version}
        value={search.version ?? ''}
        options={[['', list.allVersions], ...VERSIONS.map((version) => [version, versions[version]] as const)]}
        onChange={(version) => look({ version: VERSIONS.find((one) => one === version) })}
      />
      <Choice
        label={list.audience}
        value={search.recruiting ? 'true' : ''}
        options={[
          ['', list.anyAudience],
          ['true', list.recruitingOnly],
        ]}
        onChange={(only) => look({ recruiting: only === '' ? undefined : true })}
      />
    </FilterBar>
  );
}

function Guilds() {
  const words = organizationsWords.use();
  const search = guildSearch(route.useSearch());
  const { page = 1, ...filters } = search;
  const { organizations, pagination } = useSuspenseQuery(publicGuilds(search)).data;
  if (organizations.length === 0) {
    const filtered = Object.values(filters).some((value) => value !== undefined);
    return (
      <div className="card">
        <Empty icon="flag" title={filtered ? words.list.noMatch : words.list.none}>
          {filtered ? words.list.noMatchHint : words.list.noneHint}
        </Empty>
      </div>
    );
  }
  return (
    <>
      <p className="muted small" role="status">
        {words.list.count({ count: pagination.total })}
      </p>
      <GuildCards guilds={organizations} />
      <Pager
        page={page}
        totalPages={pagination.totalPages}
        words={{ label: words.list.title, before: words.list.before, after: words.list.after }}
        to={(next) => ({ to: '/g', search: { ...filters, page: next } })}
      />
    </>
  );
}
