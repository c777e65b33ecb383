import type { AdminAction } from '@guildhall/contracts/admin.ts';
import type { Actor } from '../../core/actor.ts';
import { query, type RowOf, text } from '../../core/db/statement.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { writeAdminLog } from '../../identity/people/admin-log.ts';

type CharacterAction = Extract<AdminAction, `character_${string}`>;

type OwnCharacter = RowOf<typeof OWN>;

const OWN = query({
  id: 'uuid',
  ownerId: 'uuid',
  source: text(['synced', 'manual']),
  archived: 'bool',
  displaced: 'bool',
  provedByAnother: 'bool',
})`
  select c.id, c.user_id as "ownerId", c.source, c.archived_at is not null as archived, c.displaced_at is not null as displaced,
    exists (select from character o where o.platform_realm_id = c.platform_realm_id
      and o.platform_character_id = c.platform_character_id and o.region = c.region
      and o.game_version = c.game_version and o.user_id <> c.user_id and o.verified_at is not null) as "provedByAnother"
  from character c where (c.user_id = $1 or $3) and c.id = $2 for update of c`;

/** Loads and locks the person's own character; for administrators any person's, as the admin log tells. Throws NOT_FOUND. */
export async function ownCharacter(
  { sql }: UnitOfWork,
  actor: Actor,
  id: string,
  action: CharacterAction,
): Promise<OwnCharacter> {
  const row = await sql.maybe(OWN, [actor.userId, id, actor.isAdmin]);
  if (!row) throw noSuchCharacter();
  if (row.ownerId !== actor.userId) {
    await writeAdminLog(sql, actor, { action, personId: row.ownerId, details: { characterId: id } });
  }
  return row;
}

export const noSuchCharacter = () =>
  notFound('character_not_found', 'You have no such character, and no member shares one of this id with you.');

export const alreadyClaimed = () =>
  conflict(
    'already_claimed',
    'Another user has verified that this character is theirs. If it is yours, sync your own account.',
  );
