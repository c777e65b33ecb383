import { EventRole, ParticipationStatus } from '@guildhall/contracts/event.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, type RowOf, text, texts } from '../../core/db/statement.ts';
import { isAway } from '../../events/event/away.ts';
import { positionOf } from '../../events/event/event.queries.ts';

export type OwnAnswer = RowOf<typeof OWN>;

const OWN = query({
  status: text(ParticipationStatus.options),
  characterId: 'uuid?',
  characterName: 'text?',
  roleKey: text(EventRole.options).orNull,
  roles: texts(EventRole.options),
  position: 'int?',
  note: 'text?',
  lateMinutes: 'int?',
  away: 'bool',
})`
  select p.status, c.id as "characterId", c.name as "characterName", p.role_key as "roleKey", p.roles, p.note,
    p.late_minutes as "lateMinutes", ${positionOf('p')} as position, ${isAway('p.user_id')} as away
  from participation p join event e on e.id = p.event_id left join character c on c.id = p.character_id
  where p.event_id = $1 and p.user_id = $2`;

export function ownAnswer(sql: Sql, eventId: string, userId: string): Promise<OwnAnswer | null> {
  return sql.maybe(OWN, [eventId, userId]);
}
