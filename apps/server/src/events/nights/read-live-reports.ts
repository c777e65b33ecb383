/**
 * Reads again the reports that were still being uploaded: those that officers attached are in no list of their guild, and others may
 * have been hidden since.
 */
import { LogHost } from '@guildhall/contracts/night.ts';
import type { WarcraftLogs } from '@guildhall/warcraftlogs/client.ts';
import type { WarcraftLogsError } from '@guildhall/warcraftlogs/errors.ts';
import { LockMode } from '@mikro-orm/core';
import { query, type RowOf, text } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { keepReport } from './keep-report.ts';
import { failureOf } from './log-access.ts';
import { LogReport } from './log-report.entity.ts';
import { tellOfNights } from './tell-of-nights.ts';

const LIVE = query({
  id: 'uuid',
  organizationId: 'uuid',
  host: text(LogHost.options),
  code: 'text!',
  pinned: 'bool',
})`
  select r.id, r.organization_id as "organizationId", r.host, r.code, r.pinned
  from log_report r join event e on e.id = r.event_id and e.status in ('published', 'completed')
    and e.starts_at > now() - interval '10 days' and e.ends_at > now() - interval '2 days'
  join organization o on o.id = r.organization_id and o.archived_at is null
  where r.state = 'live' and r.code is not null and r.read_at < now() - interval '10 minutes'
  order by r.read_at, r.id limit 200`;

type Live = RowOf<typeof LIVE>;

/** Throws Postponed when no points are left. */
export async function readLiveReports(ctx: AppContext, logs: WarcraftLogs, signal: AbortSignal): Promise<void> {
  const read = new Set<string>();
  for (const live of await ctx.sql.many(LIVE)) {
    signal.throwIfAborted();
    await readAgain(ctx, logs, live, signal);
    read.add(live.organizationId);
  }
  for (const organizationId of read) await tellOfNights(ctx, organizationId);
}

async function readAgain(ctx: AppContext, logs: WarcraftLogs, live: Live, signal: AbortSignal): Promise<void> {
  const { host, code, pinned } = live;
  try {
    // An officer brought the code of an unlisted one.
    const report = await logs.report({ host, code, allowUnlisted: pinned, signal });
    await change(ctx, live, (tx, row) =>
      keepReport(tx, ctx.sign, report, { ...live, eventId: row.event?.id ?? null, pinned: false }),
    );
  } catch (error) {
    const { kind } = failureOf(error);
    ctx.log.info({ err: error }, 'a report cannot be read');
    if (HIDDEN.includes(kind))
      await change(ctx, live, async (_, row) => void Object.assign(row, { state: 'unreadable' }));
  }
}

/** Pulls of such a report stay. */
const HIDDEN: readonly WarcraftLogsError['kind'][] = ['not_found', 'private', 'archived'];

/** Nothing where an officer has detached it meanwhile. */
const change = ({ transact }: AppContext, { id }: Live, to: (tx: UnitOfWork, row: LogReport) => Promise<unknown>) =>
  transact(async (tx) => {
    const row = await tx.em.findOne(LogReport, { id, state: 'live' }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (row) await to(tx, row);
  });
