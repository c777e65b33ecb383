import type { LootAwardView, LootResponsesView, LootView } from '@guildhall/contracts/loot.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { may } from '../../api/ability.tsx';
import { queryClient } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildQuery, guildRef, useGuild } from '../../routes/current-guild.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Refused } from '../../ui/refused.tsx';
import { Empty, ErrorBox, SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { LootTabs } from '../parts/loot-tabs.tsx';
import { partsWords } from '../parts/parts.words.ts';
import styles from './awards.module.css';
import { downloadHistory, filtersQuery, lootQuery, responsesQuery } from './awards.queries.ts';
import { awardsWords } from './awards.words.ts';
import { type AwardsSearch, isFiltered, NO_FILTER, readSearch } from './awards-search.ts';
import { Counted } from './counted.tsx';
import { History } from './history.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { Responses } from './responses.tsx';

const AmendDialog = lazyPart(() => import('./amend-dialog.tsx'), 'AmendDialog');
const route = getRouteApi('/shell/app/g/$guild/loot');

export async function loadAwards(ref: string, search: Record<string, unknown>): Promise<void> {
  const [guild] = await Promise.all([
    queryClient.ensureQueryData(guildQuery(ref)),
    ...[awardsWords.load(), partsWords.load()],
  ]);
  if (!may(guild.abilityRules, 'read', 'Roster')) return;
  void queryClient.prefetchQuery(lootQuery(guild, readSearch(search)));
  void queryClient.prefetchQuery(responsesQuery(guild));
  void queryClient.prefetchQuery(filtersQuery(guild));
}

export function AwardsPage() {
  const words = awardsWords.use();
  const guild = useGuild();
  if (!may(guild.abilityRules, 'read', 'Roster')) return <Refused title={words.title} reason="missing_permission" />;
  return <Awards guild={guild} />;
}

function Awards({ guild }: { guild: OrganizationView }) {
  const words = awardsWords.use();
  const format = useFormat();
  const search = readSearch(route.useSearch());
  const navigate = route.useNavigate();
  const manages = may(guild.abilityRules, 'update', 'Loot');
  const change = (changes: AwardsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  const loot = useQuery({ ...lootQuery(guild, useDeferredValue(search)), placeholderData: keepPreviousData });
  const responses = useQuery(responsesQuery(guild)).data?.responses ?? [];
  const file = useMutation({ mutationFn: () => downloadHistory(guild, search), onError: toastFailure });
  const { broughtInAt = null, pagination } = loot.data ?? {};
  return (
    <div className="stack">
      <PageHead
        title={words.title}
        lead={
          broughtInAt && pagination
            ? words.lead({ total: pagination.total, date: format.dayAndTime(new Date(broughtInAt)) })
            : words.leadNone
        }
        actions={
          <>
            <Button icon="copy" pending={file.isPending} onClick={() => file.mutate()}>
              {words.csv}
            </Button>
            {manages && (
              <Link
                to="/g/$guild/bring-in/{-$run}"
                params={{ guild: guildRef(guild) }}
                hash="loot"
                className={buttonClass('primary')}
              >
                <Icon name="download" />
                {words.bringIn}
              </Link>
            )}
          </>
        }
      />
      <LootTabs guild={guild} />
      {loot.data ? (
        <Found
          guild={guild}
          loot={loot.data}
          responses={responses}
          search={search}
          manages={manages}
          onChange={change}
        />
      ) : (
        <div className="card">
          {loot.error ? <ErrorBox error={loot.error} onRetry={() => void loot.refetch()} /> : <Skeleton lines={14} />}
        </div>
      )}
    </div>
  );
}

type FoundProps = {
  guild: OrganizationView;
  loot: LootView;
  responses: LootResponsesView['responses'];
  search: AwardsSearch;
  manages: boolean;
  onChange(changes: AwardsSearch): void;
};

function Found(props: FoundProps) {
  const { guild, loot, responses, search, manages, onChange } = props;
  const words = awardsWords.use();
  const { awards, counted, pagination } = loot;
  const [amended, setAmended] = useOpenDialog<LootAwardView>(
    Object.fromEntries(awards.map((award) => [`award:${award.id}`, award])),
  );
  if (pagination.total === 0 && !isFiltered(search)) {
    return (
      <div className="card">
        <Empty icon="gem" title={words.empty}>
          {manages ? words.emptyHint : words.emptyHintMember}
        </Empty>
      </div>
    );
  }
  return (
    <>
      <HistoryFilters {...props} />
      <div className={`stack ${styles.split}`}>
        <div className="stack">
          <section className={`card ${styles.history}`} aria-label={words.title}>
            {awards.length > 0 ? (
              <History awards={awards} manages={manages} onAmend={setAmended} />
            ) : (
              <Empty
                icon="search"
                title={words.none}
                action={<Button onClick={() => onChange(NO_FILTER)}>{words.showAll}</Button>}
              >
                {words.noneHint}
              </Empty>
            )}
            <p className="fresh">
              <Icon name="refresh" size="s" />
              <span>{words.neverChanged}</span>
            </p>
          </section>
          <Pager
            page={pagination.page}
            totalPages={pagination.totalPages}
            words={words.pages}
            to={(page) => ({
              to: '/g/$guild/loot',
              params: { guild: guildRef(guild) },
              search: { ...search, page },
            })}
          />
        </div>
        <div className="stack">
          {manages && <Responses guild={guild} responses={responses} />}
          <Counted counted={counted} />
        </div>
      </div>
      {amended && (
        <SectionBoundary>
          <AmendDialog award={amended} guild={guild} responses={responses} onClose={() => setAmended(undefined)} />
        </SectionBoundary>
      )}
    </>
  );
}
