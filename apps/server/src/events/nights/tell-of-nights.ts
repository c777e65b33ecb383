import { query, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { notifyHolders } from '../../membership/notifications/notify.ts';
import { proposalsOf, readNight } from './read-night.ts';

/** Nights that are over, whose reports are complete and have pulls, and of which no officer was told. */
const READY = query({ id: 'uuid', organizationId: 'uuid', title: 'text', startsAt: 'instant' })`
  select e.id, e.organization_id as "organizationId", e.title, e.starts_at as "startsAt" from event e
  where e.organization_id = $1 and e.status in ('published', 'completed')
    and e.starts_at > now() - interval '10 days' and e.ends_at between now() - interval '3 days' and now()
    and exists (select from log_report r join pull p on p.report_id = r.id where r.event_id = e.id and r.state = 'complete')
    and not exists (select from log_report r where r.event_id = e.id and (r.state = 'live' or r.told_at is not null))
  order by e.starts_at, e.id`;
const TOLD = statement`update log_report set told_at = now() where event_id = $1 and told_at is null`;

/** Tells those who manage events that the log of a night proposes attendance: once for each night, and not where all is recorded. */
export async function tellOfNights({ sql, sign, transact }: AppContext, organizationId: string): Promise<void> {
  for (const { id, title, startsAt } of await sql.many(READY, [organizationId])) {
    const night = await readNight(sql, sign, { id, organizationId });
    const bosses = new Set(night.pulls.map(({ encounterId }) => encounterId)).size;
    const details = { eventId: id, title, startsAt, count: night.pulls.length, of: bosses };
    await transact(async (tx) => {
      const isFirst = (await tx.sql.run(TOLD, [id])) > 0;
      if (!isFirst || proposalsOf(night).length === 0) return;
      await notifyHolders(tx, 'canManageEvents', { kind: 'night_ready', organizationId, details });
    });
  }
}
