import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Empty, Section, Skeleton } from '../../ui/states.tsx';
import styles from './admin.module.css';
import { failedJobs, jobsHealth } from './admin.queries.ts';
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
  if (jobs.healthy && failed + waiting === 0) return <Empty icon="check" title={words.nothing} />;
  return (
    <ul className="list">
      {!jobs.healthy && <Thing icon="alert" text={words.jobsUnwell} tab="jobs" />}
      {failed > 0 && <Thing icon="refresh" text={words.failed(failed)} tab="jobs" />}
      {waiting > 0 && <Thing icon="flag" text={words.pictures(waiting)} tab="moderation" />}
    </ul>
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
              {up ? words.up(Math.round(responseMs ?? 0)) : (message ?? words.down)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Numbers() {
  const { overview: words } = adminWords.use();
  const { number } = useFormat();
  const { data } = useSuspenseQuery(api.admin.stats.queryOptions({}));
  const { users, guilds, characters, events, signups, images, storage, rosterMembers } = data;
  return (
    <dl className={styles.numbers}>
      <Figure name={words.people} value={number(users.total)}>
        {words.activeWeek(number(users.active7d))}, {words.activeDay(number(users.active24h))}
      </Figure>
      <Figure name={words.guilds} value={number(guilds.synced)}>
        {words.communities(guilds.standalone)}, {words.archived(number(guilds.archived))}
      </Figure>
      <Figure name={words.characters} value={number(characters.total)}>
        {words.verified(number(characters.verified))}, {words.archived(number(characters.archived))}
      </Figure>
      <Figure name={words.members} value={number(rosterMembers)} />
      <Figure name={words.events} value={number(events.upcoming)}>
        {words.ofEvents(number(events.total))}
      </Figure>
      <Figure name={words.answers} value={number(signups.total)}>
        {words.answersUpcoming(number(signups.upcoming))}
      </Figure>
      <Figure name={words.database} value={`${number(Math.round(storage.databaseBytes / 1_000_000))} MB`}>
        {words.images(number(images.shown))}
      </Figure>
    </dl>
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
