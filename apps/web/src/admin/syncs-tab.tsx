import type { RecentSyncView } from '@guildhall/contracts/admin.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, client, queryClient } from '../api/client.ts';
import { useSyncProgress } from '../api/live.ts';
import { serviceTime } from '../api/service-time.ts';
import { useFormat } from '../i18n/format.ts';
import { ReasonText } from '../ui/advice.tsx';
import { Button } from '../ui/button.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { Select } from '../ui/select.tsx';
import { Section } from '../ui/states.tsx';
import { toast, toastFailure } from '../ui/toast.tsx';
import styles from './admin.module.css';
import { syncStatus } from './admin.queries.ts';
import { adminWords } from './admin.words.ts';

const reread = () => queryClient.invalidateQueries({ queryKey: api.admin.syncStatus.pathKey() });

export function SyncsTab() {
  return (
    <div className={styles.even}>
      <Journal />
      <Catalogue />
      <Rosters />
      <Holidays />
    </div>
  );
}

type SectionProps = {
  title: string;
  hint: string;
  verb: string;
  pending: boolean;
  onStart(): void;
  children: ReactNode;
};

function SyncSection({ title, hint, verb, pending, onStart, children }: SectionProps) {
  return (
    <Section
      title={title}
      className={styles.sync ?? ''}
      end={
        <Button small icon="refresh" pending={pending} onClick={onStart}>
          {verb}
          <span className="sr"> {title}</span>
        </Button>
      }
    >
      <p className="muted small">{hint}</p>
      {children}
    </Section>
  );
}

function Journal() {
  const { syncs: words } = adminWords.use();
  const start = useMutation(api.journal.sync.mutationOptions({ onError: toastFailure, onSettled: reread }));
  return (
    <SyncSection
      title={words.journal}
      hint={words.journalHint}
      verb={words.sync}
      pending={start.isPending}
      onStart={() => start.mutate({})}
    >
      <Recent kind="journal" />
    </SyncSection>
  );
}

function Catalogue() {
  const { syncs: words } = adminWords.use();
  const start = useMutation(
    api.journal.syncCatalogue.mutationOptions({
      onSuccess: () => toast({ text: words.started }),
      onError: toastFailure,
      onSettled: reread,
    }),
  );
  return (
    <SyncSection
      title={words.catalogue}
      hint={words.catalogueHint}
      verb={words.sync}
      pending={start.isPending}
      onStart={() => start.mutate({})}
    >
      <Recent kind="catalogue" />
    </SyncSection>
  );
}

function Rosters() {
  const { syncs: words } = adminWords.use();
  const start = useMutation(
    api.roster.syncAll.mutationOptions({
      onSuccess: ({ queued }) => toast({ text: words.queued({ count: queued }) }),
      onError: toastFailure,
      onSettled: reread,
    }),
  );
  return (
    <SyncSection
      title={words.rosters}
      hint={words.rostersHint}
      verb={words.syncRosters}
      pending={start.isPending}
      onStart={() => start.mutate({})}
    >
      <Recent kind="rosters" />
    </SyncSection>
  );
}

const YEARS_AHEAD = 2;

function Holidays() {
  const { syncs: words } = adminWords.use();
  const thisYear = new Date(serviceTime()).getFullYear();
  const form = useForm({
    name: 'holidays',
    before: { year: String(thisYear) },
    send: ({ year }) => client.holidays.seed.mutate({ year: Number(year) }),
    sent: ({ changed }) => toast({ text: words.written({ count: changed }) }),
  });
  return (
    <Section title={words.holidays} className={styles.sync ?? ''}>
      <p className="muted small">{words.holidaysHint}</p>
      <Form of={form} className={styles.holidays} verb={words.write}>
        <Select
          {...form.text('year')}
          label={words.year}
          options={Array.from({ length: YEARS_AHEAD + 1 }, (_, ahead) => [thisYear + ahead, String(thisYear + ahead)])}
        />
      </Form>
    </Section>
  );
}

function Recent({ kind }: { kind: 'journal' | 'catalogue' | 'rosters' }) {
  const { syncs: words } = adminWords.use();
  const { data } = useSuspenseQuery(syncStatus());
  const syncs = data[kind];
  if (syncs.length === 0) {
    return (
      <p className="fresh">
        <Icon name="clock" size="s" />
        {words.never}
      </p>
    );
  }
  return (
    <ul className="list">
      {syncs.map((sync) => (
        <Sync key={sync.id} known={sync} />
      ))}
    </ul>
  );
}

const LOOKS: Record<RecentSyncView['status'], string> = {
  queued: 'tag',
  running: 'tag ember',
  held: 'tag t-warn',
  completed: 'tag t-ok',
  failed: 'tag t-bad',
};

/** The socket reports a running sync several times a second. */
function Sync({ known }: { known: RecentSyncView }) {
  const { syncs: words } = adminWords.use();
  const format = useFormat();
  const live = useSyncProgress(known.finishedAt === null ? known.id : undefined, () => void reread());
  const { status, progress, error, createdAt, finishedAt } = live ?? known;
  const { total, done, added, updated, removed } = progress;
  const number = format.number;
  return (
    <li className={styles.run}>
      <span className={LOOKS[status]}>{words.statuses[status]}</span>
      <div className="grow">
        <p className="clip">{known.subjectName ?? format.dayAndTime(new Date(createdAt))}</p>
        <small>
          {finishedAt === null && total > 0
            ? words.of({ done: number(done), total: number(total) })
            : [
                format.relative(new Date(finishedAt ?? createdAt)),
                words.changes({ added: number(added), updated: number(updated), removed: number(removed) }),
              ].join(' · ')}
        </small>
        {error && (
          <small className={status === 'completed' ? undefined : styles.warning}>
            <ReasonText of={error.reason} />
          </small>
        )}
        {status === 'running' && (
          <progress
            className={styles.progress}
            aria-label={words.statuses.running}
            {...(total > 0 ? { value: done, max: total } : {})}
          />
        )}
      </div>
    </li>
  );
}
