import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { api, client } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildRef, useGuild } from '../../routes/current-guild.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty, Section, Skeleton } from '../../ui/states.tsx';
import { useChangeWords } from './change-words.ts';
import { CHANGES } from './periods.ts';
import styles from './roster.module.css';
import { rosterWords } from './roster.words.ts';
import { RosterTabs } from './roster-tabs.tsx';

const route = getRouteApi('/shell/app/g/$guild/roster/history');
const MARKS: Record<(typeof CHANGES)[number], IconName> = {
  joined: 'plus',
  returned: 'refresh',
  left: 'x',
  rank: 'key',
  level: 'up',
  renamed: 'note',
  transferred: 'right',
};

export function HistoryPage() {
  const words = rosterWords.use();
  const guild = useGuild();
  const { kind, member } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (next: typeof kind) =>
    void navigate({ search: (before) => ({ ...before, kind: next }), replace: true, resetScroll: false });
  return (
    <div className="stack">
      <PageHead title={words.tabs.history} lead={words.history.lead} />
      <RosterTabs guild={guild} />
      <fieldset className={styles.chips}>
        <legend className="sr">{words.history.kind}</legend>
        <Chip pressed={kind === undefined} onChange={() => choose(undefined)}>
          {words.history.all}
        </Chip>
        {CHANGES.map((one) => (
          <Chip key={one} pressed={kind === one} onChange={(on) => choose(on ? one : undefined)}>
            <Icon name={MARKS[one]} size="s" />
            {words.history.kinds[one]}
          </Chip>
        ))}
        {member && (
          <Chip
            pressed
            onChange={() => void navigate({ search: (before) => ({ ...before, member: undefined }), replace: true })}
          >
            {words.history.one}
            <Icon name="x" size="s" />
          </Chip>
        )}
      </fieldset>
      <Section skeleton={<Skeleton lines={12} />} key={`${kind} ${member}`}>
        <Changes guild={guild} kind={kind} member={member} />
      </Section>
    </div>
  );
}

type ChangesProps = {
  guild: OrganizationView;
  kind: (typeof CHANGES)[number] | undefined;
  member: string | undefined;
};

function Changes({ guild, kind, member }: ChangesProps) {
  const { history: words } = rosterWords.use();
  const format = useFormat();
  const changeWords = useChangeWords(guild);
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery({
    queryKey: [...api.roster.history.pathKey(), 'pages', guild.id, kind, member],
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      client.roster.history.query({
        id: guild.id,
        page: String(pageParam),
        ...(kind ? { kind } : {}),
        ...(member ? { memberId: member } : {}),
      }),
    getNextPageParam: ({ pagination }) => (pagination.page < pagination.totalPages ? pagination.page + 1 : undefined),
  });
  const changes = data.pages.flatMap((page) => page.changes);
  if (changes.length === 0) {
    return (
      <Empty icon="clock" title={words.empty}>
        {words.emptyHint}
      </Empty>
    );
  }
  const days = Map.groupBy(changes, ({ at }) => format.date(new Date(at)));
  return (
    <>
      {[...days].map(([day, some]) => (
        <section key={day} className={styles.day} aria-label={day}>
          <h2>{day}</h2>
          <ul className="list">
            {some.map((change) => (
              <li key={change.id}>
                <span className="mark">
                  <Icon name={MARKS[change.kind]} />
                </span>
                <p className="grow">
                  <Link
                    className="strong"
                    to="/g/$guild/roster"
                    params={{ guild: guildRef(guild) }}
                    search={{ q: change.member.name, left: change.kind === 'left' || undefined }}
                  >
                    {change.member.name}
                  </Link>
                  <small>{changeWords(change)}</small>
                </p>
                <time className="muted small" dateTime={change.at} title={format.full(new Date(change.at))}>
                  {format.time(new Date(change.at))}
                </time>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <p className={styles.more}>
          <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {words.more}
          </Button>
        </p>
      )}
    </>
  );
}
