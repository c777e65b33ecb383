import { query } from '../../core/db/statement.ts';
import type { Changing } from '../../core/jobs/unit-of-work.ts';

/** Posts of events that are over stay as they are. */
const EVENTS = query({ id: 'uuid', organizationId: 'uuid', placed: 'bool' })`
  select e.id, e.organization_id as "organizationId", exists (
    select from lineup l join lineup_place x on x.lineup_id = l.id and x.published
    where l.event_id = e.id and x.raider_id = any($1::uuid[])) as placed
  from event e
  where e.id in (select event_id from participation where raider_id = any($1::uuid[]))
    and e.published_at is not null and e.ends_at > now()
  order by e.id`;

/** Pages, posts and webhooks of the events of these raiders, whose names or answers have changed, hear of it. */
export async function publishAnswersOf({ sql, changed }: Changing, raiderIds: readonly string[]): Promise<void> {
  for (const { id: subjectId, organizationId, placed } of await sql.many(EVENTS, [raiderIds])) {
    const of = { organizationId, subjectId, audience: 'members' } as const;
    changed({ type: 'participation.changed', ...of });
    if (placed) changed({ type: 'lineup.changed', ...of });
  }
}
