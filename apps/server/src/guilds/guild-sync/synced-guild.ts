import type { Answer, Call, Priority } from '@guildhall/battlenet/client.ts';
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { guildSlugFromHref } from '@guildhall/battlenet/namespaces.ts';
import type { CharacterProfile } from '@guildhall/battlenet/schemas/character.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, type RowOf, text } from '../../core/db/statement.ts';
import { isAbsence } from '../../core/platform/platform-failure.ts';
import type { AppContext } from '../../core/services/context.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';

/** A guild with everything needed to ask the platform about it. `lastModified` is null when the roster is wanted in full. */
export type SyncedGuild = RowOf<typeof GUILD>;

const GUILD = query({
  organizationId: 'uuid',
  region: text(Region.options).known,
  gameVersion: text(GameVersion.options).known,
  realmId: 'int!',
  guildId: 'float',
  realmSlug: 'text!',
  nameSlug: 'text!',
  archived: 'bool',
  lastModified: 'text?',
})`
  select id as "organizationId", region, game_version as "gameVersion", realm_slug as "realmSlug", name_slug as "nameSlug",
    platform_realm_id as "realmId", platform_guild_id::float8 as "guildId", case when not roster_ask_whole then roster_last_modified end as "lastModified",
    archived_at is not null as archived
  from organization where id = $1 and source = 'synced'`;

/** Null when it is gone, or not a guild of the game. */
export function findSyncedGuild(sql: Sql, organizationId: string): Promise<SyncedGuild | null> {
  return sql.maybe(GUILD, [organizationId]);
}

/** Identifies the guild in a log line. */
export const placeOfGuild = ({ region, gameVersion, realmSlug, nameSlug }: SyncedGuild) => ({
  guild: `${nameSlug} (${realmSlug}, ${region}, ${gameVersion})`,
});

// The platform finds a guild by its name, which may change; this asks under the current one.

export type Asking = { priority: Priority; signal: AbortSignal };

/**
 * Asks about a guild under the known name and, when it is not found there, under the name in its members' profiles.
 * `about` finds the guild in the answer: another guild may have taken the name, and its data must not be applied to this
 * one.
 */
export async function askUnderGuildName<T>(
  ctx: AppContext,
  guild: SyncedGuild,
  asking: Asking,
  ask: (call: Call, named: SyncedGuild) => Promise<Answer<T>>,
  about: (data: T) => { id: number; realm: { id: number } },
): Promise<Answer<T> & { named: SyncedGuild }> {
  const { region, gameVersion } = guild;
  const asked = async (named: SyncedGuild) => {
    const answer = await ask({ region, gameVersion, ...asking }, named);
    const { id, realm } = about(answer.data);
    if (id === guild.guildId && realm.id === guild.realmId) return { ...answer, named };
    throw new BattlenetError('not_found', { path: 'guild', reason: 'the name belongs to another guild now' });
  };
  try {
    return await asked(guild);
  } catch (error) {
    if (!(error instanceof BattlenetError && error.kind === 'not_found')) throw error;
    const renamed = await findUnderNewName(ctx, guild, asking);
    if (!renamed) throw error;
    return asked(renamed);
  }
}

/**
 * A realm that has a new slug takes its characters' addresses with it. The accounts of people who claimed one name the
 * new address.
 */
const RECENT_MEMBERS = query({ name: 'text', realmSlug: 'text' })`
  (select name, realm_slug as "realmSlug" from roster_entry where organization_id = $1 and left_at is null
   order by last_login_at desc nulls last, rank limit 3)
  union all
  (select c.name, c.realm_slug from roster_entry e join character c on c.id = e.claimed_by_id
   where e.organization_id = $1 and e.left_at is null and (c.name, c.realm_slug) <> (e.name, e.realm_slug)
   order by c.last_login_at desc nulls last, c.id limit 3)`;

/** A renamed guild has a new slug, which its members' profiles name. The identity is verified again on the way. */
async function findUnderNewName(ctx: AppContext, guild: SyncedGuild, asking: Asking): Promise<SyncedGuild | undefined> {
  const members = await ctx.sql.many(RECENT_MEMBERS, [guild.organizationId]);
  for (const member of members) {
    const { region, gameVersion } = guild;
    const profile = await ctx.battlenet.characterProfile({ region, gameVersion, ...asking }, member).catch((error) => {
      if (isAbsence(error)) return null;
      throw error;
    });
    const slugs = profile && otherGuildNameIn(guild, profile.data);
    if (!slugs) continue;
    await ctx.transact(({ em }) => em.nativeUpdate(Organization, guild.organizationId, slugs));
    return { ...guild, ...slugs, lastModified: null };
  }
  return undefined;
}

/** The slugs by which a profile refers to this guild, if they differ from the known ones. */
export function otherGuildNameIn(
  guild: Pick<SyncedGuild, 'realmId' | 'guildId' | 'realmSlug' | 'nameSlug'>,
  { guild: named }: CharacterProfile,
) {
  if (!named?.key || named.id !== guild.guildId || named.realm.id !== guild.realmId) return null;
  const slugs = guildSlugFromHref(named.key.href);
  return slugs && (slugs.nameSlug !== guild.nameSlug || slugs.realmSlug !== guild.realmSlug) ? slugs : null;
}
