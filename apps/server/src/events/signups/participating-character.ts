import type { EventRole } from '@guildhall/contracts/event.ts';
import { GameVersion } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, query, text } from '../../core/db/statement.ts';
import { conflict, notFound } from '../../core/errors.ts';
import { playableRoles } from '../../reference/playable-roles.ts';
import type { EventRow } from '../event/event.access.ts';

/** Needs a character `c` and an organization `o` in scope: in a synced guild, the roster decides who belongs. */
export const IN_GUILD = `(o.source <> 'synced' or exists (
  select from proven_claim p where p.character_id = c.id and p.organization_id = o.id))`;

const Row = columns({
  id: 'uuid',
  archived: 'bool',
  inGuild: 'bool',
  gameVersion: text(GameVersion.options),
  classId: 'int',
});

const CHARACTER = `
  select c.id, c.archived_at is not null as archived, ${IN_GUILD} as "inGuild", c.game_version as "gameVersion",
    c.class_id as "classId"
  from character c join organization o on o.id = $1 where c.user_id = $2`;
const NAMED = query(Row)`${CHARACTER} and c.id = $3`;
const BEST = query(Row)`${CHARACTER} and c.archived_at is null and ${IN_GUILD}
  order by c.is_main desc, c.equipped_item_level desc nulls last, c.level desc, c.id limit 200`;

type Bringing = Pick<EventRow, 'organizationId' | 'anyRole'>;

/** Throws NOT_FOUND for somebody else's character, CONFLICT for one that may not come or cannot play these roles. */
export async function refuseUnfit(
  sql: Sql,
  characterId: string,
  userId: string,
  { organizationId, anyRole }: Bringing,
  roles: EventRole[],
): Promise<void> {
  const character = await sql.maybe(NAMED, [organizationId, userId, characterId]);
  if (!character) throw notFound('character_not_found', 'This person has no character with this id.');
  if (character.archived) throw conflict('character_archived', 'This character is archived. Restore it first.');
  if (!character.inGuild) throw conflict('character_not_in_guild', 'This character is not in the guild of the event.');
  const { gameVersion, classId } = character;
  const unusual = anyRole ? undefined : roles.find((role) => !canPlay(gameVersion, classId, role));
  if (unusual) {
    const playable = playableRoles(gameVersion, classId).join(', ');
    throw conflict(
      'role_not_playable',
      `The class of this character cannot play ${unusual}. It can play: ${playable}. An officer can let the event take any role.`,
    );
  }
}

/** The person's best character for one of these roles: their main, or else the best equipped. */
export async function bestCharacter(
  sql: Sql,
  userId: string,
  { organizationId, anyRole }: Bringing,
  roles: EventRole[],
): Promise<string> {
  const characters = await sql.many(BEST, [organizationId, userId]);
  const fit = characters.find(
    ({ gameVersion, classId }) => anyRole || roles.every((role) => canPlay(gameVersion, classId, role)),
  );
  if (fit) return fit.id;
  throw characters.length === 0
    ? conflict('character_not_in_guild', 'This person has no character in the guild of the event.')
    : conflict('role_not_playable', `No character of this person in the guild can play ${roles.join(' and ')}.`);
}

/** Any class may take a slot that is open to all roles. */
export const canPlay = (gameVersion: GameVersion, classId: number, role: EventRole) =>
  role === 'flex' || playableRoles(gameVersion, classId).includes(role);
