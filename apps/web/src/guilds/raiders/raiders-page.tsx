import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { RaiderListView } from '@guildhall/contracts/raider.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { may } from '../../api/ability.tsx';
import { guildRef, useGuild } from '../../routes/current-guild.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Choice, FilterBar, SearchField } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Refused } from '../../ui/refused.tsx';
import { Empty, ErrorBox, Section, Skeleton } from '../../ui/states.tsx';
import { RosterTabs } from '../roster/roster-tabs.tsx';
import { AddRaiderDialog } from './add-dialogs.tsx';
import { Changes } from './changes.tsx';
import { useNights } from './nights.ts';
import { RaiderDialogs } from './raider-dialogs.tsx';
import { RaiderPanel } from './raider-panel.tsx';
import styles from './raiders.module.css';
import { raidersQuery, teamsQuery, useRaider } from './raiders.queries.ts';
import { raidersWords } from './raiders.words.ts';
import { NO_FILTER, ONLY, type Only, type RaidersSearch, readSearch } from './raiders-search.ts';
import { RaidersTable } from './raiders-table.tsx';
import { TheRest } from './rest.tsx';
import { SamePeople } from './same-people.tsx';
import { Unproven } from './unproven.tsx';

const route = getRouteApi('/shell/app/g/$guild/people');

export function RaidersPage() {
  const words = raidersWords.use();
  const guild = useGuild();
  if (!may(guild.abilityRules, 'read', 'Roster')) return <Refused title={words.title} reason="missing_permission" />;
  return <People guild={guild} />;
}

