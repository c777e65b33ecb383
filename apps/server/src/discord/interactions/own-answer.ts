import type { EventRole, ParticipationStatus } from '@guildhall/contracts/event.ts';
import type { Sql } from '../../core/db/sql.ts';
import { isAway } from '../../events/event/away.ts';
import { positionOf } from '../../events/event/event.queries.ts';

export type OwnAnswer = {
  status: ParticipationStatus;
  characterId: string | null;
  characterName: string | null;
  roleKey: EventRole | null;
  roles: EventRole[];
  position: number | null;
  note: string | null;
  lateMinutes: number | null;
  away: boolean;
};

const OWN = `
  select p.status, c.id as "characterId", c.name as "characterName", p.role_key as "roleKey", p.roles, p.note,
    p.late_minutes as "lateMinutes", ${positionOf('p')} as position, ${isAway('p.user_id')} as away
  from participation p join event e on e.id = p.event_id left join character c on c.id = p.character_id
  where p.event_id = $1 and p.user_id = $2`;

export async function ownAnswer(sql: Sql, eventId: string, userId: string): Promise<OwnAnswer | undefined> {
  return (await sql<OwnAnswer>(OWN, [eventId, userId]))[0];
}
