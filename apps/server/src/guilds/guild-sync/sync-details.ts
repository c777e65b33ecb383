import type { Answer } from '@guildhall/battlenet/client.ts';
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { Guild } from '@guildhall/battlenet/schemas/guild.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { emblemOf } from '../crests/crest-files.ts';
import { factionOf, instantFrom } from './platform-values.ts';
import type { SyncedGuild } from './synced-guild.ts';

/** The roster, which names the guild and its faction too, is often a day ahead of this document. */
const IS_BEHIND = `coalesce($10::text::timestamptz < roster_last_modified::timestamptz
  and roster_last_modified::timestamptz <= now() + interval '1 minute', false)`;

/** Once there is a roster it determines the member count: the platform's number includes members it lists nowhere. */
const DETAILS = statement`
  update organization set name = case when ${IS_BEHIND} then name else $2 end, realm_slug = $3, name_slug = $4,
    faction = case when ${IS_BEHIND} then coalesce(faction, $5) else coalesce($5, faction) end,
    emblem_data = coalesce($6::jsonb, emblem_data), achievement_points = coalesce($7, achievement_points),
    founded_at = coalesce($8, founded_at),
    member_count = case when roster_synced_at is null then coalesce($9, member_count) else member_count end,
    details_last_modified = coalesce($10::text, details_last_modified)
  where id = $1 and coalesce($10::text::timestamptz >= details_last_modified::timestamptz
    or details_last_modified::timestamptz > now() + interval '1 minute', true)`;

const NEWEST = query({ lastModified: 'text?' })`
  select details_last_modified as "lastModified" from organization where id = $1`;

/** Throws `outdated` for a document that is older than the one that was applied last. */
export async function refuseOlder(ctx: AppContext, { organizationId }: SyncedGuild, { lastModified }: Answer<Guild>) {
  const known = await ctx.sql.maybe(NEWEST, [organizationId]);
  if (isOlder(lastModified, known?.lastModified ?? null)) throw outdatedAnswer('guild');
}

/** Whether an answer of the platform is older than another. Without both dates nothing says so, nor does a date of the future. */
export const isOlder = (lastModified: string | null, than: string | null): boolean =>
  lastModified !== null &&
  than !== null &&
  Date.parse(lastModified) < Date.parse(than) &&
  Date.parse(than) <= Date.now() + 60_000;

export const outdatedAnswer = (path: string) =>
  new BattlenetError('outdated', { path, status: 200, reason: 'older than the answer before' });

/** Syncs name, faction, emblem, points and age of a guild. Values the platform omits stay as they were. */
export async function syncDetails(
  ctx: AppContext,
  guild: SyncedGuild,
  { data, lastModified }: Answer<Guild>,
): Promise<void> {
  const { name, faction, crest, achievement_points, created_timestamp, member_count } = data;
  await ctx.sql.run(DETAILS, [
    guild.organizationId,
    name,
    guild.realmSlug,
    guild.nameSlug,
    factionOf(faction?.type),
    crest && JSON.stringify(emblemOf(crest)),
    achievement_points,
    instantFrom(created_timestamp),
    member_count,
    lastModified,
  ]);
}
