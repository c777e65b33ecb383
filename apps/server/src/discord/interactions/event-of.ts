import type { Actor } from '../../core/actor.ts';
import { query } from '../../core/db/statement.ts';
import { forbidden } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type EventAccess, noEvent, seeEvent } from '../../events/event/event.access.ts';
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
