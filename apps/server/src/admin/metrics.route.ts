/** `/metrics` for Prometheus: the counters of this process, and the queues and platform budget of all processes. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import { Gauge, Registry } from 'prom-client';
import { query } from '../core/db/statement.ts';
import { notFound, unauthenticated } from '../core/errors.ts';
import { SWEEP_PARTS } from '../core/jobs/sweep-parts.ts';
import type { AppContext } from '../core/services/context.ts';
import { jobsHealth } from './jobs.queries.ts';

/** A scraper waits ten seconds, and needs the metrics of the process most when the database is slow or unreachable. */
const LIMIT_MS = 2_000;

export function metricsRoute(ctx: AppContext): Router {
  // A registry per app, so that a process may serve more than one.
  const shared = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `guildhall_${name}`, help, labelNames, registers: [shared] });
  const jobs = gauge('jobs', 'Jobs by queue and state', ['queue', 'state']);
  const oldest = gauge('job_oldest_queued_seconds', 'How long the first job of a queue has waited', [
    'queue',
    'background',
  ]);
  const mailsWaiting = gauge('mails_waiting', 'Mails to be sent, those of a next attempt too');
  const workers = gauge('workers', 'Worker processes that are connected');
  const budgetUsed = gauge('platform_budget_hour_used', 'Platform requests of this hour', ['platform']);
  const budgetWait = gauge('platform_budget_wait_seconds', 'How long the next platform request would wait', [
    'platform',
  ]);

  const syncs = gauge('syncs_last_hour', 'Syncs that ended within the last hour', ['kind', 'status']);
  const rosterOldest = gauge('roster_oldest_seconds', 'Age of the roster that was synced longest ago');
  const rosterMedian = gauge('roster_median_seconds', 'Median age of rosters');

  const partAge = gauge('sweep_part_age_seconds', 'How long ago a part of a sweep was last done', ['sweep', 'part']);
  const partLate = gauge('sweep_part_late_seconds', 'How late a part of a sweep is; 0: in time', ['sweep', 'part']);

  const known = new Registry();
  const up = new Gauge({
    name: 'guildhall_shared_metrics_up',
    help: 'Whether the database said in time what is the same for all processes; 0: it is left out',
    registers: [known],
  });

  const refresh = async () => {
    const [health, budgets, ended, rosters, parts] = await Promise.all([
      jobsHealth(ctx),
      ctx.sql.many(BUDGETS),
      ctx.sql.many(SYNCS),
      ctx.sql.one(ROSTERS),
      ctx.sql.many(SWEEP_PARTS),
    ]);
    for (const metric of [partAge, partLate]) metric.reset();
    for (const { sweep, part, ageSeconds, lateSeconds } of parts) {
      partAge.set({ sweep, part }, ageSeconds);
      partLate.set({ sweep, part }, lateSeconds);
    }
    syncs.reset();
    for (const { kind, status, count } of ended) syncs.set({ kind, status }, count);
    rosterOldest.set(rosters.oldest);
    rosterMedian.set(rosters.median);
    workers.set(health.workers);
    for (const { name: queue, background, queued, active, failed, deferred, oldestQueuedSeconds } of health.queues) {
      for (const [state, count] of Object.entries({ queued, active, failed, deferred }))
        jobs.set({ queue, state }, count);
      oldest.set({ queue, background: String(background) }, oldestQueuedSeconds ?? 0);
    }
    const mails = health.queues.filter(({ name }) => MAIL_QUEUES.has(name));
    mailsWaiting.set(mails.reduce((sum, { queued, active, deferred }) => sum + queued + active + deferred, 0));
    for (const { platform, used, waitSeconds } of budgets) {
      budgetUsed.set({ platform }, used);
      budgetWait.set({ platform }, waitSeconds);
    }
  };

  let refreshing: Promise<boolean> | undefined;
  // One refresh at a time: further scrapes during a database outage must not add queries that wait.
  const refreshed = (): Promise<boolean> => {
    refreshing ??= refresh()
      .then(() => true)
      .catch((err) => {
        ctx.log.warn({ err }, 'shared metrics');
        return false;
      })
      .finally(() => {
        refreshing = undefined;
      });
    const { promise, resolve } = Promise.withResolvers<boolean>();
    // Process answers that arrived while this process was busy before giving up.
    const timer = setTimeout(() => setImmediate(resolve, false), LIMIT_MS);
    refreshing.then(resolve);
    return promise.finally(() => clearTimeout(timer));
  };

  const router = Router({ caseSensitive: true });
  router.get('/metrics', async (req, res) => {
    const token = ctx.config.metricsToken;
    if (token === undefined) throw notFound('metrics_off', 'METRICS_TOKEN is not set.');
    if (!same(req.headers.authorization ?? '', `Bearer ${token}`)) throw unauthenticated();
    const isUp = await refreshed();
    up.set(Number(isUp));
    res.setHeader('Cache-Control', 'no-store');
    const all = Registry.merge([ctx.metrics.registry, known, ...(isUp ? [shared] : [])]);
    res.type(all.contentType).send(await all.metrics());
  });
  return router;
}

/** By name, because the rooms that send mails stand above this one. */
const MAIL_QUEUES = new Set([
  'send-magic-link',
  'send-email-change',
  'tell-old-address',
  'send-event-mail',
  'mail-token-refused',
]);

export const SYNCS = query({ kind: 'text', status: 'text', count: 'int' })`
  select kind, status, count(*)::int from sync_session where finished_at > now() - interval '1 hour' group by kind, status`;

/** Guilds that the platform no longer knows are not synced, so they do not count. */
const ROSTERS = query({ oldest: 'float', median: 'float' })`
  select coalesce(max(age), 0)::float8 as oldest, coalesce(percentile_cont(0.5) within group (order by age), 0)::float8 as median
  from (
    select extract(epoch from now() - roster_synced_at) as age from organization
    where source = 'synced' and archived_at is null and missing_since is null and roster_synced_at is not null
  ) synced`;

const BUDGETS = query({ platform: 'text', used: 'int', waitSeconds: 'float' })`
  select platform, case when hour_start > now() - interval '1 hour' then hour_used else 0 end as used,
    greatest(0, extract(epoch from next_at - clock_timestamp()))::float8 as "waitSeconds"
  from platform_budget`;

const same = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted));
const digest = (text: string) => createHash('sha256').update(text).digest();
