/**
 * The job that reads the reports of guilds: every quarter of an hour from the start of an event to two hours after its end, and
 * once more the next noon. Each report is kept in a transaction of its own, so a run that ends in the middle, by a kill or because
 * the points of the hour are used up, goes on where it was.
 */
import { LogHost } from '@guildhall/contracts/night.ts';
import { WarcraftLogsError } from '@guildhall/warcraftlogs/errors.ts';
import type { ReportHead } from '@guildhall/warcraftlogs/schemas.ts';
import { now } from '../../core/db/columns.ts';
import { json, query, type RowOf, text } from '../../core/db/statement.ts';
import type { JobRun } from '../../core/jobs/job.ts';
import type { AppContext } from '../../core/services/context.ts';
import { codeKeyOf, keepHead, keepReport } from './keep-report.ts';
import { failureOf } from './log-access.ts';
import type { LogReport } from './log-report.entity.ts';
import { LogSource, type LogTag } from './log-source.entity.ts';
import { AFTER_MS, BEFORE_MS, eventOfReport } from './night-rules.ts';
import { NOON } from './noon.ts';
import { readHistories } from './read-history.ts';
import { readLiveReports } from './read-live-reports.ts';
import { tellOfNights } from './tell-of-nights.ts';

const GUILDS_A_RUN = 500;
const DAY_MS = 86_400_000;

/** Guilds in turn: those that were read longest ago come first. Noon follows the end of an event within two days. */
export const DUE = query({
  organizationId: 'uuid',
  host: text(LogHost.options),
  guildId: 'int',
  tags: json<LogTag[]>(),
  since: 'instant!',
  until: 'instant!',
})`
  select s.organization_id as "organizationId", s.host, s.guild_id as "guildId", s.tags, min(e.starts_at) as since, max(e.ends_at) as until
  from log_source s join organization o on o.id = s.organization_id and o.archived_at is null
  join event e on e.organization_id = s.organization_id and e.status in ('published', 'completed')
    and e.starts_at > now() - interval '10 days'
    and (e.starts_at <= now() and e.ends_at > now() - interval '2 hours'
        and (s.read_at is null or s.read_at < now() - interval '10 minutes')
      or e.ends_at between now() - interval '3 days' and now()
        and ${NOON} between now() - interval '1 day' and now() and (s.read_at is null or s.read_at < ${NOON}))
  group by s.organization_id
  order by s.read_at nulls first, s.organization_id limit ${GUILDS_A_RUN}`;
type Due = RowOf<typeof DUE>;

const EVENTS = query({ id: 'uuid', startsAt: 'instant', endsAt: 'instant', teamId: 'uuid?' })`
  select id, starts_at as "startsAt", ends_at as "endsAt", team_id as "teamId" from event
  where organization_id = $1 and status in ('published', 'completed') and starts_at < $3 and ends_at > $2`;

const KNOWN = query({
  codeKey: 'text',
  eventId: 'uuid?',
  state: text<LogReport['state']>(),
  pinned: 'bool',
  endsAt: 'instant',
})`
  select code_key as "codeKey", event_id as "eventId", state, pinned, ends_at as "endsAt" from log_report
  where organization_id = $1 and code_key = any($2::text[])`;

export async function readReports(ctx: AppContext, _payload: object, { signal }: Pick<JobRun, 'signal'>) {
  if (!ctx.warcraftLogs) return;
  for (const due of await ctx.sql.many(DUE)) {
    signal.throwIfAborted();
    const problem = await readGuild(ctx, due, signal);
    await ctx.transact(async ({ em }) => {
      await em.nativeUpdate(LogSource, due.organizationId, { readAt: now(), problem });
    });
    await tellOfNights(ctx, due.organizationId);
  }
  await readLiveReports(ctx, ctx.warcraftLogs, signal);
  // New nights come first.
  await readHistories(ctx, ctx.warcraftLogs, signal);
}

/** Reads what is new of one guild. Throws Postponed when no points are left. Returns what is wrong with the guild. */
async function readGuild(ctx: AppContext, due: Due, signal: AbortSignal): Promise<LogSourceProblem | null> {
  try {
    await readNights(ctx, due, signal);
    return null;
  } catch (error) {
    const { kind } = failureOf(error);
    ctx.log.warn({ err: error, organizationId: due.organizationId }, 'reports of a guild');
    return kind === 'not_found' || kind === 'private' ? 'guild_gone' : 'unavailable';
  }
}
type LogSourceProblem = 'guild_gone' | 'unavailable';

async function readNights(ctx: AppContext, due: Due, signal: AbortSignal): Promise<void> {
  const { warcraftLogs, sql, sign } = ctx;
  const { organizationId, host, guildId, tags } = due;
  if (!warcraftLogs) return;
  const since = Date.parse(due.since) - BEFORE_MS;
  const until = Date.parse(due.until) + AFTER_MS;
  const heads = await warcraftLogs.reports({ host, guildId, since, until, signal });
  const events = (
    await sql.many(EVENTS, [
      organizationId,
      new Date(since - DAY_MS).toISOString(),
      new Date(until + DAY_MS).toISOString(),
    ])
  ).map((event) => ({ ...event, startsAt: Date.parse(event.startsAt), endsAt: Date.parse(event.endsAt) }));
  const keyOf = ({ code }: ReportHead) => codeKeyOf(sign, organizationId, host, code);
  const known = new Map(
    (await sql.many(KNOWN, [organizationId, heads.map(keyOf)])).map((report) => [report.codeKey, report]),
  );
  const teamOf = ({ guildTag }: ReportHead) => tags.find(({ tagId }) => tagId === guildTag?.id)?.teamId ?? null;
  for (const head of heads.toSorted((one, other) => one.startTime - other.startTime)) {
    signal.throwIfAborted();
    const before = known.get(keyOf(head));
    if (before?.state === 'detached') continue;
    const span = { startsAt: head.startTime, endsAt: head.endTime, teamId: teamOf(head) };
    const eventId = before?.pinned ? before.eventId : (eventOfReport(span, events)?.id ?? null);
    const place = { organizationId, host, eventId, pinned: false };
    const isAsBefore =
      before?.state === 'complete' &&
      before.eventId === eventId &&
      Date.parse(before.endsAt) === Math.round(head.endTime);
    if (isAsBefore) continue;
    if (eventId === null) {
      await ctx.transact((tx) => keepHead(tx, sign, head, place));
      continue;
    }
    const report = await readable(ctx, warcraftLogs.report({ host, code: head.code, allowUnlisted: false, signal }));
    if (report) await ctx.transact((tx) => keepReport(tx, sign, report, place));
  }
}

/** Null for a report that was hidden or archived since it was listed: others are read nevertheless. */
async function readable<T>({ log }: AppContext, report: Promise<T>): Promise<T | null> {
  try {
    return await report;
  } catch (error) {
    if (!(error instanceof WarcraftLogsError)) throw error;
    if (!['not_found', 'private', 'archived', 'malformed'].includes(error.kind)) throw error;
    log.info({ err: error }, 'a report cannot be read');
    return null;
  }
}
