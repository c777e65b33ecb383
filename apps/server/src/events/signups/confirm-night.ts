import { query, statement } from '../../core/db/statement.ts';
import { handleShare, withPatience } from '../../core/jobs/sweep-parts.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockEventIfThere } from '../event/event.access.ts';
import { proposedEntries } from './proposed-attendance.ts';
import { writeAttendance } from './record-attendance.ts';

const SHARE = 200;
const SHARE_OF = query({ id: 'uuid' })`
  select organization_id as id from log_source where confirms_itself and organization_id > $1 order by 1 limit ${SHARE}`;

/** Complete reports whose guild lets proposals count by themselves, two days after the end. Compares the start for its index. */
const DUE = query({ id: 'uuid!' })`
  select distinct r.event_id as id from event e join log_report r on r.event_id = e.id and r.confirmed_at is null
  where e.organization_id = any($1::uuid[]) and e.status = 'completed' and e.starts_at > now() - interval '14 days'
    and e.starts_at < now() - interval '48 hours'
    and e.ends_at between now() - interval '7 days' and now() - interval '48 hours'`;
const CONFIRMED = statement`update log_report set confirmed_at = now() where event_id = $1 and confirmed_at is null`;

/** Records proposals two days after the end, but never that a raider did not show up: only an officer says so. */
export async function confirmNights(
  ctx: AppContext,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const failures: unknown[] = [];
  const shares = {
    name: 'log nights',
    most: SHARE,
    beginning: '00000000-0000-0000-0000-000000000000',
    read: (after: string) => ctx.sql.many(SHARE_OF, [after]),
    positionOf: ({ id }: { id: string }) => id,
  };
  await handleShare(ctx.sql, shares, async (guilds) => {
    for (const { id } of await ctx.sql.many(DUE, [guilds.map((guild) => guild.id)])) {
      signal.throwIfAborted();
      await withPatience(ctx, () => confirmNight(ctx, id)).catch((error: unknown) => failures.push(error));
    }
  });
  if (failures.length > 0) throw new AggregateError(failures, 'Not all nights could be confirmed');
}

const confirmNight = (ctx: AppContext, id: string): Promise<void> =>
  ctx.transact(async (tx) => {
    const event = await lockEventIfThere(tx.sql, id);
    if (!event) return;
    const entries = await proposedEntries(ctx, tx, event, (attendance) => attendance !== 'no_show');
    await tx.sql.run(CONFIRMED, [id]);
    if (entries.length > 0) {
      await writeAttendance(tx, event, entries, {
        actorId: null,
        mayManage: true,
        reason: 'Proposed by the log. No officer confirmed it within 48 hours.',
      });
    }
  });
