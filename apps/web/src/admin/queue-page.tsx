import type { JobState, JobsChangedView, JobView, NamedThing } from '@guildhall/contracts/admin.ts';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { api, client } from '../api/client.ts';
import { serviceTime } from '../api/service-time.ts';
import { useFormat } from '../i18n/format.ts';
import { oneOf } from '../routes/search-params.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Empty, Section, Skeleton } from '../ui/states.tsx';
import { toast, toastFailure } from '../ui/toast.tsx';
import styles from './admin.module.css';
import { invalidateJobs, JOB_STATES, jobsHealth, jobsOf } from './admin.queries.ts';
import { adminWords } from './admin.words.ts';
import { Pager } from './pager.tsx';
import { Record } from './record.tsx';

const route = getRouteApi('/shell/app/admin/{-$tab}/{-$queue}');

export function QueuePage({ queue }: { queue: string }) {
  const { jobs: words } = adminWords.use();
  const search = route.useSearch();
  const state = oneOf(search.state, JOB_STATES);
  const page = Math.max(1, search.page ?? 1);
  return (
    <>
      <div className={styles.queueHead}>
        <Link to="/admin/{-$tab}/{-$queue}" params={{ tab: 'jobs', queue: undefined }} className="link row">
          <Icon name="left" size="s" />
          {words.back}
        </Link>
        <h2 className={styles.name}>{queue}</h2>
        <Suspense>
          <All queue={queue} />
        </Suspense>
      </div>
      <nav className={styles.chips} aria-label={words.state}>
        {[undefined, ...JOB_STATES].map((one) => (
          <Link key={one ?? 'all'} to="." search={{ state: one }} replace className="chip" data-on={one === state}>
            {one ? words.states[one] : words.all}
          </Link>
        ))}
      </nav>
      <Section skeleton={<Skeleton lines={10} />} key={`${queue} ${state} ${page}`}>
        <Jobs queue={queue} state={state} page={page} />
      </Section>
    </>
  );
}

const TAGS: { [State in JobState]: string } = {
  created: 'tag',
  retry: 'tag t-warn',
  active: 'tag ember',
  completed: 'tag t-ok',
  cancelled: 'tag',
  failed: 'tag t-bad',
};

function Jobs({ queue, state, page }: { queue: string; state: JobState | undefined; page: number }) {
  const { jobs: words } = adminWords.use();
  const { data } = useSuspenseQuery(jobsOf(queue, state, page));
  if (data.jobs.length === 0) {
    return (
      <Empty icon="check" title={words.none}>
        {words.noneHint}
      </Empty>
    );
  }
  return (
    <>
      <ul className="list">
        {data.jobs.map((job) => (
          <Job key={job.id} queue={queue} job={job} names={data.names} />
        ))}
      </ul>
      <Pager {...data.pagination} />
    </>
  );
}

type JobProps = { queue: string; job: JobView; names: readonly NamedThing[] };

function Job({ queue, job, names }: JobProps) {
  const { jobs: words } = adminWords.use();
  const format = useFormat();
  const ago = (at: string) => format.relative(new Date(at));
  const retry = useMutation(
    api.admin.retryJob.mutationOptions({
      onSuccess: () => toast({ text: words.retried }),
      onError: toastFailure,
      onSettled: invalidateJobs,
    }),
  );
  const cancel = useMutation(
    api.admin.cancelJob.mutationOptions({
      onSuccess: () => toast({ text: words.cancelled }),
      onError: toastFailure,
      onSettled: invalidateJobs,
    }),
  );
  // The job of a sync ends well also when the sync itself has failed.
  const outcome = job.state === 'completed' && job.error ? 'failed' : job.state;
  const waits = ['created', 'retry'].includes(job.state);
  const input = { queue, jobId: job.id };
  return (
    <li className={styles.job}>
      <span className={TAGS[outcome]}>{words.states[outcome]}</span>
      <div className="grow">
        <p className={styles.payload}>
          {Object.keys(job.payload).length > 0 ? <Record of={job.payload} names={names} /> : job.id}
        </p>
        <small>
          {[
            words.created({ ago: ago(job.createdAt) }),
            waits && job.startsAt > new Date(serviceTime()).toISOString() && words.starts({ soon: ago(job.startsAt) }),
            job.finishedAt && words.finished({ ago: ago(job.finishedAt) }),
            words.attempts({ count: job.attempts }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {job.error && <small className={styles.wrong}>{job.error}</small>}
      </div>
      {job.state === 'failed' && (
        <Button small icon="refresh" pending={retry.isPending} onClick={() => retry.mutate(input)}>
          {words.retry}
          <span className="sr"> {job.id}</span>
        </Button>
      )}
      {(waits || job.state === 'active') && (
        <Button small kind="ghost" pending={cancel.isPending} onClick={() => cancel.mutate(input)}>
          {words.cancel}
          <span className="sr"> {job.id}</span>
        </Button>
      )}
    </li>
  );
}

type Change = 'retry' | 'cancel';

/** Actions on all jobs; each button appears only while there is something to do. */
function All({ queue }: { queue: string }) {
  const { jobs: words } = adminWords.use();
  const health = useQuery(jobsHealth()).data?.queues.find(({ name }) => name === queue);
  const [asking, setAsking] = useState<Change>();
  const change = useMutation({
    mutationFn: (kind: Change): Promise<JobsChangedView> =>
      kind === 'retry'
        ? client.admin.retryFailedJobs.mutate({ queue })
        : client.admin.cancelWaitingJobs.mutate({ queue }),
    onSuccess: ({ changed, left }) =>
      toast({
        text: [words.changed({ count: changed }), left > 0 && words.left({ count: left })].filter(Boolean).join(' '),
      }),
    onError: toastFailure,
    onSettled: async () => {
      setAsking(undefined);
      await invalidateJobs();
    },
  });
  const { failed = 0, queued = 0 } = health ?? {};
  return (
    <div className="row wrap">
      {failed > 0 && (
        <Button icon="refresh" onClick={() => setAsking('retry')}>
          {words.retryAll}
        </Button>
      )}
      {queued > 0 && (
        <Button kind="danger" onClick={() => setAsking('cancel')}>
          {words.cancelAll}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(undefined)}
          title={asking === 'retry' ? words.retryAllTitle({ count: failed }) : words.cancelAllTitle({ count: queued })}
          consequence={asking === 'retry' ? words.retryAllHint : words.cancelAllHint}
          verb={asking === 'retry' ? words.retryAll : words.cancelAll}
          pending={change.isPending}
          onConfirm={() => change.mutate(asking)}
        />
      )}
    </div>
  );
}
