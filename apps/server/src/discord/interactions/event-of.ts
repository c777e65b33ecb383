import { EventRole, ParticipationStatus } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, type RowOf, text, texts } from '../../core/db/statement.ts';
import { forbidden } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { isAway } from '../../events/event/away.ts';
import { type EventAccess, noEvent, seeEvent } from '../../events/event/event.access.ts';
import { positionOf } from '../../events/event/event.queries.ts';
import type { Presser } from './presser.ts';

/** Somebody whom we know. */
export type Known = Presser & { actor: Actor };
/** At an event that they may see. */
export type AtEvent = Known & { seen: EventAccess };

const ORGANIZATION = query({ organizationId: 'uuid', isMember: 'bool' })`
  select e.organization_id as "organizationId",
    exists (select from current_member m where m.organization_id = e.organization_id and m.user_id = $2) as "isMember"
  from event e where e.id = $1`;

/** An event of a guild that is connected with the server of the press, whatever the id of the button says. */
export async function eventOf({ sql }: AppContext, presser: Known, id: string): Promise<AtEvent> {
  const event = await sql.maybe(ORGANIZATION, [id, presser.actor.userId]);
  if (!event || !presser.guilds.some((guild) => guild.id === event.organizationId)) throw noEvent();
  if (!event.isMember) throw forbidden('Only members of this guild can do this.', 'not_a_member');
  return { ...presser, seen: await seeEvent(sql, presser.actor, id) };
}

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

export const ownAnswer = (sql: Sql, { actor, seen }: AtEvent) => sql.maybe(OWN, [seen.event.id, actor.userId]);
