import type { Actor } from '../core/actor.ts';
import { notFound } from '../core/errors.ts';
import type { UnitOfWork } from '../core/unit-of-work.ts';

export type OwnCharacter = {
  id: string;
  source: 'synced' | 'manual';
  archived: boolean;
  displaced: boolean;
  /** Somebody else has proved to own the same character. */
  provedByAnother: boolean;
};

const OWN = `
  select c.id, c.source, c.archived_at is not null as archived, c.displaced_at is not null as displaced,
    exists (select from character o where o.platform_realm_id = c.platform_realm_id
      and o.platform_character_id = c.platform_character_id and o.region = c.region
      and o.game_version = c.game_version and o.user_id <> c.user_id and o.verified_at is not null) as "provedByAnother"
  from character c where c.user_id = $1 and c.id = $2 for update of c`;

/** One of the person's own characters, locked. Throws NOT_FOUND for everybody else's. */
export async function ownCharacter({ sql }: UnitOfWork, { userId }: Actor, id: string): Promise<OwnCharacter> {
  const [row] = await sql<OwnCharacter>(OWN, [userId, id]);
  if (!row) throw noSuchCharacter();
  return row;
}

export const noSuchCharacter = () =>
  notFound('character_not_found', 'You have no such character, and nobody shares one of this id with you.');
