import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { EventRow } from './event.access.ts';

type Told = Pick<EventRow, 'id' | 'organizationId' | 'unpublished'>;

/** Of events of a group, their makers, as long as they are members: they may edit what is not published. */
const MAKERS = `
  select e.id, e.created_by_id as "personId" from event e
  join membership m on m.organization_id = e.organization_id and m.user_id = e.created_by_id and m.left_at is null
  where e.id = any($1::uuid[]) and e.scope = 'group'`;

/**
 * Those who may see an event hear that it changed: its members, or those who may edit what is not published. To be called
 * while the events are still there.
 */
export async function tellEvents(tx: UnitOfWork, events: Told[]): Promise<void> {
  const hidden = events.filter(({ unpublished }) => unpublished).map(({ id }) => id);
  const makers = hidden.length > 0 ? await tx.sql<{ id: string; personId: string }>(MAKERS, [hidden]) : [];
  const makerOf = new Map(makers.map(({ id, personId }) => [id, personId]));
  for (const { id: subjectId, organizationId, unpublished } of events) {
    const of = { type: 'event.changed', organizationId, subjectId } as const;
    if (unpublished) tx.changed({ ...of, audience: 'planners', personId: makerOf.get(subjectId) ?? null });
    else tx.changed({ ...of, audience: 'members' });
  }
}

/** One person's answer may move others, so the event is the subject, whose participations are to be read again. */
export function tellParticipation(tx: UnitOfWork, { id: subjectId, organizationId }: Told): void {
  tx.changed({ type: 'participation.changed', organizationId, subjectId, audience: 'members' });
}
