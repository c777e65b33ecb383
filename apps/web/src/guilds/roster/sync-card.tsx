import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type CSSProperties, Suspense, useEffect, useState } from 'react';
import { api, queryClient } from '../../api/client.ts';
import { useSyncProgress } from '../../api/live.ts';
import { useFormat } from '../../i18n/format.ts';
import { ReasonText } from '../../ui/advice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import styles from './roster.module.css';
import { invalidateRoster } from './roster.queries.ts';
import { rosterWords } from './roster.words.ts';

/** Without the socket, the running sync is polled. */
const ASK_AGAIN_MS = 5_000;

export type RosterSync = {
  running: boolean;
  /** The running sync, else the last one. */
  session: SyncSessionView | undefined;
  start(): void;
};

export function useRosterSync({ id }: OrganizationView): RosterSync {
  const words = rosterWords.use();
  const newestQuery = api.roster.syncActive.queryOptions({ id });
  const newest = useQuery({
    ...newestQuery,
    refetchInterval: ({ state }) => (state.data && !state.data.finishedAt ? ASK_AGAIN_MS : false),
  }).data;
  const [started, setStarted] = useState<string>();
  const begun = useMutation(
    api.roster.sync.mutationOptions({
      onSuccess: ({ sessionId }) => setStarted(sessionId),
      onError(error) {
        toastFailure(error);
        void queryClient.invalidateQueries({ queryKey: newestQuery.queryKey });
      },
    }),
  );
  const unfinished = newest && !newest.finishedAt ? newest.id : undefined;
  const running = started !== undefined && started !== newest?.id ? started : unfinished;
  const progress = useSyncProgress(running, (session) => {
    queryClient.setQueryData(newestQuery.queryKey, session);
    if (session.status === 'completed' && !session.error) toast({ text: words.sync.done });
  });
  const session = running === undefined ? newest : (progress ?? (newest?.id === running ? newest : undefined));

  // Members and ranks are stored once they are counted, and everything once nothing runs.
  const applied = running !== undefined && (session?.progress.total ?? 0) > 0;
  const stage = running === undefined ? 'rest' : applied ? 'applied' : 'reading';
  const [reached, setReached] = useState(stage);
  useEffect(() => {
    if (stage === reached) return;
    setReached(stage);
    if (stage !== 'reading') void invalidateRoster();
  }, [stage, reached]);

  return {
    running: begun.isPending || running !== undefined,
    session: session ?? undefined,
    start: () => begun.mutate({ id }),
  };
}

/** Describes a sync's progress, or why the last one failed. */
export function SyncCard({ sync: { running, session } }: { sync: RosterSync }) {
  const { sync: words } = rosterWords.use();
  if (running) return <Running session={session} />;
  if (!session?.error) return null;
  const title = { held: words.held, failed: words.failed }[session.status as string] ?? words.partly;
  return (
    <section className={`card ${styles.sync} ${styles.problem}`} aria-label={title} role="status">
      <div className="row">
        <span className="mark">
          <Icon name={session.status === 'held' ? 'lock' : 'alert'} />
        </span>
        <p className="grow">
          <b>{title}</b> <span className="muted">{session.finishedAt && <TimeAgo at={session.finishedAt} />}</span>
          <br />
          <Suspense>
            <ReasonText of={session.error.reason} />
          </Suspense>
        </p>
      </div>
    </section>
  );
}

function Running({ session }: { session: SyncSessionView | undefined }) {
  const all = rosterWords.use();
  const words = all.sync;
  const format = useFormat();
  const { total = 0, done = 0, added = 0, removed = 0, updated = 0 } = session?.progress ?? {};
  const there = total > 0;
  const percent = there ? Math.round((done / total) * 100) : 0;
  return (
    <section className={`card ${styles.sync}`} aria-label={words.progress}>
      <div className="row">
        <span className="mark hot">
          <Icon name="refresh" />
        </span>
        <div className="grow">
          <p>
            <b role="status">{there ? words.there : words.first}</b>{' '}
            <span className="muted">
              {there ? words.logins({ done, total }) : session?.status === 'queued' ? words.queued : null}
            </span>
          </p>
          <div
            className="bar"
            role="progressbar"
            aria-label={words.lastLogins}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
          >
            <i style={{ '--w': `${percent}%` } as CSSProperties} />
          </div>
        </div>
        <span className={`num strong ${styles.percent}`}>{format.number(percent)} %</span>
      </div>
      {there && (
        <ul className={`small ${styles.steps}`}>
          <Step done>{all.members({ count: total })}</Step>
          {added > 0 && <Step done>{words.joined({ count: added })}</Step>}
          {removed > 0 && <Step done>{words.left({ count: removed })}</Step>}
          {updated > 0 && <Step done>{words.changed({ count: updated })}</Step>}
          <Step done={done >= total}>{words.lastLogins}</Step>
        </ul>
      )}
    </section>
  );
}

function Step({ done, children }: { done: boolean; children: string }) {
  return (
    <li className={done ? 'ok' : styles.underWay}>
      <Icon name={done ? 'check' : 'clock'} size="s" />
      {children}
    </li>
  );
}
