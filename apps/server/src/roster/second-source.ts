/**
 * The second source behind a roster that shrank: the guild's own number of members, or else the profiles of members who
 * would leave. When neither can be asked, nothing is confirmed.
 */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { query } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { type Asking, underItsName } from '../guilds/guild-name.ts';
import type { SyncedGuild } from '../guilds/synced-guild.ts';
import { isSmall, type Removal } from './roster-brake.ts';

/** The platform's number includes some members whom it lists nowhere. */
const MAX_PERCENT_OFF = 20;
/** So many profiles have to name another guild, or none. */
const ENOUGH = 3;
/** Some members have no profile. */
const MOST_ASKED = 9;

/** Whether the platform says elsewhere, too, that these members are gone. `rosterDate` is the roster's Last-Modified. */
export async function confirmsRemoval(
  ctx: AppContext,
  guild: SyncedGuild,
  removal: Removal,
  rosterDate: string | null,
  asking: Asking,
): Promise<boolean> {
  const count = await countMembers(ctx, guild, asking);
  if (count && agreesWith(removal, count.members)) return true;
  // A number that is older than the roster may simply not know yet, and that of a small guild is often one off.
  if (count && !isOlder(count.lastModified, rosterDate) && !isSmall(removal)) return false;
  return profilesConfirm(ctx, guild, removal.removedIds, asking);
}

function agreesWith({ live, received }: Removal, members: number): boolean {
  return Math.abs(members - received) * 100 <= (live - received) * MAX_PERCENT_OFF;
}

const isOlder = (date: string | null, than: string | null): boolean =>
  date === null || than === null || Date.parse(date) < Date.parse(than);

async function countMembers(ctx: AppContext, guild: SyncedGuild, asking: Asking) {
  const answer = await orNothing(underItsName(ctx, guild, asking, ctx.battlenet.guild, (data) => data));
  const members = answer?.data.member_count ?? null;
  return answer && members !== null ? { members, lastModified: answer.lastModified } : null;
}

/** Profiles of members who played lately are the freshest. Chance keeps the few who did leave from speaking for all. */
const SAMPLE = query({ name: 'text', realmSlug: 'text', realmId: 'int', characterId: 'float' })`
  select name, realm_slug as "realmSlug", platform_realm_id as "realmId", platform_character_id::float8 as "characterId"
  from roster_entry where id = any($1)
  order by coalesce(last_login_at > now() - interval '30 days', false) desc, random() limit ${MOST_ASKED}`;

async function profilesConfirm(ctx: AppContext, guild: SyncedGuild, removedIds: string[], asking: Asking) {
  const { region, gameVersion } = guild;
  let gone = 0;
  for (const member of await ctx.sql.many(SAMPLE, [removedIds])) {
    const answer = await orNothing(ctx.battlenet.characterProfile({ region, gameVersion, ...asking }, member));
    if (answer?.data.id !== member.characterId || answer.data.realm.id !== member.realmId) continue;
    const named = answer.data.guild;
    if (named && named.id === guild.guildId && named.realm.id === guild.realmId) return false;
    gone += 1;
    if (gone === ENOUGH) return true;
  }
  return false;
}

/** Null when the platform cannot say. Requests to slow down are rethrown. */
async function orNothing<T>(question: Promise<T>): Promise<T | null> {
  try {
    return await question;
  } catch (error) {
    if (!(error instanceof BattlenetError) || error.kind === 'rate_limited' || error.kind === 'unauthorized')
      throw error;
    return null;
  }
}
