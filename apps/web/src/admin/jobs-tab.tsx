import type { JobsHealthView, QueueHealthView } from '@guildhall/contracts/admin.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { compareNames } from '../i18n/compare-names.ts';
import { useFormat } from '../i18n/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Section, SectionBoundary, Skeleton } from '../ui/states.tsx';
import styles from './admin.module.css';
import { failedJobs, jobsHealth } from './admin.queries.ts';
import { adminWords } from './admin.words.ts';
import { CountChart } from './count-chart.tsx';

export function JobsTab() {
  const { tabs } = adminWords.use();
  return (
    <>
      <SectionBoundary>
        <Suspense fallback={<Skeleton lines={1} />}>
          <Banner />
        </Suspense>
      </SectionBoundary>
      <Section title={tabs.jobs} skeleton={<Skeleton lines={12} />} className={styles.wide ?? ''}>
        <Queues />
      </Section>
    </>
  );
}

function Banner() {
  const { jobs: words, overview } = adminWords.use();
  const { data } = useSuspenseQuery(jobsHealth());
  const failed = failedJobs(data);
  const well = data.healthy && failed === 0;
  return (
    <div className={well ? styles.banner : `${styles.banner} ${styles.unwell}`} role="status">
      <Icon name={well ? 'check' : 'alert'} size="l" />
      <p className="grow">
        <b>{well ? words.well : data.healthy ? overview.failed({ count: failed }) : words.unwell}</b>
        <span className="muted small">
          {' '}
          {data.workers > 0 ? words.workers({ count: data.workers }) : words.noWorker}
        </span>
        {!data.healthy && failed > 0 && <span className="bad small"> {overview.failed({ count: failed })}</span>}
        {!data.healthy && data.workers > 0 && <span className="small"> {words.tooLong}</span>}
      </p>
      <a className="link" href="/admin/queues">
        {words.dashboard}
      </a>
    </div>
  );
}

/** Queues that need attention come first. */
const urgency = ({ failed, queued, active }: QueueHealthView) => (failed > 0 ? 2 : queued + active > 0 ? 1 : 0);
const inOrder = ({ queues }: JobsHealthView) =>
  queues.toSorted((a, b) => urgency(b) - urgency(a) || compareNames(a.name, b.name));

function Queues() {
  const { jobs: words } = adminWords.use();
  const format = useFormat();
  const { data } = useSuspenseQuery(jobsHealth());
  const count = (value: number, loud = '') => (
    <span className={value === 0 ? 'muted' : loud}>{format.number(value)}</span>
  );
  return (
    <div className={styles.scroll}>
      <table className={`table ${styles.queues}`}>
        <thead>
          <tr>
            <th scope="col">{words.queue}</th>
            <th scope="col" className="r">
              {words.queued}
            </th>
            <th scope="col" className="r">
              {words.active}
            </th>
            <th scope="col" className="r">
              {words.failed}
            </th>
            <th scope="col" className={`r ${styles.less}`}>
              {words.deferred}
            </th>
            <th scope="col" className={`r ${styles.less}`}>
              {words.oldest}
            </th>
            <th scope="col" className={`r ${styles.less}`}>
              {words.done}
            </th>
            <th scope="col" className={styles.less}>
              {words.course}
            </th>
          </tr>
        </thead>
        <tbody>
          {inOrder(data).map((queue) => (
            <tr key={queue.name}>
              <th scope="row">
                <Link to="/admin/{-$tab}/{-$queue}" params={{ tab: 'jobs', queue: queue.name }} className={styles.name}>
                  {queue.name}
                </Link>
                {queue.background && <small className="muted"> {words.background}</small>}
                {queue.lastError && (
                  <small className="warn" title={queue.lastError.message}>
                    {words.lastError}: {queue.lastError.message}
                  </small>
                )}
              </th>
              <td className="r">{count(queue.queued, 'strong')}</td>
              <td className="r">{count(queue.active, 'strong')}</td>
              <td className="r">{count(queue.failed, 'bad strong')}</td>
              <td className={`r ${styles.less}`}>{count(queue.deferred)}</td>
              <td className={`r ${styles.less}`}>
                {queue.oldestQueuedSeconds === null ? '' : format.span(queue.oldestQueuedSeconds * 1_000)}
              </td>
              <td className={`r ${styles.less}`}>{count(queue.completed24h)}</td>
              <td className={styles.less}>
                <CountChart
                  name={queue.name}
                  now={queue.queued + queue.active}
                  label={words.courseOf({ queue: queue.name })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
