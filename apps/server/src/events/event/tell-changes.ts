import { query } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { EventRow } from './event.access.ts';

type Told = Pick<EventRow, 'id' | 'organizationId' | 'unpublished'>;

/** The people who may edit unpublished content of these events, and therefore may know about it. */
const MAKERS = query({ id: 'uuid', personId: 'uuid!' })`
  select e.id, e.created_by_id as "personId" from event e
  join current_member m on m.organization_id = e.organization_id and m.organization_id = any($2::uuid[])
    and m.user_id = e.created_by_id
  where e.id = any($1::uuid[]) and e.scope = 'group'`;

/**
 * Those who may see an event hear that it changed: its members, or those who may edit what is not published. To be called
 * while the events are still there.
 */
export async function tellEvents(tx: UnitOfWork, events: Told[]): Promise<void> {
  const makerOf = await makersOf(
    tx,
    events.filter(({ unpublished }) => unpublished),
  );
  for (const { id: subjectId, organizationId, unpublished } of events) {
    const of = { type: 'event.changed', organizationId, subjectId } as const;
    if (unpublished) tx.changed({ ...of, audience: 'planners', personId: makerOf.get(subjectId) ?? null });
    else tx.changed({ ...of, audience: 'members' });
  }
}

async function makersOf({ sql }: UnitOfWork, events: Told[]): Promise<Map<string, string>> {
  if (events.length === 0) return new Map();
  const values = [events.map(({ id }) => id), events.map(({ organizationId }) => organizationId)];
  const makers = await sql.many(MAKERS, values);
  return new Map(makers.map(({ id, personId }) => [id, personId]));
}

/** One person's answer may move others, so the message only names the event whose participations to reload. */
export function tellParticipation(tx: UnitOfWork, { id: subjectId, organizationId }: Told): void {
  tx.changed({ type: 'participation.changed', organizationId, subjectId, audience: 'members' });
}
