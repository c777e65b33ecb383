import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { PointPoolView } from '@guildhall/contracts/points.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';
import { may } from '../../api/ability.tsx';
import { queryClient } from '../../api/client.ts';
import { guildQuery, guildRef, useGuild, useMyGuilds } from '../../routes/current-guild.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Choice, FilterBar, FilterCount, SearchField } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Refused } from '../../ui/refused.tsx';
import { Empty, ErrorBox, SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { LootTabs } from '../parts/loot-tabs.tsx';
import { partsWords } from '../parts/parts.words.ts';
import { Entries } from './entries.tsx';
import styles from './points.module.css';
import { entriesQuery, poolsQuery, pricesQuery, standingsQuery, teamsQuery } from './points.queries.ts';
import { pointsWords } from './points.words.ts';
import { type PointsSearch, readSearch } from './points-search.ts';
import { PoolRules } from './pool-rules.tsx';
import { Prices } from './prices.tsx';
import { Standings } from './standings.tsx';

const PoolDialog = lazyPart(() => import('./pool-dialog.tsx'), 'PoolDialog');
const BookDialog = lazyPart(() => import('./book-dialog.tsx'), 'BookDialog');
const route = getRouteApi('/shell/app/g/$guild/loot/points');

export async function loadPoints(ref: string, search: Record<string, unknown>): Promise<void> {
  const [guild] = await Promise.all([
    queryClient.ensureQueryData(guildQuery(ref)),
    pointsWords.load(),
    partsWords.load(),
  ]);
  if (!sees(guild)) return;
  const wanted = readSearch(search);
  const pools = queryClient.ensureQueryData(poolsQuery(guild)).catch(() => null);
  const id = wanted.pool ?? (await pools)?.pools[0]?.id;
  if (id === undefined) return;
  void queryClient.prefetchQuery(standingsQuery({ id }, wanted));
  void queryClient.prefetchQuery(entriesQuery({ id }, wanted.raider));
  void queryClient.prefetchQuery(pricesQuery({ id }));
}

const sees = ({ abilityRules }: OrganizationView) =>
  may(abilityRules, 'read', 'Roster') || may(abilityRules, 'update', 'Loot');

/** A lead keeps the points of their team, and sees those without any other right. */
export function PointsPage() {
  const words = pointsWords.use();
  const guild = useGuild();
  const isMember = useMyGuilds().some(({ id }) => id === guild.id);
  const manages = may(guild.abilityRules, 'update', 'Loot');
  const teams = useQuery({ ...teamsQuery(guild), enabled: isMember && !manages });
  const leads = teams.data?.teams.some(({ mine }) => mine?.lead) ?? false;
  if (sees(guild) || leads) return <Points guild={guild} begins={manages || leads} />;
  return teams.isLoading ? <Skeleton lines={14} /> : <Refused title={words.title} reason="missing_permission" />;
}

type Open = 'new' | 'change' | 'book';

function Points({ guild, begins }: { guild: OrganizationView; begins: boolean }) {
  const words = pointsWords.use();
  const { pool: chosen } = readSearch(route.useSearch());
  const pools = useQuery(poolsQuery(guild));
  const all = pools.data?.pools ?? [];
  const pool = chosen === undefined ? all[0] : all.find(({ id }) => id === chosen);
  const manages = may(guild.abilityRules, 'update', 'Loot');
  const [open, setOpen] = useOpenDialog<Open>({
    [`point-pool:${guild.id}`]: 'new',
    ...(pool ? { [`point-pool:${pool.id}`]: 'change', [`points:${pool.id}`]: 'book' } : {}),
  });
  const begin = begins && (
    <Button icon="plus" kind={pool ? 'plain' : 'primary'} onClick={() => setOpen('new')}>
      {words.newPool}
    </Button>
  );
  return (
    <div className="stack">
      <PageHead
        title={words.title}
        lead={pool ? words.leads[pool.kind] : words.lead}
        actions={
          pool && (
            <>
              {manages && (
                <Link
                  to="/g/$guild/bring-in/{-$run}"
                  params={{ guild: guildRef(guild) }}
                  hash="points"
                  className={buttonClass()}
                >
                  <Icon name="download" />
                  {words.bringIn}
                </Link>
              )}
              {begin}
              {pool.mayManage && !pool.archived && (
                <Button icon="gem" kind="primary" onClick={() => setOpen('book')}>
                  {words.book.open}
                </Button>
              )}
            </>
          )
        }
      />
      <LootTabs guild={guild} />
      {pool ? (
        <Pool key={pool.id} guild={guild} pools={all} pool={pool} onChange={() => setOpen('change')} />
      ) : (
        <div className="card">
          {pools.error ? (
            <ErrorBox error={pools.error} onRetry={() => void pools.refetch()} />
          ) : pools.data ? (
            <Empty icon="gem" title={chosen === undefined ? words.empty : words.gone} action={begin}>
              {begins ? words.emptyHint : words.emptyHintMember}
            </Empty>
          ) : (
            <Skeleton lines={14} />
          )}
        </div>
      )}
      {(open === 'new' || (open === 'change' && pool)) && (
        <Opened>
          <PoolDialog guild={guild} pool={open === 'new' ? undefined : pool} onClose={() => setOpen(undefined)} />
        </Opened>
      )}
      {open === 'book' && pool && (
        <Opened>
          <BookDialog guild={guild} pool={pool} onClose={() => setOpen(undefined)} />
        </Opened>
      )}
    </div>
  );
}

const Opened = ({ children }: { children: ReactNode }) => <SectionBoundary>{children}</SectionBoundary>;

type PoolProps = {
  guild: OrganizationView;
  pools: readonly PointPoolView[];
  pool: PointPoolView;
  onChange(): void;
};

function Pool({ guild, pools, pool, onChange }: PoolProps) {
  const words = pointsWords.use();
  const search = readSearch(route.useSearch());
  const navigate = route.useNavigate();
  const change = (changes: PointsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  const found = useQuery({ ...standingsQuery(pool, useDeferredValue(search)), placeholderData: keepPreviousData });
  const { standings = [], pagination, former = 0 } = found.data ?? {};
  const params = { guild: guildRef(guild) };
  return (
    <>
      <FilterBar label={words.filters}>
        {pools.length > 1 && (
          <Choice
            always
            label={words.pool}
            value={pool.id}
            options={pools.map(
              ({ id, name, archived }) => [id, archived ? words.archivedPool({ name }) : name] as const,
            )}
            onChange={(id) => void navigate({ search: { pool: id } })}
          />
        )}
        <SearchField
          label={words.search}
          hint={words.search}
          value={search.q ?? ''}
          onChange={(q) => change({ q: q || undefined, page: undefined })}
        />
        {former > 0 && (
          <Chip
            pressed={search.former === true}
            onChange={(on) => change({ former: on || undefined, page: undefined })}
          >
            {words.former} <b>{former}</b>
          </Chip>
        )}
        {pagination && <FilterCount>{words.count({ count: pagination.total })}</FilterCount>}
      </FilterBar>
      <div className={styles.split}>
        <div className="stack">
          <section className="card" aria-label={pool.name}>
            <header className="card-head">
              <h2>{pool.name}</h2>
              {pool.team && <span className="muted small">{pool.team.name}</span>}
            </header>
            {found.error ? (
              <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
            ) : found.data ? (
              <Standings pool={pool} standings={standings} params={params} search={search} />
            ) : (
              <Skeleton lines={10} />
            )}
          </section>
          {pagination && (
            <Pager
              page={pagination.page}
              totalPages={pagination.totalPages}
              words={words.pages}
              to={(page) => ({ to: '/g/$guild/loot/points', params, search: { ...search, page } })}
            />
          )}
        </div>
        <div className="stack">
          <Entries
            pool={pool}
            raider={search.raider}
            name={standings.find(({ raider }) => raider.id === search.raider)?.raider.name ?? words.formerRaider}
            onAll={() => change({ raider: undefined })}
          />
          <PoolRules pool={pool} onChange={onChange} />
          <Prices pool={pool} />
        </div>
      </div>
    </>
  );
}
