/** “Remove me” on Discord, also for a person who is being erased. */
import { OptimisticLockError } from '@mikro-orm/core';
import { query } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { Signer } from '../../core/secrets.ts';
import { discordKeyOf } from '../../raiders/discord-raiders.ts';
import { eventsOfDiscordRaider, forgetDiscordRaider } from '../../raiders/forget-discord-raider.ts';
import { EVENT_ROW, EventRow } from '../event/event.access.ts';
import { publishParticipationChange } from '../event/publish-changes.ts';
import { promoteFromWaitlist } from './waitlist-and-gaps.ts';

const LOCK = query(EventRow)`${EVENT_ROW} where e.id = any($1::uuid[]) order by e.id for no key update`;

/** Erases the key and the answers, and gives freed places to the waitlist. False for a key that the organization does not know. */
export async function removeDiscordRaider(tx: UnitOfWork, organizationId: string, key: string): Promise<boolean> {
  const events = await tx.sql.many(LOCK, [await eventsOfDiscordRaider(tx.sql, organizationId, key)]);
  const freed = await forgetDiscordRaider(tx, organizationId, key);
  if (freed === null) return false;
  const isLocked = (id: string) => events.some((event) => event.id === id);
  if (!freed.every(isLocked)) throw new OptimisticLockError('An answer was given meanwhile.');
  await promoteFromWaitlist(tx, freed, 'Somebody withdrew.');
  for (const event of events) if (freed.includes(event.id)) publishParticipationChange(tx, event);
  return true;
}

const LINKED = query({ discordUserId: 'text', organizationIds: 'uuid[]' })`
  select a.account_id as "discordUserId", array(
    select o.id from organization o where exists (select from raider r where r.organization_id = o.id and r.discord_key is not null)
      or exists (select from raider_change c where c.organization_id = o.id and c.moved ->> 'discordKey' is not null)
    order by o.id) as "organizationIds"
  from account a where a.user_id = $1 and a.provider_id = 'discord'`;
const KNOWN = query({ organizationId: 'uuid!', key: 'text!' })`
  select asked.organization_id as "organizationId", asked.key from unnest($1::uuid[], $2::text[]) as asked(organization_id, key)
  where exists (select from raider r where r.organization_id = asked.organization_id and r.discord_key = asked.key)
    or exists (select from raider_change c where c.organization_id = asked.organization_id and c.moved ->> 'discordKey' = asked.key)`;

/** The same everywhere for a person with linked Discord accounts. Call it while these are still known. */
export async function removeDiscordRaidersOf(tx: UnitOfWork, sign: Signer, userId: string): Promise<void> {
  for (const { discordUserId, organizationIds } of await tx.sql.many(LINKED, [userId])) {
    const keys = organizationIds.map((id) => discordKeyOf(sign, id, discordUserId));
    for (const { organizationId, key } of await tx.sql.many(KNOWN, [organizationIds, keys]))
      await removeDiscordRaider(tx, organizationId, key);
  }
}
