import type { Sql } from '../../core/db/sql.ts';
import { statement } from '../../core/db/statement.ts';

/**
 * A deferred one may be kept before it is claimed. Old claims go with new ones, a few at a time; locked ones are somebody
 * else's to remove.
 */
const CLAIM = statement`
  with gone as (
    delete from discord_interaction where id in (
      select id from discord_interaction where expires_at < now() limit 20 for update skip locked))
  insert into discord_interaction as i (id, discord_user_id, claimed_at, expires_at)
  values ($1, $2, now(), now() + interval '15 minutes')
  on conflict (id) do update set claimed_at = excluded.claimed_at where i.claimed_at is null`;

/** Takes an interaction before its effect; false if that has happened, so that a repeated request changes nothing. */
export async function claim(sql: Sql, interactionId: string, discordUserId: string): Promise<boolean> {
  return (await sql.run(CLAIM, [interactionId, discordUserId])) > 0;
}

/** Ids of interactions count with time. */
const NEWER = statement`
  select from discord_interaction
  where discord_user_id = $2 and claimed_at is not null and id::numeric > $1::numeric limit 1`;

/** Whether the person has done something else since, which an attempt that comes late must not undo. */
export async function isOutdated(sql: Sql, interactionId: string, discordUserId: string): Promise<boolean> {
  return (await sql.run(NEWER, [interactionId, discordUserId])) > 0;
}
