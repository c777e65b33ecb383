import { conflict, notFound } from '../core/errors.ts';
import type { Sql } from '../core/sql.ts';

/** Of a character `c` and an organization `o`: in a synced guild the roster says who belongs to it. */
export const IN_GUILD = `(o.source <> 'synced' or c.verified_at is not null and exists (
  select from roster_entry r where r.claimed_by_id = c.id and r.organization_id = o.id and r.left_at is null))`;

/** Held until the answer is written, so that a character that is deleted meanwhile is waited for. */
const CHARACTER = `
  select c.archived_at is not null as archived, ${IN_GUILD} as "inGuild"
  from character c join organization o on o.id = $3 where c.id = $1 and c.user_id = $2
  for key share of c`;

/** Throws NOT_FOUND for somebody else's character, CONFLICT for one that cannot come. */
export async function refuseUnfit(
  sql: Sql,
  characterId: string,
  userId: string,
  organizationId: string,
): Promise<void> {
  const [character] = await sql<{ archived: boolean; inGuild: boolean }>(CHARACTER, [
    characterId,
    userId,
    organizationId,
  ]);
  if (!character) throw notFound('character_not_found', 'There is no such character of this person.');
  if (character.archived) throw conflict('character_archived', 'This character is archived. Restore it first.');
  if (!character.inGuild) throw conflict('character_not_in_guild', 'This character is not in the guild of the event.');
}
