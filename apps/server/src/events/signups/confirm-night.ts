import { query, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockEventIfThere } from '../event/event.access.ts';
import { proposedEntries } from './proposed-attendance.ts';
import { writeAttendance } from './record-attendance.ts';

/** Complete reports whose guild lets proposals count by themselves, two days after the end. */
const DUE = query({ id: 'uuid!' })`
  select distinct r.event_id as id from log_source s
  join event e on e.organization_id = s.organization_id and e.status = 'completed'
    and e.ends_at between now() - interval '7 days' and now() - interval '48 hours'
  join log_report r on r.event_id = e.id and r.confirmed_at is null
  where s.confirms_itself limit 50`;
const CONFIRMED = statement`update log_report set confirmed_at = now() where event_id = $1 and confirmed_at is null`;

/** Records proposals two days after the end, but never that a raider did not show up: only an officer says so. */
export async function confirmNights(ctx: AppContext): Promise<void> {
  for (const { id } of await ctx.sql.many(DUE)) {
    await ctx.transact(async (tx) => {
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
  }
}