function People({ guild }: { guild: OrganizationView }) {
  const words = raidersWords.use();
  const search = readSearch(route.useSearch());
  const navigate = route.useNavigate();
  const manages = may(guild.abilityRules, 'update', 'Roster');
  const change = (changes: RaidersSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  const [adds, setAdds] = useOpenDialog({ [`raider:${guild.id}`]: true });
  const list = useQuery({
    ...raidersQuery(guild, useDeferredValue(search)),
    placeholderData: keepPreviousData,
  });
  const counts = list.data?.counts;
  return (
    <div className="stack">
      <PageHead
        title={words.title}
        lead={counts ? words.lead({ people: counts.all, accounts: counts.account }) : ' '}
        actions={
          manages && (
            <>
              <Button icon="plus" onClick={() => setAdds(true)}>
                {words.add}
              </Button>
              <Link to="/g/$guild/bring-in/{-$run}" params={{ guild: guildRef(guild) }} className={buttonClass()}>
                <Icon name="download" />
                {words.bringIn}
              </Link>
            </>
          )
        }
      />
      <RosterTabs guild={guild} />
      {list.data ? (
        <List guild={guild} list={list.data} search={search} manages={manages} onChange={change} />
      ) : (
        <div className="card">
          {list.error ? <ErrorBox error={list.error} onRetry={() => void list.refetch()} /> : <Skeleton lines={14} />}
        </div>
      )}
      {adds && <AddRaiderDialog guild={guild} onClose={() => setAdds(undefined)} />}
    </div>
  );
}

type ListProps = {
  guild: OrganizationView;
  list: RaiderListView;
  search: RaidersSearch;
  manages: boolean;
  onChange(changes: RaidersSearch): void;
};

function List({ guild, list, search, manages, onChange }: ListProps) {
  const words = raidersWords.use();
  const { raiders, counts, pagination } = list;
  const nights = useNights(guild);
  const open = useRaider(guild, raiders, search.raider);
  if (counts.all + counts.archived === 0) {
    return (
      <div className="card">
        <Empty icon="roster" title={words.empty}>
          {words.emptyHint}
        </Empty>
      </div>
    );
  }
  return (
    <RaiderDialogs guild={guild} raiders={raiders}>
      <Filters guild={guild} list={list} search={search} manages={manages} onChange={onChange} />
      <div className={open ? 'split' : 'stack'}>
        <div className="stack">
          <section className={`card ${styles.tableCard}`} aria-label={words.table.label}>
            {raiders.length > 0 ? (
              <RaidersTable
                raiders={raiders}
                nights={nights}
                selected={open?.id}
                releasing={manages && search.only === 'not_proven' ? guild : undefined}
                onOpen={(raider) => onChange({ raider })}
              />
            ) : (
              <Empty
                icon="search"
                title={words.none}
                action={<Button onClick={() => onChange(NO_FILTER)}>{words.showAll}</Button>}
              >
                {words.noneHint}
              </Empty>
            )}
            <p className="fresh" role="status">
              <Icon name="roster" size="s" />
              <span>
                {words.filter.shown({ shown: raiders.length, total: pagination.total })}
                {nights && ` · ${words.nightsSince}`}
              </span>
            </p>
          </section>
          <Pager
            page={pagination.page}
            totalPages={pagination.totalPages}
            words={words.pages}
            to={(page) => ({
              to: '/g/$guild/people',
              params: { guild: guildRef(guild) },
              search: { ...search, raider: undefined, page },
            })}
          />
          {manages && counts.noAccount > 0 && search.only !== 'archived' && (
            <TheRest guild={guild} count={counts.noAccount} />
          )}
          {manages && search.only !== 'archived' && <SamePeople guild={guild} />}
          {manages && counts.notProven > 0 && search.only !== 'not_proven' && (
            <Section title={<TitleWithCount title={words.unproven.title} count={counts.notProven} />}>
              <Unproven guild={guild} onShowAll={() => onChange({ only: 'not_proven', page: undefined })} />
            </Section>
          )}
          {manages && (
            <Section title={words.changes.title}>
              <Changes guild={guild} />
            </Section>
          )}
        </div>
        {open && (
          <RaiderPanel
            key={open.id}
            guild={guild}
            raider={open}
            nights={nights?.get(open.id)}
            manages={manages}
            onClose={() => onChange({ raider: undefined })}
          />
        )}
      </div>
    </RaiderDialogs>
  );
}

function TitleWithCount({ title, count }: { title: string; count: number }) {
  return (
    <>
      {title} <span className="tag">{count}</span>
    </>
  );
}

const COUNT = {
  account: 'account',
  no_account: 'noAccount',
  not_proven: 'notProven',
  guests: 'guests',
  archived: 'archived',
} as const satisfies Record<Only, keyof RaiderListView['counts']>;

function Filters({ guild, list: { counts }, search, manages, onChange }: ListProps) {
  const { filter: words } = raidersWords.use();
  const teams = useQuery(teamsQuery(guild)).data?.teams ?? [];
  const choose = (only: Only | undefined) => onChange({ only, page: undefined, raider: undefined });
  const shown = ONLY.filter(
    (only) => only === search.only || counts[COUNT[only]] > 0 || only === 'account' || only === 'no_account',
  ).filter((only) => manages || only !== 'not_proven');
  return (
    <div className={styles.filters}>
      <FilterBar label={words.label}>
        <SearchField
          label={words.search}
          hint={words.searchHint}
          value={search.q ?? ''}
          onChange={(q) => onChange({ q: q || undefined, page: undefined })}
        />
        {teams.length > 0 && (
          <Choice
            label={words.team}
            value={search.team ?? ''}
            options={[['', words.anyTeam], ...teams.map(({ id, name }) => [id, name] as const)]}
            onChange={(team) => onChange({ team: team || undefined, page: undefined })}
          />
        )}
        <fieldset className={styles.chips}>
          <legend className="sr">{words.account}</legend>
          <Chip pressed={search.only === undefined} onChange={() => choose(undefined)}>
            {words.all} <b>{counts.all}</b>
          </Chip>
          {shown.map((only) => (
            <Chip key={only} pressed={search.only === only} onChange={(on) => choose(on ? only : undefined)}>
              {words.only[only]} <b>{counts[COUNT[only]]}</b>
            </Chip>
          ))}
        </fieldset>
      </FilterBar>
    </div>
  );
}
