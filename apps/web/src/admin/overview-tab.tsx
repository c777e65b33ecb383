import type { RecentSyncView, SyncStatusView } from '@guildhall/contracts/admin.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, queryClient } from '../api/client.ts';
import { useFormat } from '../i18n/format.ts';
import { ReasonText } from '../ui/advice.tsx';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Empty, Section, Skeleton } from '../ui/states.tsx';
import { toast, toastFailure } from '../ui/toast.tsx';
import styles from './admin.module.css';
import { failedJobs, jobsHealth, syncStatus } from './admin.queries.ts';
import { adminWords } from './admin.words.ts';

export function OverviewTab() {
  const { overview: words } = adminWords.use();
  return (
    <>
      <div className={styles.even}>
        <Section title={words.waits}>
          <Waiting />
        </Section>
        <Section title={words.health}>
          <Health />
        </Section>
      </div>
      <Section title={words.numbers} skeleton={<Skeleton height={220} />}>
        <Numbers />
      </Section>
    </>
  );
}

function Waiting() {
  const { overview: words } = adminWords.use();
  const { data: pictures } = useSuspenseQuery(api.moderation.queue.queryOptions({ pageSize: '1' }));
  const { data: jobs } = useSuspenseQuery(jobsHealth());
  const failed = failedJobs(jobs);
  const waiting = pictures.pagination.total;
  const syncs = failedSyncs(useSuspenseQuery(syncStatus()).data);
  if (jobs.healthy && failed + waiting + syncs.length === 0) return <Empty icon="check" title={words.nothing} />;
  return (
    <ul className="list">
      {!jobs.healthy && <Thing icon="alert" text={words.jobsUnwell} tab="jobs" />}
      {syncs.map((sync) => (
        <FailedSync key={sync.id} sync={sync} />
      ))}
      {failed > 0 && <Thing icon="refresh" text={words.failed({ count: failed })} tab="jobs" />}
      {waiting > 0 && <Thing icon="flag" text={words.pictures({ count: waiting })} tab="moderation" />}
    </ul>
  );
}

/** The guilds whose last sync failed. */
function failedSyncs({ rosters }: SyncStatusView): RecentSyncView[] {
  const latest = new Map(rosters.toReversed().map((sync) => [sync.subjectId, sync]));
  return [...latest.values()].filter(({ status, subjectId }) => status === 'failed' && subjectId !== null);
}

function FailedSync({ sync }: { sync: RecentSyncView }) {
  const { overview: words } = adminWords.use();
  const retry = useMutation(
    api.guilds.sync.mutationOptions({
      onError: toastFailure,
      onSuccess({ results: { roster } }) {
        const guild = sync.subjectName ?? '';
        if (roster?.status === 'failed') toast({ text: words.syncRefused({ guild }), bad: true });
        else toast({ text: words.syncStarted({ guild }) });
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.admin.syncStatus.pathKey() }),
    }),
  );
  return (
    <li>
      <span className="mark hot">
        <Icon name="alert" />
      </span>
      <div className="grow">
        <p className="strong">{words.syncFailed({ guild: sync.subjectName ?? '' })}</p>
        {sync.error && (
          <small>
            <ReasonText of={sync.error.reason} />
          </small>
        )}
      </div>
      <Button
        small
        icon="refresh"
        pending={retry.isPending}
        onClick={() => retry.mutate({ id: sync.subjectId ?? '', types: ['roster'] })}
      >
        {words.retry}
        <span className="sr"> {sync.subjectName}</span>
      </Button>
    </li>
  );
}

function Thing({ icon, text, tab }: { icon: IconName; text: string; tab: 'jobs' | 'moderation' }) {
  const { overview: words } = adminWords.use();
  return (
    <li>
      <span className="mark hot">
        <Icon name={icon} />
      </span>
      <p className="grow strong">{text}</p>
      <Link
        className="link"
        to="/admin/{-$tab}/{-$queue}"
        params={{ tab, queue: undefined }}
        aria-label={`${words.look}: ${text}`}
      >
        {words.look}
      </Link>
    </li>
  );
}

function Health() {
  const { overview: words } = adminWords.use();
  const { data: health } = useSuspenseQuery({ ...api.health.check.queryOptions({}), refetchInterval: 10_000 });
  const names: Record<string, string> = words.parts;
  return (
    <ul className="list">
      {Object.entries(health.details).map(([part, { status, message, responseMs }]) => {
        const up = status === 'up';
        return (
          <li key={part}>
            <span className={up ? styles.up : styles.down}>
              <Icon name={up ? 'check' : 'alert'} />
            </span>
            <p className="grow">{(Object.hasOwn(names, part) && names[part]) || part}</p>
            <span className={up ? 'muted small' : 'bad small'}>
              {up ? words.up({ ms: Math.round(responseMs ?? 0) }) : (message ?? words.down)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Numbers() {
  const { overview: words } = adminWords.use();
  const { number, dayAndTime } = useFormat();
  const { data } = useSuspenseQuery(api.admin.stats.queryOptions({}));
  const { users, guilds, characters, events, signups, images, storage, rosterMembers, countedAt } = data;
  return (
    <>
      <dl className={styles.numbers}>
        <Figure name={words.people} value={number(users.total)}>
          {words.activeWeek({ count: number(users.active7d) })}, {words.activeDay({ count: number(users.active24h) })}
        </Figure>
        <Figure name={words.guilds} value={number(guilds.synced)}>
          {words.communities({ count: guilds.standalone })}, {words.archived({ count: number(guilds.archived) })}
        </Figure>
        <Figure name={words.characters} value={number(characters.total)}>
          {words.verified({ count: number(characters.verified) })},{' '}
          {words.archived({ count: number(characters.archived) })}
        </Figure>
        <Figure name={words.members} value={number(rosterMembers)} />
        <Figure name={words.events} value={number(events.upcoming)}>
          {words.ofEvents({ count: number(events.total) })}
        </Figure>
        <Figure name={words.answers} value={number(signups.total)}>
          {words.answersUpcoming({ count: number(signups.upcoming) })}
        </Figure>
        <Figure name={words.database} value={`${number(Math.round(storage.databaseBytes / 1_000_000))} MB`}>
          {words.images({ count: number(images.shown) })}
        </Figure>
      </dl>
      <p className={`muted small ${styles.counted}`}>{words.counted({ at: dayAndTime(new Date(countedAt)) })}</p>
    </>
  );
}

function Figure({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        {children && <small className="muted">{children}</small>}
      </dd>
    </div>
  );
}
