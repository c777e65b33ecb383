import type { Actor } from '../../core/actor.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { noSuchCharacter } from './own-character.ts';
import { SHARES } from './sharing.ts';

/** Logs at most once an hour: the page of a character sends a dozen requests. */
const TELL = statement`
  insert into admin_entry (actor_id, action, person_id, details)
  select $1, 'character_read', c.user_id, jsonb_build_object('characterId', c.id) from character c
  where c.id = $2 and not exists (
    select from admin_entry e where e.actor_id = $1 and e.details ->> 'characterId' = c.id::text
      and e.at > now() - interval '1 hour')`;
const OWNER = query({ ownerId: 'uuid' })`select user_id as "ownerId" from character where id = $1`;

/** A caller, or for a public address its owner, as whom every visitor reads there. */
export type CharacterReader = Pick<Actor, 'userId' | 'isAdmin'>;

/**
 * The parts of a character that the caller may read. Administrators read what its owner reads, which the admin log
 * records. `read` runs with the id of the person it is given. Throws NOT_FOUND.
 */
export async function readCharacter<Row>(
  { sql }: AppContext,
  actor: CharacterReader,
  characterId: string,
  read: (userId: string) => Promise<Row[]>,
): Promise<Row> {
  const [row] = await read(actor.userId);
  if (row) return row;
  if (!actor.isAdmin) throw noSuchCharacter();
  const owned = await sql.maybe(OWNER, [characterId]);
  const [ownersRow] = owned ? await read(owned.ownerId) : [];
  if (!ownersRow) throw noSuchCharacter();
  await sql.run(TELL, [actor.userId, characterId]);
  return ownersRow;
}

/**
 * The characters a person may read: their own, and those shared with a guild they both belong to. In a guild of the
 * game, the roster and a proof determine which characters those are; elsewhere, all of a member's characters that the
 * game platform knows. Needs a character `c` in scope. `viewer` is a parameter with a person's id.
 */
export const MAY_READ = (viewer: string) => `(c.user_id = ${viewer} or c.archived_at is null and c.source = 'synced'
  and ${SHARES('c.user_id')} and (
    exists (
      select from proven_claim p join membership m on m.organization_id = p.organization_id
      where p.character_id = c.id and m.user_id = ${viewer} and m.left_at is null)
    or exists (
      select from membership theirs join membership mine on mine.organization_id = theirs.organization_id
      join organization shared on shared.id = theirs.organization_id
      where theirs.user_id = c.user_id and theirs.left_at is null and mine.user_id = ${viewer} and mine.left_at is null
        and shared.source <> 'synced')))`;
