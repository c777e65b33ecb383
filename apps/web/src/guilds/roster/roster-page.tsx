import type { OrganizationView, RosterEntryView } from '@guildhall/contracts/organization.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { may } from '../../api/ability.tsx';
import { useGuild } from '../../routes/current-guild.ts';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty, ErrorBox, Skeleton } from '../../ui/states.tsx';
import { Freshness } from '../../ui/time.tsx';
import { MemberPanel } from './member-panel.tsx';
import { useRankMoves } from './rank-moves.ts';
import styles from './roster.module.css';
import { wholeRoster } from './roster.queries.ts';
import { rosterWords } from './roster.words.ts';
import { downloadRoster } from './roster-csv.ts';
import { daysSince, matchingMembers, ofClasses, sortMembers } from './roster-filter.ts';
import { RosterFilters } from './roster-filters.tsx';
import { LookButton } from './roster-look.tsx';
import { hasFilter, NO_FILTER, type RosterSearch } from './roster-search.ts';
import { RosterTable } from './roster-table.tsx';
import { RosterTabs } from './roster-tabs.tsx';
import { type RosterSync, SyncCard, useRosterSync } from './sync-card.tsx';

const route = getRouteApi('/shell/app/g/$guild/roster');

export function RosterPage() {
  const words = rosterWords.use();
  const guild = useGuild();
  const { left } = route.useSearch();
  const staying = useQuery(wholeRoster(guild, false));
  const withFormer = useQuery({ ...wholeRoster(guild, true), enabled: left === true });
  const sync = useRosterSync(guild);
  const members = left ? (withFormer.data ?? staying.data) : staying.data;
  const error = staying.error ?? (left ? withFormer.error : null);
  const active = staying.data?.filter(({ lastLoginAt }) => lastLoginAt && daysSince(lastLoginAt) <= 30).length ?? 0;

  return (
    <div className="stack">
      <PageHead
        title={words.title}
        lead={
          <>
            {guild.realm && `${guild.realm.name} · `}
            <span className={styles.fact}>
              {words.members({ count: staying.data?.length ?? guild.rosterPagination.total })}
            </span>
            {active > 0 && <span className={styles.fact}> · {words.active({ count: active })}</span>}
          </>
        }
        actions={
          <>
            <LookButton />
            <Button
              icon="download"
              title={words.csvHint}
              disabled={!members?.length}
              onClick={() => downloadRoster(guild.name, shownNow.members, words)}
            >
              {words.csv}
            </Button>
            {may(guild.abilityRules, 'sync', 'Roster') && (
              <Button icon="refresh" pending={sync.running} onClick={sync.start}>
                {sync.running ? words.sync.reading : words.sync.now}
              </Button>
            )}
          </>
        }
      />
      <RosterTabs guild={guild} />
      <SyncCard sync={sync} />
      {members ? (
        <Members guild={guild} members={members} sync={sync} />
      ) : (
        <div className="card">
          {error ? <ErrorBox error={error} onRetry={() => void staying.refetch()} /> : <Skeleton lines={14} />}
        </div>
      )}
    </div>
  );
}

/** For the download, whose button is far above the table. */
const shownNow: { members: readonly RosterEntryView[] } = { members: [] };

type MembersProps = { guild: OrganizationView; members: RosterEntryView[]; sync: RosterSync };

function Members({ guild, members, sync }: MembersProps) {
  const words = rosterWords.use();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: RosterSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  // Typed letters appear at once, however long the table takes.
  const filter = useDeferredValue(search);
  const withoutClass = useMemo(() => matchingMembers(members, filter), [members, filter]);
  const shown = useMemo(() => sortMembers(ofClasses(withoutClass, filter), filter.sort), [withoutClass, filter]);
  const moves = useRankMoves(members);
  shownNow.members = shown;
  const open = members.find(({ id }) => id === search.member);

  if (members.length === 0 && !hasFilter(search)) return <NoMembers sync={sync} />;
  return (
    <>
      <RosterFilters members={members} counted={withoutClass} shown={shown.length} search={search} onChange={change} />
      <div className={open ? 'split' : 'stack'}>
        <section className={`card ${styles.tableCard}`} aria-label={words.table.label}>
          {shown.length > 0 ? (
            <RosterTable
              members={shown}
              moves={moves}
              guildRealm={guild.realm?.slug}
              search={search}
              onSort={(sort) => change({ sort })}
              onOpen={(member) => change({ member })}
            />
          ) : (
            <Empty
              icon="search"
              title={words.filter.nobody}
              action={<Button onClick={() => change(NO_FILTER)}>{words.filter.reset}</Button>}
            >
              {words.filter.nobodyHint}
            </Empty>
          )}
          <Freshness asOf={guild.rosterSyncedAt} />
        </section>
        {open && (
          <MemberPanel
            key={open.id}
            guild={guild}
            member={open}
            members={members}
            onOpen={(member) => change({ member })}
            onClose={() => change({ member: undefined })}
          />
        )}
      </div>
    </>
  );
}

function NoMembers({ sync }: { sync: RosterSync }) {
  const words = rosterWords.use();
  return (
    <div className="card">
      {sync.running ? (
        <Empty icon="refresh" title={words.firstSync}>
          {words.firstSyncHint}
        </Empty>
      ) : (
        <Empty icon="roster" title={words.empty}>
          {words.emptyHint}
        </Empty>
      )}
    </div>
  );
}
